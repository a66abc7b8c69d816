"""The modules of Python's standard library in the browser."""

import re
from typing import Final

USELESS_MODULES: Final = frozenset(
    """
    __hello__ __phello__ _py_abc _pydatetime _pyio _pyrepl antigravity asyncio/__main__ asyncio/proactor_events
    asyncio/tools asyncio/windows_events asyncio/windows_utils bdb cProfile cmd compileall
    concurrent/futures/interpreter concurrent/futures/process ctypes doctest ftplib getpass http/cookiejar
    http/server imaplib logging/config logging/handlers mailbox modulefinder multiprocessing netrc nturl2path pdb
    pickletools poplib profile pstats pty pyclbr pydoc rlcompleter smtplib socketserver sqlite3 tabnanny this
    trace tty unittest urllib/request urllib/robotparser wave webbrowser wsgiref xmlrpc zipapp
    """.split()
)
"""Modules that need processes, sockets, a terminal or another system, that only developers use, or that have a faster
replacement in C."""
ENCODINGS: Final = re.compile(
    r"encodings/(__init__|aliases|ascii|cp437|idna|latin_1|punycode|raw_unicode_escape|unicode_escape|utf_\w+)\.py"
)
"""Encodings that are kept; the others are tables of languages and machines of the past."""
START_MODULES: Final = frozenset(
    """
    __future__ _collections_abc _colorize _compat_pickle _opcode_metadata _py_warnings _pyodide _sitebuiltins _ssl
    _weakrefset abc annotationlib ast asyncio base64 bisect bz2 codecs codeop collections compression concurrent
    contextlib contextvars copy copyreg dataclasses datetime decimal dis email encodings enum fnmatch functools
    genericpath gettext glob gzip hashlib heapq hmac html http importlib inspect io ipaddress json keyword
    linecache locale logging lzma mimetypes ntpath numbers opcode operator os pathlib pickle pkgutil posixpath
    pprint pyodide quopri random re reprlib secrets selectors shlex shutil signal site socket ssl stat string
    struct subprocess tempfile textwrap threading token tokenize traceback types typing urllib uuid warnings
    weakref zipfile zipimport
    """.split()
)
"""Modules and packages that Python and the first table import. All others are loaded later."""


def is_useful(path: str) -> bool:
    """Whether a file of the standard library may be of use in a browser."""
    parts = path.removesuffix(".py").split("/")
    is_useless = any("/".join(parts[:count]) in USELESS_MODULES for count in range(1, len(parts) + 1))
    is_encoding = path.startswith("encodings/") and not ENCODINGS.fullmatch(path)
    return path.endswith(".py") and not (is_useless or is_encoding)


def is_needed_at_start(path: str) -> bool:
    return path.partition("/")[0].removesuffix(".py") in START_MODULES
