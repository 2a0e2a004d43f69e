"""What is said where a network cannot be taken to another framework, in Chinese and English."""

TEXTS: dict[str, dict[str, str]] = {
    "error.takeaway.framework": {
        "zh": "没有 {framework} 的代码片段，可选：{known}。",
        "en": "There is no snippet for {framework}; choose one of {known}.",
    },
    "error.takeaway.reset_before": {
        "zh": (
            "PyTorch 的 GRU 让重置门作用在线性变换 U_h 之后；此处重置门作用在变换之前，"
            "任何权重都不能让它算出同样的结果。Keras 可以：reset_after=False。"
        ),
        "en": (
            "PyTorch's GRU lets the reset gate act after the linear map U_h; with a reset before it, "
            "as here, no choice of weights makes it compute the same. Keras can: reset_after=False."
        ),
    },
    "error.takeaway.activation": {
        "zh": "PyTorch 的单元没有激活函数 {activation}（只有 {known}）；Keras 有。",
        "en": "PyTorch's cell has no activation {activation} (only {known}); Keras has it.",
    },
}
