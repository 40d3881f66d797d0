#include "nets/weights_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "game/game_record.h"
#include "nets/little_endian.h"
#include "nets/weights_head.h"

namespace lanternfish {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMaxHead = 1 << 16;                     // bytes
constexpr std::uintmax_t kMaxFile = std::uintmax_t{1} << 30;  // bytes
constexpr float kMaxInt8 = 127;

std::size_t aligned(std::size_t position) { return (position + kAlignment - 1) / kAlignment * kAlignment; }

std::size_t bytes_of(Storage storage) {
  switch (storage) {
    case Storage::kF32: return 4;
    case Storage::kF16: return 2;
    case Storage::kInt8: return 1;
  }
  return 0;
}

// The numbers of tensor `spec` for each of its output channels.
std::size_t row_size(const TensorSpec& spec) { return spec.size() / static_cast<std::size_t>(spec.dims[0]); }

// ---- writing

void pad(std::string& out) { out.resize(aligned(out.size())); }

// The scale that brings the largest number of a channel to 127; 1 where all are 0.
float scale_of(const float* row, std::size_t size) {
  float largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    largest = std::max(largest, std::abs(row[i]));
  }
  const float scale = largest / kMaxInt8;
  return scale >= std::numeric_limits<float>::min() ? scale : 1;  // no denormal scales: rounding would exceed 127
}

void put_values(std::string& out, const TensorSpec& spec, const std::vector<float>& values, Storage storage) {
  if (storage == Storage::kF32) {
    for (const float v : values) {
      put_f32(out, v);
    }
  } else if (storage == Storage::kF16) {
    for (const float v : values) {
      put_u16(out, to_half(v));
    }
  } else {
    const std::size_t size = row_size(spec);
    std::vector<float> scales;
    for (std::size_t begin = 0; begin < values.size(); begin += size) {
      scales.push_back(scale_of(&values[begin], size));
      put_f32(out, scales.back());
    }
    pad(out);
    for (std::size_t i = 0; i < values.size(); ++i) {
      out.push_back(static_cast<char>(std::lround(values[i] / scales[i / size])));
    }
  }
  pad(out);
}

// What stands before the numbers of a tensor, the padding excluded.
std::string record_head(const TensorSpec& spec, Storage storage) {
  std::string head;
  put_u32(head, static_cast<std::uint32_t>(spec.name.size()));
  head += spec.name;
  put_u32(head, static_cast<std::uint32_t>(storage));
  put_u32(head, static_cast<std::uint32_t>(spec.dims.size()));
  for (const int dim : spec.dims) {
    put_u32(head, static_cast<std::uint32_t>(dim));
  }
  return head;
}

Status check_values(const TensorSpec& spec, const std::vector<float>& values, Storage storage) {
  if (values.size() != spec.size()) {
    return Error{fmt::format("tensor {} has {} numbers and needs {}", spec.name, values.size(), spec.size())};
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]) || (storage == Storage::kF16 && std::abs(values[i]) > kMaxHalf)) {
      return Error{
          fmt::format("tensor {} has a number that {} cannot hold, at {}", spec.name, format_storage(storage), i)};
    }
  }
  return success();
}

// ---- reading

// The bytes of a file, read from front to back. Every error names the file and the place.
class Reader {
 public:
  Reader(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }
  // What is being read, for errors.
  void enter(std::string what) { what_ = std::move(what); }

  Error error(std::string_view text) const {
    return Error{fmt::format("{}: {} (byte {}): {}", name_, what_, position_, text)};
  }
  Error truncated(std::size_t needed) const {
    return error(fmt::format("the file is cut off: {} bytes are needed here and {} are left", needed, left()));
  }

  // A view of the next bytes, or nothing when there are not so many.
  std::optional<std::string_view> take(std::size_t size) {
    if (left() < size) {
      return std::nullopt;
    }
    const std::string_view taken = bytes_.substr(position_, size);
    position_ += size;
    return taken;
  }

  // Everything up to the next multiple of 64 bytes must be zero.
  Status skip_padding() {
    const std::size_t size = aligned(position_) - position_;
    const auto padding = take(size);
    if (!padding) {
      return truncated(size);
    }
    return padding->find_first_not_of('\0') == std::string_view::npos ? success()
                                                                      : Status(error("the padding is not zero"));
  }

 private:
  std::string_view bytes_;
  std::string_view name_;
  std::string what_ = "head";
  std::size_t position_ = 0;
};

// Name and dimensions must be those that the head promises.
Status read_record_head(Reader& reader, const TensorSpec& spec, Storage storage) {
  const std::string expected = record_head(spec, storage);
  const auto found = reader.take(expected.size());
  if (!found) {
    return reader.truncated(expected.size());
  }
  if (*found != expected) {
    return reader.error(fmt::format("another name, storage or shape than {} of {}, which the head asks for",
                                    format_storage(storage), fmt::join(spec.dims, "x")));
  }
  return reader.skip_padding();
}

Result<std::vector<float>> read_values(Reader& reader, const TensorSpec& spec, Storage storage) {
  const std::size_t count = spec.size();
  const std::size_t row = row_size(spec);
  const auto rows = static_cast<std::size_t>(spec.dims[0]);
  std::optional<std::string_view> scales;
  if (storage == Storage::kInt8) {
    scales = reader.take(4 * rows);
    if (!scales) {
      return reader.truncated(4 * rows);
    }
    TRY(reader.skip_padding());
  }
  const auto bytes = reader.take(count * bytes_of(storage));
  if (!bytes) {
    return reader.truncated(count * bytes_of(storage));
  }
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    switch (storage) {
      case Storage::kF32: values[i] = get_f32(&(*bytes)[4 * i]); break;
      case Storage::kF16: values[i] = from_half(get_u16(&(*bytes)[2 * i])); break;
      case Storage::kInt8:
        values[i] = static_cast<float>(static_cast<signed char>((*bytes)[i])) * get_f32(&(*scales)[4 * (i / row)]);
        break;
    }
    if (!std::isfinite(values[i])) {
      return reader.error(fmt::format("number {} is not finite", i));
    }
    if (spec.name.ends_with(".variance") && values[i] < 0) {
      return reader.error(fmt::format("variance {} is negative", i));
    }
  }
  TRY(reader.skip_padding());
  return values;
}

Storage storage_of(const TensorSpec& spec, Storage matrices) { return spec.dims.size() > 1 ? matrices : Storage::kF32; }

}  // namespace

Result<std::string> format_weights(const Weights& weights, Storage storage) {
  TRY(check_head(weights));
  const std::vector<TensorSpec> specs = tensor_specs(weights.shape);
  if (weights.tensors.size() != specs.size()) {
    return Error{fmt::format("{} tensors are given and {} needed", weights.tensors.size(), specs.size())};
  }
  std::string out = format_head(weights, storage);
  if (out.size() > kMaxHead) {
    return Error{fmt::format("a head of {} bytes is too long", out.size())};
  }
  pad(out);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const TensorSpec& spec = specs[i];
    const Storage stored = storage_of(spec, storage);
    TRY(check_values(spec, weights.tensors[i], stored));
    out += record_head(spec, stored);
    pad(out);
    put_values(out, spec, weights.tensors[i], stored);
  }
  put_u32(out, crc32(out));
  return out;
}

Result<Weights> parse_weights(std::string_view bytes, std::string_view name) {
  Reader reader(bytes, name);
  if (!bytes.starts_with(kWeightsMagic)) {
    return reader.error(fmt::format("no weights file: the first line is not '{}'", kWeightsMagic));
  }
  const std::size_t head_end = bytes.substr(0, kMaxHead).find("\n\n");
  if (head_end == std::string_view::npos) {
    return reader.error(fmt::format("no empty line within the first {} bytes", std::min(bytes.size(), kMaxHead)));
  }
  Result<WeightsHead> head = parse_head(bytes.substr(0, head_end + 1));
  if (!head) {
    return Error{fmt::format("{}: head, {}", name, head.error())};
  }
  reader.take(head_end + 2);
  TRY(reader.skip_padding());
  const Storage storage = head->storage;
  Weights weights = std::move(head).value().weights;
  for (const TensorSpec& spec : tensor_specs(weights.shape)) {
    reader.enter("tensor " + spec.name);
    const Storage stored = storage_of(spec, storage);
    TRY(read_record_head(reader, spec, stored));
    weights.tensors.push_back(TRY(read_values(reader, spec, stored)));
  }
  reader.enter("end");
  const std::uint32_t expected = crc32(bytes.substr(0, reader.position()));
  const auto checksum = reader.take(4);
  if (!checksum) {
    return reader.truncated(4);
  }
  if (reader.left() > 0) {
    return reader.error(fmt::format("{} bytes too many", reader.left()));
  }
  if (get_u32(checksum->data()) != expected) {
    return reader.error(fmt::format("the CRC-32 is {:08x} and should be {:08x}: the file is damaged",
                                    get_u32(checksum->data()), expected));
  }
  return weights;
}

Result<Weights> read_weights(const std::filesystem::path& file) {
  const std::string bytes = TRY(read_file(file, kMaxFile));
  return parse_weights(bytes, file.string());
}

Result<Weights> read_weights(const std::filesystem::path& file, std::string_view planes_version) {
  Result<Weights> weights = read_weights(file);
  if (weights && weights->planes_version != planes_version) {
    return Error{fmt::format("{}: made for the planes '{}', and '{}' are needed here", file.string(),
                             weights->planes_version, planes_version)};
  }
  return weights;
}

Status write_weights(const std::filesystem::path& file, const Weights& weights, Storage storage) {
  const Result<std::string> bytes = format_weights(weights, storage);
  return bytes ? write_file(file, *bytes) : Status(Error{fmt::format("{}: {}", file.string(), bytes.error())});
}

}  // namespace lanternfish
