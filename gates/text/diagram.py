"""Words in the live cell diagram and the one-step picture, in both languages.

Braces in ``diagram.desc.*`` are filled by ``www/diagram.js`` with the numbers on the picture; what stands in square
brackets there is left out where one of its numbers is not given.
"""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "diagram.title.lstm": {"zh": "当前时间步的 LSTM 单元", "en": "The LSTM cell at this time step"},
    "diagram.title.gru_before": {
        "zh": "当前时间步的 GRU 单元（重置门在线性变换之前）",
        "en": "The GRU cell at this time step (reset gate before the linear map)",
    },
    "diagram.title.gru_after": {
        "zh": "当前时间步的 GRU 单元（重置门在线性变换之后）",
        "en": "The GRU cell at this time step (reset gate after the linear map)",
    },
    "diagram.title.rnn": {"zh": "当前时间步的 RNN 单元", "en": "The RNN cell at this time step"},
    "diagram.desc.lstm": {
        "zh": "[第 {t} 步，]单元 {unit}：遗忘门 f 为 {f}，旧细胞状态 {c_prev} 留下 {f_c_prev}；"
        "输入门 i 为 {i}，候选值 {c_tilde} 写入 {i_c_tilde}；新细胞状态 {c}。"
        "输出门 o 为 {o}，隐藏状态 {h}。",
        "en": "Unit {unit}[, step {t}]: the forget gate f is {f} and keeps {f_c_prev} of the old cell state "
        "{c_prev}; the input gate i is {i} and writes {i_c_tilde} of the candidate {c_tilde}; the new cell "
        "state is {c}. The output gate o is {o}, the hidden state {h}.",
    },
    "diagram.desc.gru_before": {
        "zh": "[第 {t} 步，]单元 {unit}：更新门 z 为 {z}，旧隐藏状态 {h_prev} 留下 {z_h_prev}，"
        "候选值 {h_tilde} 写入 {fresh}；新隐藏状态 {h}。"
        "[重置门 r 为 {r}，在线性变换之前起作用：放行 {r_h_prev}。]",
        "en": "Unit {unit}[, step {t}]: the update gate z is {z} and keeps {z_h_prev} of the old hidden state "
        "{h_prev}; {fresh} of the candidate {h_tilde} is written; the new hidden state is {h}."
        "[ The reset gate r is {r}; it acts before the linear map and lets {r_h_prev} through.]",
    },
    "diagram.desc.gru_after": {
        "zh": "[第 {t} 步，]单元 {unit}：更新门 z 为 {z}，旧隐藏状态 {h_prev} 留下 {z_h_prev}，"
        "候选值 {h_tilde} 写入 {fresh}；新隐藏状态 {h}。"
        "[重置门 r 为 {r}，在线性变换之后起作用：循环项 {rec} 中放行 {r_rec}。]",
        "en": "Unit {unit}[, step {t}]: the update gate z is {z} and keeps {z_h_prev} of the old hidden state "
        "{h_prev}; {fresh} of the candidate {h_tilde} is written; the new hidden state is {h}."
        "[ The reset gate r is {r}; it acts after the linear map and lets {r_rec} of the recurrent term "
        "{rec} through.]",
    },
    "diagram.desc.rnn": {
        "zh": "[第 {t} 步，]单元 {unit}：旧隐藏状态 {h_prev}，经 U 与 tanh 得到新隐藏状态 {h}；没有直接路径。",
        "en": "Unit {unit}[, step {t}]: the old hidden state {h_prev} passes through U and tanh; "
        "the new hidden state is {h}. There is no direct path.",
    },
    "diagram.belt.lstm": {
        "zh": "传送带：细胞状态 c 的直接路径",
        "en": "conveyor belt: direct path of c",
    },
    "diagram.belt.gru": {
        "zh": "传送带：隐藏状态 h 的直接路径",
        "en": "conveyor belt: direct path of h",
    },
    "diagram.belt.rnn": {
        "zh": "没有门，也没有直接路径",
        "en": "no gates and no direct path",
    },
    "diagram.unit": {"zh": "单元", "en": "unit"},
    "diagram.full_pipe": {"zh": "满管 =", "en": "full pipe ="},
    "diagram.forget": {"zh": "遗忘门", "en": "forget"},
    "diagram.input": {"zh": "输入门", "en": "input"},
    "diagram.output": {"zh": "输出门", "en": "output"},
    "diagram.update": {"zh": "更新门", "en": "update"},
    "diagram.reset": {"zh": "重置门", "en": "reset"},
    "diagram.candidate": {"zh": "候选值", "en": "candidate"},
    "diagram.all_units": {"zh": "混合各单元", "en": "mixes units"},
    "diagram.empty": {
        "zh": "这里还没有数：移动时间光标，选一个时间步。",
        "en": "No numbers yet: move the time cursor to a step.",
    },
    "diagram.nonfinite": {
        "zh": "数值已超出浮点范围（∞ 或 NaN），这一步无法计算。",
        "en": "Values left the floating-point range (∞ or NaN) at this step.",
    },
    "diagram.step.title": {
        "zh": "当前时间步的梯度流向：各路径矩阵的均方根范数",
        "en": "Where the gradient flows in this step: rms norm of the matrix of each path",
    },
    "diagram.step.direct": {"zh": "直接路径", "en": "direct path"},
    "diagram.step.forget": {"zh": "经遗忘门", "en": "through the forget gate"},
    "diagram.step.input": {"zh": "经输入门", "en": "through the input gate"},
    "diagram.step.candidate": {"zh": "经候选值", "en": "through the candidate"},
    "diagram.step.output": {"zh": "经输出门", "en": "through the output gate"},
    "diagram.step.update": {"zh": "经更新门", "en": "through the update gate"},
    "diagram.step.reset": {"zh": "经重置门", "en": "through the reset gate"},
    "diagram.step.total": {"zh": "整步雅可比矩阵", "en": "whole step Jacobian"},
    "diagram.step.recurrent": {"zh": "经 U 与 tanh", "en": "through U and tanh"},
    "diagram.step.note": {
        "zh": "各路径的矩阵相加得到整步雅可比矩阵；它们的范数不能相加。",
        "en": "The matrices add up to the step Jacobian; their norms do not.",
    },
    "diagram.step.note.gru": {
        "zh": "φ′ = 1 − h̃²；竖线处范数为 1（单位矩阵的范数）。",
        "en": "φ′ = 1 − h̃². Upright mark: 1, the norm of the identity.",
    },
    "diagram.step.note.lstm": {
        "zh": "按 ∂c 写出，∂h 中另乘 m = o(1 − tanh²c)；输出门只进入 ∂h。φ′ = 1 − c̃²。",
        "en": "Written for ∂c; in ∂h times m = o(1−tanh²c). Output gate: ∂h only. φ′ = 1−c̃².",
    },
    "diagram.step.note.rnn": {
        "zh": "只有这一条路径，它就是整步雅可比矩阵；没有直接路径。",
        "en": "This is the only path and the whole step Jacobian: no direct path.",
    },
}
