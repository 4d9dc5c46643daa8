"""Validates documents with jsonschema, and with the models that datamodel-code-generator makes of the schema.

Reads {"schema", "documents"} on standard input, and writes {"jsonschema": [...], "models": [...]}: one verdict for each document.
"""

import json
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from datamodel_code_generator import DataModelType, InputFileType, generate
from jsonschema import Draft202012Validator
from pydantic import ValidationError

question = json.load(sys.stdin)
schema, documents = question["schema"], question["documents"]
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "models.py"
    generate(
        json.dumps(schema),
        input_file_type=InputFileType.JsonSchema,
        output=file,
        output_model_type=DataModelType.PydanticV2BaseModel,
        class_name="Answer",
        formatters=[],
    )
    spec = spec_from_file_location("models", file)
    models = module_from_spec(spec)
    sys.modules["models"] = models
    spec.loader.exec_module(models)


def is_accepted(document: object) -> bool:
    """Returns True if the models read the document. Strings and numbers are not converted into each other."""
    try:
        models.Answer.model_validate_json(json.dumps(document), strict=True)
    except ValidationError:
        return False
    return True


json.dump(
    {
        "jsonschema": [validator.is_valid(document) for document in documents],
        "models": [is_accepted(document) for document in documents],
    },
    sys.stdout,
)
