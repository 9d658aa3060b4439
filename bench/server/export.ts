/** How long the annotations of 50,000 images take from the question to the file, in the slower of the formats. */
import { api, type ExportFormat } from '@loupe/contract';
import { addFolder, type Material } from './material.ts';
import type { RealServer } from './real.ts';

const wanted = 50_000;
/** Seven in ten of the images that a folder is filled with are annotated or empty. */
const filled = Math.ceil(wanted / 0.7) + 10;

async function seconds({ call }: RealServer, datasetId: number, format: ExportFormat): Promise<number> {
  const start = performance.now();
  const { id } = await call(api.exportAdd, { datasetId, format, withImages: false });
  for (;;) {
    /* oxlint-disable no-await-in-loop -- waiting */
    await new Promise((resolve) => setTimeout(resolve, 100));
    const record = (await call(api.exportList, { datasetId })).list.find((one) => one.id === id)!;
    /* oxlint-enable no-await-in-loop */
    if (record.state === 'processing') continue;
    if (record.state !== 'completed' || record.images < wanted) throw new Error(JSON.stringify(record));
    return (performance.now() - start) / 1000;
  }
}

export async function exportSeconds(server: RealServer, material: Material): Promise<number> {
  await addFolder(server, material, filled);
  const coco = await seconds(server, material.datasetId, 'coco');
  return Math.max(coco, await seconds(server, material.datasetId, 'yoloSegment'));
}
