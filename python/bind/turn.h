#pragma once

// How the bindings call an object that several threads may share.

#include <pybind11/pybind11.h>

#include <functional>

#include "python/bind/convert.h"
#include "python/guarded.h"

namespace lanternfish::python {

// Gives what call(object) gives; other threads' calls wait meanwhile. The turn is waited for without the GIL, so a call
// that needs the GIL to ask for signals always gets it: no two threads wait for each other. `call` touches nothing of
// Python. Ctrl-C ends the waiting.
template <typename T, typename Call>
auto in_turn(Guarded<T>& object, Call&& call) {
  try {
    const pybind11::gil_scoped_release release;
    return object.call(std::forward<Call>(call), signal_raised);
  } catch (const std::exception&) {
    throw_if_raised();  // the signal's exception rather than ours
    throw;
  }
}

// A property or method that only reads: `read` takes the object, `show` makes a Python value of what it gives.
template <typename T, typename Read, typename Show>
auto reader(Read read, Show show) {
  return [read, show](Guarded<T>& object) { return show(in_turn(object, [&](T& t) { return std::invoke(read, t); })); };
}
template <typename T, typename Read>
auto reader(Read read) {
  return [read](Guarded<T>& object) { return in_turn(object, [&](T& t) { return std::invoke(read, t); }); };
}

}  // namespace lanternfish::python
