#pragma once

// The text at the front of a weights file: shape, planes and storage in a fixed order, then the trainer's notes. What
// each line means is in docs/reference/files.md.

#include <string>
#include <string_view>

#include "nets/weights.h"
#include "nets/weights_file.h"

namespace lanternfish {

// The first line of every weights file, without its newline.
constexpr std::string_view kWeightsMagic = "lanternfish-net 1";

struct WeightsHead {
  Weights weights;  // without tensors; the shape is checked
  Storage storage = Storage::kF32;
};

// Refuses what a head cannot hold: notes of more than one line, or under a key that has another meaning.
Status check_head(const Weights& weights);

// With the empty line at the end.
std::string format_head(const Weights& weights, Storage storage);

// `text` ends with the newline before the empty line. An error begins with line and byte.
Result<WeightsHead> parse_head(std::string_view text);

}  // namespace lanternfish
