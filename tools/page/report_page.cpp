#include "tools/page/report_page.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "tools/page/assets.h"

namespace lanternfish {

namespace {

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '&': html += "&amp;"; break;
      case '"': html += "&quot;"; break;
      default: html += c;
    }
  }
  return html;
}

std::string content_of(std::string_view name) {
  const Asset* asset = find_asset(name);
  assert(asset != nullptr);
  return asset == nullptr ? std::string() : asset->content;
}

// A module's text as part of one script.
std::string without_imports(const std::string& module) {
  std::string script;
  for (std::size_t begin = 0; begin < module.size();) {
    const std::size_t end = std::min(module.find('\n', begin), module.size());
    std::string_view line(module.data() + begin, end - begin);
    begin = end + 1;
    constexpr std::string_view kExport = "export ";
    if (line.substr(0, 7) == "import ") {
      continue;
    }
    line.remove_prefix(line.substr(0, kExport.size()) == kExport ? kExport.size() : 0);
    script.append(line).append("\n");
  }
  return script;
}

// In JSON '<' stands in strings alone, where it may be written so; "</script>" inside must not end the element.
std::string inside_script(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    c == '<' ? text += "\\u003c" : text += c;
  }
  return text;
}

}  // namespace

const Asset* find_asset(std::string_view name) {
  const std::vector<Asset>& assets = page_assets();
  const auto found = std::find_if(assets.begin(), assets.end(), [&](const Asset& a) { return a.name == name; });
  return found == assets.end() ? nullptr : &*found;
}

std::string_view asset_type(std::string_view name) {
  const std::string_view ending = name.substr(std::min(name.rfind('.'), name.size()));
  return ending == ".html"  ? "text/html; charset=utf-8"
         : ending == ".css" ? "text/css; charset=utf-8"
         : ending == ".js"  ? "text/javascript; charset=utf-8"
         : ending == ".svg" ? "image/svg+xml"
                            : "application/octet-stream";
}

std::string report_page(std::string_view title, std::span<const std::string_view> scripts, std::string_view data) {
  std::string script;
  for (const std::string_view name : scripts) {
    script += without_imports(content_of(name));
  }
  std::string pieces = content_of("pieces.svg");
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n</head>\n<body class=\"report\">\n{}\n"
      "<main id=\"report\" data-title=\"{}\"></main>\n<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script type=\"module\">\n{}</script>\n</body></html>\n",
      escaped(title), content_of("page.css"), pieces, escaped(title), inside_script(data), script);
}

}  // namespace lanternfish
