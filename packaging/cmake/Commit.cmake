# Writes the header that names the commit, where it says something else than before: only what shows it is compiled anew.
# BLUEPRINTING_COMMIT names it where there is no git (a tarball); a tree with changes says so.
set(commit "${BLUEPRINTING_COMMIT}")
if(NOT commit)
    execute_process(COMMAND git describe --always --abbrev=40 --exclude=* --dirty WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
        set(commit "not known")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#pragma once

namespace blueprinting {
inline constexpr const char* kCommit = \"${commit}\";
} // namespace blueprinting
" @ONLY)
