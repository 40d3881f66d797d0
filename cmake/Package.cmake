# cpack in a build of the preset `package`: a .deb and a .tar.gz of the programs. docs/guide/release.md says how.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME lanternfish)
set(CPACK_PACKAGE_CONTACT "The Lanternfish authors <lanternfish@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Reconnaissance Blind Chess engine with arena and analysis")
set(CPACK_PACKAGE_DESCRIPTION "Lanternfish plays Reconnaissance Blind Chess, chess in which
one does not see the opponent's pieces. It keeps every board that agrees with
what it has seen and scores its moves across these boards with a chess engine.
The package has the engine, an arena for games between engines, an analysis of
recorded games, a page to play on and a tool for opening books.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL programs)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)  # of games Debian expects programs in /usr/games, which not every PATH has
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the libraries that the programs are linked to
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS stockfish)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
# Folders as Debian wants them, whatever the umask of the builder.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# What Debian wants of every package, beside our own list of changes.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${CMAKE_BINARY_DIR}/changelog.Debian "lanternfish (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * What is new stands in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
find_program(GZIP gzip)
execute_process(COMMAND ${GZIP} -9nf ${CMAKE_BINARY_DIR}/changelog.Debian)
install(FILES ${CMAKE_BINARY_DIR}/changelog.Debian.gz COMPONENT programs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanternfish)
include(CPack)
