#!/usr/bin/env python3
"""Holds the table of ONNX operators that Fovea understands against the schemas of the installed `onnx` package.

Needs onnx from PyPI. Fails where the table claims a version or an attribute that the specification does not have, or
where a version of the specification is neither understood nor refused, so that a newer package shows what is new.

    check_onnx_operators.py path/to/fovea-cli
"""
import collections
import json
import subprocess
import sys

import onnx
import onnx.defs


def versions():
    all_versions = collections.defaultdict(dict)
    for schema in onnx.defs.get_all_schemas_with_history():
        all_versions[schema.domain, schema.name][schema.since_version] = set(schema.attributes)
    return all_versions


def check_versions(entry, known):
    since, unknown, newest = entry["since"], entry["unknown_from"], entry["newest_opset"]
    if since not in known:
        yield f"opset {since} did not change it; those that did: {sorted(known)}"
    if unknown and unknown not in known:
        yield f"opset {unknown} is said to be unknown, but did not change it"
    end = unknown or newest + 1
    for version in sorted(known):
        if since < version < end:
            yield f"the change of opset {version} is passed over"
        if version > newest:
            yield f"the change of opset {version} is newer than the newest known opset, {newest}"


def check_attributes(entry, known):
    end = entry["unknown_from"] or entry["newest_opset"] + 1
    for name, attribute in entry["attributes"].items():
        having = [version for version in known if name in known[version] and version < end]
        if not having:
            yield f"no version that is understood has the attribute {name}"
            continue
        gone = [version for version in sorted(known) if max(having) < version < end]
        last = gone[0] - 1 if gone else 0
        if attribute["until"] != last and not (attribute["only_default"] and attribute["until"] == 0):
            yield f"the attribute {name} is there until opset {last or entry['newest_opset']}"


def main():
    done = subprocess.run([sys.argv[1], "doctor", "--onnx-operators", "--json"], capture_output=True, check=True)
    table, known, wrong, refused = json.loads(done.stdout), versions(), 0, []
    for entry in table:
        key = entry["domain"], entry["name"]
        name = ".".join(part for part in key if part)
        if key not in known:
            print(f"{name}: there is no such operator")
            wrong += 1
            continue
        for line in [*check_versions(entry, known[key]), *check_attributes(entry, known[key])]:
            print(f"{name}: {line}")
            wrong += 1
        hidden = set().union(*known[key].values()) - set(entry["attributes"]) - {"consumed_inputs"}
        if entry["unknown_from"]:
            refused.append(f"{name} from opset {entry['unknown_from']}")
        refused += [f"{name} with {attribute}" for attribute in sorted(hidden)]
    print(f"Refused: {', '.join(refused)}.")
    print(f"{len(table)} operators against onnx {onnx.__version__}, opset {onnx.defs.onnx_opset_version()}: "
          f"{wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
