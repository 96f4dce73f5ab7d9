# One target per idea. A room names its sources and exactly the rooms that its idea needs:
#
#   blueprinting_library(cost SOURCES view.cpp memory.cpp LINKS blueprinting::ir PRIVATE_LINKS spdlog::spdlog)
#
# makes the target blueprinting_cost with the alias blueprinting::cost. Headers are included from the
# root of the tree ("core/cost/view.h"), so that an include line names the room it reaches into.
# SEPARATE: its sources name alike what is theirs alone, so they cannot be compiled together.
function(blueprinting_library NAME)
    cmake_parse_arguments(ARG "QT;SEPARATE" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
    add_library(blueprinting_${NAME} STATIC ${ARG_SOURCES})
    add_library(blueprinting::${NAME} ALIAS blueprinting_${NAME})
    target_include_directories(blueprinting_${NAME} PUBLIC ${CMAKE_SOURCE_DIR})
    target_link_libraries(blueprinting_${NAME} PUBLIC blueprinting_options ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
    if(ARG_QT)
        set_target_properties(blueprinting_${NAME} PROPERTIES AUTOMOC ON)
        target_compile_options(blueprinting_${NAME} PRIVATE ${BLUEPRINTING_UI_OPTIONS})
        target_compile_definitions(blueprinting_${NAME} PRIVATE QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_FOREACH)
    endif()
    if(BLUEPRINTING_UNITY AND NOT ARG_SEPARATE)
        # Most of a source's cost is its headers; ten together pay it once. More would leave a core idle.
        set_target_properties(blueprinting_${NAME} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
    endif()
    if(ARG_QT)
        blueprinting_precompile(blueprinting_${NAME} ui)
    else()
        blueprinting_precompile(blueprinting_${NAME} core)
    endif()
endfunction()
