#pragma once

// The files of the page (tools/page/assets), held by the program itself.

#include <string>
#include <string_view>
#include <vector>

namespace lanternfish {

struct Asset {
  std::string name;  // "board.js"
  std::string content;
};

const std::vector<Asset>& page_assets();
// Null: there is none of that name.
const Asset* find_asset(std::string_view name);
// By the ending of the name: "text/css".
std::string_view asset_type(std::string_view name);

}  // namespace lanternfish
