"""The templates of the pages in each language, and the files that a browser loads with them.

Templates and scripts are written in English, and a file of a language translates each text. A text of a template is
what stands between tags, or in an attribute that people read or hear. What a template fills in is a place in braces,
named by the end of its expression: `{{ lesson.title }}` is {title}. Texts in expressions and in Python stand in a call
of `_`, those of scripts in a call of `phrase` or `many`. Without a translation a text stays English.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...engine.browser.bundling import classic, in_base64, in_order, one_script
from ...engine.grades import spelled
from ...engine.paths import course, technique_in_words
from ...engine.words import ENGLISH, LANGUAGES, words_in

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

ENGINE = "engine.js"
"""The script of the engine, which the page loads at the first question. It is no file: `engine_script` makes it."""

RULED = "ruled.js"
"""The script that adds the kernels of puzzles under rules to it; made by `ruled_script`."""

SERVER, FILES = "source.js", "files.js"
"""The two modules that are `source`: one asks the server, one has the list of a site."""

WORKER = "worker.js"
"""The service worker, which is no module."""


FIRST = ("places.js", "phrases.js", "theme.js")
"""The scripts that every page loads before all others."""


@cache
def scripts_of(script: str, source: str = SERVER) -> tuple[str, ...]:
    """Return the scripts that a script of the page imports, each after those that it imports itself, and the script.

    Without those that come first on every page.
    """
    stands = {Path(SERVER).stem: module(source)}
    files = [f"{name}.js" for name, _ in in_order(Path(script).stem, STATIC, stands)]
    return tuple(source if file == SERVER else file for file in files if file not in FIRST)


def module(file: str) -> str:
    """Return the text of a script."""
    return (STATIC / file).read_text(encoding="utf-8")


_IDLE = {"css": rb"/\*.*?\*/|^\s+", "js": rb"^\s*//[^\n]*\n|^\s*/\*\*.*?\*/\n|^\s+"}
"""Comments and indents, which no browser needs, by the suffix of a file."""


def _without_idle(content: bytes, kind: str) -> bytes:
    return re.sub(_IDLE[kind], b"", content, flags=re.MULTILINE | re.DOTALL) if kind in _IDLE else content


@lru_cache(maxsize=128)
def classic_script(file: str) -> bytes:
    """Return a file of the page without what no browser needs; a module as a script that they load from a folder too.

    Such scripts find each other in the object `catalogue`, which the first one makes, by the names of their files.
    """
    kind = Path(file).suffix[1:]
    if kind != "js" or file == WORKER:
        return _without_idle((STATIC / file).read_bytes(), kind)
    name = "source" if file == FILES else Path(file).stem
    begun = "globalThis.catalogue = {};\n" if file == FIRST[0] else ""
    return _without_idle((begun + classic(name, module(file), "catalogue")).encode(), kind)


_TAGS = {
    "styles": '<link rel="stylesheet" href="/static/{}">',
    "scripts": '<script defer src="/static/{}"></script>',
    "first_scripts": '<script src="/static/{}"></script>',
}
"""The tags that load files, by the name of the template function that writes each."""


def _linked(tag: str, has_server: bool, *files: str) -> Markup:
    """The tags that load files of the page: as one from a server, one by one from a folder."""
    return Markup("\n".join(map(tag.format, [",".join(files)] if has_server else files)))


@cache
def engine_script(*languages: str) -> bytes:
    """Return the engine for browsers as one script, with its words in some languages."""
    return _without_idle(one_script(languages).encode(), "js")


@cache
def ruled_script() -> bytes:
    """Return the kernels of puzzles under rules as a script, for the engine that is loaded before it."""
    return f'boardCatalogue.files["rules.wasm"] = "{in_base64("rules.wasm")}";\n'.encode()


@lru_cache(maxsize=64)
def joined(names: str) -> bytes:
    """Return files of the page, with commas between their names, as one.

    LookupError for another file, one that is named twice, and files of several kinds.
    """
    if names == ENGINE:
        return engine_script(*LANGUAGES)
    if names == RULED:
        return ruled_script()
    files = names.split(",")
    kinds = {Path(name).suffix for name in files}
    if len(kinds) > 1 or len(set(files)) < len(files) or not set(files) <= {path.name for path in STATIC.iterdir()}:
        raise LookupError(names)
    return b"".join(map(classic_script, files))


_LATER = re.compile(r'\b(?:later|use)\("(\w+)"')
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@cache
def said_by(language: str, scripts: tuple[str, ...]) -> Mapping[str, str]:
    """Return the texts of some scripts, and of those that they load later, by the English ones; none for English."""
    texts = texts_in(language)
    sources = [module(script) for script in (*FIRST, *scripts)]
    later = {name for source in sources for name in _LATER.findall(source)} - {Path(ENGINE).stem, Path(RULED).stem}
    sources += [module(f"{name}.js") for name in sorted(later)]
    return {text: texts[text] for source in sources for text in _LITERAL.findall(source) if text in texts}


def environment(source: str = SERVER, title: str = "Board Catalogue", language: str = ENGLISH) -> Environment:
    """Return the templates in a language, with what they use, for the pages of a title with a source of data."""
    words = words_in(language)
    templates = Environment(
        loader=_Translated(language),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_kept(language),
    )
    templates.filters |= {
        "thousands": words.number,
        "rating": lambda tenths: words.decimal(spelled(tenths)),
        "share": lambda share: words.decimal(f"{100 * share:.1f} %"),
        "level": partial(words.say, "levels"),
        "technique": partial(technique_in_words, language=language),
        "rule": words.rule,
        "with_code": lambda text: Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text)))),
    }
    templates.globals |= {
        "scripts_of": partial(scripts_of, source=source),
        "always": FIRST,
        **{name: partial(_linked, tag, source == SERVER) for name, tag in _TAGS.items()},
        "has_server": source == SERVER,
        "title": title,
        "_": translator(language),
        "many": many_in(language),
        "language": language,
        "said_by": partial(said_by, language),
        "course": [lesson.said_in(language) for lesson in course()],
    }
    return templates


def _kept(language: str) -> FileSystemBytecodeCache | None:
    """Where templates are kept compiled, beside them, as Python keeps modules; None where it may not."""
    folder = Path(__file__).parent / "templates" / "__pycache__"
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
    may_write = os.access(folder, os.W_OK) and not sys.dont_write_bytecode
    return FileSystemBytecodeCache(str(folder), f"{language}-%s.cache") if may_write else None


_FOLDER = Path(__file__).parent / "languages"

Texts = Mapping[str, str]
"""Translations by their English texts."""

Translate = Callable[..., str]
"""Gives a text in a language, with its places filled."""


@cache
def texts_in(language: str) -> Texts:
    """Return the texts of a language; none for English. ValueError for a language without a file."""
    if language == ENGLISH:
        return {}
    path = _FOLDER / f"{language}.toml"
    if not path.exists():
        raise ValueError(f"the pages have no language {language!r}")
    texts: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["texts"]
    return {**words_in(language).tables["levels"], **texts}


def translator(language: str) -> Translate:
    """Return the function `_`: a text in a language, with its places filled."""
    texts = texts_in(language)

    def translate(text: str, **places: object) -> str:
        found = texts.get(text, text)
        return found.format(**places) if places else found

    return translate


def many_in(language: str) -> Callable[[int, str, str], str]:
    """Return the function `many`: one of two texts in a language, by a number that both may have as {count}."""
    translate, words = translator(language), words_in(language)

    def many(count: int, one: str, several: str) -> str:
        is_one = count == 1 or (count == 0 and language == "fr")
        return translate(one if is_one else several, count=words.number(count))

    return many


class _Translated(PackageLoader):
    def __init__(self, language: str) -> None:
        super().__init__("board_catalogue.catalogue.pages")
        self._texts = texts_in(language)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        """Return the source of a template; jinja2.TemplateNotFound for an unknown one."""
        source, path, is_fresh = super().get_source(environment, template)
        return translated(source, self._texts), path, is_fresh


# --- Texts of a template ---------------------------------------------------------------------------------------------

_FILLED = r"\{\{.*?\}\}"
_STATEMENT = r"\{%.*?%\}|\{#.*?#\}"
_QUOTED = rf'"(?:{_FILLED}|{_STATEMENT}|[^"])*"'
_CODE = rf"<code>(?:{_FILLED}|[^<])*</code>"
_TAG = rf"<(?:{_FILLED}|{_STATEMENT}|{_QUOTED}|[^>\"])*>"
_PIECES = re.compile(
    rf"(?P<quiet><(?:script|svg)\b.*?</(?:script|svg)>|{_STATEMENT})|(?P<text>(?:{_CODE}|{_FILLED}|[^<{{]|\{{(?![{{%#]))+)"
    rf"|(?P<tag>{_TAG})",
    re.DOTALL,
)
_READ = re.compile(rf'(?<=[\s}}])(?:aria-label|title|placeholder|alt)="(?P<text>(?:{_FILLED}|[^"{{])*)"', re.DOTALL)
_PLACE = re.compile(_FILLED, re.DOTALL)
_LAST_NAME = re.compile(r"([a-z_]\w*)[^\w]*$")


def translated(source: str, texts: Texts) -> str:
    """Return the source of a template with its texts translated, its own expressions in their places."""
    if not texts:
        return source
    parts, end = [], 0
    for first, last, text in _texts_of(source):
        english, filled = _with_names(text)
        if english in texts:
            parts += [source[end:first], re.sub(r"\{(\w+)\}", partial(_filled, filled), texts[english])]
            end = last
    return "".join([*parts, source[end:]])


def _filled(filled: Mapping[str, str], place: re.Match[str]) -> str:
    return filled[place[1]]


def texts_of(source: str) -> Iterator[str]:
    """Yield the English texts of a template, as a file of a language names them."""
    return (_with_names(text)[0] for _, _, text in _texts_of(source))


def _texts_of(source: str) -> Iterator[tuple[int, int, str]]:
    """Where each text of a source begins and ends, and what it is."""
    for piece in _PIECES.finditer(source):
        if text := piece["text"]:
            bare = text.strip()
            if _is_words(bare):
                first = piece.start() + text.index(bare)
                yield first, first + len(bare), bare
        elif tag := piece["tag"]:
            for found in _READ.finditer(tag):
                if _is_words(found["text"]):
                    yield piece.start() + found.start("text"), piece.start() + found.end("text"), found["text"]


def _is_words(text: str) -> bool:
    return not re.match(r"[\w-]+=\"", text) and bool(
        re.search(r"[A-Za-z]{2}", re.sub(r"<.*?>|&\w+;", "", _PLACE.sub("", text)))
    )


def _with_names(text: str) -> tuple[str, dict[str, str]]:
    """A text with the names of its places, and the expression of each."""
    filled: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        expression = found[0]
        bare = re.sub(r"\|.*|\(.*|\".*", "", expression[2:-2], flags=re.DOTALL).strip()
        known = _LAST_NAME.search(bare)
        name = known[1] if known else "text"
        while filled.get(name, expression) != expression:
            name += "_"
        filled[name] = expression
        return f"{{{name}}}"

    return " ".join(_PLACE.sub(named, text).split()), filled
