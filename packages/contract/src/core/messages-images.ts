/** Messages on images: what is wrong with a file, its name or where it is to go. */
export const imageMessages = {
  'image.tooMany': {
    zh: '一次最多上传 {max} 张图片，本次选择了 {count} 张，未上传任何图片',
    en: 'You can upload at most {max} images at once. You selected {count}, so nothing was uploaded',
  },
  'image.none': { zh: '没有收到图片', en: 'No image was received' },
  'image.type': {
    zh: '「{file}」不是 jpg、png、jpeg、bmp 或 tiff 图片',
    en: '“{file}” is not a jpg, png, jpeg, bmp or tiff image',
  },
  'image.empty': { zh: '「{file}」是空文件（0 字节）', en: '“{file}” is empty (0 bytes)' },
  'image.corrupt': {
    zh: '「{file}」已损坏或不完整，无法解码',
    en: '“{file}” is damaged or incomplete and cannot be decoded',
  },
  'image.tooLarge': {
    zh: '「{file}」尺寸过大：最大 3.5 亿像素、单边 32768 像素',
    en: '“{file}” is too large. The maximum is 350 million pixels and 32,768 pixels per side',
  },
  'image.heavy': {
    zh: '「{file}」解码占用内存过多或耗时过长。请另存为方向已摆正、8 位、非隔行的 PNG 或非渐进式的 JPEG',
    en: '“{file}” takes too much memory or time to decode. Save it upright with 8 bits per channel, as a non-interlaced PNG or a baseline JPEG',
  },
  'image.pixels': {
    zh: '「{file}」像素过多，在线检测最大 {megapixels} MP（百万像素）。请缩小或裁剪后重试',
    en: '“{file}” has too many pixels for online detection (maximum {megapixels} MP). Make it smaller or crop it',
  },
  'image.slow': {
    zh: '「{file}」解码超过 {seconds} 秒，已停止。请缩小图片，或另存为普通 JPG 或 PNG',
    en: 'Decoding “{file}” took longer than {seconds} s and was stopped. Make it smaller, or save it as a standard JPG or PNG',
  },
  'image.memory': {
    zh: '「{file}」解码占用内存过多，已停止。请缩小图片后重试',
    en: 'Decoding “{file}” used too much memory and was stopped. Make it smaller',
  },
  'image.bytes': { zh: '「{file}」过大（最大 {max}）', en: '“{file}” is too large (maximum {max})' },
  'image.nameExists': {
    zh: '文件夹中已有名为「{file}」的图片',
    en: 'The folder already has an image named “{file}”',
  },
  'image.missing': {
    zh: '「{file}」的文件缺失或已损坏，请管理员运行 npm run loupe -- doctor',
    en: 'The file of “{file}” is missing or damaged. Ask your administrator to run npm run loupe -- doctor',
  },
  'image.name': {
    zh: '图片名称「{file}」无效：请勿使用斜杠 / 或 \\，也不能只有点',
    en: '“{file}” is not a valid image name. Use no / or \\, and not only dots',
  },
  'image.nameLong': {
    zh: '图片名称「{file}」过长，最多 {max} 个字符，请改短后重试',
    en: 'The image name “{file}” is too long: at most {max} characters. Shorten it and try again',
  },
  'image.otherSet': {
    zh: '图片只能移动到同一数据集的文件夹',
    en: 'Images can only be moved to folders of the same data set',
  },
  'image.bmp': {
    zh: '「{file}」是不支持的 BMP（压缩或 16 位），请转换为 PNG',
    en: '“{file}” is an unsupported BMP (compressed or 16-bit). Convert it to PNG',
  },
  'image.tiffPacking': {
    zh: '「{file}」使用了不支持的 TIFF 压缩方式（如 Zstandard、JPEG 2000、JPEG XL、LERC、LZMA）。请另存为不压缩、LZW 或 Deflate 压缩的 TIFF，或 PNG',
    en: '“{file}” is a TIFF with a compression that is not supported, such as Zstandard, JPEG 2000, JPEG XL, LERC or LZMA. Save it as a TIFF without compression or with LZW or Deflate, or as PNG',
  },
  'image.tiff': {
    zh: '「{file}」是不支持的 TIFF：浮点、32 位、有符号、10 或 12 位打包、多页，或文件头已损坏。请另存为单页、8 位或 16 位无符号的 TIFF 或 PNG',
    en: '“{file}” is an unsupported TIFF: float, 32-bit, signed, packed 10 or 12 bits, several pages, or with a damaged header. Save it as a TIFF or PNG with one page and 8 or 16 unsigned bits',
  },
  'storage.reserve': {
    zh: '磁盘已满，剩余空间仅用于保存标注。请清理磁盘后重试',
    en: 'The disk is full. The remaining space is reserved for saving annotations. Free some space and try again',
  },
  'storage.full': { zh: '磁盘已满，请清理后重试', en: 'The disk is full. Free some space and try again' },
} as const;
