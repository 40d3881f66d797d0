# Debian packages; the list that installs them is in scripts/setup.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(doctest QUIET)    # tests
find_package(benchmark QUIET)  # lanternfish-bench
find_package(Boost 1.74 REQUIRED COMPONENTS program_options filesystem)

# Trains networks, where it is installed (libtorch-dev); scripts/setup leaves it out, because it takes 490 MB.
option(LANTERNFISH_TORCH "Train networks with Torch where it is installed" ON)
if(LANTERNFISH_TORCH AND NOT LANTERNFISH_SANITIZE)  # Torch itself is not instrumented
  find_package(Torch QUIET)
endif()
