#include "support/json_line.h"

namespace lanternfish {

Json parse_json(std::string_view text) { return Json::parse(text); }

std::string dump_line(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

std::string dump_readable(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace lanternfish
