# Settings as interface targets: every room links lanternfish_settings and nothing sets global flags.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(LANTERNFISH_WERROR "Warnings are errors (our CI)" OFF)
option(LANTERNFISH_PORTABLE "Run on any 64-bit x86 or other processor, not only x86-64-v3 (AVX2, BMI2)" OFF)
option(LANTERNFISH_LTO "Link-time optimisation" OFF)
option(LANTERNFISH_TESTS "Build the tests, where doctest is installed" ON)
option(LANTERNFISH_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
set(LANTERNFISH_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(lanternfish_settings INTERFACE)
target_include_directories(lanternfish_settings INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(lanternfish_settings INTERFACE
  -Wall -Wextra -Wpedantic $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  $<$<BOOL:${LANTERNFISH_WERROR}>:-Werror>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT LANTERNFISH_PORTABLE)
  target_compile_options(lanternfish_settings INTERFACE -march=x86-64-v3)
endif()
if(LANTERNFISH_SANITIZE)
  # To the compiler and the linker both: flags that reach only the linker leave the code uninstrumented.
  # Without vptr: its check asks the system for a pipe, and calls an object broken where a test left no descriptor.
  # Without null and alignment, a third of the time that compiling takes: a use of a null pointer ends the program anyway.
  target_compile_options(lanternfish_settings INTERFACE -fsanitize=${LANTERNFISH_SANITIZE} -fno-sanitize-recover=all
    -fno-sanitize=vptr,null,alignment,object-size -fno-omit-frame-pointer)
  # Each check has data with pointers, millions in all: a program at a place of its own would begin by writing them.
  target_link_options(lanternfish_settings INTERFACE -fsanitize=${LANTERNFISH_SANITIZE}
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(LANTERNFISH_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()
