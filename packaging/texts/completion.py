#!/usr/bin/env python3
"""Completion of a program for bash, zsh and fish, from what it says of itself (PROGRAM --describe).

    completion.py DESCRIPTION.json OUT_DIR

writes OUT_DIR/bash/NAME, OUT_DIR/zsh/_NAME and OUT_DIR/fish/NAME.fish. Subcommands, options, and the words that an option
may be come from the program's tables; whatever else an option takes is completed as a file.
"""
import json
import pathlib
import re
import sys


def words_of(option):
    """The words that an option may be: TEXT:{a,b}."""
    found = re.search(r"\{([^}]*)\}", option["type"])
    return found.group(1).split(",") if found else []


def named(app):
    return [each for each in app["options"] if not each["positional"]]


def takes_value(option):
    return bool(option["type"])


def commands(app, above=()):
    """Every (sub)command with the words behind the program's name that lead to it."""
    yield above, app
    for below in app["subcommands"]:
        yield from commands(below, above + (below["name"],))


def short(text):
    return re.split(r"[:.;](?:\s|$)", text, maxsplit=1)[0]


def bash(app):
    function = "_" + re.sub(r"\W", "_", app["name"])
    out = [f"# bash completion for {app['name']}: made from its own tables of options.", f"{function}()", "{",
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path= word i",
           "    COMPREPLY=()",
           "    for ((i = 1; i < COMP_CWORD; i++)); do", "        word=${COMP_WORDS[i]}",
           '        case "$path $word" in']
    for path, below in commands(app):
        if path:
            out.append(f'            "{"".join(" " + each for each in path)}") path="$path $word" ;;')
    out += ["        esac", "    done", '    case "$path $before" in']
    seen = False
    for path, below in commands(app):
        for option in named(below):
            if not takes_value(option):
                continue
            seen = True
            at = "".join(" " + each for each in path)
            pattern = "|".join(f'"{at} {name}"' for name in option["names"])
            words = words_of(option)
            out.append(f"        {pattern})")
            out.append(f'            COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$current"))' if words else
                       '            compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))')
            out.append("            return ;;")
    if not seen:
        out.append("        *) ;;")
    out += ["    esac", '    case "$path" in']
    for path, below in commands(app):
        at = "".join(" " + each for each in path)
        options = " ".join(name for option in named(below) for name in option["names"])
        subcommands = " ".join(each["name"] for each in below["subcommands"])
        out.append(f'        "{at}")')
        out.append('            if [[ $current == -* ]]; then')
        out.append(f'                COMPREPLY=($(compgen -W "{options}" -- "$current"))')
        out.append("            else")
        out.append(f'                COMPREPLY=($(compgen -W "{subcommands}" -- "$current"))' if subcommands else
                   '                compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))')
        out.append("            fi ;;")
    out += ["    esac", "}", f"complete -F {function} {app['name']}", ""]
    return "\n".join(out)


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(app):
    def plain(text):
        return re.sub(r"([\[\]:\\])", r"\\\1", short(text))

    def function(path):
        return "_" + re.sub(r"\W", "_", "_".join((app["name"],) + path))

    out = [f"#compdef {app['name']}", f"# Made from the tables of options of {app['name']}.", ""]
    for path, below in reversed(list(commands(app))):
        lines = []
        for option in named(below):
            for name in option["names"]:
                words = words_of(option)
                value = ""
                if takes_value(option):
                    value = ":value:(" + " ".join(words) + ")" if words else ":value:_files"
                lines.append(quoted(f"{'*' if option['many'] else ''}{name}[{plain(option['description'])}]{value}"))
        if below["subcommands"]:
            entries = " ".join(quoted(each["name"] + ":" + short(each["description"])) for each in below["subcommands"])
            out += [f"{function(path)}() {{", "    local line state", "    _arguments -C \\"]
            out += [f"        {line} \\" for line in lines]
            out += ["        '1: :->command' '*:: :->arguments'", "    case $state in", "    command)",
                    f"        local -a commands=({entries})", "        _describe command commands ;;", "    arguments)",
                    "        case $line[1] in"]
            for each in below["subcommands"]:
                out.append(f"        {each['name']}) {function(path + (each['name'],))} ;;")
            out += ["        esac ;;", "    esac", "}", ""]
        else:
            out += [f"{function(path)}() {{", "    _arguments \\"] + [f"        {line} \\" for line in lines]
            out += ["        '*:file:_files'", "}", ""]
    out += [f'{function(())} "$@"', ""]
    return "\n".join(out)


def fish(app):
    out = [f"# fish completion for {app['name']}: made from its own tables of options."]
    name = app["name"]
    for path, below in commands(app):
        siblings = [each["name"] for each in below["subcommands"]]
        seen = "".join(f"__fish_seen_subcommand_from {each}; and " for each in path)
        here = seen + (f"not __fish_seen_subcommand_from {' '.join(siblings)}" if siblings else "true")
        for each in below["subcommands"]:
            out.append(f"complete -c {name} -n {quoted(here)} -f -a {each['name']} -d {quoted(short(each['description']))}")
        for option in named(below):
            line = f"complete -c {name} -n {quoted(here if path or siblings else 'true')}"
            for each in option["names"]:
                line += f" -l {each[2:]}" if each.startswith("--") else f" -s {each[1:]}"
            words = words_of(option)
            if words:
                line += f" -x -a {quoted(' '.join(words))}"
            elif takes_value(option):
                line += " -r"
            out.append(line + f" -d {quoted(short(option['description']))}")
    return "\n".join(out) + "\n"


def main():
    description, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    with open(description, encoding="utf-8") as file:
        app = json.load(file)
    for shell, file, text in (("bash", app["name"], bash(app)), ("zsh", "_" + app["name"], zsh(app)),
                              ("fish", app["name"] + ".fish", fish(app))):
        (folder / shell).mkdir(parents=True, exist_ok=True)
        (folder / shell / file).write_text(text, encoding="utf-8")


main()
