# A Debian package and a tarball that runs wherever it is unpacked, both by CPack; packaging/deb calls it.
set(CPACK_PACKAGE_NAME ${PROJECT_NAME})
set(CPACK_PACKAGE_VENDOR "Blueprinting Explorer maintainers")
set(CPACK_PACKAGE_CONTACT "Blueprinting Explorer maintainers <maintainers@blueprinting.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explorer of parallel strategies for Transformer training")
set(CPACK_PACKAGE_DESCRIPTION
"Compiles a parallel strategy of Transformer training into exact work, prices
the work on a system, and compares the result with Calculon and with
published measurements. Shows where time and memory go, what a change of
strategy does to them, and why.
.
Has a window (blueprinting-explorer) and a command line (blueprinting).")
set(CPACK_PACKAGE_INSTALL_DIRECTORY ${PROJECT_NAME})
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What shlibdeps cannot see: the plugins that reach a display, and fonts with the digits that the tables need.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-qpa-plugins, fonts-noto-core | fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/cmake/SameTimes.cmake)
include(CPack)
