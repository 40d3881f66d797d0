#pragma once

// Weights files (*.lfn); docs/reference/files.md has the layout byte by byte.
//
// A text head ended by an empty line, then the tensors, then a CRC-32. Reading trusts nothing: no number of the file
// decides on an allocation before it was compared with the file's size and with the limits of nets/net_shape.h.

#include <filesystem>
#include <string>
#include <string_view>

#include "nets/weights.h"

namespace lanternfish {

// How the numbers of matrices and convolutions are stored; vectors are always f32, and arithmetic is f32.
enum class Storage : std::uint8_t {
  kF32,
  kF16,   // rounded to nearest; beyond 65,504 in size refused
  kInt8,  // with one f32 scale for each output channel: the channel's largest size / 127
};
Result<Storage> parse_storage(std::string_view text);  // "f32", "f16", "int8"
std::string_view format_storage(Storage storage);

// Refuses weights that no file can hold: wrong shape, notes of more than one line, numbers that are not finite or too
// large for the storage.
Result<std::string> format_weights(const Weights& weights, Storage storage);

// `name` stands in the error, before the place: "mine.lfn: tensor blocks.0.conv1 (byte 8192): ...".
Result<Weights> parse_weights(std::string_view bytes, std::string_view name);

Result<Weights> read_weights(const std::filesystem::path& file);
// Refuses also weights for other planes than `planes_version`.
Result<Weights> read_weights(const std::filesystem::path& file, std::string_view planes_version);
// The file appears whole or not at all.
Status write_weights(const std::filesystem::path& file, const Weights& weights, Storage storage);

}  // namespace lanternfish
