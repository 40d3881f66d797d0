# add_room(NAME SOURCES... SEES TARGETS...): a static library lanternfish_NAME that sees only the rooms named.
function(add_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;SEES" ${ARGN})
  add_library(lanternfish_${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(lanternfish_${name} PUBLIC lanternfish_settings ${ROOM_SEES})
endfunction()
