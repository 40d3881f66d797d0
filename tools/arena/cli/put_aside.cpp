#include "tools/arena/cli/put_aside.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "support/output.h"
#include "tools/arena/tournament/folder_lock.h"
#include "tools/arena/tournament/results.h"

namespace lanternfish {

Status put_aside(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::string name = (folder.has_filename() ? folder : folder.parent_path()).string();
  if (!fs::exists(name, error)) {
    return success();
  }
  const Result<FolderLock> lock = FolderLock::take(name, FolderLock::Kind::kAlone);
  if (!lock) {
    return Error{lock.error()};
  }
  if (const auto files = results_files(name); files && std::any_of(files->begin(), files->end(), results_in_use)) {
    return Error{fmt::format("{} is in use by another run", name)};
  }
  std::string aside;
  for (int i = 1; aside.empty() || fs::exists(aside, error); ++i) {
    aside = fmt::format("{}.{}", name, i);
  }
  fs::rename(name, aside, error);
  if (error) {
    return Error{fmt::format("cannot rename {} to {}: {}", name, aside, error.message())};
  }
  print_text("the earlier games are in {} now\n", aside);
  return success();
}

}  // namespace lanternfish
