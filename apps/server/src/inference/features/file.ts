/** The network that features come from; `bench/similar_net.py` writes it. */
import path from 'node:path';

export const featuresFile = {
  onnxPath: path.join(import.meta.dirname, 'features.onnx'),
  sha256: 'f650e39c90962c61f76f45e176a6253835f991d8f2e7348ed34975e0992f977c',
} as const;
/** Numbers of a cell. */
export const featureChannels = 232;
/** Pixels of a cell's side. */
export const cellSide = 8;
/** What divides the sides of a tile. */
export const tileStep = 16;
