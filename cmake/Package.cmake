# cpack in a build of the preset `package`: a .deb and a .tar.gz of the programs. docs/release.md says how.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME lanternfish)
set(CPACK_PACKAGE_CONTACT "The Lanternfish authors <lanternfish@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Reconnaissance Blind Chess engine with arena and analysis")
set(CPACK_PACKAGE_DESCRIPTION "Lanternfish plays Reconnaissance Blind Chess, chess in which one does not
see the opponent's pieces. It keeps every board that agrees with what it has
seen and scores its moves across these boards with a chess engine. The
package has the engine, an arena for games between engines, an analysis of
recorded games, a tool for opening books and a page to play and look at games.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL programs)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)  # games would have to live in /usr/games
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the libraries that the programs are linked to
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS stockfish)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
# Debian's own change log, beside ours.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${CMAKE_BINARY_DIR}/changelog.Debian "lanternfish (${PROJECT_VERSION}-1) unstable; urgency=medium

  * Version ${PROJECT_VERSION}; changelog.gz says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND gzip -9nf ${CMAKE_BINARY_DIR}/changelog.Debian)
install(FILES ${CMAKE_BINARY_DIR}/changelog.Debian.gz COMPONENT programs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanternfish)
# Folders as Debian wants them, whatever the umask of the builder.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
