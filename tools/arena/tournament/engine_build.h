#pragma once

// Which build of an engine plays: so that games of two builds are not added up unnoticed.

#include <string>

#include "protocol/host/engine_spec.h"

namespace lanternfish {

// 16 hexadecimal digits, over the program and every argument that names a file (the script of an interpreter) or a
// Python module: their contents, not their names or dates. Of a Python script the modules beside it count that it
// imports, and those that these import. "unknown" where the program cannot be read. Files beyond 1 GiB do not count.
std::string engine_build(const EngineSpec& spec);

// Differs where any of these files may be another one since; read before each game, so it costs next to nothing.
std::string engine_dates(const EngineSpec& spec);

}  // namespace lanternfish
