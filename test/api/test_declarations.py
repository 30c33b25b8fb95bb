"""The headers say what modules built for Apache 2.4 compiled in.

The facts (sizes, offsets, prototypes, constants) are in facts/. They are
turned into static assertions, compiled against our headers and, as a check of
the facts themselves, against Debian's.
"""

import os
import re
import subprocess

import pytest
from api_facts import OURS, apr_flags, compile_c, facts

# What these describe belongs to libraries that need not be there.
OPTIONAL = {"mod_ssl_openssl.h"}
if not os.path.exists("/usr/include/libxml2/libxml/encoding.h"):
    OPTIONAL.add("mod_xml2enc.h")
# C++ has other uses for some names of their fields.
NOT_CXX = {"cache_common.h", "mod_cache.h", "mod_dav.h", "mod_ssl_openssl.h"}


# Apache's headers rely on others that come first.
FIRST = ["<stddef.h>", "<stdio.h>", "<apr_dbd.h>", '"httpd.h"', '"http_config.h"',
         '"http_core.h"', '"http_log.h"', '"http_protocol.h"', '"http_request.h"']


def includes(headers):
    xml = ["<libxml/encoding.h>"] if "mod_xml2enc.h" in headers else []
    return "".join(f"#include {each}\n" for each in xml + FIRST) + "".join(f'#include "{each}"\n' for each in sorted(headers))


def headers_of(rows):
    return {row["header"] for row in rows} - OPTIONAL


def layout_source(rows):
    lines = [includes(headers_of(rows))]
    for row in rows:
        kind, field = row["structure"], row["field"]
        if not field:
            lines.append(f'_Static_assert(sizeof({kind}) == {row["size"]}, "size of {kind}");')
        elif not row["bits"]:
            lines.append(f'_Static_assert(offsetof({kind}, {field}) == {row["offset"]}, "place of {kind}.{field}");')
            lines.append(f'_Static_assert(sizeof((({kind} *)0)->{field}) == {row["size"]}, "size of {kind}.{field}");')
    return "\n".join(lines) + "\n"


def bits_source(rows):
    """A program that sets each bit-field and looks which bits changed."""
    bit_rows = [row for row in rows if row["bits"]]
    lines = [
        includes(headers_of(bit_rows)),
        "static int bad;",
        "static void look(const unsigned char *bytes, size_t size, size_t first, size_t width, const char *name)",
        "{",
        "    for (size_t i = 0; i < size * 8; i++) {",
        "        if ((bytes[i / 8] >> (i % 8) & 1) != (i >= first && i < first + width)) {",
        '            printf("%s\\n", name);',
        "            bad = 1;",
        "            return;",
        "        }",
        "    }",
        "}",
        "int main(void)",
        "{",
    ]
    for row in bit_rows:
        first, width = (int(n) for n in row["bits"].split(":"))
        first += int(row["offset"]) * 8
        kind, field = row["structure"], row["field"]
        lines.append(f"    {{ union {{ {kind} s; unsigned char b[sizeof({kind})]; }} u; memset(&u, 0, sizeof(u)); "
                     f'u.s.{field} = ~0; look(u.b, sizeof(u), {first}, {width}, "{kind}.{field}"); }}')
    return "\n".join(lines + ["    return bad;", "}"]) + "\n"


def prototype_source(rows):
    lines = [includes(headers_of(rows))]
    for row in rows:
        name = row["function"]
        lines.append(f"#ifndef {name}\n_Static_assert(__builtin_types_compatible_p(__typeof__({name}), "
                     f'{row["returns"]} ({row["parameters"]})), "{name}");\n#endif')
    return "\n".join(lines) + "\n"


def constant_source(rows):
    lines = [includes(headers_of(rows))]
    lines += [f'_Static_assert((long long)({row["name"]}) == {row["value"]}LL, "{row["name"]}");' for row in rows]
    return "\n".join(lines) + "\n"


def string_source(rows):
    lines = [includes(headers_of(rows))]
    for row in rows:
        want = f'"{row["value"]}"'
        lines.append(f'_Static_assert(sizeof({row["name"]}) == sizeof({want}) '
                     f'&& __builtin_strcmp({row["name"]}, {want}) == 0, "{row["name"]}");')
    return "\n".join(lines) + "\n"


SOURCES = {
    "structures": layout_source,
    "prototypes": prototype_source,
    "constants": constant_source,
    "strings": string_source,
}


def flags_for(tree):
    return ["-std=gnu17", f"-I{tree}", "-fsyntax-only"]


@pytest.mark.parametrize("table", SOURCES)
def test_the_headers_agree_with_the_facts(table, tree, compilers, tmp_path):
    rows = facts(table)
    if table == "prototypes" and tree == OURS:
        absent = {row["function"] for row in facts("absent")}
        rows = [row for row in rows if row["function"] not in absent]
    source = SOURCES[table](rows)
    for compiler in compilers:
        said = compile_c(source, *flags_for(tree), folder=tmp_path, compiler=compiler)
        assert not said, f"{compiler}:\n{said[:4000]}"


def test_bit_fields_are_where_modules_look_for_them(tree, tmp_path):
    said = compile_c(bits_source(facts("structures")), "-std=gnu17", f"-I{tree}", "-o", "bits", folder=tmp_path)
    assert not said, said[:4000]
    done = subprocess.run([tmp_path / "bits"], capture_output=True, text=True, check=False)
    assert done.stdout == "" and done.returncode == 0


@pytest.mark.parametrize("table, change", [
    ("structures", {"field": "per_dir_config", "offset": "392"}),
    ("structures", {"structure": "conn_rec", "field": "", "size": "200"}),
    ("prototypes", {"function": "ap_rwrite", "returns": "long"}),
    ("prototypes", {"function": "ap_rwrite", "parameters": "const void *, request_rec *"}),
    ("constants", {"name": "HTTP_NOT_FOUND", "value": "405"}),
    ("strings", {"name": "DEFAULT_ACCESS_FNAME", "value": ".htaccess2"}),
])
def test_a_wrong_fact_is_noticed(table, change, tree, tmp_path):
    rows = facts(table)
    keys = [key for key in ("structure", "field", "function", "name") if key in change]
    hit = [row for row in rows if all(row[key] == change[key] for key in keys)]
    assert len(hit) == 1, "the row to falsify is there"
    hit[0].update(change)
    assert compile_c(SOURCES[table](rows), *flags_for(tree), folder=tmp_path)


def test_a_bit_field_in_the_wrong_place_is_noticed(tree, tmp_path):
    rows = facts("structures")
    next(row for row in rows if row["field"] == "double_reverse" and row["bits"])["bits"] = "3:2"
    assert not compile_c(bits_source(rows), "-std=gnu17", f"-I{tree}", "-o", "bits", folder=tmp_path)
    assert subprocess.run([tmp_path / "bits"], capture_output=True, check=False).returncode != 0


def test_macros_take_the_parameters_that_modules_give(tree, tmp_path):
    rows = [row for row in facts("macros") if row["header"] not in OPTIONAL]
    source = includes(headers_of(rows))
    (tmp_path / "macros.c").write_text(source)
    text = subprocess.run(["cc", "-std=gnu17", "-dM", "-E", *apr_flags(), f"-I{tree}", tmp_path / "macros.c"],
                          capture_output=True, text=True, check=True).stdout
    there = {}
    for name, parameters in re.findall(r"^#define (\w+)\(([^)]*)\)", text, re.M):
        there[name] = -1 if "..." in parameters else len([p for p in parameters.split(",") if p.strip()])
    wrong = [f'{row["name"]}: {there.get(row["name"], "missing")}, not {row["parameters"]}' for row in rows
             if there.get(row["name"]) != int(row["parameters"])]
    assert not wrong, wrong


def test_rows_of_directives_say_how_arguments_are_split(tree, tmp_path):
    kinds = {"NO_ARGS": "RAW_ARGS", **{kind: kind for kind in (
        "RAW_ARGS", "TAKE_ARGV", "TAKE1", "ITERATE", "TAKE2", "TAKE12", "ITERATE2", "TAKE3", "TAKE13", "TAKE23",
        "TAKE123", "FLAG")}}
    lines = [includes(["http_config.h"]), "static const command_rec rows[] = {"]
    lines += [f'    AP_INIT_{kind}("x", NULL, NULL, OR_ALL, "help"),' for kind in kinds]
    lines += ["};", "int main(void)", "{"]
    lines += [f'    if (rows[{i}].args_how != {how}) puts("{kind}");' for i, (kind, how) in enumerate(kinds.items())]
    said = compile_c("\n".join([*lines, "    return 0;", "}", ""]), "-std=gnu17", f"-I{tree}", "-o", "rows", folder=tmp_path)
    assert not said, said
    assert subprocess.run([tmp_path / "rows"], capture_output=True, text=True, check=True).stdout == ""


def public_headers():
    return sorted(str(path.relative_to(OURS)) for path in OURS.rglob("*.h"))


def test_installed_headers_compile_alone_and_twice(tmp_path):
    wrong = {}
    for header in public_headers():
        source = f'#include "{header}"\n#include "{header}"\n'
        said = compile_c(source, "-std=gnu17", f"-I{OURS}", "-fsyntax-only", folder=tmp_path)
        if said:
            wrong[header] = said[:500]
    assert not wrong, wrong
    assert len(public_headers()) > 100, "the headers are installed"


def test_headers_compile_as_cxx(tmp_path):
    names = [name for name in public_headers() if "/" not in name and name not in NOT_CXX]
    said = compile_c(includes(names), f"-I{OURS}", "-fsyntax-only", folder=tmp_path, compiler="g++", suffix=".cc")
    assert not said, said[:4000]


def test_public_headers_stay_readable():
    long = {name: n for name in public_headers() if (n := (OURS / name).read_text().count("\n")) > 300}
    assert not long, "more than 300 lines"


DECLARATION = re.compile(r"^(?:[A-Z0-9_]*DECLARE(?:_NONSTD)?\(|AP_DECLARE_HOOK|APR_DECLARE_(?:EXTERNAL_HOOK|OPTIONAL_FN)\(|"
                         r"(?:typedef )?struct \w+ \{)")


def test_every_declaration_says_what_it_is():
    silent = []
    for name in public_headers():
        lines = (OURS / name).read_text().splitlines()
        silent += [f"{name}: {line}" for i, line in enumerate(lines)
                   if DECLARATION.match(line) and not lines[i - 1].rstrip().endswith("*/")]
    assert not silent, silent
