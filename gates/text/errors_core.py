"""What the core says about bad input, in both languages."""

TEXTS = {
    "error.shape": {
        "zh": "{name} 的形状是 {has}，应为 {needs}。",
        "en": "{name} has shape {has}; it needs {needs}.",
    },
    "error.not_numbers": {
        "zh": "{name} 必须是由数字组成、各行等长的数组。",
        "en": "{name} must be a rectangular array of numbers.",
    },
    "error.choice": {
        "zh": "{name} 是 {value}，只能是以下之一：{known}。",
        "en": "{name} is {value}; it must be one of {known}.",
    },
    "error.state.pair": {
        "zh": "LSTM 的 {name} 是一对数组 (h, c)，每个的形状为 (B, d_h)。",
        "en": "{name} of an LSTM is a pair (h, c), each of shape (B, d_h).",
    },
    "error.b_hn": {
        "zh": "b_hn 只用于 reset='after'；reset='before' 没有这个偏置。",
        "en": "b_hn belongs to reset='after'; reset='before' has none.",
    },
    "error.real": {
        "zh": "梯度的范数只能由实数轨迹计算，而这条轨迹是复数的。",
        "en": "A norm of a gradient needs a real trace; this one is complex.",
    },
    "error.T_max": {
        "zh": "T_max 是 {T_max}；chrono 偏置要求它至少为 3。",
        "en": "T_max is {T_max}; chrono biases need 3 or more.",
    },
}
