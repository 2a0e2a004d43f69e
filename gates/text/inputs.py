"""Names of the inputs and notes on what was done to them, in Chinese and English."""

_COMPANIES = {
    "GOOG": ("谷歌", "Google"),
    "AAPL": ("苹果", "Apple"),
    "AMZN": ("亚马逊", "Amazon"),
    "FB": ("脸书", "Facebook"),
    "NFLX": ("奈飞", "Netflix"),
    "MSFT": ("微软", "Microsoft"),
}
_COUNTRIES = {
    "china": ("中国", "China"),
    "japan": ("日本", "Japan"),
    "india": ("印度", "India"),
    "united-states": ("美国", "United States"),
    "rwanda": ("卢旺达", "Rwanda"),
}
_READ_ZH = "读入 {T} 步、{d_x} 个通道（{encoding}，分隔符“{delimiter}”）"
_READ_EN = "Read {T} × {d_x} (steps × channels; {encoding}, delimiter “{delimiter}”)"

TEXTS: dict[str, dict[str, str]] = {
    "input.kind.zero": {"zh": "零输入", "en": "Zero"},
    "input.kind.impulse": {"zh": "脉冲（第一步为 1）", "en": "Impulse (1 at the first step)"},
    "input.kind.step": {"zh": "阶跃（四分之一处由 0 变 1）", "en": "Step (0 to 1 after a quarter)"},
    "input.kind.sine": {"zh": "正弦（周期 25 步）", "en": "Sine (period 25 steps)"},
    "input.kind.noise": {"zh": "高斯噪声", "en": "Gaussian noise"},
    "input.kind.spikes": {"zh": "随机尖峰（概率 0.1）", "en": "Random spikes (probability 0.1)"},
    "input.group.returns": {
        "zh": "股票周对数收益率，2018–2019",
        "en": "Weekly log-returns of stocks, 2018–2019",
    },
    "input.group.prices": {"zh": "股票周价格，2018–2019", "en": "Weekly stock prices, 2018–2019"},
    "input.group.countries": {
        "zh": "各国发展，1952–2007（每五年）",
        "en": "Countries, 1952–2007, every five years",
    },
    **{
        f"input.series.return-{code.lower()}": {
            "zh": f"{zh}（{code}）收益率",
            "en": f"{en} ({code}), returns",
        }
        for code, (zh, en) in _COMPANIES.items()
    },
    "input.series.return-all": {
        "zh": "六家公司的收益率（6 个通道）",
        "en": "All six companies, returns (6 channels)",
    },
    **{
        f"input.series.price-{code.lower()}": {"zh": f"{zh}（{code}）价格", "en": f"{en} ({code}), price"}
        for code, (zh, en) in _COMPANIES.items()
    },
    **{
        f"input.series.country-{code}": {
            "zh": f"{zh}：预期寿命、人均 GDP、人口",
            "en": f"{en}: life expectancy, GDP per head, population",
        }
        for code, (zh, en) in _COUNTRIES.items()
    },
    "input.note.standardised": {
        "zh": "每个通道已标准化为均值 0、标准差 1（{detail}）。",
        "en": "Each channel is standardised to mean 0 and standard deviation 1 ({detail}).",
    },
    "input.note.constant": {
        "zh": "下列通道始终不变，标准化后全为 0：{names}。",
        "en": "These channels never change and became zeros: {names}.",
    },
    "input.note.stock_prices": {
        "zh": "周价格，以第一周为 1；数据随 plotly 包提供（{source}）。",
        "en": "Weekly prices, the first week being 1; the data come with the plotly package ({source}).",
    },
    "input.note.stock_returns": {
        "zh": "周对数收益率 log(pₜ/pₜ₋₁)；价格数据随 plotly 包提供（{source}）。",
        "en": "Weekly log-returns log(pₜ/pₜ₋₁); the prices come with the plotly package ({source}).",
    },
    "input.note.gapminder": {
        "zh": "预期寿命（岁）、人均 GDP 与人口的常用对数；数据随 plotly 包提供（{source}）。",
        "en": "Life expectancy in years, log₁₀ of GDP per head and population; from plotly ({source}).",
    },
    "input.note.csv": {
        "zh": _READ_ZH + "；没有表头，按列字母命名。",
        "en": _READ_EN + "; no header, columns are named by letter.",
    },
    "input.note.csv_header": {
        "zh": _READ_ZH + "；第一行是表头。",
        "en": _READ_EN + "; the first row is the header.",
    },
    "input.note.csv_labels": {
        "zh": _READ_ZH + "；没有表头，第一列作为时间标签。",
        "en": _READ_EN + "; no header, the first column labels the time axis.",
    },
    "input.note.csv_header_labels": {
        "zh": _READ_ZH + "；第一行是表头，第一列作为时间标签。",
        "en": _READ_EN + "; the first row is the header, the first column labels the time axis.",
    },
}
