"""The step-by-step page: a sentence for each gate, result and gradient, and what is refused."""

TEXTS: dict[str, dict[str, str]] = {
    "step.say.f.open": {
        "zh": "遗忘门 f {sign} {value}：旧细胞状态几乎全部保留（{percent}%）。",
        "en": "Forget gate f {sign} {value}: nearly all of the old cell state is kept ({percent} %).",
    },
    "step.say.f.part": {
        "zh": "遗忘门 f {sign} {value}：保留旧细胞状态的 {percent}%，忘掉其余的 {rest}%。",
        "en": "Forget gate f {sign} {value}: {percent} % of the old cell state is kept, {rest} % forgotten.",
    },
    "step.say.f.shut": {
        "zh": "遗忘门 f {sign} {value}：旧细胞状态几乎全部忘掉（只留 {percent}%）。",
        "en": "Forget gate f {sign} {value}: nearly all of the old cell state is forgotten ({percent} % is left).",
    },
    "step.say.i.open": {
        "zh": "输入门 i {sign} {value}：候选值几乎全部写入（{percent}%）。",
        "en": "Input gate i {sign} {value}: nearly all of the candidate is written ({percent} %).",
    },
    "step.say.i.part": {
        "zh": "输入门 i {sign} {value}：写入候选值的 {percent}%。",
        "en": "Input gate i {sign} {value}: {percent} % of the candidate is written.",
    },
    "step.say.i.shut": {
        "zh": "输入门 i {sign} {value}：候选值几乎没有写入（只有 {percent}%）。",
        "en": "Input gate i {sign} {value}: next to nothing of the candidate is written ({percent} %).",
    },
    "step.say.o.open": {
        "zh": "输出门 o {sign} {value}：tanh c 几乎全部输出（{percent}%）。",
        "en": "Output gate o {sign} {value}: nearly all of tanh c is let out ({percent} %).",
    },
    "step.say.o.part": {
        "zh": "输出门 o {sign} {value}：输出 tanh c 的 {percent}%。",
        "en": "Output gate o {sign} {value}: {percent} % of tanh c is let out.",
    },
    "step.say.o.shut": {
        "zh": "输出门 o {sign} {value}：tanh c 几乎不输出（只有 {percent}%），但细胞状态仍被记住。",
        "en": (
            "Output gate o {sign} {value}: next to nothing of tanh c is let out ({percent} %); the "
            "cell still holds it."
        ),
    },
    "step.say.r.open": {
        "zh": "重置门 r {sign} {value}：候选值几乎看到全部旧状态（{percent}%）。",
        "en": "Reset gate r {sign} {value}: the candidate sees nearly all of the old state ({percent} %).",
    },
    "step.say.r.part": {
        "zh": "重置门 r {sign} {value}：候选值看到旧状态的 {percent}%。",
        "en": "Reset gate r {sign} {value}: the candidate sees {percent} % of the old state.",
    },
    "step.say.r.shut": {
        "zh": "重置门 r {sign} {value}：候选值几乎只由输入决定（旧状态只占 {percent}%）。",
        "en": (
            "Reset gate r {sign} {value}: the candidate is made of the input almost alone ({percent} "
            "% of the old state)."
        ),
    },
    "step.say.z_keeps.open": {
        "zh": "更新门 z {sign} {value}：旧状态几乎全部保留（{percent}%）。",
        "en": "Update gate z {sign} {value}: nearly all of the old state is kept ({percent} %).",
    },
    "step.say.z_keeps.part": {
        "zh": "更新门 z {sign} {value}：保留旧状态的 {percent}%，候选值占 {rest}%。",
        "en": (
            "Update gate z {sign} {value}: {percent} % of the old state is kept, {rest} % comes from "
            "the candidate."
        ),
    },
    "step.say.z_keeps.shut": {
        "zh": "更新门 z {sign} {value}：旧状态几乎全部被候选值取代（只留 {percent}%）。",
        "en": (
            "Update gate z {sign} {value}: the candidate replaces nearly all of the old state "
            "({percent} % is left)."
        ),
    },
    "step.say.z_admits.open": {
        "zh": "更新门 z {sign} {value}（此约定中 z 接纳候选值）：旧状态几乎全部被取代（只留 {rest}%）。",
        "en": (
            "Update gate z {sign} {value} (here z admits the candidate): the old state is nearly gone "
            "({rest} % is left)."
        ),
    },
    "step.say.z_admits.part": {
        "zh": "更新门 z {sign} {value}（此约定中 z 接纳候选值）：候选值占 {percent}%，保留旧状态的 {rest}%。",
        "en": (
            "Update gate z {sign} {value} (here z admits the candidate): {percent} % candidate, "
            "{rest} % old state."
        ),
    },
    "step.say.z_admits.shut": {
        "zh": "更新门 z {sign} {value}（此约定中 z 接纳候选值）：旧状态几乎全部保留（{rest}%）。",
        "en": (
            "Update gate z {sign} {value} (here z admits the candidate): the old state is nearly all "
            "kept ({rest} %)."
        ),
    },
    "step.say.c_tilde": {
        "zh": "候选细胞状态 c̃ {sign} {value}：准备写入的内容，正数往上加，负数往下减。",
        "en": "Candidate c̃ {sign} {value}: what may be written; a positive one adds, a negative one takes away.",
    },
    "step.say.h_tilde": {
        "zh": "候选隐藏状态 h̃ {sign} {value}：准备换上的内容。",
        "en": "Candidate h̃ {sign} {value}: what may take the old state's place.",
    },
    "step.say.c": {
        "zh": "细胞状态由 {old} 变为 {new}：保留 {kept}，写入 {written}。",
        "en": "The cell state goes from {old} to {new}: {kept} is kept, {written} is written.",
    },
    "step.say.h": {
        "zh": "隐藏状态 h {sign} {value}：下一步和上一层看到的就是它。",
        "en": "Hidden state h {sign} {value}: this is what the next step and the layer above see.",
    },
    "step.say.h_mixed": {
        "zh": "隐藏状态由 {old} 变为 {new}：旧状态留下 {kept}，候选值带来 {written}。",
        "en": "The hidden state goes from {old} to {new}: {kept} stays, {written} comes from the candidate.",
    },
    "step.say.slope_c": {
        "zh": "直接路径：门与候选值不动时，cₜ₋₁ 的微小变化乘以 f {sign} {value} 到达 cₜ。",
        "en": (
            "Direct path: with gates and candidate held still, a small change of cₜ₋₁ reaches cₜ "
            "times f {sign} {value}."
        ),
    },
    "step.say.slope_h": {
        "zh": "直接路径：门与候选值不动时，hₜ₋₁ 的微小变化乘以 {value} 到达 hₜ。",
        "en": (
            "Direct path: with gates and candidate held still, a small change of hₜ₋₁ reaches hₜ "
            "times {value}."
        ),
    },
    "step.say.through_h": {
        "zh": "其余路径都经过 hₜ₋₁：∂cₜ/∂hₜ₋₁ {sign} {value}。多步之后，完整梯度与 f 的乘积因此不同。",
        "en": (
            "All other paths run through hₜ₋₁: ∂cₜ/∂hₜ₋₁ {sign} {value}. Over many steps they part "
            "the full gradient from ∏f."
        ),
    },
    "step.say.through_h.norm": {
        "zh": "其余路径都经过 hₜ₋₁：∂cₜ/∂hₜ₋₁ 的均方根范数为 {value}。多步之后，完整梯度与 f 的乘积因此不同。",
        "en": (
            "All other paths run through hₜ₋₁: ∂cₜ/∂hₜ₋₁ has rms norm {value}. Over many steps they "
            "part the full gradient from ∏f."
        ),
    },
    "step.say.whole_h": {
        "zh": "门与候选值也随 hₜ₋₁ 变化：完整导数 ∂hₜ/∂hₜ₋₁ {sign} {value}，直接路径为 {direct}。",
        "en": (
            "Gates and candidate follow hₜ₋₁ too: the whole derivative ∂hₜ/∂hₜ₋₁ {sign} {value}; the "
            "direct path alone gives {direct}."
        ),
    },
    "step.say.whole_h.norm": {
        "zh": "门与候选值也随 hₜ₋₁ 变化：完整导数 ∂hₜ/∂hₜ₋₁ 的均方根范数为 {value}，直接路径的为 {direct}。",
        "en": (
            "Gates and candidate follow hₜ₋₁ too: ∂hₜ/∂hₜ₋₁ has rms norm {value} in all, its direct "
            "path {direct}."
        ),
    },
    "step.say.product": {
        "zh": "{steps} 步之后，直接路径上的梯度是原来的 {product} 倍。这只是直接路径，不是完整梯度。",
        "en": (
            "Over a list of length {steps}, the gradient on the direct path is multiplied by {product}. "
            "This is the direct path only, not the full gradient."
        ),
    },
    "step.say.product.tiny": {
        "zh": (
            "{steps} 步之后，直接路径上的梯度只剩约 10 的 {log10} 次方：实际上已消失。完整梯度还有别的路径。"
        ),
        "en": (
            "Over a list of length {steps}, about 10 to the power {log10} is left on the direct path: it "
            "has vanished there. The full gradient has other paths."
        ),
    },
    "step.say.product.zero": {
        "zh": "有一个遗忘门为 0，直接路径在那一步被切断。",
        "en": "One forget gate is 0: the direct path is cut at that step.",
    },
    "step.convention.keeps": {
        "zh": "z 近 1 保留旧状态：h = z h + (1 − z) h̃（本项目、PyTorch、Keras、ONNX）",
        "en": "z near 1 keeps the old state: h = z h + (1 − z) h̃ (here, PyTorch, Keras, ONNX)",
    },
    "step.convention.admits": {
        "zh": "z 近 1 接纳候选值：h = (1 − z) h + z h̃（Chung 等 2014、Haiku）",
        "en": "z near 1 admits the candidate: h = (1 − z) h + z h̃ (Chung et al. 2014, Haiku)",
    },
    "error.step.missing": {"zh": "缺少 {name}，请输入一个数。", "en": "{name} is missing: type a number."},
    "error.step.number": {
        "zh": "{name} 应为有限的数，实际为 {value}。",
        "en": "{name} must be a finite number; it is {value}.",
    },
    "error.step.size": {
        "zh": "{name} 有 {size} 个数；计算过程只写出 1 到 {limit} 个。",
        "en": "{name} has {size} numbers; the calculation is written out for 1 to {limit}.",
    },
    "error.step.gate": {
        "zh": "{name} 是门，即 sigmoid 的值，必在 0 与 1 之间；实际为 {value}。",
        "en": "{name} is a gate: a sigmoid, which lies between 0 and 1; it is {value}.",
    },
    "error.step.candidate": {
        "zh": "{name} 是候选值，即 tanh 的值，必在 −1 与 1 之间；实际为 {value}。",
        "en": "{name} is a candidate: a tanh, which lies between −1 and 1; it is {value}.",
    },
    "error.step.length": {
        "zh": "{name} 有 {size} 个数，而 {first} 有 {expected} 个；两者应一样多。",
        "en": "{name} must hold as many numbers as {first}: it has {size}, not {expected}.",
    },
    "error.step.weights": {
        "zh": "{name} 中有不是有限数的值。",
        "en": "{name} holds a number that is not finite.",
    },
    "error.step.gates": {
        "zh": "列表中有 {size} 个门；可以相乘的个数为 1 到 {limit}。",
        "en": "The list has {size} gates; 1 to {limit} can be multiplied.",
    },
}
