// Files of engines and settings, and engines on the command line: nothing that is accepted holds a control character
// where it would be sent to an engine.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

#include "support/json_line.h"
#include "support/text.h"
#include "tools/arena/tournament/engine_file.h"
#include "tools/arena/tournament/openings.h"

namespace {

void check(const lanternfish::EngineSpec& spec) {
  bool clean = !spec.command.empty() && !lanternfish::has_control(spec.name);
  for (const auto& [name, value] : spec.options) {
    clean = clean && !lanternfish::has_control(name) && !lanternfish::has_control(value);
  }
  if (!clean || lanternfish::dump_line(lanternfish::engine_json(spec)).empty()) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanternfish;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const Result<EngineFile> file = parse_engine_file(text)) {
    for (const EngineSpec& spec : file->engines) {
      check(spec);
    }
  }
  if (const Result<EngineSpec> spec = parse_engine_spec(text)) {
    check(*spec);
  }
  if (const Result<std::vector<Board>> openings = parse_openings(text, "fuzz"); openings && openings->empty()) {
    std::abort();
  }
  return 0;
}
