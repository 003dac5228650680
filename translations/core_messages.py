#!/usr/bin/env python3
"""Keeps the translations of core's messages complete. Core has no Qt and says everything in English; what it says is
translated where it is shown (widgets/theme/core_text.h), by the sentences of core_messages_<language>.ts.

    translations/core_messages.py            adds new messages, unfinished, and removes those that are gone
    translations/core_messages.py --check    fails where a message is missing, unfinished, gone, or holds other values

Errors that the window itself makes belong to them. A message is a string literal with the values that are put into it
as {}: "{} holds {} rows". Literals that are joined with + are one message, with {} for what is between them. One that
continues another begins with what separates them: ", but it is not the only one". A translation may change the order
of the values: {2} is the second one. {~} and {2~} mark a value that is one of WORDS, which have translations of their
own.
"""
import glob
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(FOLDER)
# Rooms whose texts nobody sees in the window: code that is written for PyTorch, and kernels.
UNSEEN = ("core/exchange/pytorch/", "core/backends/cuda/module/", "core/backends/cpu/", "core/ops/library/", "app/cli/")
# Sentences of other languages: SQL, Python, JSON, C.
FOREIGN = re.compile(r"^(SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|DROP|ALTER|BEGIN|COMMIT|ROLLBACK|import \w+|"
                     r"from \w+ import|def \w+\(|class [A-Z]|return\b|#|<|\.(?! )|@)|self\.|torch\.|\bVALUES\b|%[sd1]|\bWHERE\b|"
                     r"</|/>|::|std::|__|\\begin|=\"|</|\{\{|^\s*\"")
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|(?P<s>"(?:[^"\\\n]|\\.)*")|'(?:[^'\\\n]|\\.)+'|"""
                   r"""\#[^\n]*|[A-Za-z_]\w*|\d[\w.']*|\+\+|\+=|->|::|<<|>>|&&|\|\||==|!=|<=|>=|[^\s\w]""", re.S)
# What the C library says of a failed call.
SYSTEM = ("No such file or directory", "Permission denied", "No space left on device", "Not a directory", "Is a directory",
          "File too large", "File exists", "Directory not empty", "Read-only file system", "Input/output error",
          "Disk quota exceeded", "Too many open files", "Device or resource busy", "Cannot allocate memory",
          "Operation not permitted", "File name too long", "Stale file handle", "Broken pipe")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'", "r": "\r"}
# Nouns that counted() gets from elsewhere, beside those that importers call their items.
COUNTED = ("image", "sound", "video", "volume", "text", "sample", "array", "row", "sound file", "text file")
ITEMS = re.compile(r"\bnoun_ = ([^;]*);")
FURTHER = ("and", "then", "classes", "masks", "pixels", "quantities",
           "{}, {} thread", "{}, {} threads",  # the name of a processor, which is among kernels
           "{}, {} each", "{}, {} each, {}")   # what a source holds, put together of parts
# Single words that core puts into its messages. A single word is taken for a name of the person's own, unless the
# translation of the message marks it: {~}, {2~}.
WORDS = ("Input", "Output", "axes", "axis", "backward", "clips", "feeds", "fewer", "first", "forward", "fractions", "frames",
         "image", "images", "labels", "last", "masks", "more", "none", "number", "numbers", "pages", "reads", "several",
         "sounds", "symbols", "test", "text", "texts", "train", "validation", "videos", "volume", "volumes",
         "classification", "detection", "image_to_image", "multi_label", "next_symbol", "regression", "segmentation",
         "transcription", "unlabelled")
ENDS = {",", ")", ";", "?", ":", "}", "]", "<<", "==", "!=", "&&", "||", "<", ">", "+", "="}


def unescaped(literal):
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match.group(1), match.group(0)), literal[1:-1])


def tokens_of(text):
    """Pairs of kind and text; literals beside each other are one."""
    found = []
    for match in TOKEN.finditer(text):
        token = match.group(0)
        if token.startswith(("//", "/*", "#")):
            continue
        if match.group("s") is None:
            found.append(("raw" if token.startswith('R"') else "", token))
        elif found and found[-1][0] == "text":
            found[-1] = ("text", found[-1][1] + unescaped(token))
        else:
            found.append(("text", unescaped(token)))
    return found


def operand_end(tokens, at):
    """The place behind the operand of a + that begins at `at`."""
    depth = 0
    while at < len(tokens):
        kind, token = tokens[at]
        if kind != "text":
            if depth == 0 and token in ENDS:
                break
            depth += (token in "([{") - (token in ")]}")
        at += 1
    return at


def messages_of(text, only_errors=False):
    tokens = tokens_of(text)
    taken = set()
    for i, (kind, token) in enumerate(tokens):
        if kind != "text" or i in taken:
            continue
        before = tokens[i - 1][1] if i > 0 else ""
        # {.title = "…"} of a field, and each help, is a fixed text; fix.title = "…" is a message.
        if before == "=" and i > 3 and (tokens[i - 2][1] == "help" or
                                        tokens[i - 2][1] in ("title", "group") and tokens[i - 4][1] in ("{", ",")):
            continue
        if any(tokens[k][1] in ("static_assert", "assert", "FOVEA_ASSERT") for k in range(max(0, i - 12), i)):
            continue
        if only_errors and ("", "fail") not in tokens[max(0, i - 24):i]:
            continue
        message = ("{}" if before == "+" else "") + token
        at = i + 1
        while at < len(tokens) and tokens[at] == ("", "+"):
            end = operand_end(tokens, at + 1)
            if end == at + 2 and tokens[at + 1][0] == "text":
                message += tokens[at + 1][1]
                taken.add(at + 1)
            else:
                message += "{}"
            at = end
        yield re.sub(r"\{[^{}]*\}", "{}", message)


def is_language(message):
    bare = message.replace("{}", " ")
    if FOREIGN.search(message) or not re.search(r"[a-z]{2}", bare):
        return False
    if re.fullmatch(r"an? [a-z]+", message):
        return True
    words = re.findall(r"[A-Za-z][a-z']+", bare)
    # A name of a file, setting or field is no sentence.
    return len(words) >= 2 and re.search(r"[A-Za-z,;:.”\"}] +[A-Za-z“\"{(]", message) is not None or \
        (len(words) >= 1 and "{}" in message and re.search(r"(^|[ }])[a-z]{2,}( |\.$|$)", message) is not None
         and " " in message.strip())


def listed_words():
    """The fixed texts of core, which are translated with the texts of the program."""
    root = ElementTree.parse(os.path.join(FOLDER, "fovea_de.ts")).getroot()
    return {message.findtext("source") for context in root.iter("context") if context.findtext("name") == "Core"
            for message in context.iter("message")}


def nouns_of(text):
    """What counted(number, noun, plural) counts."""
    tokens = tokens_of(text)
    for i, token in enumerate(tokens[:-1]):
        if token != ("", "counted") or tokens[i + 1] != ("", "("):
            continue
        depth, at, found = 1, i + 2, []
        while at < len(tokens) and depth > 0:
            kind, word = tokens[at]
            if kind == "text" and depth == 1:
                found.append(word)
            elif kind != "text":
                depth += (word == "(") - (word == ")")
            at += 1
        if found:
            yield found[0]
            yield found[1] if len(found) > 1 else found[0] + "s"


def core_messages():
    """The messages, each with a file that has it."""
    listed = listed_words()
    messages = {word: "core/data/importing/names.cpp" for noun in COUNTED for word in (noun, noun + "s")}
    messages.update({word: "widgets/theme/core_text.cpp" for word in FURTHER})
    messages.update({reason: "core/base/result.cpp" for reason in SYSTEM})
    for path in sorted(glob.glob(os.path.join(ROOT, "core", "**", "*.*"), recursive=True) +
                       glob.glob(os.path.join(ROOT, "app", "**", "*.cpp"), recursive=True)):
        relative = os.path.relpath(path, ROOT)
        if not path.endswith((".cpp", ".h")) or relative.startswith(UNSEEN):
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for message in messages_of(text, relative.startswith("app/")):
            if is_language(message) and message not in listed:
                messages.setdefault(message, relative)
        for noun in nouns_of(text):
            messages.setdefault(noun, relative)
        for items in ITEMS.findall(text):
            for noun in re.findall(r'"([a-z ]+)"', items):
                if not re.search(r'== "' + noun + '"', items):  # a value that is compared
                    messages.setdefault(noun, relative)
                    messages.setdefault(noun + "s", relative)
    return messages


def read_translations(path):
    """The translations of each context; those of unfinished texts are empty."""
    found = {"Core": {}, "CoreWords": {}}
    if not os.path.exists(path):
        return found
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            finished = translation.get("type") != "unfinished"
            found[context.findtext("name")][message.findtext("source")] = (translation.text or "") if finished else ""
    return found


def write_translations(path, language, messages, known):
    def escaped(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")

    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>",
             f'<TS version="2.1" language="{language}" sourcelanguage="en">']
    for context, texts in (("Core", messages), ("CoreWords", WORDS)):
        lines += ["<context>", f"    <name>{context}</name>"]
        for message in sorted(texts):
            translation = known[context].get(message, "")
            unfinished = "" if translation else ' type="unfinished"'
            lines += ["    <message>", f"        <source>{escaped(message)}</source>",
                      f"        <translation{unfinished}>{escaped(translation)}</translation>", "    </message>"]
        lines += ["</context>"]
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["</TS>", ""]))
    os.replace(path + ".new", path)


def faults_of(messages, translations):
    known, words = translations["Core"], translations["CoreWords"]
    for message, place in messages.items():
        if message not in known:
            yield f"{place}: not listed: {message!r}"
        elif not known[message]:
            yield f"{place}: not translated: {message!r}"
    for message, translation in known.items():
        if message not in messages:
            yield f"no longer said: {message!r}"
        elif translation:
            values, places = message.count("{}"), re.findall(r"\{(\d?)~?\}", translation)
            numbers = list(range(1, values + 1))
            if len(places) != values or (any(places) and sorted(int(place or 0) for place in places) != numbers):
                yield f"other values: {message!r} as {translation!r}"
            for edge in (str.lstrip, str.rstrip):
                if (edge(message) == message) != (edge(translation) == translation):
                    yield f"blanks at an end differ: {message!r} as {translation!r}"
    for word in sorted(set(WORDS) | set(words)):
        if not words.get(word) or word not in WORDS:
            yield f"{'not translated' if word in WORDS else 'no longer a word of core'}: {word!r}"


def main():
    check = "--check" in sys.argv[1:]
    messages = core_messages()
    faults = []
    for path in sorted(glob.glob(os.path.join(FOLDER, "fovea_*.ts"))):
        language = re.search(r"fovea_(\w+)\.ts", path).group(1)
        if language == "en":
            continue
        path = os.path.join(FOLDER, f"core_messages_{language}.ts")
        known = read_translations(path)
        if not check:
            write_translations(path, language, messages, known)
            continue
        faults += [f"{language}: {fault}" for fault in faults_of(messages, known)]
    if faults:
        print(*faults[:50], f"{len(faults)} in all. Run translations/core_messages.py, and translate what is unfinished.",
              sep="\n", file=sys.stderr)
        sys.exit(1)
    print(f"{len(messages)} messages of core")


main()
