"""The lessons: prose, questions, answers. Every number of an answer is a field that the page computes."""

TEXTS = {
    # ---- the page
    "lesson.list": {"zh": "课程", "en": "Lessons"},
    "lesson.wait.title": {"zh": "先回答，再看图", "en": "Answer first, then look"},
    "lesson.wait.text": {"zh": "选好答案并揭晓之后，图和算出的数字出现在这里。",
                         "en": "Choose an answer and reveal: the figure and the computed numbers appear here."},
    "lesson.reveal": {"zh": "揭晓", "en": "Reveal"},
    "lesson.again": {"zh": "重新作答", "en": "Answer again"},
    "lesson.previous": {"zh": "上一课", "en": "Previous lesson"},
    "lesson.next": {"zh": "下一课", "en": "Next lesson"},
    "lesson.right": {"zh": "对。", "en": "Right."},
    "lesson.wrong": {"zh": "还不对。", "en": "Not quite."},
    "lesson.instead": {"zh": "正确答案是“{answer}”。", "en": "The answer is “{answer}”."},
    "lesson.try": {"zh": "自己试", "en": "Try it"},
    "lesson.open.explorer": {"zh": "在探索页打开这些设置", "en": "Open these settings in the explorer"},
    "lesson.open.gradients": {"zh": "在长期梯度页打开这些设置", "en": "Open these settings on the gradients page"},
    "lesson.open.parameters": {"zh": "在参数量页打开这些设置", "en": "Open these settings on the parameters page"},
    "lesson.open.experiments": {"zh": "到实验页自己测量", "en": "Measure on the experiments page"},
    "lesson.slider.b_f": {"zh": "遗忘门", "en": "forget gate"},
    "lesson.slider.b_z": {"zh": "更新门", "en": "update gate"},
    "lesson.slider.b_r": {"zh": "重置门", "en": "reset gate"},
    "lesson.slider.recurrent_scale": {"zh": "循环权重尺度 a", "en": "recurrent scale a"},
    "lesson.slider.T": {"zh": "长度 T", "en": "length T"},
    "lesson.slider.seed": {"zh": "随机种子", "en": "seed"},
    "lesson.slider.max_norm": {"zh": "裁剪阈值", "en": "clipping threshold"},
    "lesson.slider.d_h": {"zh": "宽度 d_h", "en": "width d_h"},
    "lesson.slider.d_x": {"zh": "输入宽度 d_x", "en": "input width d_x"},
    "lesson.slider.updates": {"zh": "训练在多少次更新后停下", "en": "training stops after so many updates"},
    "axis.lesson_bias": {"zh": "门偏置 b", "en": "gate bias b"},
    "axis.lesson_value": {"zh": "门值与斜率", "en": "gate and slope"},
    "axis.lesson_width": {"zh": "LSTM 的宽度 d_h（另两种单元取最接近的参数量）", "en": "width of the LSTM (the others at the nearest count)"},
    "axis.lesson_numbers": {"zh": "每步传下去的数", "en": "numbers carried a step"},
    "axis.lesson_updates": {"zh": "更新次数", "en": "updates"},
    "axis.lesson_accuracy": {"zh": "验证正确率", "en": "validation accuracy"},
    "axis.lesson_direction": {"zh": "输入的方向，按奇异值从大到小", "en": "directions of the input, by singular value"},
    "axis.lesson_singular": {"zh": "奇异值", "en": "singular value"},
    "axis.lesson_contribution": {"zh": "这一步对梯度的贡献", "en": "what this step adds"},
    "figure.lesson_full0": {"zh": "<var>b</var><sub>f</sub> = 0 的完整梯度", "en": "full gradient, <var>b</var><sub>f</sub> = 0"},
    "figure.lesson_direct0": {"zh": "<var>b</var><sub>f</sub> = 0 的直接路径", "en": "direct path, <var>b</var><sub>f</sub> = 0"},
    "figure.lesson_before": {"zh": "之前", "en": "before"},
    "figure.lesson_after": {"zh": "之后", "en": "after"},
    "figure.lesson_last": {"zh": "只有末步的状态", "en": "last state alone"},
    "figure.lesson_kept": {"zh": "全部状态都保留", "en": "all states kept"},
    "figure.lesson_unclipped": {"zh": "裁剪前", "en": "before clipping"},
    "figure.lesson_clipped": {"zh": "裁剪后", "en": "after clipping"},
    "table.lesson_full0": {"zh": "log₁₀ 完整梯度（b_f = 0）", "en": "log₁₀ full gradient (b_f = 0)"},
    "table.lesson_direct0": {"zh": "log₁₀ 直接路径（b_f = 0）", "en": "log₁₀ direct path (b_f = 0)"},
    "table.lesson_singular": {"zh": "奇异值：{states}", "en": "singular value: {states}"},
    "table.lesson_contribution": {"zh": "对梯度的贡献：{when}", "en": "what the step adds: {when}"},
    "table.lesson_h": {"zh": "第 {unit} 个单元的 h，重置在{when}", "en": "h of unit {unit}, reset {when}"},
    # ---- the valve
    "option.lesson.valve": {"zh": "遗忘门是一只阀门", "en": "The forget gate is a valve"},
    "lesson.valve.text": {
        "zh": "细胞状态走在一条传送带上：<var>c</var><sub>t</sub> = <var>f</var> <var>c</var><sub>t−1</sub> + <var>i</var> <var>c̃</var>。"
              "遗忘门 <var>f</var> 是带上的阀门，每一步放过存量的一部分。"
              "这里只有一个单元，从 <var>c</var> = 1 出发，之后什么也不写入；偏置 <var>b</var><sub>f</sub> = 2.2，所以每一步都是 <var>f</var> = σ(2.2) ≈ 0.90。"
              "阀门几乎全开，但要连续通过很多次。",
        "en": "The cell state travels on a conveyor belt: <var>c</var><sub>t</sub> = <var>f</var> <var>c</var><sub>t−1</sub> + <var>i</var> <var>c̃</var>. "
              "The forget gate <var>f</var> is the valve on the belt and lets through a fraction of what is stored at every step. "
              "Here a single unit starts at <var>c</var> = 1 and nothing is written afterwards; with the bias <var>b</var><sub>f</sub> = 2.2 every step has <var>f</var> = σ(2.2) ≈ 0.90. "
              "The valve is almost open, but it is passed again and again.",
    },
    "lesson.valve.question": {"zh": "20 步之后，存的值还剩多少？", "en": "How much of the stored value is left after 20 steps?"},
    "lesson.valve.a": {"zh": "大约 90 %", "en": "About 90 %"},
    "lesson.valve.b": {"zh": "大约 12 %", "en": "About 12 %"},
    "lesson.valve.c": {"zh": "不到 0.1 %", "en": "Less than 0.1 %"},
    "lesson.valve.answer": {
        "zh": "<var>f</var> {f} 连乘 {T} 次，剩下 {left}。每过 {half} 步就少一半（半衰期 −ln 2 / ln <var>f</var>）。",
        "en": "<var>f</var> {f}, multiplied {T} times, leaves {left}. Every {half} steps half of it goes (half-life −ln 2 / ln <var>f</var>).",
    },
    "card.valve_gates": {"zh": "阀门开到哪里", "en": "Where the valve stands"},
    "card.valve_states": {"zh": "传送带上还剩多少", "en": "What is left on the belt"},
    "lesson.valve.gate": {"zh": "<var>b</var><sub>f</sub> = {b}：每一步 <var>f</var> {f}。", "en": "<var>b</var><sub>f</sub> = {b}: <var>f</var> {f} at every step."},
    "lesson.valve.says": {"zh": "{T} 步之后剩 {left}；半衰期 {half} 步。", "en": "After {T} steps {left} is left; the half-life is {half} steps."},
    # ---- a bias of 1
    "option.lesson.bias": {"zh": "遗忘门偏置为什么取 1", "en": "Why a forget bias of 1"},
    "lesson.bias.text": {
        "zh": "偏置全为零时，刚初始化的 LSTM 遗忘门在 σ(0) = 0.5 附近：直接路径每一步减半。"
              "Jozefowicz 等人（2015）建议给每个 LSTM 的遗忘门偏置加 1，于是 <var>f</var> ≈ 0.73。"
              "0.73 与 0.5 看起来相差不大，可是这个数每一步都要乘一次。"
              "这里的 LSTM 有 16 个单元，循环权重随机，输入与初始状态为零，所以每个遗忘门恰好是 σ(<var>b</var><sub>f</sub>)。",
        "en": "With all biases zero the forget gates of a fresh LSTM are near σ(0) = 0.5: each step halves what the direct path carries. "
              "Jozefowicz and others (2015) recommend adding 1 to the forget bias of every LSTM, which gives <var>f</var> ≈ 0.73. "
              "That does not look far from 0.5, but the number is applied at every step. "
              "Here an LSTM of 16 units with random recurrent weights has zero input and zero initial state, so every forget gate is exactly σ(<var>b</var><sub>f</sub>).",
    },
    "lesson.bias.question": {"zh": "传回 20 步，<var>b</var><sub>f</sub> = 1 的直接路径乘积是 <var>b</var><sub>f</sub> = 0 的多少倍？",
                             "en": "Over 20 steps, how many times larger is the direct-path product with <var>b</var><sub>f</sub> = 1 than with <var>b</var><sub>f</sub> = 0?"},
    "lesson.bias.a": {"zh": "大约 1.5 倍", "en": "About 1.5 times"},
    "lesson.bias.b": {"zh": "大约 30 倍", "en": "About 30 times"},
    "lesson.bias.c": {"zh": "大约 2000 倍", "en": "About 2,000 times"},
    "lesson.bias.answer": {
        "zh": "{ratio} 倍：{T} 步之后，一个剩 {one}，一个剩 {zero}。完整梯度也从 {full0} 变为 {full}。"
              "但 1 只是起点：传回 100 步，同一条直接路径只剩 {far}。",
        "en": "{ratio} times: after {T} steps one keeps {one}, the other {zero}. The full gradient goes from {full0} to {full}. "
              "But 1 is only a start: over 100 steps the same direct path keeps {far}.",
    },
    "card.bias_reach": {"zh": "偏置改变梯度能传多远", "en": "A bias changes how far the gradient reaches"},
    "lesson.bias.says": {
        "zh": "<var>b</var><sub>f</sub> = {b}，<var>f</var> {f}。传回 {T} 步：直接路径 {one}，完整梯度 {full}。紫线是 <var>b</var><sub>f</sub> = 0：直接路径 {zero}，完整梯度 {full0}。",
        "en": "<var>b</var><sub>f</sub> = {b}, <var>f</var> {f}. Over T = {T}: direct path {one}, full gradient {full}. Purple is <var>b</var><sub>f</sub> = 0: direct path {zero}, full gradient {full0}.",
    },
    # ---- z near 1
    "option.lesson.slow": {"zh": "z 接近 1：记得久，改得慢", "en": "z near 1: keeps long, changes slowly"},
    "lesson.slow.text": {
        "zh": "GRU 的更新门混合新旧：<var>h</var><sub>t</sub> = <var>z</var> <var>h</var><sub>t−1</sub> + (1 − <var>z</var>) <var>h̃</var>。"
              "按本应用的约定（PyTorch、Keras 也一样），<var>z</var> 接近 1 表示保留旧状态；直接路径上的梯度也乘同一个 <var>z</var>。"
              "这里只有一个单元，从 <var>h</var> = 1 出发，而候选隐藏状态每一步都是 <var>h̃</var> ≈ −1。"
              "偏置 <var>b</var><sub>z</sub> = 4.6，所以 <var>z</var> ≈ 0.99。",
        "en": "The update gate of a GRU mixes old and new: <var>h</var><sub>t</sub> = <var>z</var> <var>h</var><sub>t−1</sub> + (1 − <var>z</var>) <var>h̃</var>. "
              "In the convention of this app (and of PyTorch and Keras) <var>z</var> near 1 keeps the old state, and the same <var>z</var> multiplies the gradient on the direct path. "
              "Here a single unit starts at <var>h</var> = 1 while the candidate says <var>h̃</var> ≈ −1 at every step. "
              "The bias is <var>b</var><sub>z</sub> = 4.6, so <var>z</var> ≈ 0.99.",
    },
    "lesson.slow.question": {"zh": "到第几步，<var>h</var> 才越过中点 0？", "en": "At which step does <var>h</var> cross the middle, 0?"},
    "lesson.slow.a": {"zh": "第 1 步：候选状态说得很明确", "en": "Step 1: the candidate is quite clear"},
    "lesson.slow.b": {"zh": "第 10 步", "en": "Step 10"},
    "lesson.slow.c": {"zh": "第 70 步", "en": "Step 70"},
    "lesson.slow.answer": {
        "zh": "第 {n} 步。<var>z</var> {z}，每一步只采纳候选状态的 {new}，走一半路要 −ln 2 / ln <var>z</var> ≈ {half} 步。"
              "保住记忆的门，也同样拖慢每一次更正；{T} 步之后直接路径剩 {left}。",
        "en": "Step {n}. With <var>z</var> {z} each step takes in {new} of the candidate, and half of the way takes −ln 2 / ln <var>z</var> ≈ {half} steps. "
              "The gate that protects a memory slows every correction of it just as much; after {T} steps the direct path keeps {left}.",
    },
    "card.slow_states": {"zh": "状态转向候选值", "en": "The state turns to the candidate"},
    "card.slow_gates": {"zh": "更新门停在哪里", "en": "Where the update gate stands"},
    "lesson.slow.gate": {"zh": "<var>b</var><sub>z</sub> = {b}：每一步 <var>z</var> {z}。", "en": "<var>b</var><sub>z</sub> = {b}: <var>z</var> {z} at every step."},
    "lesson.slow.says": {"zh": "<var>h</var> 在第 {n} 步到达或越过 0，末步是 {last}；直接路径剩 {left}。",
                         "en": "<var>h</var> reaches or crosses 0 at step {n} and ends at {last}; the direct path keeps {left}."},
    "lesson.slow.never": {"zh": "{T} 步之内 <var>h</var> 没有到达 0，末步是 {last}；直接路径剩 {left}。",
                          "en": "<var>h</var> does not reach 0 within {T} steps and ends at {last}; the direct path keeps {left}."},
    # ---- the direct path is not the gradient
    "option.lesson.direct": {"zh": "直接路径不等于梯度", "en": "The direct path is not the gradient"},
    "lesson.direct.text": {
        "zh": "遗忘门的连乘积 ∏<var>f</var> 常被当作 LSTM 的梯度，其实它只是一条路，即直接路径。"
              "<var>h</var><sub>t−1</sub> 也进入 <var>f</var>、<var>i</var>、<var>o</var> 和 <var>c̃</var>，梯度同样沿这些路传回来。"
              "这里的 LSTM 有 16 个单元，权重随机，输入是噪声，<var>b</var><sub>f</sub> = 1。"
              "我们用同一种范数（均方根）量两者：从第 100 步传回第 50 步。",
        "en": "The product ∏<var>f</var> of the forget gates is often taken for the gradient of an LSTM. It is one of its routes, the direct path. "
              "<var>h</var><sub>t−1</sub> also enters <var>f</var>, <var>i</var>, <var>o</var> and <var>c̃</var>, and the gradient comes back along these routes as well. "
              "Here an LSTM of 16 units has random weights, a noise input and <var>b</var><sub>f</sub> = 1. "
              "Both are measured in the same norm (rms), from step 100 back to step 50.",
    },
    "lesson.direct.question": {"zh": "与直接路径相比，完整梯度有多大？", "en": "How does the full gradient compare with the direct path?"},
    "lesson.direct.a": {"zh": "两者相等", "en": "They are equal"},
    "lesson.direct.b": {"zh": "更小：别的路只会衰减它", "en": "It is smaller: other routes only dampen it"},
    "lesson.direct.c": {"zh": "大 10 倍以上", "en": "It is more than 10 times as large"},
    "lesson.direct.answer": {
        "zh": "直接路径剩 {direct}，完整梯度是 {full}，相差 {gap} 个数量级：多出的部分经过门和候选细胞状态。"
              "循环权重为零（<var>a</var> = 0）时两者才重合：{alone_direct} 与 {alone}。",
        "en": "The direct path keeps {direct}, the full gradient is {full}, {gap} decades apart: the rest came through the gates and the candidate. "
              "Only with zero recurrent weights (<var>a</var> = 0) do the two coincide: {alone_direct} and {alone}.",
    },
    "card.direct_reach": {"zh": "同一个梯度，一条路与全部的路", "en": "One gradient: a single route, and all of them"},
    # ---- saturation
    "option.lesson.saturation": {"zh": "饱和：打开一条路，关上另一条", "en": "Saturation opens one path and closes another"},
    "lesson.saturation.text": {
        "zh": "遗忘门有两种身份。它的值 <var>f</var> 是直接路径上的因子；它的斜率 <var>f</var>(1 − <var>f</var>) 是所有穿过这个门的梯度都要乘的因子，"
              "包括传给 <var>W</var><sub>f</sub>、<var>U</var><sub>f</sub>、<var>b</var><sub>f</sub> 的梯度。"
              "门值超过 0.9 叫右饱和。"
              "这里的 LSTM 读噪声，我们把 <var>b</var><sub>f</sub> 从 1 推到 5。",
        "en": "The forget gate plays two parts. Its value <var>f</var> is a factor of the direct path; its slope <var>f</var>(1 − <var>f</var>) is a factor of every gradient that runs through the gate, "
              "those of <var>W</var><sub>f</sub>, <var>U</var><sub>f</sub> and <var>b</var><sub>f</sub> included. "
              "A gate above 0.9 is called right-saturated. "
              "Here an LSTM reads noise, and we push <var>b</var><sub>f</sub> from 1 to 5.",
    },
    "lesson.saturation.question": {"zh": "直接路径打开了。<var>f</var>(1 − <var>f</var>) 的均值怎样变？", "en": "The direct path opens. What happens to the mean of <var>f</var>(1 − <var>f</var>)?"},
    "lesson.saturation.a": {"zh": "也变大：门开得更大", "en": "It grows as well: the gate is more open"},
    "lesson.saturation.b": {"zh": "大约缩小到 1/20", "en": "It becomes about 20 times smaller"},
    "lesson.saturation.c": {"zh": "基本不变", "en": "It stays about the same"},
    "lesson.saturation.answer": {
        "zh": "<var>f</var> 的均值从 {f0} 升到 {f}，<var>f</var>(1 − <var>f</var>) 的均值从 {slope0} 降到 {slope}，差 {ratio} 倍；{full} % 的门值右饱和。"
              "让记忆通过的同一次饱和，也几乎切断了能改变这个门的梯度。",
        "en": "The mean of <var>f</var> rises from {f0} to {f}, that of <var>f</var>(1 − <var>f</var>) falls from {slope0} to {slope}, a factor of {ratio}; {full} % of the gate values are right-saturated. "
              "What lets the memory through almost shuts off the gradient that could change the gate.",
    },
    "card.saturation_slope": {"zh": "门值与它的斜率", "en": "A gate and its slope"},
    "card.saturation_split": {"zh": "每一步里各条路径的大小", "en": "How large each path is in each step"},
    "lesson.saturation.says": {"zh": "<var>b</var><sub>f</sub> = {b}：整段序列上 <var>f</var> 平均 {f}，<var>f</var>(1 − <var>f</var>) 平均 {slope}。",
                               "en": "<var>b</var><sub>f</sub> = {b}: over the sequence <var>f</var> is {f} and <var>f</var>(1 − <var>f</var>) is {slope} on average."},
    "lesson.saturation.paths": {"zh": "各步平均：直接路径 {direct}，经过遗忘门的路径 {forget}（<var>b</var><sub>f</sub> = 1 时是 {direct0} 与 {forget0}）。",
                                "en": "Mean over steps: direct {direct}, through the forget gate {forget} (<var>b</var><sub>f</sub> = 1: {direct0} and {forget0})."},
    # ---- ablations
    "option.lesson.ablation": {"zh": "消融不能相加", "en": "Ablations do not add up"},
    "lesson.ablation.text": {
        "zh": "想知道一条路径的作用，可以把它切断再量一次，这叫消融。"
              "但许多步的梯度是一连串“和”的乘积，各条路径会相遇、加强，也会抵消。"
              "这里的 GRU 有 12 个单元，每一步有四条路径：直接路径、经过更新门、经过候选隐藏状态、经过重置门。"
              "我们在每一步都切断经过重置门的路径，门值与状态保持不变，再量从第 40 步传回第 0 步的梯度。",
        "en": "To learn what a path does one can cut it and measure again: an ablation. "
              "But the gradient over many steps is a product of sums, in which paths meet, reinforce and cancel each other. "
              "Here a GRU of 12 units has four paths in every step: direct, through the update gate, through the candidate, through the reset gate. "
              "We cut the path through the reset gate in every step, leave gates and states as they were, and measure the gradient from step 40 back to step 0.",
    },
    "lesson.ablation.question": {"zh": "梯度的范数会怎样？", "en": "What happens to the norm of the gradient?"},
    "lesson.ablation.a": {"zh": "变小：少了一条路", "en": "It falls: one route is missing"},
    "lesson.ablation.b": {"zh": "变大", "en": "It grows"},
    "lesson.ablation.c": {"zh": "不变：重置门不在直接路径上", "en": "It stays: the reset gate is not on the direct path"},
    "lesson.ablation.answer": {
        "zh": "变成完整梯度 {full} 的 {reset} 倍：这条路径原来抵消了别的路径。切断更新门路径剩 {update} 倍，切断候选路径剩 {candidate} 倍，切断直接路径剩 {direct} 倍。"
              "四次“损失”加起来是 {losses}，不是 1，所以哪一次都不是“占比”。精确的分解是望远镜求和：各项在梯度上的投影之和是 {projections}。",
        "en": "It becomes {reset} times the full gradient {full}: this path had cancelled others. Without the update path {update} times is left, without the candidate path {candidate}, without the direct path {direct}. "
              "The four “losses” sum to {losses}, not to 1, so none of them is a share. The exact split is the telescoping sum: its projections on the gradient sum to {projections}.",
    },
    "card.ablation_ablation": {"zh": "切断一条路径之后的梯度", "en": "The gradient with one path cut"},
    "lesson.ablation.says": {
        "zh": "传回第 0 步，各自切断一条路径之后，是完整梯度 {full} 的多少倍：直接 {direct}，更新门 {update}，候选 {candidate}，重置门 {reset}。四次“损失”之和 {losses}。",
        "en": "Back at step 0, times the full gradient {full} with one path cut: direct {direct}, update {update}, candidate {candidate}, reset {reset}. The four “losses” sum to {losses}.",
    },
    # ---- explosion
    "option.lesson.explosion": {"zh": "门控挡不住梯度爆炸", "en": "Gating does not prevent explosion"},
    "lesson.explosion.text": {
        "zh": "遗忘门总在 0 与 1 之间，所以直接路径 ∏<var>f</var> 只会缩小。"
              "于是有人以为 LSTM 的梯度不会爆炸。"
              "可是每一步的雅可比矩阵还有别的项，里面有循环权重，而门对权重的大小没有限制。"
              "这里 32 个单元的循环权重取自 N(0, <var>a</var>²/<var>d</var><sub>h</sub>)，<var>a</var> = 6，<var>b</var><sub>f</sub> = 2，输入是噪声。",
        "en": "A forget gate lies between 0 and 1, so the direct path ∏<var>f</var> can only shrink. "
              "One might conclude that the gradient of an LSTM cannot explode. "
              "But the Jacobian of every step has other terms. They hold the recurrent weights, whose size no gate limits. "
              "Here 32 units have recurrent weights drawn from N(0, <var>a</var>²/<var>d</var><sub>h</sub>) with <var>a</var> = 6, <var>b</var><sub>f</sub> = 2, and a noise input.",
    },
    "lesson.explosion.question": {"zh": "从第 100 步传回第 0 步，完整梯度有多大？", "en": "How large is the full gradient from step 100 back to step 0?"},
    "lesson.explosion.a": {"zh": "小于 0.1：每个 <var>f</var> 都小于 1", "en": "Below 0.1: every <var>f</var> is below 1"},
    "lesson.explosion.b": {"zh": "在 0.1 与 10 之间：门使它平衡", "en": "Between 0.1 and 10: the gates balance it"},
    "lesson.explosion.c": {"zh": "超过一百万", "en": "Above a million"},
    "lesson.explosion.answer": {
        "zh": "{full}，而直接路径同时缩小到 {direct}；整段序列上没有一个遗忘门到达 1。"
              "爆炸走的是经过门与候选细胞状态的路，所以训练时仍然要看梯度的大小。",
        "en": "{full}, while the direct path shrinks to {direct}; no forget gate of the sequence reaches 1. "
              "What explodes are the routes through gates and candidate, so a gated network needs its gradient watched in training like any other.",
    },
    "card.explosion_reach": {"zh": "直接路径缩小，完整梯度却可能爆炸", "en": "The direct path shrinks while the full gradient may explode"},
    # ---- clipping
    "option.lesson.clip": {"zh": "裁剪不是根治", "en": "A clip is not a cure"},
    "lesson.clip.text": {
        "zh": "全局范数裁剪把所有梯度乘同一个数，使总长度不超过阈值。"
              "这里 LSTM 的循环权重很大（<var>a</var> = 6），损失只在第 100 步。"
              "每一步都给参数的梯度添上一份：我们量每一步对偏置梯度的贡献。"
              "梯度爆炸了，第 1 步的贡献比第 100 步大几百万倍。现在按阈值 1 裁剪。",
        "en": "Clipping by the global norm multiplies all gradients by one number, so that their total length stays below a threshold. "
              "Here an LSTM has large recurrent weights (<var>a</var> = 6), and the loss is at step 100 alone. "
              "Every step adds its part to the gradient of the parameters: we measure what each step adds to that of the biases. "
              "The gradient explodes, and step 1 adds millions of times what step 100 adds. Now we clip at 1.",
    },
    "lesson.clip.question": {"zh": "裁剪之后，各步的贡献怎样？", "en": "What do the steps add after clipping?"},
    "lesson.clip.a": {"zh": "差不多一样大", "en": "About the same each"},
    "lesson.clip.b": {"zh": "比例不变：只是一起缩小", "en": "The proportions stay: all shrink together"},
    "lesson.clip.c": {"zh": "只有过大的那几步被缩小", "en": "Only the steps that were too large shrink"},
    "lesson.clip.answer": {
        "zh": "总范数从 {before} 变为 {after}，每一份都乘 {factor}。第 1 步与第 {T} 步之比裁剪前是 {ratio}，裁剪后还是 {ratio_after}。"
              "裁剪使这一次更新不至于太大，但最近一步只剩 {last_after}，几乎学不到东西；原因在循环权重，裁剪没有碰到它。",
        "en": "The total norm goes from {before} to {after}: every part is multiplied by {factor}. The ratio of step 1 to step {T} is {ratio} before clipping and {ratio_after} after it. "
              "The clip keeps this update from being too large, but the latest step is left with {last_after} and hardly counts; the cause, the recurrent weights, was not touched.",
    },
    "card.clip_clipped": {"zh": "每一步的贡献，裁剪前后", "en": "What each step adds, before and after the clip"},
    "lesson.clip.says": {"zh": "范数 {before}，阈值 {limit}：全部乘 {factor}。第 1 步与第 {T} 步之比是 {ratio}，裁剪前后一样。",
                         "en": "Norm {before}, threshold {limit}: everything times {factor}. The ratio of step 1 to step {T} is {ratio}, before and after."},
    "lesson.clip.untouched": {"zh": "范数 {before} 没有超过阈值 {limit}：裁剪什么也不做。第 1 步与第 {T} 步之比是 {ratio}。",
                              "en": "The norm {before} does not exceed the threshold {limit}: the clip does nothing. The ratio of step 1 to step {T} is {ratio}."},
    # ---- reset before or after
    "option.lesson.reset": {"zh": "重置门：线性变换之前还是之后", "en": "Reset before or after"},
    "lesson.reset.text": {
        "zh": "通行的 GRU 有两种。教材的写法先重置再做线性变换：<var>h̃</var> = tanh(<var>W x</var> + <var>U</var>(<var>r</var> ⊙ <var>h</var>) + <var>b</var>)。"
              "PyTorch、Keras 默认和 cuDNN 先变换再重置：<var>h̃</var> = tanh(<var>W x</var> + <var>b</var> + <var>r</var> ⊙ (<var>U h</var> + <var>b</var><sub>hn</sub>))。"
              "这里两者用完全相同的权重（<var>b</var><sub>hn</sub> = 0）、相同的噪声输入，各 16 个单元，60 步。",
        "en": "Two GRUs are in use. The textbook resets before the linear map: <var>h̃</var> = tanh(<var>W x</var> + <var>U</var>(<var>r</var> ⊙ <var>h</var>) + <var>b</var>). "
              "PyTorch, Keras by default and cuDNN reset after it: <var>h̃</var> = tanh(<var>W x</var> + <var>b</var> + <var>r</var> ⊙ (<var>U h</var> + <var>b</var><sub>hn</sub>)). "
              "Here both have exactly the same weights (<var>b</var><sub>hn</sub> = 0) and the same noise input, 16 units each, over 60 steps.",
    },
    "lesson.reset.question": {"zh": "两者算出的 <var>h</var> 相同吗？", "en": "Do the two compute the same <var>h</var>?"},
    "lesson.reset.a": {"zh": "完全相同：权重一样，函数就一样", "en": "Exactly: same weights, same function"},
    "lesson.reset.b": {"zh": "只差舍入误差，不到百万分之一", "en": "Up to rounding, below one millionth"},
    "lesson.reset.c": {"zh": "不同，差到 0.1 以上", "en": "No: they differ by more than 0.1"},
    "lesson.reset.answer": {
        "zh": "<var>h</var> 的最大差别是 {most}。如果 <var>r</var> 在各单元都相同，或者 <var>U</var> 是对角矩阵，<var>U</var>(<var>r</var> ⊙ <var>h</var>) 就等于 <var>r</var> ⊙ (<var>U h</var>)；一般情形下，没有一种权重换算能把一种变成另一种。"
              "<var>b</var><sub>r</sub> = 8 时 <var>r</var> 接近 1，差别缩小到 {open}。",
        "en": "The largest difference in <var>h</var> is {most}. <var>U</var>(<var>r</var> ⊙ <var>h</var>) equals <var>r</var> ⊙ (<var>U h</var>) if <var>r</var> is the same in all units or <var>U</var> is diagonal; in general no change of weights turns one into the other. "
              "With <var>b</var><sub>r</sub> = 8 <var>r</var> is near 1, and the difference shrinks to {open}.",
    },
    "card.reset_resets": {"zh": "同样的权重，两种隐藏状态", "en": "The same weights, two hidden states"},
    "lesson.reset.says": {"zh": "图中是第 {unit} 个单元，差别最大 {own}；{n} 个单元里最大 {most}。",
                          "en": "Unit {unit} is drawn; its largest difference is {own}, the largest of all {n} units {most}."},
    # ---- equal parameters
    "option.lesson.memory": {"zh": "参数量相等，不等于记忆相等", "en": "Equal parameters are not equal memory"},
    "lesson.memory.text": {
        "zh": "比较单元时常取相等的参数量。"
              "LSTM 有四块权重，GRU 有三块，RNN 有一块，所以参数量相等时宽度不同。"
              "从一步传到下一步的只有状态：LSTM 传 <var>c</var> 和 <var>h</var>，GRU 与 RNN 只传 <var>h</var>。"
              "取输入宽度 10、64 个单元的 LSTM，再取参数量最接近的 GRU，它有 75 个单元（教材约定，每个门一个偏置）。",
        "en": "Cells are often compared at equal parameters. "
              "An LSTM has four blocks of weights, a GRU three, an RNN one, so that equal counts mean different widths. "
              "What travels from step to step is the state alone: <var>c</var> and <var>h</var> for the LSTM, only <var>h</var> for the GRU and the RNN. "
              "Take an LSTM of 64 units on 10 inputs, and the GRU with the nearest count, which has 75 units (textbook count, one bias a gate).",
    },
    "lesson.memory.question": {"zh": "两者每一步各传下去多少个数？", "en": "How many numbers does each carry to the next step?"},
    "lesson.memory.a": {"zh": "都是 64 个：参数量相等，记忆也相等", "en": "64 each: equal parameters, equal memory"},
    "lesson.memory.b": {"zh": "LSTM 64 个，GRU 75 个", "en": "LSTM 64, GRU 75"},
    "lesson.memory.c": {"zh": "LSTM 128 个，GRU 75 个", "en": "LSTM 128, GRU 75"},
    "lesson.memory.answer": {
        "zh": "LSTM 有 {p} 个参数，状态是 2 × {d_h} = {state} 个数；GRU 有 {gp} 个参数（相差 {dev} %），状态是 {gstate} 个数；RNN 有 {rp} 个参数，状态是 {rstate} 个数。"
              "而且数的多少也不是记忆的能力：能记住什么，要测量。",
        "en": "The LSTM has {p} parameters and a state of 2 × {d_h} = {state} numbers; the GRU {gp} parameters ({dev} %) and {gstate} numbers; the RNN {rp} parameters and {rstate} numbers. "
              "Nor is the size of a state what a cell can remember: that has to be measured.",
    },
    "card.memory_sizes": {"zh": "参数量相等时，状态有多大", "en": "How large the state is at equal parameters"},
    "lesson.memory.says": {"zh": "输入宽度 {d_x}，LSTM {d_h} 个单元、{p} 个参数：状态 {state} 个数；GRU {g} 个单元，{gstate} 个数；RNN {r} 个单元，{rstate} 个数。",
                           "en": "Input width {d_x}; LSTM of width {d_h} with {p} parameters, state size {state}; GRU of width {g}, state size {gstate}; RNN of width {r}, state size {rstate}."},
    # ---- LSTM or GRU
    "option.lesson.measure": {"zh": "选 LSTM 还是 GRU：靠测量", "en": "LSTM or GRU: measure"},
    "lesson.measure.text": {
        "zh": "LSTM 有三个门，GRU 有两个。门的个数没有说哪个会做得更好，所以要测量：同一任务、同一宽度、同一学习率、几个随机种子，在验证数据上比较。"
              "这里是首位记忆：50 步之后说出第一个符号（8 类，瞎猜的正确率是 12.5 %）。"
              "每种单元 32 个单元，3 个种子，至多 3000 次更新，达到目标就停；结果随应用一起提供，并附有生成它的命令。",
        "en": "An LSTM has three gates, a GRU two. The number of gates does not say which will do better, so one measures: same task, same width, same learning rate, several seeds, on validation data. "
              "Here the task is first-item memory: name the first symbol after 50 steps (8 classes, chance 12.5 %). "
              "Each cell has 32 units, 3 seeds and at most 3,000 updates, and stops at its target; the results come with the app, the command that made them beside them.",
    },
    "lesson.measure.question": {"zh": "哪种单元的平均测试正确率更高？", "en": "Which cell has the higher mean test accuracy?"},
    "lesson.measure.a": {"zh": "LSTM：门更多", "en": "The LSTM: it has more gates"},
    "lesson.measure.b": {"zh": "GRU：更简单，更好训练", "en": "The GRU: it is simpler and trains better"},
    "lesson.measure.c": {"zh": "一样高", "en": "They are equal"},
    "lesson.measure.answer": {
        "zh": "测试正确率：LSTM {lstm_test} %，GRU {gru_test} %，RNN {rnn_test} %（{seeds} 个种子的均值）。差别在代价上：LSTM 用了 {lstm_updates} 次更新、{lstm_parameters} 个参数，GRU 用了 {gru_updates} 次更新、{gru_parameters} 个参数。"
              "换一个任务、一个学习率或一份训练预算，结果可能不同。决定选谁的是你自己的验证数据，不是门的个数。",
        "en": "Test accuracy: LSTM {lstm_test} %, GRU {gru_test} %, RNN {rnn_test} % (mean of {seeds} seeds). The difference is in the price: the LSTM took {lstm_updates} updates and {lstm_parameters} parameters, the GRU {gru_updates} updates and {gru_parameters} parameters. "
              "Another task, learning rate or budget may turn this round. What decides is your own validation data, not the number of gates.",
    },
    "card.measure_learning": {"zh": "验证正确率随训练的变化", "en": "Validation accuracy as training goes on"},
    "lesson.measure.says": {"zh": "如果训练在第 {N} 次更新停下，平均验证正确率：LSTM {lstm} %，GRU {gru} %，RNN {rnn} %。虚线是瞎猜的水平；达到目标的训练就停在那里。",
                            "en": "If training stops after {N} updates, mean validation accuracy is LSTM {lstm} %, GRU {gru} %, RNN {rnn} %. Dashed: chance. A run that reached its target stays there."},
    # ---- a state of fixed size
    "option.lesson.bottleneck": {"zh": "固定大小的状态是瓶颈", "en": "A state of fixed size is a bottleneck"},
    "lesson.bottleneck.text": {
        "zh": "循环网络每一步都把读过的一切折进一个固定大小的状态。"
              "这里的 GRU 有 8 个单元，读了 40 个数。"
              "末步状态随输入的变化是一个 8 × 40 的矩阵 ∂<var>h</var><sub>T</sub>/∂<var>x</var>；在一阶近似下，它的非零奇异值的个数，就是末步状态还能分辨的输入方向的个数。"
              "门决定是哪些方向、留下多强。",
        "en": "At every step a recurrent network folds all that it has read into a state of fixed size. "
              "Here a GRU of 8 units reads 40 numbers. "
              "How its last state changes with them is an 8 × 40 matrix, ∂<var>h</var><sub>T</sub>/∂<var>x</var>; to first order, the number of its non-zero singular values is the number of input directions that the last state can still tell apart. "
              "The gates decide which directions these are and how strong they stay.",
    },
    "lesson.bottleneck.question": {"zh": "把 <var>b</var><sub>z</sub> 调高，让门保留更多。末步状态最多能分辨多少个独立的方向？",
                                   "en": "We raise <var>b</var><sub>z</sub>, so that the gates keep more. How many independent directions can the last state tell apart at most?"},
    "lesson.bottleneck.a": {"zh": "40 个，只要 <var>z</var> 足够接近 1", "en": "All 40, once <var>z</var> is close enough to 1"},
    "lesson.bottleneck.b": {"zh": "8 个，不论门怎样", "en": "8, whatever the gates do"},
    "lesson.bottleneck.c": {"zh": "24 个：三块权重，每块 8 个", "en": "24: three blocks of 8"},
    "lesson.bottleneck.answer": {
        "zh": "{T} 个方向里的 {rank} 个：矩阵只有 {d_h} 行，没有哪个门能把它变宽。"
              "注意力换了一种做法：它把 {T} 步的状态（{numbers} 个数）都留着，每次查询用权重去读；这些状态合在一起能分辨 {kept} 个方向。代价是存储和每次读取都随序列变长而增长。",
        "en": "{rank} of {T}: the matrix has {d_h} rows, and no gate makes it wider. "
              "Attention goes another way: it keeps the states of all {T} steps ({numbers} numbers) and reads them with weights, anew for each query; together they tell {kept} directions apart. The price is that the store and every reading of it grow with the sequence.",
    },
    "card.bottleneck_directions": {"zh": "状态还能分辨多少输入方向", "en": "How many input directions a state tells apart"},
    "lesson.bottleneck.says": {"zh": "{d_h} 个单元：末步状态分辨 {T} 个方向里的 {rank} 个，奇异值从 {most} 到 {least}；全部状态合起来分辨 {kept} 个。",
                               "en": "Width {d_h}: directions that the last state tells apart: {rank} of {T}, singular values from {most} to {least}; all states together: {kept}."},
}  # fmt: skip
