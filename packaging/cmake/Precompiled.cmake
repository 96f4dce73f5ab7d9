# One precompiled header for core, one for the explorer, one for each kind of test. A target takes one over only if it is
# compiled with the same options, so all of them come from here. Builds without them keep the includes honest.
#
#   blueprinting_precompile(TARGET core|ui|core_test|ui_test)
function(blueprinting_precompile TARGET KIND)
    if(BLUEPRINTING_PCH)
        target_precompile_headers(${TARGET} REUSE_FROM blueprinting_pch_${KIND})
    endif()
endfunction()

function(blueprinting_define_pch KIND)
    cmake_parse_arguments(ARG "" "" "HEADERS;LINKS;DEFINITIONS;OPTIONS" ${ARGN})
    set(source ${CMAKE_BINARY_DIR}/pch_${KIND}.cpp)
    file(GENERATE OUTPUT ${source} CONTENT "// A source to hang the precompiled header on.\n")
    add_library(blueprinting_pch_${KIND} OBJECT ${source})
    target_link_libraries(blueprinting_pch_${KIND} PRIVATE blueprinting_options ${ARG_LINKS})
    target_compile_definitions(blueprinting_pch_${KIND} PRIVATE ${ARG_DEFINITIONS})
    target_compile_options(blueprinting_pch_${KIND} PRIVATE ${ARG_OPTIONS})
    target_precompile_headers(blueprinting_pch_${KIND} PRIVATE ${ARG_HEADERS})
endfunction()

# A test runs once; optimising it costs more than it saves.
set(BLUEPRINTING_TEST_OPTIONS $<$<CONFIG:Release>:-O0>)

if(BLUEPRINTING_PCH)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # ccache sees what a precompiled header holds only with this.
        target_compile_options(blueprinting_options INTERFACE -fpch-preprocess)
    endif()
    set(standard <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <set> <string> <string_view>
        <utility> <variant> <vector>)
    blueprinting_define_pch(core HEADERS ${standard} <nlohmann/json.hpp> LINKS nlohmann_json::nlohmann_json)
    if(BLUEPRINTING_UI)
        blueprinting_define_pch(ui HEADERS ${standard} <nlohmann/json.hpp> <QtWidgets>
            LINKS nlohmann_json::nlohmann_json Qt6::Widgets
            DEFINITIONS QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_FOREACH)
    endif()
    if(BLUEPRINTING_TESTS)
        # Qt6::Test tells each target its own folders by macro, with which no two could share a header. Nothing asks for them.
        set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
        blueprinting_define_pch(core_test HEADERS ${standard} <nlohmann/json.hpp> <QtTest>
            LINKS nlohmann_json::nlohmann_json Qt6::Test OPTIONS ${BLUEPRINTING_TEST_OPTIONS})
        if(BLUEPRINTING_UI)
            blueprinting_define_pch(ui_test HEADERS ${standard} <nlohmann/json.hpp> <QtWidgets> <QtTest>
                LINKS nlohmann_json::nlohmann_json Qt6::Widgets Qt6::Test OPTIONS ${BLUEPRINTING_TEST_OPTIONS})
        endif()
    endif()
endif()
