#!/usr/bin/env python3
"""Papers of a package: changelogs and copyright.

    papers.py SOURCE_DIR PACKAGE OUT_DIR

writes OUT_DIR/doc/{changelog.gz,changelog.Debian.gz,copyright}. The same sources give the same bytes.
"""
import datetime
import gzip
import json
import pathlib
import re
import sys
import textwrap

# .invalid is the top-level domain for names that must not be reached: there is no address yet.
MAINTAINER = "Blueprinting Explorer maintainers <maintainers@blueprinting.invalid>"


def compressed(path, text):
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def debian_changelog(changelog, package):
    out = []
    for version, date in re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", changelog, flags=re.M):
        day = datetime.date.fromisoformat(date).strftime("%a, %d %b %Y 00:00:00 +0000")
        out.append(f"{package} ({version}-1) unstable; urgency=medium\n\n"
                   f"  * Release {version}: what is new stands in changelog.gz.\n\n -- {MAINTAINER}  {day}\n")
    return "\n".join(out)


def measured_sources(source):
    with open(source / "data/measured/SOURCES.json", encoding="utf-8") as file:
        names = [each["source"] for each in json.load(file)["files"]]
    return "\n".join(textwrap.fill(name, 76, initial_indent="  - ", subsequent_indent="    ") for name in names)


def main():
    source, package, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    doc = folder / "doc"
    doc.mkdir(parents=True, exist_ok=True)
    changelog = (source / "CHANGELOG.md").read_text(encoding="utf-8")
    compressed(doc / "changelog.gz", changelog)
    compressed(doc / "changelog.Debian.gz", debian_changelog(changelog, package))
    template = (source / "packaging/debian/copyright.in").read_text(encoding="utf-8")
    (doc / "copyright").write_text(template.replace("@MEASURED@", measured_sources(source)), encoding="utf-8")


main()
