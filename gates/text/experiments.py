"""Sentences of the experiments: report, tables, studies, statuses."""

TEXTS: dict[str, dict[str, str]] = {
    # Names
    "experiment.task.first-item": {"zh": "首位记忆", "en": "First-item memory"},
    "experiment.task.delayed-copy": {"zh": "延迟复制", "en": "Delayed copy"},
    "experiment.task.adding": {"zh": "加法任务", "en": "Adding task"},
    "experiment.task.digits": {"zh": "手写数字（逐行读入）", "en": "Handwritten digits, a row a step"},
    "experiment.cell.rnn": {"zh": "RNN", "en": "RNN"},
    "experiment.cell.gru": {"zh": "GRU", "en": "GRU"},
    "experiment.cell.lstm": {"zh": "LSTM", "en": "LSTM"},
    "experiment.status.learned": {"zh": "学会", "en": "learned"},
    "experiment.status.partly learned": {"zh": "部分学会", "en": "partly learned"},
    "experiment.status.not learned": {"zh": "未学会", "en": "not learned"},
    "experiment.status.diverged": {"zh": "发散", "en": "diverged"},
    "experiment.status.cancelled": {"zh": "已取消", "en": "cancelled"},
    "experiment.sizing.reference": {"zh": "参照", "en": "reference"},
    "experiment.sizing.width": {"zh": "等宽", "en": "equal width"},
    "experiment.sizing.parameters": {"zh": "参数量最接近", "en": "nearest parameter count"},
    "experiment.metric.accuracy": {"zh": "测试准确率", "en": "test accuracy"},
    "experiment.metric.mse": {"zh": "测试均方误差", "en": "test mean squared error"},
    # Studies
    "experiment.study.memory": {
        "zh": "RNN、GRU、LSTM：先等宽，再取最接近的参数量",
        "en": "RNN, GRU, LSTM: equal width, then the nearest parameter count",
    },
    "experiment.study.digits": {
        "zh": "参数量相近的 GRU 与 LSTM：序列分类",
        "en": "GRU and LSTM of matched parameters: sequence classification",
    },
    "experiment.study.grid": {
        "zh": "依赖长度 × 学习率：报告网格的每一格",
        "en": "Dependency length × learning rate: every cell of the grid",
    },
    # What the task is
    "experiment.about.first-item": {
        "zh": "第一步给出 {classes} 类中的一类，其后 {gap} 步是与类别无关的干扰符号（{distractors} 种）；"
        "最后一步读出类别。没有记忆的模型最多答对 {chance}，交叉熵为 ln {classes} ≈ {loss}。",
        "en": "The first step shows one of {classes} classes; the {gap} steps after it show distractors "
        "that say nothing about it ({distractors} kinds); the class is read at the last step. A model "
        "without memory gets {chance} right at best, with a cross-entropy of ln {classes} ≈ {loss}.",
    },
    "experiment.about.delayed-copy": {
        "zh": "先给出 {symbols} 个符号（字母表大小 {alphabet}），再等待 {length} 步，"
        "见到分隔符后按顺序复述。只计复述步的得分：没有记忆的模型答对 {chance}，交叉熵为 ln {alphabet} ≈ "
        "{loss}；若按全部输出平均，则为 S ln K/(T+2S) ≈ {spread}。",
        "en": "{symbols} symbols of an alphabet of {alphabet}, then {length} steps of waiting, then, "
        "behind a delimiter, the symbols again in order. Only recall steps are scored: a model without "
        "memory gets {chance} right, with a cross-entropy of ln {alphabet} ≈ {loss}; averaged over all "
        "outputs it would be S ln K/(T+2S) ≈ {spread}.",
    },
    "experiment.about.adding": {
        "zh": "{length} 个 U(0, 1) 随机数，前后两半各有一个带标记；最后一步给出两个带标记数之和。"
        "总是回答均值 1 的模型，均方误差为 1/6 ≈ {loss}。",
        "en": "{length} numbers from U(0, 1), one marked in each half; the sum of the two marked ones is "
        "asked for at the last step. Always answering the mean, 1, costs a squared error of 1/6 ≈ {loss}.",
    },
    "experiment.about.digits": {
        "zh": "scikit-learn 自带的 8×8 手写数字，每步读入一行（T = {length}，第 8 步之后是空白行），"
        "最后一步分类。训练 1197、验证 300、测试 300 张，划分固定。总是回答训练集中最多的一类，"
        "测试集上答对 {chance}。",
        "en": "The 8 × 8 handwritten digits of scikit-learn, a row a step (T = {length}, blank rows behind "
        "the 8th), classified at the last step. 1197 training, 300 validation and 300 test pictures, split "
        "once. Always answering the most frequent training class gets {chance} of the test set right.",
    },
    # How it was done
    "experiment.how.data": {
        "zh": "训练、验证、测试序列数固定为 {train}、{validation}、{test}，由数据种子 {data_seed} 生成；"
        "所有运行使用同一批数据。运行种子只决定初始权重与小批量的顺序。",
        "en": "{train} training, {validation} validation and {test} test sequences, fixed by data seed "
        "{data_seed}; all runs see the same data. A run's seed decides its first weights and the order of "
        "its batches, nothing else.",
    },
    "experiment.how.training": {
        "zh": "{optimizer}，批量 {batch}，{clip}，{truncate}；精度 {dtype}，每次运行一个 BLAS 线程。"
        "权重取自 U(±1/√d_h)，门偏置初始化：{bias}；读出层从无记忆的答案出发。",
        "en": "{optimizer}, batches of {batch}, {clip}, {truncate}; {dtype}, one BLAS thread a run. "
        "Weights from U(±1/√d_h), gate biases: {bias}; the readout starts at the memoryless answer.",
    },
    "experiment.how.clip": {"zh": "全局范数裁剪到 {clip}", "en": "global norm clipped to {clip}"},
    "experiment.how.no_clip": {"zh": "不裁剪梯度", "en": "no clipping"},
    "experiment.how.truncate": {
        "zh": "截断 BPTT，每段 {truncate} 步（从末尾数起，h 与 c 传递、梯度切断）",
        "en": "BPTT truncated to segments of {truncate} steps (counted from the end; h and c carried, "
        "gradients cut)",
    },
    "experiment.how.full": {"zh": "完整 BPTT", "en": "full BPTT"},
    "experiment.how.bias.constant": {
        "zh": "常数（遗忘门 b_f、更新门 b_z 取 {value}）",
        "en": "constant (forget gate b_f, update gate b_z at {value})",
    },
    "experiment.how.bias.chrono": {
        "zh": "chrono（b_f、b_z = log U(1, T−1)，b_i = −b_f）",
        "en": "chrono (b_f, b_z = log U(1, T−1), b_i = −b_f)",
    },
    "experiment.how.bias.uniform": {
        "zh": "均匀门（b = −log(1/u − 1)，u ~ U(1/d_h, 1−1/d_h)）",
        "en": "uniform gate (b = −log(1/u − 1), u ~ U(1/d_h, 1−1/d_h))",
    },
    "experiment.how.stop": {
        "zh": "停止规则（所有运行相同）：最多 {updates} 次更新；每 {every} 次更新验证一次，连续 {hold} "
        "次达到{goal}即停止；{patience}连续 {skipped} 次梯度非有限则记为发散。"
        "取验证损失最低的权重在测试集上评价。",
        "en": "Stopping rule, the same for all runs: at most {updates} updates; validated every {every} "
        "updates, stopped after {hold} validations in a row that reach {goal}; {patience}{skipped} "
        "non-finite gradients in a row count as diverged. The weights with the lowest validation loss are "
        "tested.",
    },
    "experiment.how.goal.accuracy": {"zh": "全部答对", "en": "everything right"},
    "experiment.how.goal.mse": {"zh": "均方误差不高于 {goal}", "en": "a squared error of at most {goal}"},
    "experiment.how.patience": {
        "zh": "连续 {patience} 次验证损失没有改善即停止；",
        "en": "or after {patience} validations without a better loss; ",
    },
    "experiment.how.no_patience": {
        "zh": "不因没有进展而提前停止（记忆任务会在基线上停留很久）；",
        "en": "never stopped for lack of progress (memory tasks sit on their baseline for long); ",
    },
    "experiment.how.status.accuracy": {
        "zh": "“学会”：测试准确率不低于 {learned}；“部分学会”：比机会水平高出三个标准误以上；否则为“未学会”"
        "。",
        "en": "“Learned”: a test accuracy of {learned} or more; “partly learned”: more than three standard "
        "errors above chance; else “not learned”.",
    },
    "experiment.how.status.mse": {
        "zh": "“学会”：测试均方误差不高于 {learned}（基线的十分之一）；“部分学会”：低于基线的 0.9 倍；"
        "否则为“未学会”。",
        "en": "“Learned”: a test squared error of {learned} or less (a tenth of the baseline); “partly "
        "learned”: below 0.9 of the baseline; else “not learned”.",
    },
    # What the data show
    "experiment.shows.group": {
        "zh": "{who}：{seeds} 个种子中 {learned} 个学会；{metric}中位数 {median}（{worst} 至 {best}），"
        "无记忆基线 {chance}；更新次数中位数 {updates}。",
        "en": "{who}: seeds that learned: {learned} of {seeds}; median {metric} {median} ({worst} to {best}), "
        "memoryless baseline {chance}; {updates} updates in the median.",
    },
    "experiment.shows.at_chance": {
        "zh": "{who} 没有一个种子与机会水平可分：在这些设置下没有学到任何东西的迹象。",
        "en": "{who}: no seed can be told from the memoryless baseline; in these settings there is no sign "
        "that anything was learned.",
    },
    "experiment.shows.diverged": {
        "zh": "{who}：{count} 次运行发散（梯度或损失非有限），如实列出，没有剔除。",
        "en": "{who}: diverged runs (non-finite gradient or loss): {count}; they are listed, not left out.",
    },
    "experiment.shows.overlap": {
        "zh": "以下各对的结果范围在种子之间重叠，这些数据不能分出高下：{pairs}。",
        "en": "The ranges of these pairs over the seeds overlap, so these data do not tell them apart: "
        "{pairs}.",
    },
    "experiment.shows.parted": {
        "zh": "{first} 的每个种子都好于 {second} 的每个种子（各 {seeds} 个种子，相同设置）。",
        "en": "Every seed of {first} did better than every seed of {second} ({seeds} seeds each, same "
        "settings).",
    },
    "experiment.shows.reach": {
        "zh": "{who}：损失对 {lag} 步之前状态的梯度，训练前约为 {before}，训练后为 {after}（跨种子中位数；"
        "最后一步处训练前为 {at_zero}）。",
        "en": "{who}: the gradient of the loss with respect to the state {lag} steps back was about "
        "{before} before training and {after} after it (median of the seeds; at the last step {at_zero} "
        "before training).",
    },
    "experiment.shows.grid": {
        "zh": "网格共 {cells} 格，全部列出；其中 {none} 格没有任何种子学会，{all} 格所有种子都学会。",
        "en": "The grid has {cells} settings, all of them shown; in {none} no seed learned, in {all} every "
        "seed did.",
    },
    "experiment.shows.grid_cell": {
        "zh": "{who}：{cells} 格中 {all} 格所有种子学会，{none} 格没有种子学会；所有种子学会的最大长度："
        "{longest}。",
        "en": "{who}: of {cells} settings every seed learned in {all} and none in {none}; the greatest length "
        "that every seed learned: {longest}.",
    },
    "experiment.shows.no_length": {"zh": "无", "en": "none"},
    "experiment.shows.first_loss": {
        "zh": "训练开始前的验证损失中位数为 {first}，基线为 {baseline}：所有运行都从无记忆的答案出发。",
        "en": "The median validation loss before training is {first}, the baseline {baseline}: all runs "
        "start at the memoryless answer.",
    },
    # What they do not show
    "experiment.not.seeds": {
        "zh": "种子数只有 {seeds}：范围只说明这些运行，不是置信区间；数据集固定，"
        "所以也不包含换一批数据的波动。",
        "en": "Seeds: {seeds} only. A range describes these runs and is no confidence interval; the data are "
        "fixed, so it does not hold the spread over other data.",
    },
    "experiment.not.unable": {
        "zh": "“未学会”只表示在这个学习率、初始化、更新次数之内没有学会，不表示这种单元学不会。",
        "en": "“Not learned” means: not with this learning rate, initialisation and number of updates. It "
        "does not mean that the cell cannot learn it.",
    },
    "experiment.not.width": {
        "zh": "等宽不等于等参数：同样的 d_h，LSTM 的参数约为 RNN 的 4 倍、GRU 的 4/3 倍。",
        "en": "Equal width is not equal size: at the same d_h an LSTM has four times the parameters of an "
        "RNN and 4/3 of a GRU's.",
    },
    "experiment.not.parameters": {
        "zh": "参数相近不等于状态、计算量或容量相近：LSTM 携带 2 d_h 个数（c 与 h），GRU 携带 d_h 个。",
        "en": "Nearly equal parameters are not equal state, compute or capacity: an LSTM carries 2 d_h "
        "numbers (c and h), a GRU d_h.",
    },
    "experiment.not.gates": {
        "zh": "门的均值对所有单元、时刻、序列取平均，不说明是哪些单元在记忆；"
        "开度与成绩同时变化也不等于因果。门控减轻梯度消失，并不消除它。",
        "en": "Mean gate openings average over units, steps and sequences: they do not say which unit "
        "remembers, and moving together with quality is not causing it. Gating eases the vanishing "
        "gradient; it does not abolish it.",
    },
    "experiment.not.time": {
        "zh": "时间在一台机器上用 NumPy 单线程测得，训练时间受停止规则影响（先学会的先停）；"
        "其他框架与硬件的比例会不同。",
        "en": "Times are of one machine, NumPy, one thread, and training time depends on the stopping rule "
        "(who learns first stops first); other frameworks and hardware have other ratios.",
    },
    "experiment.not.task": {
        "zh": "这是人造任务，只考察一种记忆，不预示语言、语音等真实数据上的优劣。",
        "en": "The task is made up and asks for one kind of memory; it does not foretell who does better "
        "on language or speech.",
    },
    "experiment.not.digits": {
        "zh": "数字只有 8 步，依赖很短，测试集 300 张，准确率的标准误约为 {error}：更小的差别没有意义。"
        "选择 LSTM 还是 GRU，要在自己的验证数据上测量。",
        "en": "A digit is 8 steps long, so dependencies are short, and 300 test pictures give accuracies a "
        "standard error of about {error}: smaller differences mean nothing. Choose between LSTM and GRU on "
        "validation data of your own.",
    },
    "experiment.not.length": {
        "zh": "只在训练所用的长度上测试，不说明在更长序列上是否仍然记得。",
        "en": "Tested at the length of training only; it says nothing about longer sequences.",
    },
    "experiment.not.copy": {
        "zh": "延迟固定：会数数的解（时钟）也能得分，不必靠门；变长延迟才能区分二者。",
        "en": "The delay is fixed, so a solution that counts (a clock) scores as well as one that gates; a "
        "varying delay would part the two.",
    },
    # Report: headings, captions, columns
    "experiment.report.title": {"zh": "{task}：训练结果", "en": "{task}: results of training"},
    "experiment.report.command": {"zh": "重现本报告的命令", "en": "The command that makes this report again"},
    "experiment.report.task": {"zh": "任务", "en": "The task"},
    "experiment.report.how": {"zh": "怎样训练、何时停止", "en": "How it was trained and when it stopped"},
    "experiment.report.shows": {"zh": "数据说明了什么", "en": "What the data show"},
    "experiment.report.not": {"zh": "数据没有说明什么", "en": "What they do not show"},
    "experiment.report.costs": {
        "zh": "成本（均值 ± 标准差，跨种子）",
        "en": "Costs (mean ± standard deviation over the seeds)",
    },
    "experiment.report.runs": {"zh": "每一次运行", "en": "Every run"},
    "experiment.report.machine": {"zh": "在哪里、用什么版本", "en": "Where and with which versions"},
    "experiment.report.measured": {
        "zh": "训练时间只计更新（前向、反向、裁剪、优化器），不含验证。预测时间：测试集前 64 条序列，5 "
        "次的中位数。峰值内存：数据、参数、优化器状态，加上训练后用 tracemalloc "
        "重做一次更新与一次验证的分配峰值，不含 Python 与各库本身。单元调用 = 小批量数 × T。每步乘加："
        "一条序列一步的矩阵乘积，不计逐元素运算。梯度范数：裁剪前全局范数的中位数。",
        "en": "Training time is that of updates (forward, backward, clip, optimiser) without validation. "
        "Prediction time: the first 64 test sequences, median of 5. Peak memory: data, parameters and "
        "optimiser state, and the peak of allocations in one more update and validation under tracemalloc "
        "after the training, without Python and the libraries themselves. Unit calls = batches × T. "
        "Multiply-adds a step: matrix products for one step of one sequence; element-wise work is not "
        "counted. Gradient norm: median of the global norm before clipping.",
    },
    "experiment.figure.quality": {
        "zh": "每个点是一个种子；横线是无记忆基线",
        "en": "One point a seed; the line is the memoryless baseline",
    },
    "experiment.figure.loss": {
        "zh": "验证损失：中位数与各种子的范围；已停止的运行保持最后的值",
        "en": "Validation loss: median and range of the seeds; a run that has stopped keeps its last value",
    },
    "experiment.figure.validation": {
        "zh": "验证集上的成绩：中位数与各种子的范围",
        "en": "Quality on the validation set: median and range of the seeds",
    },
    "experiment.figure.gates": {
        "zh": "门的平均开度随训练的变化（跨种子中位数）",
        "en": "Mean opening of the gates over training (median of the seeds)",
    },
    "experiment.figure.lags": {
        "zh": "梯度能传多远：损失对 k 步之前状态的梯度范数，虚线为训练前，实线为训练后",
        "en": "How far back the gradient reaches: norm of the loss's gradient by the state k steps back, "
        "dashed before training, solid after",
    },
    "experiment.figure.grid": {
        "zh": "{cell}：每格为{metric}的中位数，下面是学会的种子数",
        "en": "{cell}: median {metric}, and below it how many seeds learned",
    },
    "experiment.figure.learned_of": {"zh": "{learned}/{seeds} 学会", "en": "{learned}/{seeds} learned"},
    "experiment.figure.none_learned": {"zh": "未学会", "en": "nothing learned"},
    "experiment.figure.baseline": {"zh": "无记忆", "en": "no memory"},
    "experiment.axis.update": {"zh": "更新次数", "en": "updates"},
    "experiment.axis.loss.accuracy": {"zh": "交叉熵（nat）", "en": "cross-entropy (nats)"},
    "experiment.axis.loss.mse": {"zh": "均方误差", "en": "mean squared error"},
    "experiment.axis.accuracy": {"zh": "准确率", "en": "accuracy"},
    "experiment.axis.mse": {"zh": "均方误差", "en": "mean squared error"},
    "experiment.axis.opening": {"zh": "平均开度", "en": "mean opening"},
    "experiment.axis.lag": {"zh": "距最后一步的步数 k", "en": "steps k before the last"},
    "experiment.axis.gradient": {"zh": "‖∂L/∂s<sub>T−k</sub>‖", "en": "‖∂L/∂s<sub>T−k</sub>‖"},
    "experiment.axis.length": {"zh": "依赖长度", "en": "dependency length"},
    "experiment.axis.lr": {"zh": "学习率", "en": "learning rate"},
    "experiment.column.task": {"zh": "任务", "en": "task"},
    "experiment.column.cell": {"zh": "单元", "en": "cell"},
    "experiment.column.sizing": {"zh": "宽度取法", "en": "sizing"},
    "experiment.column.d_h": {"zh": "d_h", "en": "d_h"},
    "experiment.column.length": {"zh": "长度", "en": "length"},
    "experiment.column.lr": {"zh": "学习率", "en": "learning rate"},
    "experiment.column.bias_init": {"zh": "门偏置", "en": "gate bias"},
    "experiment.column.seed": {"zh": "种子", "en": "seed"},
    "experiment.column.quality": {"zh": "测试成绩", "en": "test quality"},
    "experiment.column.test_loss": {"zh": "测试损失", "en": "test loss"},
    "experiment.column.status": {"zh": "结论", "en": "status"},
    "experiment.column.updates": {"zh": "更新次数", "en": "updates"},
    "experiment.column.train_seconds": {"zh": "训练时间 (s)", "en": "training time (s)"},
    "experiment.column.predict_seconds": {"zh": "预测时间 (s)", "en": "prediction time (s)"},
    "experiment.column.peak_memory_mb": {"zh": "峰值内存 (MB)", "en": "peak memory (MB)"},
    "experiment.column.parameters": {"zh": "循环层参数", "en": "recurrent parameters"},
    "experiment.column.head_parameters": {"zh": "读出层参数", "en": "readout parameters"},
    "experiment.column.state_size": {"zh": "状态大小", "en": "state size"},
    "experiment.column.unit_calls": {"zh": "单元调用", "en": "unit calls"},
    "experiment.column.multiply_adds": {"zh": "每步乘加", "en": "multiply-adds a step"},
    "experiment.column.gradient_norm": {"zh": "梯度范数", "en": "gradient norm"},
    "experiment.column.nonfinite_updates": {"zh": "跳过的更新", "en": "updates skipped"},
    "experiment.column.learned": {"zh": "学会", "en": "learned"},
    # Command line
    "experiment.cli.run": {
        "zh": "[{done}/{count}] {cell} d_h={d_h} 长度={length} 学习率={lr} 种子={seed}：{quality}，{status}",
        "en": "[{done}/{count}] {cell} d_h={d_h} length={length} lr={lr} seed={seed}: {quality}, {status}",
    },
    "experiment.cli.found": {
        "zh": "在 {directory} 找到已完成的 {found}/{count} 次运行，从磁盘续接（--fresh 重新计算）",
        "en": "{found} of {count} runs are on disk in {directory} and are taken from there (--fresh "
        "computes them again)",
    },
    "experiment.cli.interrupted": {
        "zh": "已中断。完成的运行保存在 {directory}；再次执行同一命令即从那里继续",
        "en": "interrupted; finished runs are kept in {directory}, the same command goes on from there",
    },
    "experiment.cli.done": {
        "zh": "已写入 {directory}：results.csv、history.csv、lags.csv、config.json、report.html",
        "en": "written to {directory}: results.csv, history.csv, lags.csv, config.json, report.html",
    },
}
