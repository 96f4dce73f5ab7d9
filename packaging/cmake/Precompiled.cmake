# One precompiled header for core, one for each program, one for each kind of test. A target takes one over only if it is
# compiled with the same options, so all of them come from here. Builds without them keep the includes honest.
#
#   blueprinting_precompile(TARGET core|cli|ui|core_test|ui_test)
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
# Drawing is Qt's work, not ours: more optimising here costs a newcomer minutes and gains nothing that is seen.
set(BLUEPRINTING_UI_OPTIONS $<$<CONFIG:Release>:-O1>)

if(BLUEPRINTING_PCH)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # ccache sees what a precompiled header holds only with this.
        target_compile_options(blueprinting_options INTERFACE -fpch-preprocess)
    endif()
    # What is read in costs each source the more the larger it is: all of <QtWidgets> and <QtTest> takes longer to load than most
    # sources take to compile without. So: what many sources include.
    set(standard <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <set> <string> <string_view>
        <utility> <variant> <vector>)
    blueprinting_define_pch(core HEADERS ${standard} <nlohmann/json.hpp> LINKS nlohmann_json::nlohmann_json)
    set(widgets <QApplication> <QComboBox> <QFontMetricsF> <QKeyEvent> <QLabel> <QLineEdit> <QMenu> <QPainter> <QPushButton>
        <QScrollArea> <QSplitter> <QTableView> <QToolButton> <QVBoxLayout>)
    blueprinting_define_pch(cli HEADERS ${standard} <nlohmann/json.hpp> <CLI/CLI.hpp> LINKS nlohmann_json::nlohmann_json CLI11::CLI11)
    if(BLUEPRINTING_UI)
        blueprinting_define_pch(ui HEADERS ${standard} <nlohmann/json.hpp> ${widgets}
            LINKS nlohmann_json::nlohmann_json Qt6::Widgets
            DEFINITIONS QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_FOREACH OPTIONS ${BLUEPRINTING_UI_OPTIONS})
    endif()
    if(BLUEPRINTING_TESTS)
        # Qt6::Test tells each target its own folders by macro, with which no two could share a header. Nothing asks for them.
        set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
        blueprinting_define_pch(core_test HEADERS ${standard} <nlohmann/json.hpp> <qfloat16.h> <QTest>
            LINKS nlohmann_json::nlohmann_json Qt6::Test OPTIONS ${BLUEPRINTING_TEST_OPTIONS})
        if(BLUEPRINTING_UI)
            blueprinting_define_pch(ui_test HEADERS ${standard} <nlohmann/json.hpp> ${widgets} <qfloat16.h> <QTest>
                LINKS nlohmann_json::nlohmann_json Qt6::Widgets Qt6::Test OPTIONS ${BLUEPRINTING_TEST_OPTIONS})
        endif()
    endif()
endif()
