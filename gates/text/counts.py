"""The parameters page and the commands `count` and `match`, in Chinese and English."""

_SECOND_ZH = "每个门有两个偏置向量（输入侧与循环侧各一个），前向计算中两者相加，"
_SECOND_EN = "two bias vectors a gate, one beside the input matrix and one beside the recurrent matrix; "

TEXTS: dict[str, dict[str, str]] = {
    "count.convention.textbook": {"zh": "教材", "en": "Textbook"},
    "count.convention.pytorch": {"zh": "PyTorch", "en": "PyTorch"},
    "count.convention.keras": {"zh": "Keras（默认）", "en": "Keras (default)"},
    "count.convention.keras_reset_before": {
        "zh": "Keras（reset_after=False）",
        "en": "Keras (reset_after=False)",
    },
    "count.convention.onnx": {"zh": "ONNX", "en": "ONNX"},
    "count.convention.flax": {"zh": "Flax（linen）", "en": "Flax (linen)"},
    "count.reason.textbook": {"zh": "每个门一个偏置向量。", "en": "one bias vector a gate."},
    "count.reason.pytorch": {
        "zh": _SECOND_ZH + "沿用 cuDNN 的布局（b_ih 与 b_hh）。",
        "en": _SECOND_EN + "this is cuDNN's layout (b_ih and b_hh).",
    },
    "count.reason.onnx": {
        "zh": _SECOND_ZH + "在张量 B 中依次存放（Wb 与 Rb）。",
        "en": _SECOND_EN + "the tensor B holds both (Wb and Rb).",
    },
    "count.reason.keras": {
        "zh": "每个门一个偏置向量，与教材相同。",
        "en": "one bias vector a gate, as in the textbook.",
    },
    "count.reason.keras.gru": {
        "zh": (
            "GRU 默认 reset_after=True：重置门作用在线性变换之后，循环侧的偏置不能并入输入侧，因"
            "此偏置的形状为 (2, 3·d_h)，多 3·d_h 个。"
        ),
        "en": (
            "the GRU's default is reset_after=True: the reset gate acts after the linear map, so "
            "the recurrent bias "
            "cannot be merged with the other; the bias has shape (2, 3·d_h), 3·d_h more."
        ),
    },
    "count.reason.keras_reset_before": {
        "zh": "每个门一个偏置向量，与教材相同。",
        "en": "one bias vector a gate, as in the textbook.",
    },
    "count.reason.keras_reset_before.gru": {
        "zh": "reset_after=False 时重置门作用在线性变换之前，每个门一个偏置向量，与教材相同。",
        "en": (
            "with reset_after=False the reset gate acts before the linear map and one bias "
            "vector a gate is enough, "
            "as in the textbook."
        ),
    },
    "count.reason.flax": {
        "zh": "每个门一个偏置向量，与教材相同。",
        "en": "one bias vector a gate, as in the textbook.",
    },
    "count.reason.flax.gru": {
        "zh": "重置门作用在线性变换之后，只为候选隐藏状态另设一个循环侧偏置 b_hn，多 d_h 个。",
        "en": (
            "the reset gate acts after the linear map; only the candidate gets a second bias, b_hn, d_h more."
        ),
    },
    "count.state": {"zh": "状态大小", "en": "state size"},
    "count.multiply_adds": {"zh": "每步乘加次数", "en": "multiply-adds a step"},
    "count.deviation": {"zh": "偏差", "en": "deviation"},
    "count.multiply_adds.note": {
        "zh": "只计矩阵乘法；门的逐元素运算（若干个 d_h）未计入。",
        "en": "Matrix products only; the element-wise work of the gates, a few d_h, is left out.",
    },
    "count.caveat.state": {
        "zh": (
            "参数量相同不等于状态大小相同：LSTM 每一步传递 2·d_h 个数（h 与 c），GRU 与 RNN 只传递 d_h 个。"
        ),
        "en": (
            "Equal parameters are not equal state: an LSTM carries 2·d_h numbers from step to "
            "step (h and c), a GRU "
            "or an RNN carries d_h."
        ),
    },
    "count.caveat.compute": {
        "zh": "参数量相同，每步的乘加次数也相近，但实际耗时取决于门的个数、串行的步数和所用的实现。",
        "en": (
            "Equal parameters mean about equal multiply-adds a step, but the time they take "
            "depends on the gates, on "
            "the steps that must wait for each other, and on the implementation."
        ),
    },
    "count.caveat.capacity": {
        "zh": "参数量相同不等于能力相同：哪一种单元更合适，要用自己的验证数据来测。",
        "en": (
            "Equal parameters are not equal capacity: which cell suits is measured on one's own "
            "validation data."
        ),
    },
    "error.count.size": {
        "zh": "{name} 应为 1 到 {high} 之间的整数，实际为 {value}。",
        "en": "{name} must be a whole number from 1 to {high}; it is {value}.",
    },
    "error.count.choice": {
        "zh": "{name} 为 {value}，应为下列之一：{known}。",
        "en": "{name} is {value}; it must be one of {known}.",
    },
}
