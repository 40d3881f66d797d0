#include "tools/common/program.h"

#include <boost/program_options/errors.hpp>
#include <exception>

#include "support/output.h"
#include "support/version.h"

namespace lanternfish {

int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& run) {
  int status = 0;
  try {
    if (const auto version = asked_version(argc, argv, name)) {
      print_text("{}", *version);
    } else {
      status = run(argc, argv);
    }
  } catch (const boost::program_options::error& bad) {
    print_error("{}: {}; --help explains\n", name, bad.what());
    status = kMisused;
  } catch (const std::exception& bug) {
    print_error("{}: {}\n", name, bug.what());
    status = kFailed;
  }
  return close_output(name, status);
}

}  // namespace lanternfish
