# cmake --install BUILD --prefix PREFIX: programs, man pages, completion, licence and change log.
# cmake --install BUILD --prefix PREFIX --component python: the Python package.
include(GNUInstallDirs)

# Each program with what its man page is called.
set(installed_programs)
function(install_program name description)
  if(TARGET ${name})
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
    set(installed_programs ${installed_programs} ${name} PARENT_SCOPE)
    set(description_of_${name} ${description} PARENT_SCOPE)
  endif()
endfunction()
install_program(lanternfish "Reconnaissance Blind Chess engine")
install_program(lanternfish-arena "games and tournaments between engines of Reconnaissance Blind Chess")
install_program(lanternfish-analyze "looks at recorded games of Reconnaissance Blind Chess")
install_program(lanternfish-book "opening books of Reconnaissance Blind Chess")
install_program(lanternfish-web "games of Reconnaissance Blind Chess in a browser")
install_program(lanternfish-server "a server where bots of Reconnaissance Blind Chess meet")

# Man pages are made from --help where help2man is installed.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(man_pages)
  foreach(program ${installed_programs})
    set(page ${CMAKE_BINARY_DIR}/man/${program}.1)
    # Through a link of the program's own name: help2man takes the page's name from the path.
    add_custom_command(OUTPUT ${page}.gz DEPENDS ${program} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/man
      COMMAND ${HELP2MAN} --no-info --no-discard-stderr --section=1 --source=Lanternfish --manual=Games
        --name=${description_of_${program}} --version-string=${PROJECT_VERSION} --output=${page} $<TARGET_FILE:${program}>
      COMMAND gzip -9nf ${page})
    list(APPEND man_pages ${page}.gz)
  endforeach()
  add_custom_target(man ALL DEPENDS ${man_pages})
  install(FILES ${man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
else()
  message(STATUS "help2man not found: the man pages are left out")
endif()

install(FILES packaging/lanternfish.bash RENAME lanternfish COMPONENT programs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/completion)
# bash looks completions up by the name of the program: one file, and a link for each other program.
foreach(program ${installed_programs})
  if(NOT program STREQUAL lanternfish)
    file(CREATE_LINK lanternfish ${CMAKE_BINARY_DIR}/completion/${program} SYMBOLIC)
    install(FILES ${CMAKE_BINARY_DIR}/completion/${program} COMPONENT programs
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  endif()
endforeach()
install(FILES packaging/_lanternfish COMPONENT programs DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
# Python bots play in the installed arena, too.
install(DIRECTORY tools/reconchess/ DESTINATION ${CMAKE_INSTALL_DATADIR}/lanternfish/reconchess COMPONENT programs
  FILES_MATCHING PATTERN "*.py")
install(FILES README.md COMPONENT programs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanternfish)
install(FILES LICENSE RENAME copyright COMPONENT programs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanternfish)
install(FILES packaging/third_party_notices COMPONENT programs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanternfish)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/changelog.gz DEPENDS CHANGELOG.md VERBATIM
  COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md > ${CMAKE_BINARY_DIR}/changelog.gz)
add_custom_target(changelog ALL DEPENDS ${CMAKE_BINARY_DIR}/changelog.gz)
install(FILES ${CMAKE_BINARY_DIR}/changelog.gz COMPONENT programs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanternfish)

if(TARGET lanternfish_core)
  # Python looks there below ~/.local and in environments; below /usr Debian wants lib/python3/dist-packages.
  get_directory_property(python_minor DIRECTORY python DEFINITION Python3_VERSION_MINOR)
  set(LANTERNFISH_PYTHON_DIR lib/python3.${python_minor}/site-packages CACHE STRING
    "Where the component python goes, below the prefix")
  install(DIRECTORY ${CMAKE_BINARY_DIR}/python/lanternfish DESTINATION ${LANTERNFISH_PYTHON_DIR}
    COMPONENT python EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
endif()

# All that the install rules above need, and no more.
add_custom_target(programs DEPENDS ${installed_programs} changelog)
if(TARGET man)
  add_dependencies(programs man)
endif()
