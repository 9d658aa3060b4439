/** Messages of OCR: what a training of texts needs, what the engine says of it, and why a text is NG. */
export const ocrMessages = {
  // parameters
  'train.readerNetwork': {
    zh: '现成模型只有 PP-OCRv6。请选择该网络，或改为训练',
    en: 'The ready-made reader is PP-OCRv6. Select that network, or train instead',
  },
  'train.noCharacters': {
    zh: '语言为自定义时，请在「补充字符」中输入要识读的字符',
    en: 'With the language Custom, enter the characters to read under “Additional characters”',
  },
  'train.charactersLines': {
    zh: '补充字符中不能有换行或制表符',
    en: '“Additional characters” must not contain line breaks or tabs',
  },
  'train.textWidth': {
    zh: '固定宽度太小：除以 8 后不得小于最大文字长度。请增大宽度，或减小最大文字长度',
    en: 'The fixed width is too small: divided by 8 it must be at least the maximum text length. Raise the width, or lower that length',
  },
  // weights of the ready-made reader, before the start
  'train.readerMissing': {
    zh: '缺少现成文字模型的权重文件「{file}」，无法训练。请管理员删除 Loupe 目录下的 .venv 并重新运行 npm start，它会重新安装；没有网络时，按 docs/settings.md 指定权重文件',
    en: 'The weights “{file}” of the ready-made reader are missing, so no training can begin. Ask your administrator to delete the folder .venv of Loupe and run npm start, which installs them again; without a network, set the file as described in docs/settings.md',
  },
  'train.readerDamaged': {
    zh: '现成文字模型的权重文件「{file}」已损坏，或与 Loupe 所用的不同，无法训练。请管理员删除 Loupe 目录下的 .venv 并重新运行 npm start，它会重新安装；没有网络时，按 docs/settings.md 指定权重文件',
    en: 'The weights “{file}” of the ready-made reader are damaged or not those that Loupe uses, so no training can begin. Ask your administrator to delete the folder .venv of Loupe and run npm start, which installs them again; without a network, set the file as described in docs/settings.md',
  },
  // data of a training
  'train.testSet': {
    zh: '文件夹「{folder}」属于测试集，不能用于训练。请选择训练集的文件夹',
    en: 'The folder “{folder}” belongs to the test set, which takes no part in training. Select folders of the training set',
  },
  'train.noTextRegions': {
    zh: '所选图片没有标出任何文字，请先用四边形标出文字；或使用现成模型，它不需要标注',
    en: 'No text is marked on the selected images. Mark texts with quadrilaterals first, or use the ready-made reader, which needs no annotations',
  },
  'train.noTexts': {
    zh: '所选图片的文字都没有录入内容，无法学习识读。请录入内容，或先用现成模型预标注',
    en: 'None of the texts on the selected images has been typed, so there is nothing to learn to read. Type them, or let the ready-made reader pre-annotate first',
  },
  'train.noUsableTexts': {
    zh: '所选图片的 {count} 段文字都不能用于学习识读：过长、为空、含换行或四边形有误。请修正，或增大最大文字长度',
    en: '{count} {count|text is|texts are} marked and none can be learned: too long, empty, with line breaks, or with a bad quadrilateral. Correct them, or raise the maximum text length',
  },
  'train.textsSeveral': {
    zh: '{count} 张图片标有多段文字（如 {files}）。此类模型只识读已裁剪的图片：训练时按四边形裁剪，测试和在线检测时把整张图片作为一段文字。如需先定位文字，请新建「文字检测与识读」模型。',
    en: '{count} {count|image has|images have} several texts (such as {files}). Models of this type read cropped images only: training crops each text by its quadrilateral, but tests and online detection treat the whole image as one text. To find texts first, create a model of type “Find and read texts”.',
  },
  'train.textCrossed': {
    zh: '{count} 个四边形的边相交（如 {files}），不参与训练。',
    en: '{count} {count|quadrilateral crosses itself|quadrilaterals cross themselves} (such as in {files}) and {count|is|are} left out.',
  },
  'train.textOutside': {
    zh: '{count} 段文字超出图片范围（如 {files}），训练时裁剪到图片内。',
    en: '{count} {count|text reaches|texts reach} beyond the image (such as in {files}) and {count|is|are} clipped for training.',
  },
  'train.textUntyped': {
    zh: '{count} 段文字未录入内容（如 {files}），不参与识读训练。',
    en: '{count} {count|text is|texts are} not typed (such as in {files}) and {count|is|are} not used to train reading.',
  },
  'train.textEmpty': {
    zh: '{count} 段文字的内容为空（如 {files}），不参与识读训练。',
    en: '{count} {count|text is|texts are} empty (such as in {files}) and {count|is|are} not used to train reading.',
  },
  'train.textLines': {
    zh: '{count} 段文字含有换行（如 {files}），不参与识读训练；请逐行标注。',
    en: '{count} {count|text has|texts have} line breaks (such as in {files}) and {count|is|are} not used to train reading; annotate each line by itself.',
  },
  'train.textLong': {
    zh: '{count} 段文字超过 {max} 个字符（如 {files}），不参与识读训练。',
    en: '{count} {count|text is|texts are} longer than {max} characters (such as in {files}) and {count|is|are} not used to train reading.',
  },
  'train.textNarrow': {
    zh: '{count} 段文字相对其宽度过长（如 {files}），不参与识读训练；请检查四边形和阅读方向。',
    en: '{count} {count|text has|texts have} too many characters for {count|its|their} width (such as in {files}) and {count|is|are} not used to train reading; check quadrilaterals and reading direction.',
  },
  'train.textCharacters': {
    zh: '训练文字中有 {count} 个所选语言之外的字符，将加入可识读的字符：{characters}。',
    en: 'The texts have {count} {count|character|characters} that the language lacks; {count|it is|they are} added: {characters}.',
  },
  'coco.longText': {
    zh: '「{file}」的标注 {annotation} 的文字超过 {characters} 个字符，已导入图形，未导入文字',
    en: '“{file}”: the text of annotation {annotation} is longer than {characters} characters. Its shape was imported without it',
  },
  'annotation.crossed': {
    zh: '四边形的边不能相交，请按阅读方向依次点出四个角',
    en: 'The sides of a quadrilateral must not cross. Click its four corners in reading direction',
  },
  // what is wrong with a regular expression, `at`: at which part
  'pattern.why.openRound': {
    zh: '「(」未闭合。请补上「)」；如指字符本身，请写作「\\(」',
    en: 'a “(” is not closed. Add “)”, or write “\\(” for the character itself',
  },
  'pattern.why.openSquare': {
    zh: '「[」未闭合。请补上「]」；如指字符本身，请写作「\\[」',
    en: 'a “[” is not closed. Add “]”, or write “\\[” for the character itself',
  },
  'pattern.why.closeRound': {
    zh: '「)」之前没有「(」。请删去；如指字符本身，请写作「\\)」',
    en: 'a “)” has no “(” before it. Remove it, or write “\\)” for the character itself',
  },
  'pattern.why.nothing': {
    zh: '「{at}」之前没有可重复的内容。请删去；如指字符本身，请在前面加反斜杠',
    en: 'there is nothing before “{at}” that it could repeat. Remove it, or put a backslash before it for the character itself',
  },
  'pattern.why.nested': {
    zh: '「{at}」是对重复的再次重复。请只保留一个，或用括号括起前面的部分',
    en: '“{at}” repeats a repeat. Keep one of the two, or put the part before it in brackets',
  },
  'pattern.why.count': {
    zh: '「{at}」不是有效的重复次数。较小的数在前，最多 1000 次',
    en: '“{at}” is no number of repeats. The smaller number comes first, and 1000 is the most',
  },
  'pattern.why.escape': {
    zh: '「{at}」没有含义。反斜杠本身请写作「\\\\」；不支持引用分组',
    en: '“{at}” has no meaning. Write “\\\\” for a backslash itself; references to groups are not supported',
  },
  'pattern.why.backslash': {
    zh: '末尾只有一个反斜杠。如指字符本身，请写作「\\\\」',
    en: 'it ends with a single backslash. Write “\\\\” for the character itself',
  },
  'pattern.why.group': {
    zh: '不支持「{at}」（例如前瞻、后顾）。如指括号本身，请写作「\\(」',
    en: '“{at}” is not supported: lookahead and lookbehind do not exist here. Write “\\(” for a bracket itself',
  },
  'pattern.why.range': {
    zh: '「{at}」不是有效的字符范围或类别。较小的字符在前；连字符本身请写作「\\-」',
    en: '“{at}” is no range or class of characters. The lower character comes first; write “\\-” for a hyphen itself',
  },
  'pattern.why.other': {
    zh: '请检查「{at}」',
    en: 'check “{at}”',
  },
  // rules of a verdict
  'texts.pattern': {
    zh: '第 {n} 条规则的正则表达式无效：{why}',
    en: 'The regular expression of rule {n} is not valid: {why}',
  },
  'texts.patternLarge': {
    zh: '第 {n} 条规则的正则表达式过大（重复次数相乘）。请减少重复次数，或拆成多条规则',
    en: 'The regular expression of rule {n} is too large: its repeats multiply. Repeat less, or use several rules',
  },
  'texts.patternsLarge': {
    zh: '各条规则的正则表达式合计过大（加上第 {n} 条后超出上限）。请减少重复次数，或删去部分规则',
    en: 'The regular expressions are too large in total; rule {n} exceeds the limit. Repeat less, or remove some of the rules',
  },
  'texts.dateUnclear': {
    zh: '第 {n} 条规则的日期格式有歧义：M 和 D 之间须有分隔符，或改用 MM、DD',
    en: 'The date format of rule {n} is ambiguous. Separate M and D, or use MM and DD',
  },
  'texts.reason.noText': { zh: '没有读出任何文字', en: 'No text was read' },
  'texts.reason.unsure': {
    zh: '「{text}」的识读得分低，请人工确认',
    en: '“{text}” was read with a low score: please check it',
  },
  'texts.reason.unread': {
    zh: '有 {count} 处文字区域未能读出内容，请人工确认',
    en: 'Nothing was read in {count} text {count|region|regions}: please check',
  },
  'texts.reason.unreadMayFit': {
    zh: '有 {count} 处文字区域未能读出内容，所要的文字可能就在其中，请人工确认',
    en: 'Nothing was read in {count} text {count|region|regions}, which may contain the required text: please check',
  },
  'texts.reason.notGiven': {
    zh: '请求中没有给出应有的文字（expected），无法比较',
    en: 'The request did not say what should be read (expected), so there was nothing to compare with',
  },
  'texts.reason.count': {
    zh: '找到 {count} 段文字，应为 {wanted} 段',
    en: '{count} {count|text was|texts were} found; expected: {wanted}',
  },
  'texts.reason.matches': { zh: '没有文字符合 {wanted}', en: 'No text matches {wanted}' },
  'texts.reason.matchesOne': { zh: '「{text}」不符合 {wanted}', en: '“{text}” does not match {wanted}' },
  'texts.reason.list': { zh: '没有文字在允许的列表中', en: 'No text is in the list' },
  'texts.reason.listOne': { zh: '「{text}」不在允许的列表中', en: '“{text}” is not in the list' },
  'texts.reason.checkDigit': { zh: '没有文字通过 {wanted} 校验', en: 'No text has a valid {wanted} check digit' },
  'texts.reason.checkDigitOne': {
    zh: '「{text}」未通过 {wanted} 校验',
    en: '“{text}” has no valid {wanted} check digit',
  },
  'texts.reason.equals': { zh: '没有文字等于「{wanted}」', en: 'No text is “{wanted}”' },
  'texts.reason.equalsOne': { zh: '「{text}」应为「{wanted}」', en: '“{text}” should be “{wanted}”' },
  'texts.reason.date': {
    zh: '没有文字是范围内的日期（{wanted}）',
    en: 'No text is a date ({wanted}) within the allowed days',
  },
  'texts.reason.dateOne': {
    zh: '「{text}」不是范围内的日期（{wanted}）',
    en: '“{text}” is not a date ({wanted}) within the allowed days',
  },
  'input.dateFormat': {
    zh: "不是日期格式：年（YYYY 或 YY）和月（MM）各一次，日（DD）可省略，例如 YYYY-MM-DD。日期前后的文字请加引号：'EXP 'DD.MM.YYYY",
    en: "is not a date format: use the year (YYYY or YY) and the month (MM) once each; the day (DD) is optional, for example YYYY-MM-DD. Put words beside the date in quotes: 'EXP 'DD.MM.YYYY",
  },
  'input.daysOrder': {
    zh: '日期范围为空：最晚早于最早',
    en: 'is an empty range: the latest day is before the earliest',
  },
  // what the engine ends with, or goes on with
  'cause.data.noTexts': {
    zh: '训练图片中没有可用于识读的文字。请标注文字并输入其内容',
    en: 'The training images have no text to learn reading from. Annotate texts and type what they say',
  },
  'cause.reader.missing': {
    zh: '缺少现成文字模型的权重文件「{file}」',
    en: 'The weights “{file}” of the ready-made reader are missing',
  },
  'cause.reader.damaged': {
    zh: '现成文字模型的权重文件「{file}」已损坏，或与 Loupe 所用的不同',
    en: 'The weights “{file}” of the ready-made reader are damaged or not those that Loupe uses',
  },
  'warning.data.textLong': {
    zh: '{count} 段文字超过最大长度（如「{file}」），未用于识读训练',
    en: '{count} {count|text is|texts are} longer than the maximum (first in “{file}”) and {count|was|were} not used to train reading',
  },
  'warning.data.textNarrow': {
    zh: '{count} 段文字相对其宽度过长，无法识读（如「{file}」），未用于识读训练。请检查标注框，或增大宽度',
    en: '{count} {count|text has|texts have} too many characters for {count|its|their} width (first in “{file}”) and {count|was|were} not used to train reading. Check the annotations, or raise the width',
  },
  'warning.data.textLines': {
    zh: '{count} 段文字含有换行（如「{file}」），未用于识读训练。请逐行标注',
    en: '{count} {count|text has|texts have} line breaks (first in “{file}”) and {count|was|were} not used to train reading. Annotate each line by itself',
  },
  'warning.data.textEmpty': {
    zh: '{count} 段文字内容为空（如「{file}」），未用于识读训练',
    en: '{count} {count|text is|texts are} empty (first in “{file}”) and {count|was|were} not used to train reading',
  },
  'warning.data.charactersAdded': {
    zh: '训练文字中有所选语言之外的字符，已加入：{characters}',
    en: 'Characters of the training texts that the language lacks were added: {characters}',
  },
  'warning.data.quadCrossed': {
    zh: '{count} 个四边形的边相交（如「{file}」），未使用。请重新绘制',
    en: '{count} {count|quadrilateral crosses itself|quadrilaterals cross themselves} (first in “{file}”) and {count|was|were} not used. Draw {count|it|them} again',
  },
} as const;
