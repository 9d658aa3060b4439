/** Name and version of the runtime that certificates and answers are made with. */
import { createRequire } from 'node:module';

export function runtimeName(): string {
  const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string };
  return `onnxruntime-node ${version}`;
}
