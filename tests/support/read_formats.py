#!/usr/bin/env python3
"""Reads what the programs write, with readers that are not theirs: read_formats.py LIST.

LIST is a JSON list of {"format", "path", "texts"}: what a file is, where it lies, and texts that must stand in it. Says each fault
on a line and exits with 1; a format without a reader here is a fault."""

import csv
import html.parser
import json
import re
import sys
import unicodedata
import xml.etree.ElementTree

TURNS = {'LRE', 'RLE', 'LRO', 'RLO', 'PDF', 'LRI', 'RLI', 'FSI', 'PDI'}
PLAIN = re.compile(r'-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z')
# What a person would write for a number: digits with anything between thousands, a sign of any kind, a power of ten, a unit.
LIKE_A_NUMBER = re.compile(r'[-+\u2212\u2013]?\s*([0-9]+|[0-9]{1,3}([\u2009\u202f\u00a0,\u2019][0-9]{3})+)([.,][0-9]+)?(\s*·\s*10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?'
                           r'\s*(%|s|ms|µs|ns|min|h|B|[KMGTP]i?B|[KMGTP]?FLOPS?|[KMGT]?FLOP/s|GB/s|units?|GPUs?|bytes?|×)?\Z')
NOTHING = {'–', '—', '∞', '−∞', '+∞', 'nan', 'inf', '-inf', 'n/a', 'N/A', 'None', 'null'}
FORMULA = '=+-@\uff1d\uff0b\uff0d\uff20\t\r\n'


def unseen(character):
    """Whether a console obeys it or a line is turned around by it."""
    return (unicodedata.category(character) in ('Cc', 'Zl', 'Zp', 'Cs') or unicodedata.bidirectional(character) in TURNS
            or character in '\u200e\u200f\u061c\ufeff')


def fail(what):
    raise AssertionError(what)


def console_safe(text, blanks):
    for place, character in enumerate(text):
        if unseen(character) and character not in blanks:
            fail(f'U+{ord(character):04X} at {place}: {text[max(0, place - 40):place + 20]!r}')


def utf8(path):
    with open(path, 'rb') as file:
        return file.read().decode('utf-8', 'strict')


def cell_text(cell):
    """The text of a cell as this format spells it: one leading apostrophe is not of it."""
    return cell[1:] if cell.startswith("'") else cell


def check_cell(cell, names):
    start = cell.lstrip(' ')[:1]
    if start and start in FORMULA and not PLAIN.match(cell):
        fail(f'a spreadsheet would evaluate {cell!r}')
    text = cell_text(cell)
    if text in names:
        return
    if text in NOTHING or (LIKE_A_NUMBER.match(text) and not PLAIN.match(text)):
        fail(f'{text!r} is no plain number')


def delimited(path, dialect, names):
    with open(path, encoding='utf-8', newline='') as file:
        rows = list(csv.reader(file, dialect, strict=True))
    if not rows:
        fail('no header')
    for row in rows:
        if len(row) != len(rows[0]):
            fail(f'{len(row)} cells where the header has {len(rows[0])}: {row!r}')
        for cell in row:
            check_cell(cell, names)
    if len(set(rows[0])) != len(rows[0]):
        fail(f'headings twice: {rows[0]!r}')
    return [cell_text(cell) for row in rows for cell in row]


def strict_json(text):
    def constant(name):
        fail(f'{name} is no JSON')

    def pairs(items):
        keys = [key for key, _ in items]
        if len(set(keys)) != len(keys):
            fail(f'a key twice among {keys!r}')
        return dict(items)
    return json.loads(text, parse_constant=constant, object_pairs_hook=pairs)


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)


def read_csv(path, names):
    return delimited(path, 'excel', names)


def read_tsv(path, names):
    return delimited(path, 'excel-tab', names)


def read_json(path, _):
    text = utf8(path)
    console_safe(text, '\n')
    value = strict_json(text)
    if isinstance(value, dict) and 'traceEvents' in value:
        for event in value['traceEvents']:
            for key in ('pid', 'tid', 'ts'):
                if not isinstance(event[key], (int, float)):
                    fail(f'{key} of {event!r}')
    return list(strings(value))


def read_jsonl(path, _):
    text = utf8(path)
    console_safe(text, '\n')
    if text and not text.endswith('\n'):
        fail('the last line has no end')
    return [found for line in text.split('\n') if line for found in strings(strict_json(line))]


def read_text(path, _):
    text = utf8(path)
    console_safe(text, '\n\t')
    return [text]


def markdown_cells(line):
    """Cells of a row, parted by pipes that no backslash escapes."""
    if not (line.startswith('| ') and line.endswith(' |')):
        fail(f'no row of a table: {line!r}')
    cells, cell, escaped, bracket = [], '', False, False
    for character in line[1:]:
        if escaped:
            cell += character
            escaped = bracket = False
            continue
        if character in '<`*&' or (bracket and character in '(['):
            fail(f'{character} would be obeyed: {line!r}')
        bracket = character == ']'
        if character == '\\':
            escaped = True
        elif character == '|':
            cells.append(cell[1:-1])
            cell = ''
        else:
            cell += character
    return cells


def read_markdown(path, _):
    text = utf8(path)
    console_safe(text, '\n')
    lines = text.rstrip('\n').split('\n')
    head = markdown_cells(lines[0])
    rule = markdown_cells(lines[1])
    if len(rule) != len(head) or any(not re.match(r'-{3,}:?\Z', cell) for cell in rule):
        fail(f'the rule {lines[1]!r} is not under {lines[0]!r}')
    rows = [head] + [markdown_cells(line) for line in lines[2:]]
    for row in rows:
        if len(row) != len(head):
            fail(f'{len(row)} cells where the header has {len(head)}: {row!r}')
    return [cell for row in rows for cell in row]


def read_svg(path, _):
    text = utf8(path)
    console_safe(text, '\n\t\r')
    root = xml.etree.ElementTree.fromstring(text)
    if not root.tag.endswith('}svg'):
        fail(f'the root is {root.tag}')
    numeric = {'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height'}
    texts = []
    for element in root.iter():
        if element.tag.split('}')[-1] in ('script', 'image', 'foreignObject') and element.get('src'):
            fail(f'{element.tag} was not drawn')
        for name, value in element.attrib.items():
            if name in numeric and not re.match(r'-?[0-9.]+([eE][-+]?[0-9]+)?(mm|%)?\Z', value):
                fail(f'{name}={value!r} is no number')
            if name == 'points' and not re.match(r'[-0-9.eE+, ]*\Z', value):
                fail(f'points={value!r}')
        texts.append(''.join(element.itertext()))
    return texts


class Page(html.parser.HTMLParser):
    """The elements and texts of a page."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags = set()
        self.attributes = set()
        self.texts = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data):
        self.texts.append(data)


def read_html(path, _):
    text = utf8(path)
    console_safe(text, '\n\t\r')
    page = Page()
    page.feed(text)
    page.close()
    for tag in ('script', 'img', 'iframe', 'object'):
        if tag in page.tags:
            fail(f'<{tag}> is no part of this page')
    if any(name.startswith('on') for name in page.attributes):
        fail(f'a script in {page.attributes!r}')
    return page.texts


def magic(start):
    def read(path, _):
        with open(path, 'rb') as file:
            if not file.read(16).startswith(start):
                fail('begins otherwise')
    return read


READERS = {'text': read_text, 'json': read_json, 'jsonl': read_jsonl, 'csv': read_csv, 'tsv': read_tsv, 'markdown': read_markdown,
           'html': read_html, 'svg': read_svg, 'png': magic(b'\x89PNG\r\n\x1a\n'), 'pdf': magic(b'%PDF-')}


def main(path):
    with open(path, encoding='utf-8') as file:
        listed = json.load(file)
    faults = 0
    for each in listed:
        try:
            if each['format'] not in READERS:
                fail('there is no reader for this format')
            names = each.get('texts', [])
            found = READERS[each['format']](each['path'], set(names))
            for name in names:
                if not any(name in text for text in found):
                    fail(f'{name!r} is not in it')
        except (AssertionError, ValueError, csv.Error, xml.etree.ElementTree.ParseError) as error:
            faults += 1
            print(f'{each.get("what", each["path"])} ({each["format"]}): {error}')
    return 1 if faults or not listed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
