/** In the host: features of tiles of one image, or what linear heads make of them. */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { contrastIn } from './contrast.ts';
import { featureChannels } from './file.ts';
import { resampled } from './resample.ts';
import type { Look, TileOutput } from '../protocol.ts';

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** `onTile`: before each, for each has the time of one. */
export async function lookAt(
  session: InferenceSession,
  image: Pixels,
  look: Look,
  onTile: () => void,
): Promise<TileOutput[]> {
  const heads = look.heads.length > 0 ? Float32Array.from(look.heads) : new Float32Array(featureChannels);
  const tensor = new Tensor('float32', heads, [heads.length / featureChannels, featureChannels]);
  const wanted = look.heads.length > 0 ? 'scores' : 'features';
  const tiles: TileOutput[] = [];
  for (const tile of look.tiles) {
    onTile();
    const pixels = resampled(image, look.scaled, tile);
    const feeds = { image: new Tensor('uint8', pixels, [tile.height, tile.width, 3]), heads: tensor };
    const outputs = await session.run(feeds, [wanted]); // oxlint-disable-line no-await-in-loop
    const { data, dims } = outputs[wanted]!;
    const floats = data as Float32Array;
    const bytes = Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
    const { width, height, within } = tile;
    tiles.push({
      planes: dims[0]!,
      rows: dims[1]!,
      columns: dims[2]!,
      data: bytes.toString('base64'),
      ...(within && { contrast: contrastIn({ data: pixels, width, height }, within) }),
    });
  }
  return tiles;
}
