# Tests of the house itself: layers, formatting, lone headers, sanitizers. Each has been seen to fail.

add_test(NAME layers COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_layers ${CMAKE_SOURCE_DIR})
add_test(NAME layers_fail COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/layers_fail)
add_test(NAME format COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/format ${CMAKE_SOURCE_DIR})
set_tests_properties(format PROPERTIES SKIP_RETURN_CODE 77)

# Every header compiles alone: one source file for each, part of the build where warnings are errors.
if(LANTERNFISH_WERROR AND NOT LANTERNFISH_SANITIZE)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
    ${CMAKE_SOURCE_DIR}/support/*.h ${CMAKE_SOURCE_DIR}/rules/*.h ${CMAKE_SOURCE_DIR}/belief/*.h
    ${CMAKE_SOURCE_DIR}/eval/*.h ${CMAKE_SOURCE_DIR}/nets/*.h ${CMAKE_SOURCE_DIR}/book/*.h ${CMAKE_SOURCE_DIR}/engine/*.h
    ${CMAKE_SOURCE_DIR}/protocol/*.h ${CMAKE_SOURCE_DIR}/tools/*.h ${CMAKE_SOURCE_DIR}/tests/*.h)
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
    endif()
  endforeach()
  set(room_files)
  foreach(room ${test_rooms})
    list(APPEND room_files $<TARGET_FILE:lanternfish_${room}>)
  endforeach()
  add_test(NAME sanitizers_in_every_room
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house/instrumented ${LANTERNFISH_SANITIZE} ${room_files})
endif()
