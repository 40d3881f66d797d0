#pragma once

// How long events took in matches that were played: a histogram made of the arena's .turns.jsonl files.

#include <filesystem>
#include <string>

#include "support/result.h"

namespace lanternfish {

// Of both sides' engines, as they say; `folder` is the match's. A table for people: by kind of event, how many took so
// many milliseconds. An error names the file that cannot be read.
Result<std::string> event_times(const std::filesystem::path& folder);

}  // namespace lanternfish
