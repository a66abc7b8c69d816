"""Croissant metadata of a dataset: JSON-LD by which other libraries find, check and load the files.

The format is Croissant 1.0 of MLCommons (https://docs.mlcommons.org/croissant/docs/croissant-spec.html). Each game is a
record set with the columns of docs/research/data.md and the split. Everything depends on the manifest alone, so the
date is that of the definition of the dataset, not of the day on which it was written.
"""

import json
from typing import Any, Final

from tobean.games import game_named
from tobean.research.dataset.data import schema
from tobean.research.dataset.files import SPLITS, Manifest

CROISSANT: Final = "croissant.json"
DEFINITION_VERSION: Final = "1.0.0"
"""Raised when the same command gives other games: other lineups, another population, another notation."""
DEFINITION_DATE: Final = "2026-11-18"
PARQUET: Final = "application/x-parquet"
URL: Final = "https://github.com/tobean/tobean"
LICENSE_URL: Final = "https://spdx.org/licenses/MIT.html"
CITATION: Final = (
    "@misc{tobean, title = {tobean: the Bohnanza family of card games}, author = {{The tobean authors}},"
    f" year = {{2026}}, howpublished = {{{URL}}}}}"
)

CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The standard context of Croissant 1.0."""

COLUMNS: Final = {
    "game": "Name of the game.",
    "edition": "Edition of the rules.",
    "players": "Bot and seat letter, by seat.",
    "options": "Options of the game, among them the talk limit.",
    "start": "Seat that begins, from 0.",
    "cards": "Custom card set as JSON; empty.",
    "deck": "Custom deck; empty.",
    "position": "Start position other than a deal; empty.",
    "deal": "Cards in the order in which they were dealt. Hidden from the players.",
    "moves": "All actions in order. Cards that chance brought are hidden from some players.",
    "result": "Result as text.",
    "thalers": "Final thalers by seat.",
    "winners": "Seats that won, from 0.",
    "seed": "Seed of the game; its last number is the number of the game.",
}
"""What a column contains."""
MOVE_FIELDS: Final = {
    "seat": "Seat that acts, from 0.",
    "action": "The action in notation, without the seat.",
    "chance": "Cards that chance brought after the action.",
}


def croissant_text(manifest: Manifest) -> str:
    return json.dumps(croissant(manifest), indent=1) + "\n"


def croissant(manifest: Manifest) -> dict[str, Any]:
    games = {game: count for game, count in manifest.games.items() if count}
    total = sum(games.values())
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "tobean-population-games",
        "description": (
            f"{total} complete games of the reference population of tobean, bots that trade cards by binding offers:"
            f" {', '.join(f'{count} of {game_named(game).title}' for game, count in games.items())}."
            " Each row is one game with its deal, every action, every chance outcome and the result."
            f" Made with the seed {manifest.seed!r}, a talk limit of {manifest.talk_limit} and version"
            f" {manifest.population} of the population by tobean {manifest.tobean}."
        ),
        "url": URL,
        "license": LICENSE_URL,
        "citeAs": CITATION,
        "creator": {"@type": "sc:Organization", "name": "The tobean authors", "url": URL},
        "datePublished": DEFINITION_DATE,
        "version": DEFINITION_VERSION,
        "keywords": ["negotiation", "trading", "card games", "imperfect information", "multi-agent"],
        "inLanguage": "en",
        "isLiveDataset": False,
        "rai:dataCollection": "Simulated by programs; every game can be repeated from its seed.",
        "rai:dataCollectionType": ["Synthetic data"],
        "rai:dataBiases": [
            "All players are scripted bots. Their offers do not represent negotiation among people or optimal play."
        ],
        "rai:dataUseCases": ["Imitation learning, offline reinforcement learning, opponent modelling."],
        "rai:dataLimitations": [
            "Rows contain hidden cards. Replay a record and observe a seat to get what a player knew.",
            "The same bots play in both splits.",
        ],
        "rai:personalSensitiveInformation": ["None: no person took part."],
        "distribution": [*file_sets(list(games)), *file_objects(manifest)],
        "recordSet": [record_set(game) for game in games],
    }


def file_sets(games: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "@type": "cr:FileSet",
            "@id": f"{game}-files",
            "name": f"{game}-files",
            "description": f"All files with games of {game_named(game).title}.",
            "encodingFormat": PARQUET,
            "includes": f"{game}/*/*.parquet",
        }
        for game in games
    ]


def file_objects(manifest: Manifest) -> list[dict[str, Any]]:
    return [
        {
            "@type": "cr:FileObject",
            "@id": shard.path,
            "name": shard.path,
            "contentUrl": shard.path,
            "contentSize": f"{shard.bytes} B",
            "encodingFormat": PARQUET,
            "sha256": shard.sha256,
        }
        for shard in manifest.shards
    ]


def record_set(game: str) -> dict[str, Any]:
    files = {"fileSet": {"@id": f"{game}-files"}}
    split = {
        "@type": "cr:Field",
        "@id": f"{game}/split",
        "name": "split",
        "description": "The folder of the file: train or test.",
        "dataType": "sc:Text",
        "source": {
            **files,
            "extract": {"fileProperty": "fullpath"},
            "transform": {"regex": f"^{game}/({'|'.join(SPLITS)})/.*$"},
        },
    }
    return {
        "@type": "cr:RecordSet",
        "@id": game,
        "name": game,
        "description": f"Games of {game_named(game).title}, one row each.",
        "key": {"@id": f"{game}/seed"},
        "field": [*(field(game, name, files) for name in COLUMNS), split],
    }


def field(game: str, name: str, files: dict[str, Any]) -> dict[str, Any]:
    """Return the field of a column; its type is that of the Parquet schema."""
    import pyarrow as pa

    arrow_type = schema().field(name).type
    is_list = pa.types.is_list(arrow_type)
    value_type = arrow_type.value_type if is_list else arrow_type
    source = {**files, "extract": {"column": name}}
    found: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{game}/{name}",
        "name": name,
        "description": COLUMNS[name],
        **({"repeated": True} if is_list else {}),
    }
    if not pa.types.is_struct(value_type):
        return {**found, "dataType": croissant_type(value_type), "source": source}
    return {
        **found,
        "subField": [
            {
                "@type": "cr:Field",
                "@id": f"{game}/{name}/{inner.name}",
                "name": inner.name,
                "description": MOVE_FIELDS[inner.name],
                "dataType": croissant_type(inner.type),
                "source": {**source, "transform": {"jsonPath": inner.name}},
            }
            for inner in value_type.fields
        ],
    }


def croissant_type(arrow_type: Any) -> str:
    import pyarrow as pa

    return "sc:Integer" if pa.types.is_integer(arrow_type) else "sc:Text"
