# cmake -DCOMPILER=… -DSOURCE_DIR=… -P exhaustive.cmake
# A visitor that forgets an alternative of a sum must not compile, and for that reason alone: the same file with nothing
# left out must.
set(file ${SOURCE_DIR}/tests/core/strategy/exhaustive_visitor.cpp)
foreach(missing RANGE 0 6)
    execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${SOURCE_DIR} -DMISSING=${missing} ${file}
                    RESULT_VARIABLE result ERROR_VARIABLE errors)
    if(missing EQUAL 0 AND NOT result EQUAL 0)
        message(FATAL_ERROR "the complete visitor does not compile:\n${errors}")
    elseif(missing GREATER 0 AND result EQUAL 0)
        message(FATAL_ERROR "a visitor without alternative ${missing} compiles")
    elseif(missing GREATER 0 AND NOT errors MATCHES "visit")
        message(FATAL_ERROR "without alternative ${missing} it fails for another reason:\n${errors}")
    endif()
endforeach()
