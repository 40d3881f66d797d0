# LANTERNFISH_COMMIT: the commit that is built, for --version. Of a clone, git says it, and a new commit configures anew;
# in an archive made by git, git has written it below; elsewhere it is "unknown".
set(LANTERNFISH_COMMIT "$Format:%h$")
if(LANTERNFISH_COMMIT MATCHES "Format")
  set(LANTERNFISH_COMMIT unknown)
  find_package(Git QUIET)
  if(GIT_FOUND AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short HEAD WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      OUTPUT_VARIABLE git_commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE git_failed)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      OUTPUT_VARIABLE git_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT git_failed)
      set(LANTERNFISH_COMMIT ${git_commit})
      get_filename_component(git_log "${git_log}" ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
      if(EXISTS "${git_log}")
        set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${git_log}")
      endif()
    endif()
  endif()
endif()
