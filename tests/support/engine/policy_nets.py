"""Networks in ONNX files for tests of policies, written without PyTorch."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tobean.research import Setting
from tobean.research.policies.policy_files import metadata_text


def linear_net(path: Path, setting: Setting, change: dict[str, Any] | None = None) -> Path:
    """Writes an ONNX file with a random linear layer."""
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(setting.size, setting.tokens)).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["observation", "weights"], ["logits"])],
        "linear",
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, [None, setting.size])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [None, setting.tokens])],
        [numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    text = json.dumps({**json.loads(metadata_text(setting, 0.0)), **(change or {})})
    helper.set_model_props(model, {"tobean": text})
    onnx.save(model, str(path))
    return path
