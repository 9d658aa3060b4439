/** Reading a COCO file in the browser. Some writers put NaN and Infinity into JSON; the rest of the file is still good. */

const tokens = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** The parsed file; numbers that JSON does not know become null, so that the server can name what they spoil. */
export const parseCoco = (text: string): unknown => {
  const bare = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(bare);
  } catch (error) {
    const mended = bare.replace(tokens, (token) => (token.startsWith('"') ? token : 'null'));
    if (mended === bare) throw error;
    return JSON.parse(mended);
  }
};
