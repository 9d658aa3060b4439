/** The part of libarchive.js that reads in this process; its own door starts a worker and holds every file in memory. */
declare module 'libarchive.js/src/webworker/wasm-gen/libarchive.js' {
  export interface LibArchive {
    HEAPU8: Uint8Array;
    cwrap: <T extends (...args: never[]) => unknown>(
      name: string,
      returns: 'number' | 'string' | null,
      takes: readonly ('number' | 'string')[],
    ) => T;
  }
  export default function load(options: { wasmBinary: Uint8Array }): Promise<LibArchive>;
}
