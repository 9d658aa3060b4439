/** Images for tests, drawn on the spot, and how they get into a folder. */
import { api, type Call, type CallFile, type UploadReport } from '@loupe/contract';
import sharp from 'sharp';

let shade = 0;
/** A PNG that no other call gives. */
export const drawPng = (width = 8, height = 6): Promise<Buffer> => {
  shade++;
  const background = { r: shade % 256, g: shade >> 8, b: 9 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
};

export const callFile = (name: string, data: Uint8Array | string): CallFile => ({
  name,
  data: new Blob([data as Uint8Array<ArrayBuffer>]),
});

export const uploadFiles = (call: Call, folderId: number, files: readonly CallFile[]): Promise<UploadReport> =>
  call(api.imageUpload, { folderId }, { files });
