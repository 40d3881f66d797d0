#include "tools/web/secrets.h"

#include <random>

#include <fmt/format.h>

namespace lanternfish {

std::string random_name() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace lanternfish
