"""What the inputs say about a wrong setting, text or file, in Chinese and English."""

_CELL_ZH = "第 {row} 行、{column} 列："
_CELL_EN = "Row {row}, column {column}: "

TEXTS: dict[str, dict[str, str]] = {
    "error.input.shape": {
        "zh": "序列的形状应为 (T, d_x)，实际为 {shape}。",
        "en": "A sequence has shape (T, d_x); this one has {shape}.",
    },
    "error.input.finite": {
        "zh": "序列中只能有有限的数。",
        "en": "A sequence holds finite numbers only.",
    },
    "error.input.names": {
        "zh": "通道名（{channels} 个）或时间标签（{labels}）与序列的形状 {shape} 不符。",
        "en": "{channels} channel names and {labels} labels do not fit a sequence of shape {shape}.",
    },
    "error.input.whole_number": {
        "zh": "{name} 应为 {low} 到 {high} 之间的整数，实际为 {value}。",
        "en": "{name} must be a whole number from {low} to {high}; it is {value}.",
    },
    "error.input.range": {
        "zh": "{name} 应在 {low} 到 {high} 之间，实际为 {value}。",
        "en": "{name} must lie between {low} and {high}; it is {value}.",
    },
    "error.input.kind": {
        "zh": "没有名为 {kind} 的输入，可选：{kinds}。",
        "en": "There is no input called {kind}; choose one of {kinds}.",
    },
    "error.text.empty": {
        "zh": "文本为空，请至少输入一个字符。",
        "en": "The text is empty: type at least one character.",
    },
    "error.text.long": {
        "zh": "文本有 {length} 个字符，最多可显示 {limit} 个。",
        "en": "The text has {length} characters; at most {limit} can be shown.",
    },
    "error.series.unknown": {
        "zh": "没有名为 {name} 的序列，可选：{names}。",
        "en": "There is no series called {name}; choose one of {names}.",
    },
    "error.series.missing": {
        "zh": "已安装的 plotly 包中没有 {file}。",
        "en": "The installed plotly package does not bring {file}.",
    },
    "error.csv.bytes": {
        "zh": "文件大小为 {size} MB，上限为 {limit} MB。",
        "en": "The file has {size} MB; the limit is {limit} MB.",
    },
    "error.csv.workbook": {
        "zh": "这是 Excel 工作簿或压缩包，不是 CSV 文件；请把工作表另存为 CSV。",
        "en": "This is an Excel workbook or an archive, not a CSV file: save the sheet as CSV.",
    },
    "error.csv.binary": {
        "zh": "这不是文本文件；需要由数字组成的 CSV 文件。",
        "en": "This is not a text file: a CSV file with numbers is needed.",
    },
    "error.csv.encoding": {
        "zh": "文本编码不是 UTF-8、UTF-16 或 GBK；请把文件另存为 UTF-8。",
        "en": "The text is neither UTF-8 nor UTF-16 nor GBK: save the file as UTF-8.",
    },
    "error.csv.empty": {"zh": "文件为空。", "en": "The file is empty."},
    "error.csv.header_only": {
        "zh": "文件只有表头，没有数据行。",
        "en": "The file has a header but no row of numbers.",
    },
    "error.csv.no_numbers": {"zh": "文件中没有数值列。", "en": "The file has no column of numbers."},
    "error.csv.line": {
        "zh": "文本第 {line} 行超过 {limit} 个字符。",
        "en": "Line {line} has more than {limit} characters.",
    },
    "error.csv.quotes": {
        "zh": "第 {row} 行：引号的位置不对或没有配对。",
        "en": "Row {row}: a quotation mark opens or closes in the wrong place.",
    },
    "error.csv.rows": {
        "zh": "数据超过 {limit} 行。",
        "en": "The table has more than {limit} rows of numbers.",
    },
    "error.csv.columns": {
        "zh": "表格有 {columns} 列，最多允许 {limit} 列。",
        "en": "The table has {columns} columns; at most {limit} are allowed.",
    },
    "error.csv.blank_row": {"zh": "第 {row} 行是空行。", "en": "Row {row} is blank."},
    "error.csv.ragged": {
        "zh": "第 {row} 行有 {cells} 个单元格，而第 {first} 行有 {expected} 个。",
        "en": "Row {row} has {cells} cells, row {first} has {expected}.",
    },
    "error.csv.missing_value": {"zh": _CELL_ZH + "缺少数值。", "en": _CELL_EN + "the value is missing."},
    "error.csv.text": {"zh": _CELL_ZH + "{cell} 不是数字。", "en": _CELL_EN + "{cell} is not a number."},
    "error.csv.not_finite": {
        "zh": _CELL_ZH + "{cell} 不是有限的数。",
        "en": _CELL_EN + "{cell} is not a finite number.",
    },
    "error.csv.decimal": {
        "zh": _CELL_ZH + "{cell} 用了小数点，而其他单元格用小数逗号。",
        "en": _CELL_EN + "{cell} has a decimal point where other cells have a comma.",
    },
}
