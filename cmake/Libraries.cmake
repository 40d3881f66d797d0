# Debian packages; the list that installs them is in scripts/setup.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(doctest QUIET)    # tests
find_package(benchmark QUIET)  # lanternfish-bench
# For machines that have nothing of this installed: the Python wheel of a release.
option(LANTERNFISH_STATIC "Link Boost, fmt and the C++ library into what is built" OFF)
if(LANTERNFISH_STATIC)
  set(Boost_USE_STATIC_LIBS ON)
  # Debian's fmt has no static library; its headers hold all of it, and the linker drops a library that nothing calls.
  set_property(TARGET fmt::fmt APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
  add_link_options(-static-libstdc++ -static-libgcc -Wl,--as-needed)
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS program_options filesystem)

# Trains networks, where it is installed (libtorch-dev); scripts/setup leaves it out, because it takes 490 MB.
option(LANTERNFISH_TORCH "Train networks with Torch where it is installed" ON)
if(LANTERNFISH_TORCH AND NOT LANTERNFISH_SANITIZE)  # Torch itself is not instrumented
  find_package(Torch QUIET)
endif()
