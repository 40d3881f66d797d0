#pragma once

// One function for each class of the module, and one for the action codes, each in a file of its own.

#include <pybind11/pybind11.h>

namespace lanternfish::python {

void bind_tracker(pybind11::module_& module);
void bind_game(pybind11::module_& module);
void bind_codes(pybind11::module_& module);
void bind_observer(pybind11::module_& module);
void bind_coded_game(pybind11::module_& module);
void bind_vector_environment(pybind11::module_& module);
void bind_engine(pybind11::module_& module);
void bind_records(pybind11::module_& module);

}  // namespace lanternfish::python
