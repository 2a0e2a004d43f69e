"""The parameters page: controls, tables, sentences. Conventions, reasons and caveats are in `counts`."""

TEXTS: dict[str, dict[str, str]] = {
    # ---- controls
    "parameters.build": {"zh": "网络", "en": "Network"},
    "option.build.equal": {"zh": "若干相同的层", "en": "equal layers"},
    "option.build.typed": {"zh": "自己写的多层网络", "en": "a stack of my own"},
    "parameters.example.textbook": {"zh": "教材：输入 5，宽 4", "en": "Textbook: 5 → 4"},
    "parameters.example.wide": {"zh": "输入 10，宽 64", "en": "10 → 64"},
    "parameters.example.stack": {"zh": "Keras 式的多层网络", "en": "A stack as in Keras"},
    "parameters.field.d_x": {"zh": "输入宽度", "en": "input width"},
    "parameters.field.d_h": {"zh": "隐藏状态宽度（每个方向）", "en": "hidden width (each direction)"},
    "parameters.field.layers": {"zh": "循环层数", "en": "recurrent layers"},
    "parameters.field.both": {"zh": "双向", "en": "both directions"},
    "parameters.field.head": {"zh": "输出层的输出个数（0：没有）", "en": "outputs of a dense head (0: none)"},
    "parameters.field.stack": {"zh": "各层，自下而上", "en": "layers, from the input upwards"},
    "parameters.stack_note": {
        "zh": "可写 RNN、GRU、LSTM、Dense；双向写作 BiLSTM(64)。",
        "en": "RNN, GRU, LSTM and Dense; BiLSTM(64) for both directions.",
    },
    "parameters.convention": {"zh": "逐层汇总按谁的约定", "en": "Layers counted as in"},
    "option.convention.textbook": {"zh": "教材", "en": "the textbook"},
    "option.convention.pytorch": {"zh": "PyTorch", "en": "PyTorch"},
    "option.convention.keras": {"zh": "Keras（默认）", "en": "Keras (default)"},
    "option.convention.keras_reset_before": {
        "zh": "Keras（reset_after=False）",
        "en": "Keras (reset_after=False)",
    },
    "option.convention.onnx": {"zh": "ONNX", "en": "ONNX"},
    "option.convention.flax": {"zh": "Flax（linen）", "en": "Flax (linen)"},
    "parameters.budget": {"zh": "匹配到的参数量", "en": "Match widths to"},
    "option.budget.network": {"zh": "左边网络循环层的参数量", "en": "the recurrent layers above"},
    "option.budget.typed": {"zh": "自己填的数", "en": "a number of my own"},
    "parameters.number": {"zh": "参数量", "en": "parameters"},
    # ---- tables
    "parameters.title.counts": {
        "zh": "同一个网络，各家数出的参数量",
        "en": "The same network, by everyone's count",
    },
    "parameters.title.formula": {
        "zh": "教材的公式，代入第一个循环层",
        "en": "The textbook's formula with the numbers of the first recurrent layer",
    },
    "parameters.title.summary": {"zh": "逐层汇总：{convention}", "en": "Layer by layer: {convention}"},
    "parameters.title.match": {"zh": "参数量相近的宽度", "en": "Widths with about as many parameters"},
    "parameters.title.unequal": {
        "zh": "参数量相同时，什么并不相同",
        "en": "What equal parameters leave unequal",
    },
    "parameters.and": {"zh": "与", "en": " and "},
    "parameters.of": {"zh": "对 {cells}：{reason}", "en": "{cells}: {reason}"},
    "parameters.caption.counts": {
        "zh": "矩阵处处一样，差别只在偏置。",
        "en": "The matrices are the same everywhere; only biases differ.",
    },
    "parameters.caption.summary": {
        "zh": "输出形状中 B 是批量，T 是时间步数。",
        "en": "In the output shape B is the batch and T the number of steps.",
    },
    "parameters.caption.match": {
        "zh": "单层、单向、输入宽度 {d_x}，宽度取最接近 {budget} 个参数（教材约定）的整数。",
        "en": "One layer, one direction, {d_x} inputs: the whole width nearest to {budget} parameters (textbook).",
    },
    "parameters.head.convention": {"zh": "约定", "en": "convention"},
    "parameters.head.why": {"zh": "为什么（{cell}）", "en": "why ({cell})"},
    "parameters.head.layer": {"zh": "层", "en": "layer"},
    "parameters.head.output": {"zh": "输出形状", "en": "output shape"},
    "parameters.head.how": {"zh": "算式", "en": "calculation"},
    "parameters.head.parameters": {"zh": "参数量", "en": "parameters"},
    "parameters.head.cell": {"zh": "单元", "en": "cell"},
    "parameters.cell.rnn": {"zh": "RNN", "en": "RNN"},
    "parameters.cell.gru": {"zh": "GRU", "en": "GRU"},
    "parameters.cell.lstm": {"zh": "LSTM", "en": "LSTM"},
    "parameters.cell.dense": {"zh": "全连接层", "en": "Dense"},
    "parameters.cell.stack": {"zh": "这个多层网络", "en": "this stack"},
    "parameters.both": {"zh": "双向 {cell}", "en": "bidirectional {cell}"},
    "parameters.total": {"zh": "合计", "en": "total"},
    "parameters.not_here": {"zh": "只有 GRU 才有这种写法。", "en": "Only a GRU has this form."},
    "parameters.formula.where": {
        "zh": "g 是门块的个数：RNN 1、GRU 3、LSTM 4；这里是 {cell}，g = {g}。双向时再乘以 2。",
        "en": "g is the number of gate blocks: RNN 1, GRU 3, LSTM 4; here {cell}, g = {g}. Twice for both directions.",
    },
    # ---- sentences
    "parameters.say.differ": {
        "zh": "{cell}：最少的数法是 {low}，最多的是 {high}，相差 {more}，全在偏置上；比较两个实现之前先看约定。",
        "en": (
            "{cell}: {low} by the smallest count and {high} by the largest, {more} apart, all of it biases. "
            "Look at the convention before you compare two implementations."
        ),
    },
    "parameters.say.same": {
        "zh": "{cell}：各家数出的都是 {low}。",
        "en": "{cell}: {low} by everyone's count.",
    },
    "parameters.say.state": {
        "zh": "都约有 {budget} 个参数，但每一步传递的数：RNN {rnn} 个，GRU {gru} 个，LSTM {lstm} 个（h 与 c 合计）。",
        "en": (
            "At about {budget} parameters the RNN carries {rnn} numbers from step to step, the GRU {gru}, the "
            "LSTM {lstm} (h and c together)."
        ),
    },
    # ---- what is refused
    "error.parameters.layer": {
        "zh": "“{part}” 不是层：请写 RNN(16)、GRU(32)、LSTM(64)、BiLSTM(64) 或 Dense(1)。",
        "en": "“{part}” is not a layer: write RNN(16), GRU(32), LSTM(64), BiLSTM(64) or Dense(1).",
    },
    "error.parameters.units": {
        "zh": "“{part}” 有 {units} 个单元；一层可有 1 到 {high} 个。",
        "en": "“{part}” has {units} units; a layer has 1 to {high}.",
    },
    "error.parameters.layers": {
        "zh": "共有 {size} 层；汇总至多 {limit} 层。",
        "en": "There are {size} layers; the summary takes up to {limit}.",
    },
    "error.parameters.recurrent": {
        "zh": "没有循环层：请写上一层，例如 LSTM(64)。",
        "en": "There is no recurrent layer: write one such as LSTM(64).",
    },
}
