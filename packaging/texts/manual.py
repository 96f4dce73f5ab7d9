#!/usr/bin/env python3
"""Manual pages of a program and of each of its subcommands, from what it says of itself (PROGRAM --describe).

    manual.py DESCRIPTION.json VERSION DATE OUT_DIR

writes NAME.1.gz for each. The same input gives the same bytes.
"""
import gzip
import json
import pathlib
import re
import sys

EXIT = {
    "blueprinting": [("0", "Success."), ("1", "A check of gate or certificate failed."),
                     ("2", "Bad input: one line on standard error says what and where.")],
    "blueprinting-explorer": [("0", "The window was closed, or the pictures are drawn."),
                              ("2", "Bad input, or no display: one line on standard error says what.")],
}


def roff(text):
    """As it is to be read: nothing in it is a command of roff."""
    out = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    out = out.replace("~", "\\(ti").replace('"', "\\(dq")
    return re.sub(r"^\.", r"\\&.", out, flags=re.M)


def first_clause(text):
    """What stands beside a name: up to the first colon or full stop."""
    return re.split(r"[:.](?:\s|$)", text, maxsplit=1)[0]


def tag(option):
    names = ", ".join("\\fB" + roff(name) + "\\fR" for name in option["names"])
    if option["positional"]:
        names = "\\fI" + roff(option["names"][0]) + "\\fR"
    kind = option["type"]
    out = names + (" \\fI" + roff(kind) + "\\fR" if kind else "")
    if option["many"]:
        out += " ..."
    if option["required"]:
        out += " (required)"
    return out


def options_of(lines, options):
    for option in options:
        lines += [".TP", tag(option)]
        text = option["description"]
        if option["default"]:
            text += " (default: " + option["default"] + ")"
        lines.append(roff(text) if text else "\\&")


def page(app, above, version, date):
    words = above + [app["name"]]
    name = "-".join(words)
    program = words[0]
    lines = [f'.TH "{roff(name.upper())}" 1 "{date}" "{roff(program)} {version}" "User Commands"',
             ".ad l", # words as long as lists of what may be typed leave lines that cannot be stretched
             ".SH NAME", f"{roff(name)} \\- {roff(first_clause(app['description']))}", ".SH SYNOPSIS",
             "\\fB" + roff(" ".join(words)) + "\\fR"]
    positional = [each for each in app["options"] if each["positional"]]
    named = [each for each in app["options"] if not each["positional"]]
    if app["subcommands"]:
        lines[-1] += " \\fISUBCOMMAND\\fR"
    lines[-1] += " [\\fIOPTION\\fR...]"
    for each in positional:
        shown = "\\fI" + roff(each["names"][0]) + "\\fR" + ("..." if each["many"] else "")
        lines[-1] += " " + (shown if each["required"] else "[" + shown + "]")
    lines += [".SH DESCRIPTION", roff(app["description"].rstrip(".")) + "."]
    if app["footer"]:
        lines += [".PP", roff(app["footer"])]
    if positional:
        lines.append(".SH ARGUMENTS")
        options_of(lines, positional)
    if named:
        lines.append(".SH OPTIONS")
        options_of(lines, named)
    if app["subcommands"]:
        lines.append(".SH SUBCOMMANDS")
        for below in app["subcommands"]:
            lines += [".TP", "\\fB" + roff(below["name"]) + "\\fR", roff(below["description"].rstrip(".")) + "."]
    lines.append(".SH EXIT STATUS")
    for code, text in EXIT[program]:
        lines += [".TP", f"\\fB{code}\\fR", roff(text)]
    also = ["-".join(words + [below["name"]]) for below in app["subcommands"]]
    if above:
        also.insert(0, "-".join(above))
    also.append("blueprinting-explorer" if program == "blueprinting" else "blueprinting")
    lines += [".SH SEE ALSO", ", ".join("\\fB" + roff(each) + "\\fR(1)" for each in also)]
    return name, "\n".join(lines) + "\n"


def write(app, above, version, date, folder):
    name, text = page(app, above, version, date)
    with open(folder / (name + ".1.gz"), "wb") as file:
        file.write(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    for below in app["subcommands"]:
        write(below, above + [app["name"]], version, date, folder)


def main():
    description, version, date, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(description, encoding="utf-8") as file:
        write(json.load(file), [], version, date, folder)


main()
