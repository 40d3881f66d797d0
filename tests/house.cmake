# Tests of the house itself: layers, formatting, lone headers, sanitizers. Each has been seen to fail.

add_test(NAME layers COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_layers ${CMAKE_SOURCE_DIR})
add_test(NAME layers_fail COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/layers_fail)
add_test(NAME format COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/format ${CMAKE_SOURCE_DIR})
add_test(NAME scripts COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/scripts ${CMAKE_SOURCE_DIR})
set_tests_properties(format PROPERTIES SKIP_RETURN_CODE 77)

# The commands of all documents, in a fresh clone with the programs of this build: `ctest -L documents`.
if(TARGET lanternfish AND TARGET lanternfish-arena AND NOT LANTERNFISH_SANITIZE)
  add_test(NAME documents COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/documents ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  set_tests_properties(documents PROPERTIES LABELS documents SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()
set(house_tests layers layers_fail format scripts)

# Every header compiles alone. A header that some source file includes first does, or that file would not compile; the
# others get a file each. The test says when the list of these others has grown since cmake made it.
if(LANTERNFISH_WERROR)
  set(list_lone_headers ${CMAKE_CURRENT_SOURCE_DIR}/house/lone_headers ${CMAKE_SOURCE_DIR})
  execute_process(COMMAND ${list_lone_headers} OUTPUT_VARIABLE lone_list COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${lone_list}" lone_list)
  string(REPLACE "\n" ";" headers "${lone_list}")
  set(lone_headers)
  foreach(header ${headers})
    string(REPLACE "/" "_" lone ${header})
    set(lone ${CMAKE_CURRENT_BINARY_DIR}/lone_headers/${lone}.cpp)
    file(CONFIGURE OUTPUT ${lone} CONTENT "#include \"${header}\"\n")
    list(APPEND lone_headers ${lone})
  endforeach()
  add_library(lone_headers OBJECT ${lone_headers})
  target_link_libraries(lone_headers PRIVATE lanternfish_settings)
  target_compile_options(lone_headers PRIVATE -O0 -g0)
  target_compile_definitions(lone_headers PRIVATE
    LANTERNFISH_SOURCE_DIR="" LANTERNFISH_BINARY_DIR="" LANTERNFISH_FAKE_ENGINE="" LANTERNFISH_FAKE_RBC_ENGINE="")
  add_test(NAME lone_headers COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/lone_headers_known ${CMAKE_SOURCE_DIR} ${headers})
  list(APPEND house_tests lone_headers)
endif()

# A sanitizer that reached only the linker would pass every other test: these fail when it notices nothing.
if(LANTERNFISH_SANITIZE)
  add_executable(sanitizer-probe house/sanitizer_probe.cpp)
  target_link_libraries(sanitizer-probe PRIVATE lanternfish_settings Threads::Threads)
  set(sanitizer_address_says "AddressSanitizer: heap-buffer-overflow")
  set(sanitizer_undefined_says "runtime error: signed integer overflow")
  set(sanitizer_thread_says "ThreadSanitizer: data race")
  string(REPLACE "," ";" sanitizers ${LANTERNFISH_SANITIZE})
  foreach(sanitizer ${sanitizers})
    if(DEFINED sanitizer_${sanitizer}_says)
      add_test(NAME sanitizer_${sanitizer} COMMAND sanitizer-probe ${sanitizer})
      set_tests_properties(sanitizer_${sanitizer} PROPERTIES
        PASS_REGULAR_EXPRESSION "${sanitizer_${sanitizer}_says}" FAIL_REGULAR_EXPRESSION "unnoticed")
      list(APPEND house_tests sanitizer_${sanitizer})
    endif()
  endforeach()
  set(room_files)
  foreach(room ${test_rooms})
    list(APPEND room_files $<TARGET_FILE:lanternfish_${room}>)
  endforeach()
  add_test(NAME sanitizers_in_every_room
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/instrumented ${LANTERNFISH_SANITIZE} ${room_files})
  list(APPEND house_tests sanitizers_in_every_room)
endif()
set_tests_properties(${house_tests} PROPERTIES LABELS house)
