# Reads cmake/rooms.txt, the table of rooms and of what each may see.
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/rooms.txt)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/rooms.txt rows REGEX "^[a-z]")
set(room_folders)  # support, belief/set, ...
set(rooms)         # support, belief_set, ...
foreach(row ${rows})
  string(REGEX REPLACE ":.*" "" room "${row}")
  string(REGEX REPLACE "^[^:]*:" "" seen "${row}")
  string(STRIP "${seen}" seen)
  list(APPEND room_folders ${room})
  string(REPLACE "/" "_" room ${room})
  list(APPEND rooms ${room})
  string(REPLACE "/" "_" seen "${seen}")
  separate_arguments(seen)
  list(TRANSFORM seen PREPEND lanternfish_)
  set(room_${room}_sees ${seen})
endforeach()

# joined(OUT FILES...): what to compile in place of FILES of the current folder. With LANTERNFISH_JOINED above 1 these are
# generated files that include so many of them each, which halves the time of a whole build. Files with settings of their
# own and generated ones stay alone. CMake's unity builds name files by absolute paths, so that a compiler cache would
# know none of them in another clone.
set(LANTERNFISH_JOINED 1 CACHE STRING "Source files compiled as one: more make whole builds faster, others slower")
if(LANTERNFISH_JOINED GREATER 1)
  # What a file keeps for itself is no danger to others because of the file that includes it.
  target_compile_options(lanternfish_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
function(joined out)
  set(sources)
  set(text)
  set(count 0)
  file(RELATIVE_PATH here ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(file ${ARGN})
    get_source_file_property(options ${file} COMPILE_OPTIONS)
    get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
    if(LANTERNFISH_JOINED LESS 2 OR options OR definitions OR IS_ABSOLUTE ${file})
      list(APPEND sources ${file})
      continue()
    endif()
    if(count EQUAL 0)
      set(joint ${CMAKE_CURRENT_BINARY_DIR}/joined/${file})
      list(APPEND sources ${joint})
    endif()
    string(APPEND text "#include \"${here}/${file}\"\n")
    math(EXPR count "(${count} + 1) % ${LANTERNFISH_JOINED}")
    if(count EQUAL 0)
      file(CONFIGURE OUTPUT ${joint} CONTENT "${text}")
      set(text)
    endif()
  endforeach()
  if(text)
    file(CONFIGURE OUTPUT ${joint} CONTENT "${text}")
  endif()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# add_room(FOLDER SOURCES... [LINKS TARGETS...]): the static library of a folder of rooms.txt, lanternfish_ and the
# folder's name with _ for /, linked to the rooms it sees and to the outside libraries named.
function(add_room folder)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  if(NOT name IN_LIST rooms)
    message(FATAL_ERROR "${folder} is not in cmake/rooms.txt")
  endif()
  joined(sources ${ROOM_SOURCES})
  add_library(lanternfish_${name} STATIC ${sources})
  # The Python module is a shared library and takes code that can be loaded anywhere. Names that are hidden outside the
  # library or program cost programs nothing then.
  set_target_properties(lanternfish_${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(lanternfish_${name} PUBLIC lanternfish_settings ${room_${name}_sees} ${ROOM_LINKS})
endfunction()
