"""What a model file leaves open, what a conversion cannot carry, and what else recorded outputs would fit."""

TEXTS: dict[str, dict[str, str]] = {
    "assume.convention": {
        "zh": "数组没有框架标记，按 {value} 的约定由名称读取。",
        "en": "The arrays carry no framework's mark; their names are read by the convention of {value}.",
    },
    "assume.dense": {
        "zh": "文件没有写明全连接层的激活函数，按 {value} 处理。",
        "en": "The file does not say the nonlinearity of the dense layers; they are taken as {value}.",
    },
    "assume.forget_bias": {
        "zh": "{convention} 在运行时给遗忘门偏置加上一个文件里没有的数，这里取 {value}。",
        "en": "{convention} adds a number to the forget bias at run time that the file does not hold; "
        "taken is "
        "{value}.",
    },
    "assume.gain": {
        "zh": "文件中的增益（{value}）没有应用。",
        "en": "The gains in the file ({value}) are not applied.",
    },
    "assume.gate_activation": {
        "zh": "文件只有权重、没有设置，门的激活函数取 {value}。",
        "en": "The file holds weights without settings; the gates' nonlinearity is taken to be {value}.",
    },
    "assume.head": {
        "zh": "循环层之后有宽度相符的线性层（{names}），处理方式：{value}。",
        "en": "Linear layers fit behind the recurrent ones ({names}); they are run as: {value}.",
    },
    "assume.keras_time": {
        "zh": "模型先给出最后一步；这里 y 的时间顺序取 {value}（input：与输入相同，model：与模型相同）。",
        "en": "The model gives its last step first; y here runs in the order of the {value}.",
    },
    "assume.module": {
        "zh": "文件里有多个循环模块（{names}），运行的是 {value}。",
        "en": "The file holds several recurrent modules ({names}); {value} is run.",
    },
    "assume.nonlinearity": {
        "zh": "文件没有写明普通循环层的激活函数，取 {value}。",
        "en": "The file does not say the nonlinearity of the plain recurrent layer; taken is {value}.",
    },
    "assume.onnx_end": {
        "zh": "计算图之后还有 {operation}，这里不运行；输出是 {value}。",
        "en": "The graph goes on with {operation}, which is not run; the output is {value}.",
    },
    "assume.onnx_lengths": {
        "zh": "{layer} 读取每个序列的长度（sequence_lens），这里运行所有步。",
        "en": "{layer} takes the lengths of the sequences (sequence_lens); every step is run.",
    },
    "assume.onnx_reset": {
        "zh": "{layer} 的 linear_before_reset=0；有些导出器对“先乘矩阵后重置”的单元也写成 0。这里取 "
        "{value}。",
        "en": "{layer} has linear_before_reset=0, which some exporters wrote for cells that reset after; "
        "taken is "
        "{value}.",
    },
    "assume.onnx_start": {
        "zh": "计算图前面的部分不运行，序列就是 {value} 的输入。",
        "en": "What the graph does in front is not run; the sequence is what enters {value}.",
    },
    "assume.onnx_state_computed": {
        "zh": "{layer} 的初始状态 {what} 由计算图算出，这里取 {value}。",
        "en": "The initial state {what} of {layer} is computed; {value} is taken for it.",
    },
    "assume.onnx_state_input": {
        "zh": "{layer} 的初始状态 {what} 是模型的一个输入，未给出时取 {value}。",
        "en": "The initial state {what} of {layer} is an input; it is {value} if not given.",
    },
    "assume.order": {
        "zh": "按宽度有不止一种排列顺序，取 {value}。",
        "en": "The widths fit in more than one order; taken is {value}.",
    },
    "assume.part": {
        "zh": "循环层之间有这里不运行的层（{breaks}），取的部分是 {value}。",
        "en": "Layers that are not run here ({breaks}) lie between the recurrent ones; the part taken is "
        "{value}.",
    },
    "assume.part_only": {
        "zh": "模型中有这里不运行的层（{breaks}），运行的部分是 {value}。",
        "en": "The model has layers that are not run here ({breaks}); the part that is run is {value}.",
    },
    "assume.positional": {
        "zh": "数组名称没有含义，按 Keras 的 get_weights() 顺序、{value} 的约定读取，全连接层不带激活函数。",
        "en": "The arrays have no telling names; they are read in the order of Keras's get_weights(), "
        "convention "
        "{value}, dense layers without a nonlinearity.",
    },
    "assume.reset": {
        "zh": "{layer} 没有偏置，看不出重置门作用在哪一侧，取 {value}。",
        "en": "{layer} has no biases, which would tell where the reset gate acts; taken is {value}.",
    },
    "assume.unread": {
        "zh": "这些层既不是循环层也不是全连接层，或宽度不符，没有使用：{value}。",
        "en": "These layers are neither recurrent nor dense, or do not fit, and are left out: {value}.",
    },
    "reading.shape": {"zh": "这样读取时 y 的形状是 {shape}", "en": "y has shape {shape} then"},
    "fit.direction": {"zh": "各层沿相反的时间方向运行", "en": "the layers run the other way in time"},
    "fit.forget_bias": {"zh": "遗忘门偏置 {added:+g}", "en": "{added:+g} on the forget bias"},
    "fit.gates": {"zh": "门用 {name}", "en": "{name} for the gates"},
    "fit.one_bias": {"zh": "不用第二个偏置", "en": "the second bias left out"},
    "fit.order": {
        "zh": "门的分块顺序为 {order}（{who}）",
        "en": "gate blocks in the order {order} ({who})",
    },
    "fit.reset": {
        "zh": "重置门作用在线性映射的另一侧",
        "en": "the reset gate on the other side of the linear map",
    },
    "fit.state": {"zh": "状态用 {name}", "en": "{name} for the state"},
    "fit.transposed": {"zh": "循环矩阵转置", "en": "the recurrent matrices transposed"},
    "fit.z": {"zh": "z 接近 1 时取候选隐藏状态", "en": "z near 1 admits the candidate"},
    "note.convert.activation": {
        "zh": "{layer}：请在其输出上应用 {activation}，状态字典不保存它。",
        "en": "{layer}: apply {activation} to its output; a state dict does not hold it.",
    },
    "note.convert.last": {
        "zh": "模型只返回最后一步，请取输出的最后一步。",
        "en": "The model returns its last step only; take the last step of the output.",
    },
    "note.convert.relu": {
        "zh": "{layer}：构建模块时请用 nonlinearity='relu'。",
        "en": "{layer}: build the module with nonlinearity='relu'.",
    },
    "note.convert.single": {
        "zh": "权重以单精度写出，ONNX Runtime 的循环单元需要单精度。",
        "en": "The weights are written in single precision, which ONNX Runtime's cells need.",
    },
    "note.convert.skip": {
        "zh": "请把输入的前 {n} 个通道加到输出上，状态字典不保存这一点。",
        "en": "Add the first {n} input channels to the output; a state dict does not hold it.",
    },
    "note.convert.state": {
        "zh": "{layer} 的初始状态不能写入 {to} 的文件，请在运行时给出。",
        "en": "The initial state of {layer} is not part of a file for {to}; give it when running.",
    },
    "note.convert.turned": {
        "zh": "该层反向运行，Keras 先给出最后一步，请把输出按时间反转。",
        "en": "Keras gives the last step first, as the layer runs backwards; turn its output around in time.",
    },
}
