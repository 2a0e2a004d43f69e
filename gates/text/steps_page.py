"""The step-by-step page: its controls, titles and notes. Sentences about gates are in `steps`."""

TEXTS: dict[str, dict[str, str]] = {
    # ---- controls
    "steps.sheet": {"zh": "算什么", "en": "What to compute"},
    "option.sheet.lstm": {"zh": "LSTM 一步：给定各门的值", "en": "LSTM step from gate values"},
    "option.sheet.gru": {"zh": "GRU 一步：给定各门的值", "en": "GRU step from gate values"},
    "option.sheet.weights": {"zh": "由输入、状态与权重算起", "en": "From input, state and weights"},
    "option.sheet.product": {"zh": "一串遗忘门的直接路径", "en": "Direct path of a list of forget gates"},
    "steps.field.c_prev": {"zh": "旧细胞状态", "en": "old cell state"},
    "steps.field.f": {"zh": "遗忘门，0 到 1", "en": "forget gate, 0 to 1"},
    "steps.field.i": {"zh": "输入门，0 到 1", "en": "input gate, 0 to 1"},
    "steps.field.c_tilde": {"zh": "候选细胞状态，−1 到 1", "en": "candidate cell state, −1 to 1"},
    "steps.field.o": {"zh": "输出门，0 到 1", "en": "output gate, 0 to 1"},
    "steps.field.z": {"zh": "更新门，0 到 1", "en": "update gate, 0 to 1"},
    "steps.field.h_prev": {"zh": "旧隐藏状态", "en": "old hidden state"},
    "steps.field.h_tilde": {"zh": "候选隐藏状态，−1 到 1", "en": "candidate hidden state, −1 to 1"},
    "steps.field.list": {
        "zh": "每一步的遗忘门，用逗号隔开",
        "en": "forget gate of each step, commas between",
    },
    "steps.several": {
        "zh": "每格也可以填 2 到 4 个数（每个单元一个，用逗号隔开），各格一样多。",
        "en": "Each box also takes 2 to 4 numbers (one a unit, commas between), as many in each.",
    },
    "steps.matrices": {
        "zh": "至多 4 个输入、4 个单元。逗号隔开同一行的数，分号隔开各行（每个单元一行）。",
        "en": "At most 4 inputs and 4 units. Commas within a row, semicolons between rows (one row a unit).",
    },
    "steps.states": {"zh": "输入与旧状态", "en": "Input and old state"},
    "steps.write": {"zh": "写出哪些单元的计算", "en": "Write out the sums of"},
    "option.write.all": {"zh": "全部单元（向量与矩阵）", "en": "all units (vectors and matrices)"},
    "option.write.1": {"zh": "单元 1", "en": "unit 1"},
    "option.write.2": {"zh": "单元 2", "en": "unit 2"},
    "option.write.3": {"zh": "单元 3", "en": "unit 3"},
    "option.write.4": {"zh": "单元 4", "en": "unit 4"},
    "steps.example.lstm.textbook": {"zh": "教材例题", "en": "Textbook"},
    "steps.example.lstm.keep": {"zh": "只保留", "en": "Keep all"},
    "steps.example.lstm.replace": {"zh": "只写入", "en": "Replace"},
    "steps.example.gru.textbook": {"zh": "教材例题", "en": "Textbook"},
    "steps.example.gru.keep": {"zh": "z = 1", "en": "z = 1"},
    "steps.example.gru.replace": {"zh": "z = 0", "en": "z = 0"},
    "steps.example.weights.two": {"zh": "两个单元", "en": "Two units"},
    "steps.example.weights.ones": {"zh": "一个单元，权重全为 1", "en": "One unit, all weights 1"},
    "steps.example.product.textbook": {"zh": "教材例题", "en": "Textbook"},
    "steps.example.product.fifty": {"zh": "50 个 0.9", "en": "Fifty times 0.9"},
    "steps.example.product.cut": {"zh": "有一个 0", "en": "One is 0"},
    # ---- results
    "steps.stale": {
        "zh": "左边有一处填写不对，原因写在那一格下面；这里仍是上一次的结果。",
        "en": "A box on the left is wrong and says why; these are still the last results.",
    },
    "steps.nothing": {
        "zh": "左边有一处填写不对，原因写在那一格下面；改正后这里就有结果。",
        "en": "A box on the left is wrong and says why; once it is right, the results stand here.",
    },
    "steps.title.result": {"zh": "这一步之后", "en": "After this step"},
    "steps.title.written": {"zh": "代入计算", "en": "Written out"},
    "steps.title.said": {"zh": "每个门做了什么", "en": "What each gate does"},
    "steps.title.said_keeps": {"zh": "用话说（z 近 1 保留）", "en": "In words (z near 1 keeps)"},
    "steps.title.gates": {"zh": "先算门与候选值", "en": "Gates and candidate first"},
    "steps.title.mix": {"zh": "再算状态", "en": "Then the states"},
    "steps.title.unit": {"zh": "{title}：单元 {unit}", "en": "{title}: unit {unit}"},
    "steps.title.swap": {"zh": "两种约定怎样换算", "en": "From one convention to the other"},
    "steps.title.four": {
        "zh": "同样的权重，四种读法",
        "en": "The same weights, read in four ways",
    },
    "steps.title.shared": {
        "zh": "更新门与重置门（四种读法相同）",
        "en": "Update and reset gate (the same in all four)",
    },
    "steps.title.product": {"zh": "直接路径剩下多少", "en": "What is left on the direct path"},
    "steps.title.partial": {"zh": "逐步相乘", "en": "Step by step"},
    "steps.diagram.lstm": {"zh": "这一步的传送带", "en": "The conveyor belt in this step"},
    "steps.diagram.gru_before": {
        "zh": "这一步的传送带（z 近 1 保留，重置在前）",
        "en": "The conveyor belt in this step (z near 1 keeps, reset before)",
    },
    "steps.diagram.gru_after": {
        "zh": "这一步的传送带（z 近 1 保留，重置在后）",
        "en": "The conveyor belt in this step (z near 1 keeps, reset after)",
    },
    "steps.tile.c": {"zh": "细胞状态 cₜ", "en": "cell state cₜ"},
    "steps.tile.h": {"zh": "隐藏状态 hₜ", "en": "hidden state hₜ"},
    "steps.tile.slope": {"zh": "直接路径上的局部梯度", "en": "local gradient on the direct path"},
    "steps.tile.product": {"zh": "直接路径梯度 ∏f", "en": "direct-path gradient ∏f"},
    "steps.z.keeps": {"zh": "z 近 1 保留旧状态", "en": "z near 1 keeps the old state"},
    "steps.z.keeps.who": {
        "zh": "本项目、PyTorch、Keras、ONNX 的约定。",
        "en": "The convention here, in PyTorch, Keras and ONNX.",
    },
    "steps.z.admits": {"zh": "z 近 1 接纳候选值", "en": "z near 1 admits the candidate"},
    "steps.z.admits.who": {
        "zh": "Chung 等（2014）与 Haiku 的约定。",
        "en": "The convention of Chung et al. (2014) and Haiku.",
    },
    "steps.z.swap": {
        "zh": (
            "两种写法里 z 的含义相反：同一个 z 值给出不同的 hₜ，把 z 换成 1 − z 就得到同样的 hₜ。"
            "直接路径的局部梯度一边是 z，另一边是 1 − z；读论文或换框架之前先看清是哪一种。"
        ),
        "en": (
            "The two forms give z opposite meanings: the same z makes a different hₜ, and 1 − z in "
            "place of z makes the same one. The local gradient on the direct path is z in one and 1 − z in "
            "the other: look which one it is before you read a paper or change the framework."
        ),
    },
    "steps.reset.before": {"zh": "重置门在线性变换之前", "en": "Reset before the linear map"},
    "steps.reset.before.who": {
        "zh": (
            "本项目的默认，与 Cho 等（2014）、Keras 的 reset_after=False 相同。"
            "候选状态的两个偏置在这里合为一个：公式中的 b_h 已含 b_hn。"
        ),
        "en": (
            "The default here, as in Cho et al. (2014) and in Keras with reset_after=False. Both biases "
            "of the candidate act as one: b_h in the formula has b_hn in it."
        ),
    },
    "steps.reset.after": {"zh": "重置门在线性变换之后", "en": "Reset after the linear map"},
    "steps.reset.after.who": {
        "zh": "PyTorch、cuDNN 与 Keras 默认的形式。b_hn 也被 r 相乘。",
        "en": "The form of PyTorch, cuDNN and, by default, Keras. r multiplies b_hn too.",
    },
    "steps.four.caption": {
        "zh": "没有一种权重换算能把一种读法普遍变成另一种；读错时，差别可能小到看不出来。",
        "en": (
            "No map of the weights turns before into after in general; read wrongly, they may differ too "
            "little to notice."
        ),
    },
    "steps.four.convention": {"zh": "z 的含义", "en": "meaning of z"},
    "steps.four.quantity": {"zh": "量", "en": "quantity"},
    "steps.four.before": {"zh": "重置在前", "en": "reset before"},
    "steps.four.after": {"zh": "重置在后", "en": "reset after"},
    "steps.four.gap": {"zh": "最大差别", "en": "largest difference"},
    "steps.four.keeps": {"zh": "近 1 保留", "en": "near 1 keeps"},
    "steps.four.admits": {"zh": "近 1 接纳", "en": "near 1 admits"},
    "steps.product.caption": {"zh": "前 t 个遗忘门之积", "en": "Product of the first t forget gates"},
    "steps.product.t": {"zh": "步 t", "en": "step t"},
    "steps.product.only": {
        "zh": "完整梯度还经过各门、候选值与隐藏状态，可能更大，也可能更小；在“探索”页上两者画在一起。",
        "en": (
            "The full gradient also runs through gates, candidate and hidden state and may be larger or "
            "smaller; the explorer draws both in one figure."
        ),
    },
    # ---- what is refused
    "error.steps.length": {
        "zh": "{name} 需要 {wanted} 个数，与 hₜ₋₁ 一样多；现有 {size} 个。",
        "en": "{name} must hold as many numbers as hₜ₋₁: it has {size}, not {wanted}.",
    },
    "error.steps.bias": {
        "zh": "{name} 需要 {rows} 个数，每个单元一个；现有 {found} 个。",
        "en": "{name} must hold a number a unit: it has {found}, not {rows}.",
    },
    "error.steps.matrix": {
        "zh": "{name} 需要 {rows} × {columns} 个数，每个单元一行，行间用分号；现为 {found}。",
        "en": "{name} must be {rows} × {columns}, a row a unit with “;” between rows; it is {found}.",
    },
    "error.steps.large": {
        "zh": "{name} 中有 {value}；绝对值至多 {high} 才能计算。",
        "en": "{name} holds {value}; at most {high} in size can be computed with.",
    },
}
