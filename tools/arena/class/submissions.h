#pragma once

// The bots of a class: what tools/reconchess/submissions.py makes of a folder of submissions.

#include <filesystem>
#include <string>
#include <vector>

#include "support/result.h"

namespace lanternfish {

struct Submission {
  std::string name;
  std::string bot;      // its file; empty: there is none
  std::string problem;  // why it cannot play, as far as is known
};

struct Submissions {
  std::vector<Submission> list;    // in the order of their entries' names
  std::vector<std::string> notes;  // for the teacher: duplicates
};

// The folder of the Python adapters: beside the program's build or installation. An error where it is not found.
Result<std::filesystem::path> adapters_folder();

// Unpacks them to `unpacked`, each in a folder of its name, which stays its own from run to run and is none of `taken`.
// `with_bwrap`: an error where bwrap does not work.
Result<Submissions> read_submissions(const std::string& python, const std::filesystem::path& folder,
                                     const std::filesystem::path& unpacked, bool with_bwrap,
                                     const std::vector<std::string>& taken);

}  // namespace lanternfish
