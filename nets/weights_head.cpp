#include "nets/weights_head.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/number.h"
#include "support/words.h"

namespace lanternfish {

namespace {

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::string outputs_of(const NetShape& shape) {
  std::vector<std::string_view> outputs;
  if (shape.sense) outputs.emplace_back("sense");
  if (shape.move) outputs.emplace_back("move");
  if (shape.value) outputs.emplace_back("value");
  return fmt::format("{}", fmt::join(outputs, " "));
}

// One line that every head has: its key, what it says of these weights, and what it sets in a head that is read.
struct Field {
  std::string_view key;
  std::string (*format)(const WeightsHead& head);
  Status (*parse)(WeightsHead& head, const std::string& value);
};

template <int NetShape::*kMember>
constexpr Field number_field(std::string_view key) {
  return {key, [](const WeightsHead& head) { return std::to_string(head.weights.shape.*kMember); },
          [](WeightsHead& head, const std::string& value) {
            const auto number = to_number<int>(value, 0, 999'999);
            if (!number) {
              return Status(Error{fmt::format("'{}' is no number", value)});
            }
            head.weights.shape.*kMember = *number;
            return success();
          }};
}

template <std::string Weights::*kMember>
constexpr Field text_field(std::string_view key) {
  return {key, [](const WeightsHead& head) { return head.weights.*kMember; },
          [](WeightsHead& head, const std::string& value) {
            head.weights.*kMember = value;
            return success();
          }};
}

Status parse_outputs(WeightsHead& head, const std::string& value) {
  const auto words = parts_of(value, ' ');
  const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  NetShape& shape = head.weights.shape;
  shape.sense = has("sense");
  shape.move = has("move");
  shape.value = has("value");
  return outputs_of(shape) == value
             ? success()
             : Status(Error{fmt::format("'{}' are not some of sense, move, value, in this order", value)});
}

Status parse_storage_line(WeightsHead& head, const std::string& value) {
  head.storage = TRY(parse_storage(value));
  return success();
}

// In the order of the file.
constexpr std::array<Field, 11> kFields = {{
    text_field<&Weights::kind>("kind"),
    text_field<&Weights::planes_version>("planes-version"),
    number_field<&NetShape::planes>("planes"),
    number_field<&NetShape::channels>("channels"),
    number_field<&NetShape::blocks>("blocks"),
    number_field<&NetShape::stem>("stem"),
    {"heads", [](const WeightsHead& head) { return fmt::format("{}", fmt::join(head.weights.shape.heads, " ")); },
     [](WeightsHead& head, const std::string& value) {
       const auto words = parts_of(value, ' ');
       head.weights.shape.heads.assign(words.begin(), words.end());
       return success();
     }},
    number_field<&NetShape::policy_blocks>("policy-blocks"),
    number_field<&NetShape::value_hidden>("value-hidden"),
    {"outputs", [](const WeightsHead& head) { return outputs_of(head.weights.shape); }, parse_outputs},
    {"storage", [](const WeightsHead& head) { return std::string(format_storage(head.storage)); }, parse_storage_line},
}};

bool is_field(std::string_view key) {
  return std::any_of(kFields.begin(), kFields.end(), [&](const Field& field) { return field.key == key; });
}

// Line `number` of the head, the first being 0.
Status parse_line(WeightsHead& head, std::size_t number, std::string_view line) {
  if (number == 0) {
    return line == kWeightsMagic ? success() : Status(Error{fmt::format("the first line is not '{}'", kWeightsMagic)});
  }
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || space + 1 == line.size() || !is_printable(line)) {
    return Error{"not a key, a space and a value in printable ASCII"};
  }
  const std::string_view key = line.substr(0, space);
  const std::string value(line.substr(space + 1));
  if (number <= kFields.size()) {
    const Field& field = kFields[number - 1];
    return key == field.key ? field.parse(head, value) : Status(Error{fmt::format("'{}' must stand here", field.key)});
  }
  if (is_field(key)) {
    return Error{fmt::format("'{}' stands here again", key)};
  }
  if (!is_key(key)) {
    return Error{"the key is not of lower-case letters, digits and -"};
  }
  head.weights.notes.emplace_back(key, value);
  return success();
}

}  // namespace

Result<Storage> parse_storage(std::string_view text) {
  for (const Storage storage : {Storage::kF32, Storage::kF16, Storage::kInt8}) {
    if (text == format_storage(storage)) {
      return storage;
    }
  }
  return Error{fmt::format("'{}' is none of f32, f16, int8", text)};
}

std::string_view format_storage(Storage storage) {
  switch (storage) {
    case Storage::kF32: return "f32";
    case Storage::kF16: return "f16";
    case Storage::kInt8: return "int8";
  }
  return "";
}

Status check_head(const Weights& weights) {
  for (const std::string& text : {weights.kind, weights.planes_version}) {
    if (text.empty() || !is_printable(text)) {
      return Error{"kind and planes version must be printable"};
    }
  }
  for (const auto& [key, value] : weights.notes) {
    if (!is_key(key) || is_field(key) || value.empty() || !is_printable(value)) {
      return Error{fmt::format("the note '{}' cannot stand in the head of a weights file", key)};
    }
  }
  return check_shape(weights.shape);
}

std::string format_head(const Weights& weights, Storage storage) {
  const WeightsHead head{{weights.kind, weights.planes_version, weights.shape, {}, {}}, storage};
  std::string text = fmt::format("{}\n", kWeightsMagic);
  for (const Field& field : kFields) {
    text += fmt::format("{} {}\n", field.key, field.format(head));
  }
  for (const auto& [key, value] : weights.notes) {
    text += fmt::format("{} {}\n", key, value);
  }
  return text + "\n";
}

Result<WeightsHead> parse_head(std::string_view text) {
  WeightsHead head;
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size(); ++lines) {
    const std::size_t end = text.find('\n', begin);
    if (const Status status = parse_line(head, lines, text.substr(begin, end - begin)); !status) {
      return Error{fmt::format("line {} (byte {}): {}", lines + 1, begin, status.error())};
    }
    begin = end + 1;
  }
  if (lines <= kFields.size()) {
    return Error{fmt::format("line {} (byte {}): '{}' is missing", lines + 1, text.size(), kFields[lines - 1].key)};
  }
  if (const Status status = check_shape(head.weights.shape); !status) {
    return Error{fmt::format("line {} (byte {}): {}", lines, text.size(), status.error())};
  }
  return head;
}

}  // namespace lanternfish
