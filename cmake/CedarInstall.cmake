# install/export: headers beside each other under include/cedar as they lie in
# the tree, libraries, tools, and a CedarConfig.cmake for find_package(Cedar).

include(CMakePackageConfigHelpers)
set(CEDAR_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/cedar)

foreach(tree ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  foreach(folder dialect passes codegen runtime/lib)
    if(EXISTS ${tree}/${folder})
      cmake_path(GET folder PARENT_PATH parent)
      install(DIRECTORY ${tree}/${folder}
              DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cedar/${parent}
              FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
              PATTERN "CMakeFiles" EXCLUDE)
    endif()
  endforeach()
endforeach()
if(EXISTS ${PROJECT_SOURCE_DIR}/runtime/include)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/CedarConfig.cmake.in
  ${PROJECT_BINARY_DIR}/CedarConfig.cmake INSTALL_DESTINATION ${CEDAR_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/CedarConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/CedarConfig.cmake
              ${PROJECT_BINARY_DIR}/CedarConfigVersion.cmake
        DESTINATION ${CEDAR_PACKAGE_DIR})

get_property(compiler_libs GLOBAL PROPERTY CEDAR_COMPILER_LIBS)
get_property(runtime_libs GLOBAL PROPERTY CEDAR_RUNTIME_LIBS)
if(compiler_libs OR runtime_libs)
  install(TARGETS cedar_icu EXPORT CedarTargets)
  install(EXPORT CedarTargets NAMESPACE Cedar:: DESTINATION ${CEDAR_PACKAGE_DIR})
endif()
