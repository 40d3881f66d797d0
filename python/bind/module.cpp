// The extension module lanternfish._core. Users import the package lanternfish, which takes all public names from here.

#include "python/bind/bind.h"
#include "python/bind/convert.h"

PYBIND11_MODULE(_core, module) {
  using namespace lanternfish::python;
  module.doc() = "The compiled part of the package lanternfish.";
  make_exceptions(module);
  bind_tracker(module);
}
