/** How a model's file is called in messages: models lie under their hash and have no other name; so many digits find the file. */
export const modelFileName = (sha256: string): string => `${sha256.slice(0, 16)}.onnx`;
