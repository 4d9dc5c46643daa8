"""The compiled part. Texts are UTF-8; results are JSON texts that the other modules read."""

from typing import Final, Sequence

DIALECTS: Final[tuple[str, ...]]
__version__: Final[str]

class Failure(ValueError):
    """A call with a wrong argument. The message of the exception is the finding as JSON."""

# The messages, the carry, the notes, the findings and the refusals.
_Translation = tuple[list[str], str, str, str, str]

def translate(
    text: bytes,
    from_: str,
    to: str,
    context: str | None,
    carry: str | None,
    strict: bool,
    embed: bool,
    trust_embedded: bool,
    /,
) -> _Translation: ...

class Translator:
    def __new__(
        cls, from_: str, to: str, context: str | None, strict: bool, embed: bool, trust_embedded: bool, /
    ) -> Translator: ...
    def push(self, text: bytes, carry: str | None, /) -> _Translation: ...
    def finish(self) -> _Translation: ...
    def save(self) -> str: ...
    @staticmethod
    def resume(
        saved: str, context: str | None, strict: bool, embed: bool, trust_embedded: bool, /
    ) -> Translator: ...

# The messages or states, the findings and the refusals.
def decode(text: bytes, protocol: str | None, type_: str | None, /) -> tuple[list[str], str, str]: ...
def check(
    text: bytes, protocol: str | None, type_: str | None, profile: str | None, catalogs: Sequence[str], /
) -> str: ...
def fold(text: bytes, protocol: str | None, /) -> tuple[list[str], str, str]: ...

# The text, the changes and the findings.
def repair(text: bytes, protocol: str | None, /) -> tuple[str, str, str]: ...
def schema(protocol: str, type_: str | None, /) -> str: ...
def recognize(text: bytes, /) -> str | None: ...
def types(protocol: str, /) -> list[str]: ...
