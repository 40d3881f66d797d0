#pragma once

// The fitted model as the text that belief/opponent/move_model.cpp includes.

#include <string>

#include "tools/fit/mixture.h"

namespace lanternfish {

// Lines of text as lines of comment.
std::string commented(const std::string& text);

// `origin`: lines that say where the coefficients come from, without comment marks.
std::string table_text(const Mixture& mixture, const std::string& origin);

}  // namespace lanternfish
