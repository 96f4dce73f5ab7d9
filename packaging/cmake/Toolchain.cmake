# What every target is built with: language level, warnings, sanitizers, compiler cache, where programs go.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(BLUEPRINTING_CCACHE ccache)
    if(BLUEPRINTING_CCACHE)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${BLUEPRINTING_CCACHE})
    endif()
endif()

add_library(blueprinting_options INTERFACE)
# Every test links the rooms it needs; the default linker takes four times as long over that.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold BLUEPRINTING_HAS_GOLD)
if(BLUEPRINTING_HAS_GOLD AND NOT BLUEPRINTING_SANITIZE)
    target_link_options(blueprinting_options INTERFACE -fuse-ld=gold)
endif()
# -ffp-contract=off: a fused multiply-add rounds once where the formulas round twice, so results would
# depend on the processor; digests and records must not.
target_compile_options(blueprinting_options INTERFACE
    -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference -ffp-contract=off)
# GCC 12 and 13 warn of an impossible overlap in "literal" + std::string&& (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    target_compile_options(blueprinting_options INTERFACE -Wno-restrict)
endif()
if(BLUEPRINTING_WERROR)
    # g++ 12 sees overflows in inlined std::string concatenation that cannot happen (GCC bug 105329, 105651).
    target_compile_options(blueprinting_options INTERFACE -Werror -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=array-bounds)
endif()
if(BLUEPRINTING_SANITIZE)
    target_compile_options(blueprinting_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    target_link_options(blueprinting_options INTERFACE -fsanitize=address,undefined)
endif()
