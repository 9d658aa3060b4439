/** Messages of OCR: what a training of texts needs, what the engine says of it, and why a text is NG. */
export const ocrMessages = {
  // parameters
  'train.readerNetwork': {
    zh: '现成模型只有 PP-OCRv6。请选择该网络，或改为训练',
    en: 'The ready-made reader is PP-OCRv6. Select that network, or train instead',
  },
  'train.noCharacters': {
    zh: '语言为自定义时，请在「补充字符」中输入要识读的字符',
    en: 'With the language Custom, enter the characters to read in More characters',
  },
  'train.charactersLines': {
    zh: '补充字符中不能有换行或制表符',
    en: 'More characters must not contain line breaks or tabs',
  },
  'train.textWidth': {
    zh: '固定宽度太小：除以 8 后不得小于最大文字长度。请增大宽度，或减小最大文字长度',
    en: 'The fixed width is too small: divided by 8 it must be at least the maximum text length. Raise the width, or lower that length',
  },
  // rules of a verdict
  'input.dateFormat': {
    zh: '不是日期格式：年（YYYY 或 YY）和月（MM）各一次，日（DD）可省略，例如 YYYY-MM-DD',
    en: 'is no date format: name the year (YYYY or YY) and the month (MM) once, and the day (DD) or none, such as YYYY-MM-DD',
  },
  'input.daysOrder': { zh: '日期范围为空：最晚早于最早', en: 'leaves no day: the latest lies before the earliest' },
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
    zh: '现成文字模型的权重文件「{file}」与 Loupe 所用的不同或已损坏：{why}',
    en: 'The weights “{file}” of the ready-made reader are damaged or not those that Loupe uses: {why}',
  },
  'warning.data.textLong': {
    zh: '{count} 段文字超过最大长度（如「{file}」），未用于识读训练',
    en: '{count} {count|text is|texts are} longer than the maximum (first in “{file}”) and {count|was|were} left out of learning to read',
  },
  'warning.data.textNarrow': {
    zh: '{count} 段文字相对其宽度过长，无法识读（如「{file}」），未用于识读训练。请检查标注框，或增大宽度',
    en: '{count} {count|text has|texts have} too many characters for {count|its|their} width (first in “{file}”) and {count|was|were} left out of learning to read. Check the annotations, or raise the width',
  },
  'warning.data.textLines': {
    zh: '{count} 段文字含有换行（如「{file}」），未用于识读训练。请逐行标注',
    en: '{count} {count|text has|texts have} line breaks (first in “{file}”) and {count|was|were} left out of learning to read. Annotate each line by itself',
  },
  'warning.data.textEmpty': {
    zh: '{count} 段文字内容为空（如「{file}」），未用于识读训练',
    en: '{count} {count|text is|texts are} empty (first in “{file}”) and {count|was|were} left out of learning to read',
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
