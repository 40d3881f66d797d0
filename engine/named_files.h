#pragma once

// Options whose values name something outside the program: BookFile, NetFile and EngineCommand.

#include "engine/config.h"
#include "support/result.h"

namespace lanternfish {

// Whether what `config` names, and `before` does not, can be used: the files can be read, and the command line has an
// end. Whether its program is there is seen when it starts. The error names the option and the file.
Status check_named_files(const Config& config, const Config& before);

}  // namespace lanternfish
