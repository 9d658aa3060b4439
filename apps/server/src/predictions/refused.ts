/** Why a model is not run. */

/** The file is not an ONNX model that may be run, or does not give what it should; the message says why. */
export class OnnxRefused extends Error {}
