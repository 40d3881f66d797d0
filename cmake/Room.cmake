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

# add_room(FOLDER SOURCES... [LINKS TARGETS...]): the static library of a folder of rooms.txt, lanternfish_ and the
# folder's name with _ for /, linked to the rooms it sees and to the outside libraries named.
function(add_room folder)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  if(NOT DEFINED room_${name}_sees AND NOT name STREQUAL support)
    message(FATAL_ERROR "${folder} is not in cmake/rooms.txt")
  endif()
  add_library(lanternfish_${name} STATIC ${ROOM_SOURCES})
  # The Python module is a shared library and takes code that can be loaded anywhere. Names that are hidden outside the
  # library or program cost programs nothing then.
  set_target_properties(lanternfish_${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(lanternfish_${name} PUBLIC lanternfish_settings ${room_${name}_sees} ${ROOM_LINKS})
endfunction()
