#include "ui/workspace/session_json.h"

#include <cstdio>

/// Saves two sessions in turn over the same file until it is killed: the one it starts on, and the same with another
/// view.
int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    using namespace blueprinting;
    ui::Session odd = ui::starting_session();
    ui::Session even = odd;
    even.view = "timing";
    for (bool first = true;; first = false) {
        if (!ui::save_session(odd, argv[1]) || !ui::save_session(even, argv[1]))
            return 1;
        if (first) {
            std::puts("saving");
            std::fflush(stdout);
        }
    }
}
