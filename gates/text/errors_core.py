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
    "error.segment": {
        "zh": "截断 BPTT 的分段长度是 {segment}，至少应为 1。",
        "en": "segment is {segment}; it must be 1 or more.",
    },
    "error.transient": {
        "zh": "舍去的过渡步数是 {transient}，应不小于 0 且小于序列的 {T} 步。",
        "en": "transient is {transient}; it must be 0 or more and below the {T} steps of the sequence.",
    },
    "error.count": {
        "zh": "要求计算 {count} 个李雅普诺夫指数，应在 1 到 {S} 之间。",
        "en": "count is {count}; it must lie between 1 and {S}.",
    },
    "error.probability": {
        "zh": "p 是 {p}；门的取值在 0 到 1 之间。",
        "en": "p is {p}; a gate lies between 0 and 1.",
    },
    "error.uniform_units": {
        "zh": "d_h 是 {d_h}；均匀门初始化要求它至少为 3。",
        "en": "d_h is {d_h}; a uniform gate law needs 3 or more.",
    },
    "error.max_norm": {
        "zh": "裁剪阈值 max_norm 是 {max_norm}，不能小于 0。",
        "en": "max_norm is {max_norm}; it must be 0 or more.",
    },
}
