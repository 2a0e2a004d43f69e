"""What the readers, the runner and the writers of model files refuse, in Chinese and English."""

_DAMAGED_ZH = "损坏（{why}）。"

TEXTS: dict[str, dict[str, str]] = {
    "error.array.npy": {
        "zh": "{name} 不是 .npy 或 .npz 文件（{why}）。",
        "en": "{name} is not a .npy or .npz file ({why}).",
    },
    "error.array.numbers": {
        "zh": "{name} 里是 {dtype} 类型的值，不是数字。",
        "en": "{name} holds {dtype} values, not numbers.",
    },
    "error.array.which": {
        "zh": "{name} 里有 {n} 个数组；只能有一个，或其中一个名为 {prefer}。",
        "en": "{name} holds {n} arrays; one is needed, or one called {prefer}.",
    },
    "error.cli.assume": {
        "zh": "--assume 的写法是 NAME=VALUE，不是 {text}。",
        "en": "--assume takes NAME=VALUE, not {text}.",
    },
    "error.cli.output": {
        "zh": "{path}：输出文件只能是 .npz 或 .csv。",
        "en": "{path}: the output is .npz or .csv.",
    },
    "error.cli.read": {"zh": "无法读取 {path}（{why}）。", "en": "{path} cannot be read ({why})."},
    "error.cli.trace_size": {
        "zh": "轨迹会超过 {limit:,} 个数，请给更短的序列或更小的批。",
        "en": "The trace would hold more than {limit:,} values; give a shorter sequence or a smaller batch.",
    },
    "error.cli.write": {"zh": "无法写入 {path}（{why}）。", "en": "{path} cannot be written ({why})."},
    "error.convert.activation": {
        "zh": "{layer} 使用 {activation}，PyTorch 没有对应；请转换为可以选择激活函数的 ONNX 或 Keras。",
        "en": "{layer} uses {activation}, which PyTorch has no equivalent for; convert to ONNX or Keras, "
        "which "
        "let it be chosen.",
    },
    "error.convert.backward_first": {
        "zh": "{layer} 的反向在前，{to} 没有对应；请转换为 Keras。",
        "en": "{layer} has its backward direction first, which {to} has no equivalent for; convert to Keras.",
    },
    "error.convert.ending": {
        "zh": "{file}：{to} 的文件以 {endings} 结尾。",
        "en": "{file}: a file for {to} ends in {endings}.",
    },
    "error.convert.keras2": {
        "zh": "{layer} 使用 Keras 1 和 2 的 hard sigmoid（0.2 a + 0.5），Keras 3 没有对应；请转换为 ONNX，"
        "它的 HardSigmoid 可以表示。",
        "en": "{layer} uses the hard sigmoid of Keras 1 and 2 (0.2 a + 0.5), which Keras 3 has no equivalent "
        "for; convert to ONNX, whose HardSigmoid has it.",
    },
    "error.convert.merge": {
        "zh": "{layer} 用 {merge} 合并两个方向，{to} 没有对应；请转换为 Keras。",
        "en": "{layer} merges its directions by {merge}, which {to} has no equivalent for; convert to Keras.",
    },
    "error.convert.reset_before": {
        "zh": "{layer} 先重置再做线性映射（reset before），PyTorch 没有对应；请转换为 ONNX"
        "（linear_before_reset=0）或 Keras（reset_after=False），或改用 reset after 重新训练。",
        "en": "{layer} resets before the linear map (reset before), which PyTorch has no equivalent for; "
        "convert "
        "to ONNX (linear_before_reset=0) or Keras (reset_after=False), or train again with reset after.",
    },
    "error.convert.reverse": {
        "zh": "{layer} 只反向运行，PyTorch 没有对应；请把序列按时间反转并用正向层，或转换为 ONNX。",
        "en": "{layer} runs backwards only, which PyTorch has no equivalent for; turn the sequence around in "
        "time and use a forward layer, or convert to ONNX.",
    },
    "error.convert.skip": {
        "zh": "模型把输入加到输出上，不能写成 {to}；请转换为 PyTorch。",
        "en": "The model adds its input to its output, which is not written for {to}; convert to PyTorch.",
    },
    "error.model.activation": {
        "zh": "{layer} 使用激活函数 {name}；已知的有 {known}。",
        "en": "{layer} uses the activation {name}; known are {known}.",
    },
    "error.model.after_last": {
        "zh": "{layer} 接在一个只返回最后一步的层之后。",
        "en": "{layer} comes after a layer that returns its last step only.",
    },
    "error.model.archive": {
        "zh": "这个压缩包既不是 PyTorch 或 Keras 文件，也不是 .npz。",
        "en": "The archive is neither a PyTorch nor a Keras file nor an .npz.",
    },
    "error.model.array_missing": {"zh": "{layer} 缺少 {name}。", "en": "{layer} has no {name}."},
    "error.model.blocks": {
        "zh": "{name} 的形状是 {shape}；LSTM 有 4 块、每块 d_h 行，GRU 有 3 块，普通循环单元有 1 块。",
        "en": "{name} has shape {shape}; an LSTM has 4 blocks of d_h rows, a GRU 3, a plain cell 1.",
    },
    "error.model.broken": {
        "zh": "模型不能整体运行：循环层之间有 {what}；请选择其中一部分。",
        "en": "The model cannot be run as a whole: {what} lies between its recurrent layers; choose one "
        "part.",
    },
    "error.model.bytes": {
        "zh": "模型文件有 {size} MB，上限是 {limit} MB。",
        "en": "The model file has {size} MB, the limit is {limit} MB.",
    },
    "error.model.chain": {
        "zh": "{name} 需要 {takes} 个通道，前一层给出 {gives} 个；若有多个模块，请选择其中一个。",
        "en": "{name} takes {takes} channels, the layer before it gives {gives}; of several modules, choose "
        "one.",
    },
    "error.model.choice": {
        "zh": "{name} 可以是 {choices}，不能是 {value}。",
        "en": "{name} can be {choices}, not {value}.",
    },
    "error.model.convention_names": {
        "zh": "没有按 {convention} 命名的数组；文件里有 {names}。",
        "en": "No arrays named as {convention} names them; the file holds {names}.",
    },
    "error.model.depth": {"zh": "模型文件嵌套过深。", "en": "The model file is nested too deeply."},
    "error.model.dtype": {
        "zh": "{name} 里是 {dtype} 类型的值，权重应为浮点数。",
        "en": "{name} holds {dtype} values; weights are floating-point numbers.",
    },
    "error.model.empty": {"zh": "模型文件是空的。", "en": "The model file is empty."},
    "error.model.entries": {
        "zh": "文件里有 {n:,} 个数组，超过模型所需。",
        "en": "The file holds {n:,} arrays, more than a model needs.",
    },
    "error.model.format": {
        "zh": "无法识别的文件类型；支持 {formats}。",
        "en": "The file is of no known kind; known are {formats}.",
    },
    "error.model.hdf5": {
        "zh": "HDF5 文件" + _DAMAGED_ZH,
        "en": "The HDF5 file is damaged ({why}).",
    },
    "error.model.hdf5_attribute": {
        "zh": "属性 {name} 大于 Keras 会写出的任何属性。",
        "en": "The attribute {name} is larger than any that Keras writes.",
    },
    "error.model.hdf5_external": {
        "zh": "{name} 的数值存在另一个文件里，不会打开。",
        "en": "{name} keeps its values in another file, which is not opened.",
    },
    "error.model.hdf5_filter": {
        "zh": "{name} 使用了这里不支持的压缩方式。",
        "en": "{name} is packed with a filter that is not known here.",
    },
    "error.model.hdf5_link": {
        "zh": "{name} 是指向别处或其他文件的链接，不会跟随。",
        "en": "{name} is a link to another place or file, which is not followed.",
    },
    "error.model.hdf5_loop": {
        "zh": "文件的组在 {name} 处成环或过深。",
        "en": "The groups of the file lead in a circle or too deep at {name}.",
    },
    "error.model.hdf5_slow": {
        "zh": "读取 HDF5 文件用时过长，文件损坏或有恶意。",
        "en": "Reading the HDF5 file took too long; it is damaged or hostile.",
    },
    "error.model.joined": {
        "zh": "{layer}：形状为 {shape} 的矩阵放不下作用于输入和状态的 {k} 个门。",
        "en": "{layer}: a matrix of shape {shape} does not hold {k} gates on input and state.",
    },
    "error.model.json": {"zh": "JSON " + _DAMAGED_ZH, "en": "The JSON is damaged ({why})."},
    "error.model.json_activation": {
        "zh": "{layer} 使用激活函数 {name}，而 RTNeural 的是 tanh。",
        "en": "{layer} uses the activation {name}; RTNeural's is tanh.",
    },
    "error.model.json_array": {
        "zh": "{name} 不是由数字组成的数组。",
        "en": "{name} is not an array of numbers.",
    },
    "error.model.json_declared": {
        "zh": "文件声明 {what} 为 {declared}，数组里是 {has}。",
        "en": "The file declares {what} {declared}, its arrays hold {has}.",
    },
    "error.model.json_kind": {
        "zh": "JSON 里既没有层，也没有状态字典。",
        "en": "The JSON holds neither layers nor a state dict.",
    },
    "error.model.json_large": {
        "zh": "JSON 的条目超过模型所需。",
        "en": "The JSON has more entries than a model needs.",
    },
    "error.model.json_layer": {
        "zh": "第 {n} 层的写法不是 RTNeural 的写法。",
        "en": "Layer {n} is not described as RTNeural describes a layer.",
    },
    "error.model.json_size": {
        "zh": "文件在应为层数或单元数的地方写了 {value}。",
        "en": "The file declares {value} where a number of layers or units belongs.",
    },
    "error.model.json_skip": {
        "zh": "文件要求把 {skip} 个输入通道加到输出上。",
        "en": "The file asks to add {skip} input channels to the output.",
    },
    "error.model.keras1": {
        "zh": "{layer}：各门数组的形状不一致（{shapes}，…）。",
        "en": "{layer}: the arrays of the gates differ in shape ({shapes}, …).",
    },
    "error.model.keras_array": {
        "zh": "文件列出了 {name}，但没有这个数组。",
        "en": "The file lists {name} and does not hold it.",
    },
    "error.model.keras_arrays": {
        "zh": "{layer} 有 {n} 个数组；一个单元应有 2 或 3 个。",
        "en": "{layer} holds {n} arrays; a cell has 2 or 3.",
    },
    "error.model.keras_blocks": {
        "zh": "{layer}：循环核的形状是 {shape}；LSTM 有 4 d_h 列，GRU 有 3 d_h 列，普通循环单元有 d_h 列。",
        "en": "{layer}: the recurrent kernel has shape {shape}; an LSTM has 4 d_h columns, a GRU 3 d_h, a "
        "plain "
        "cell d_h.",
    },
    "error.model.keras_config": {
        "zh": "Keras 配置" + _DAMAGED_ZH,
        "en": "The Keras configuration is damaged ({why}).",
    },
    "error.model.keras_container": {
        "zh": "这是 {kind} 的配置，不是由层组成的模型。",
        "en": "The configuration is of a {kind}, not of a model of layers.",
    },
    "error.model.keras_dense": {
        "zh": "全连接层 {layer} 的数组形状不符。",
        "en": "The arrays of the dense layer {layer} do not fit.",
    },
    "error.model.keras_inputs": {
        "zh": "{layer} 有不止一个输入（{names}），例如来自另一层的状态。",
        "en": "{layer} takes more than one input ({names}), such as a state from another layer.",
    },
    "error.model.keras_layer": {
        "zh": "{layer} 是 {kind}，不支持。",
        "en": "{layer} is a {kind}, which is not supported.",
    },
    "error.model.keras_missing": {
        "zh": "文件里没有层 {layer} 的数组。",
        "en": "The file holds no arrays for the layer {layer}.",
    },
    "error.model.layer_missing": {
        "zh": "状态字典缺少 {name}。",
        "en": "{name} is missing from the state dict.",
    },
    "error.model.masked": {
        "zh": "模型会跳过所有通道都为 {value} 的步，而序列里有这样的步；请去掉这些步。",
        "en": "The model skips steps whose channels are all {value}, and the sequence has such a step; leave "
        "those steps out.",
    },
    "error.model.memory": {
        "zh": "模型文件要求的内存超过模型所需。",
        "en": "The model file asks for more memory than a model needs.",
    },
    "error.model.no_cell_state": {
        "zh": "给出了 c0，但模型里没有 LSTM，也就没有细胞状态。",
        "en": "c0 was given, but the model has no LSTM, so there is no cell state.",
    },
    "error.model.no_choice": {
        "zh": "这个文件没有名为 {name} 的选项；可选的有 {choices}。",
        "en": "This file leaves no choice called {name}; it has {choices}.",
    },
    "error.model.not_finite": {
        "zh": "{name} 里有不是有限数的值。",
        "en": "{name} holds values that are not finite numbers.",
    },
    "error.model.not_recurrent": {
        "zh": "文件里没有 LSTM、GRU 或普通循环层。",
        "en": "The file holds no LSTM, GRU or plain recurrent layer.",
    },
    "error.model.nothing_recurrent": {
        "zh": "文件里没有 LSTM、GRU 或普通循环层，只有 {names}。",
        "en": "The file holds no LSTM, GRU or plain recurrent layer; it holds {names}.",
    },
    "error.model.npy": {
        "zh": "{name} 不是 numpy 数组（{why}）。",
        "en": "{name} is not a numpy array ({why}).",
    },
    "error.model.object": {
        "zh": "{name} 里是 Python 对象，不会载入。",
        "en": "{name} holds Python objects, which are never loaded.",
    },
    "error.model.onnx": {
        "zh": "文件不是 ONNX 模型，或已" + _DAMAGED_ZH,
        "en": "The file is not an ONNX model or is damaged ({why}).",
    },
    "error.model.onnx_directions": {
        "zh": "{layer}：方向数为 {sides}，{what} 的形状却是 {has}。",
        "en": "{layer}: {what} has shape {has} for {sides} direction(s).",
    },
    "error.model.onnx_external": {
        "zh": "{name} 的数值存在另一个文件（{where}）里，不会打开；请把权重保存在模型文件内。",
        "en": "{name} keeps its values in another file ({where}), which is not opened; save the model with "
        "its "
        "weights inside.",
    },
    "error.model.onnx_large": {
        "zh": "ONNX 文件的组成部分超过模型所需。",
        "en": "The ONNX file has more parts than a model needs.",
    },
    "error.model.onnx_sparse": {
        "zh": "{name} 是稀疏张量，不支持。",
        "en": "{name} is sparse, which is not supported.",
    },
    "error.model.onnx_unsupported": {
        "zh": "{layer} 使用 {what}，不支持。",
        "en": "{layer} uses {what}, which is not supported.",
    },
    "error.model.onnx_weights": {
        "zh": "{layer}：输入 {what} 不是文件里的常量。",
        "en": "{layer}: the input {what} is not a constant of the file.",
    },
    "error.model.open": {"zh": "无法读取 {path}（{why}）。", "en": "{path} cannot be read ({why})."},
    "error.model.pickle": {"zh": "pickle " + _DAMAGED_ZH, "en": "The pickle is damaged ({why})."},
    "error.model.pickle_long": {
        "zh": "pickle 比状态字典的长。",
        "en": "The pickle is longer than a state dict's.",
    },
    "error.model.pickle_name": {
        "zh": "文件的 pickle 要调用 {name}，这里不执行；请用 torch.save(model.state_dict(), path) "
        "只保存权重。",
        "en": "The file's pickle asks for {name}, which is not run here; save the weights alone, with "
        "torch.save(model.state_dict(), path).",
    },
    "error.model.pickle_opcode": {
        "zh": "文件的 pickle 使用了状态字典用不到的指令 {name}。",
        "en": "The file's pickle uses the instruction {name}, which state dicts don't need.",
    },
    "error.model.plain_pickle": {
        "zh": "文件是 pickle，但不是 torch.save 写出的。",
        "en": "The file is a pickle, but not one that torch.save wrote.",
    },
    "error.model.positional": {
        "zh": "形状为 {shape} 的 {name} 既不属于循环层，也不属于全连接层。",
        "en": "{name} of shape {shape} belongs neither to a recurrent nor to a dense layer.",
    },
    "error.model.projection": {
        "zh": "{layer} 是带投影的 LSTM（{name}），其输出不是它的状态，这里不读取。",
        "en": "{layer} is an LSTM with a projection ({name}); its output is not its state, and it is not "
        "read.",
    },
    "error.model.recorded": {
        "zh": "记录的输出形状是 {has}；模型算出的形状有 {shapes}。",
        "en": "The recorded outputs have shape {has}; the model computes {shapes}.",
    },
    "error.model.reset_bias": {
        "zh": "{layer}：配置写着 reset_after={said}，偏置却有 {rows} 行。",
        "en": "{layer}: the configuration says reset_after={said}, the bias has {rows} rows.",
    },
    "error.model.safetensors": {
        "zh": "safetensors 文件" + _DAMAGED_ZH,
        "en": "The safetensors file is damaged ({why}).",
    },
    "error.model.sequence": {
        "zh": "序列的形状是 {has}；模型需要 (T, {d_x}) 或 (T, B, {d_x})。",
        "en": "The sequence has shape {has}; the model takes (T, {d_x}) or (T, B, {d_x}).",
    },
    "error.model.sequence_finite": {
        "zh": "序列里有不是有限数的值。",
        "en": "The sequence holds values that are not finite numbers.",
    },
    "error.model.shape": {
        "zh": "{layer}：{what} 的形状是 {has}，应为 {needs}。",
        "en": "{layer}: {what} has shape {has}, it needs {needs}.",
    },
    "error.model.short": {
        "zh": "{name} 声明的形状是 {needs}，只有 {has} 个值。",
        "en": "{name} declares shape {needs} and holds {has} values.",
    },
    "error.model.state": {
        "zh": "{name} 的形状是 {has}；应为 ({count}, {B}, d_h)（层数 × 方向数、批、单元），且都是有限数。",
        "en": "{name} has shape {has}; it needs ({count}, {B}, d_h), all finite: layers x directions, batch, "
        "units.",
    },
    "error.model.state_layer": {
        "zh": "{layer} 的 {name} 形状是 {has}，应为 {needs}。",
        "en": "{name} for {layer} has shape {has}, it needs {needs}.",
    },
    "error.model.steps": {
        "zh": "模型固定为 {steps} 步，序列有 {T} 步。",
        "en": "The model is fixed to {steps} steps, the sequence has {T}.",
    },
    "error.model.torchscript": {
        "zh": "这是 TorchScript 程序（{name}）；请用 torch.save(model.state_dict(), path) 保存它的权重。",
        "en": "This is a TorchScript program ({name}); save its weights with torch.save(model.state_dict(), "
        "path).",
    },
    "error.model.units": {
        "zh": "{layer} 声明有 {declared} 个单元，数组里是 {has} 个。",
        "en": "{layer} declares {declared} units, its arrays hold {has}.",
    },
    "error.model.values": {
        "zh": "读到 {name} 时超过了 {limit:,} 个值的上限。",
        "en": "{name} brings the file over {limit:,} values, the limit.",
    },
    "error.model.wide": {
        "zh": "{layer} 有 {d_h} 个单元；网页最多接受 {limit} 个，命令行可以更多。",
        "en": "{layer} has {d_h} units; the page takes up to {limit}, the command line takes more.",
    },
    "error.model.zip_bomb": {
        "zh": "{name} 解压后有 {size:,} 字节，超过允许的 {limit:,}。",
        "en": "{name} unpacks to {size:,} bytes, more than the {limit:,} allowed.",
    },
    "error.model.zip_damaged": {"zh": "压缩包" + _DAMAGED_ZH, "en": "The archive is damaged ({why})."},
    "error.model.zip_end": {
        "zh": "压缩包不完整：缺少目录。",
        "en": "The archive is cut off: its directory is missing.",
    },
    "error.model.zip_entries": {
        "zh": "压缩包的条目超过模型所需。",
        "en": "The archive has more entries than a model needs.",
    },
    "error.model.zip_method": {
        "zh": "{name} 已加密，或压缩方式不常见。",
        "en": "{name} is encrypted or packed in an unusual way.",
    },
    "error.model.zip_missing": {"zh": "压缩包里没有 {name}。", "en": "The archive holds no {name}."},
}
