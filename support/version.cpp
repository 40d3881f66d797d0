#include "support/version.h"

namespace lanternfish {

std::string_view program_version() { return LANTERNFISH_VERSION; }

}  // namespace lanternfish
