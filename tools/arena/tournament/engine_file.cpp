#include "tools/arena/tournament/engine_file.h"

#include <fmt/format.h>

#include "support/file.h"
#include "support/json_line.h"
#include "support/text.h"

namespace lanternfish {

namespace {

constexpr std::uintmax_t kMaxEngineFile = std::uintmax_t{1} << 20;  // bytes

// Numbers and switches may be written without quotes.
std::string text_of(const Json& value) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (value.is_structured() || value.is_null()) {
    throw BadJson{fmt::format("{} where a text, a number, true or false belongs", shortened(dump_readable(value), 80))};
  }
  return dump_readable(value);
}

void set(EngineSpec& spec, std::string_view key, const std::string& value) {
  if (const Status done = set_engine_field(spec, key, value); !done) {
    throw BadJson{done.error()};
  }
}

EngineSpec read_engine(const Json& json) {
  if (!json.is_object()) {
    throw BadJson{fmt::format("an engine is an object, not {}", shortened(dump_readable(json), 80))};
  }
  EngineSpec spec;
  for (const auto& [key, value] : json.items()) {
    if (key == "options") {
      for (const auto& [option, setting] : value.items()) {
        set(spec, "option." + option, text_of(setting));
      }
    } else if (key == "command") {
      set(spec, "cmd", text_of(value));
    } else if (key == "directory") {
      set(spec, "dir", text_of(value));
    } else if (key == "arguments") {
      for (const Json& argument : value) {
        spec.command.push_back(text_of(argument));
      }
    } else {
      set(spec, key, text_of(value));
    }
  }
  if (const Status good = check_engine_spec(spec); !good) {
    throw BadJson{good.error()};
  }
  return spec;
}

EngineFile read_file_json(const Json& json) {
  EngineFile file;
  const auto read_engines = [&](const Json& list) {
    for (const Json& engine : list) {
      file.engines.push_back(read_engine(engine));
    }
  };
  if (json.is_array()) {
    read_engines(json);
    return file;
  }
  for (const auto& [key, value] : json.items()) {
    if (key == "engines") {
      read_engines(value);
    } else if (value.is_boolean()) {
      if (value.get<bool>()) {
        file.arguments.push_back("--" + key);
      }
    } else {
      file.arguments.push_back(fmt::format("--{}={}", key, text_of(value)));
    }
  }
  return file;
}

}  // namespace

Result<EngineFile> parse_engine_file(std::string_view text) { return read_json(text, read_file_json); }

Result<EngineFile> read_engine_file(const std::filesystem::path& file) {
  Result<EngineFile> engines = parse_engine_file(TRY(read_file(file, kMaxEngineFile)));
  if (!engines) {
    return Error{fmt::format("{}: {}", file.string(), engines.error())};
  }
  return engines;
}

Json engine_json(const EngineSpec& spec) {
  Json json = Json::object();
  json["name"] = spec.name;
  json["command"] = spec.command.front();
  json["arguments"] = std::vector<std::string>(spec.command.begin() + 1, spec.command.end());
  json["directory"] = spec.directory;
  json["options"] = Json::object();
  for (const auto& [option, value] : spec.options) {
    json["options"][option] = value;
  }
  if (spec.time) {
    TimeControl clock;
    clock.base = spec.time->base;
    clock.increment = spec.time->increment;
    json["tc"] = format_time_control(clock);
    if (spec.time->movetime) {
      json["movetime"] = *spec.time->movetime;
    }
    if (spec.time->nodes) {
      json["nodes"] = *spec.time->nodes;
    }
  }
  json["ponder"] = spec.ponder;
  json["truth"] = spec.truth;
  return json;
}

}  // namespace lanternfish
