// The extension module lanternfish._core. Users import the package lanternfish, which takes all public names from here.

#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "support/version.h"

PYBIND11_MODULE(_core, module) {
  using namespace lanternfish::python;
  module.doc() = "The compiled part of the package lanternfish.";
  module.attr("__version__") = std::string(lanternfish::program_version());
  make_exceptions(module);
  bind_tracker(module);
  bind_game(module);
  bind_codes(module);
  bind_observer(module);
  bind_coded_game(module);
  bind_vector_environment(module);
  bind_engine(module);
  bind_records(module);
}
