# One QtTest program per test file; any Qt warning fails it (tests/support/test_main.h).
#
#   blueprinting_test(core_digest digest_test.cpp LINKS blueprinting::base)
#   blueprinting_test(ui_compare compare_test.cpp QT LINKS blueprinting::ui)
function(blueprinting_test NAME)
    cmake_parse_arguments(ARG "QT" "TIMEOUT" "LINKS" ${ARGN})
    add_executable(test_${NAME} ${ARG_UNPARSED_ARGUMENTS})
    target_link_libraries(test_${NAME} PRIVATE blueprinting_options Qt6::Test ${ARG_LINKS})
    target_compile_options(test_${NAME} PRIVATE ${BLUEPRINTING_TEST_OPTIONS})
    target_include_directories(test_${NAME} PRIVATE ${CMAKE_SOURCE_DIR})
    target_compile_definitions(test_${NAME} PRIVATE
        BLUEPRINTING_SOURCE_DIR="${CMAKE_SOURCE_DIR}" BLUEPRINTING_BIN_DIR="${CMAKE_BINARY_DIR}/bin"
        BLUEPRINTING_PICTURE_DIR="${CMAKE_BINARY_DIR}/pictures")
    set_target_properties(test_${NAME} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    if(ARG_QT)
        target_link_libraries(test_${NAME} PRIVATE Qt6::Widgets)
        blueprinting_precompile(test_${NAME} ui_test)
    else()
        blueprinting_precompile(test_${NAME} core_test)
    endif()
    # Tests include their own .moc, so this is all but empty; loading a precompiled header for it would be most of its cost.
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/test_${NAME}_autogen/mocs_compilation.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    add_test(NAME ${NAME} COMMAND test_${NAME})
    # COST: what may take long begins first, so that no core is idle at the end.
    set_tests_properties(${NAME} PROPERTIES TIMEOUT ${ARG_TIMEOUT} COST ${ARG_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;XDG_RUNTIME_DIR=${CMAKE_BINARY_DIR}/run;LC_ALL=C.UTF-8;QT_FATAL_WARNINGS=0")
endfunction()
