/** A model that is learnt from good images, with its data sets, and drawn images of good and bad parts with masks. */
import { api, type Call } from '@loupe/contract';
import sharp from 'sharp';

export interface OwnSet {
  datasetId: number;
  folderId: number;
}
export interface GoodBadModel {
  projectId: number;
  modelId: number;
  ok: OwnSet;
  ng: OwnSet;
}

let made = 0;

/** Made through the API, so that its data sets are as they are for everybody. */
export async function addGoodBadModel(call: Call): Promise<GoodBadModel> {
  made++;
  const { id: projectId } = await call(api.projectAdd, { family: 'anomaly', name: `parts_${made}` });
  const model = await call(api.modelAdd, { projectId, planName: `plan_${made}`, functionName: 'look' });
  const setOf = async (role: string): Promise<OwnSet> => {
    const datasetId = model.datasets.find((one) => one.role === role)!.id;
    const { list } = await call(api.folderList, { datasetId });
    return { datasetId, folderId: list[0]!.id };
  };
  return { projectId, modelId: model.id, ok: await setOf('ok'), ng: await setOf('ng') };
}

export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}
const ground = { width: 40, height: 30 };
let shade = 0;

/** A dark part of 40 × 30, another one each time; with a white spot it is bad. */
export function drawPart(spot?: Spot): Promise<Buffer> {
  shade++;
  const background = { r: shade % 60, g: Math.floor(shade / 60) % 60, b: 30 };
  const part = sharp({ create: { ...ground, channels: 3, background } });
  return (spot ? part.composite([spotOf(spot)]) : part).png().toBuffer();
}

const spotOf = ({ width, height, left, top }: Spot) => ({
  input: { create: { width, height, channels: 3 as const, background: '#ffffff' } },
  left,
  top,
});

/** Black with white spots, grey of one channel as most sets have it. */
export const drawMask = (spots: readonly Spot[], size: { width: number; height: number } = ground): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: '#000000' } })
    .composite(spots.map(spotOf))
    .toColourspace('b-w')
    .png()
    .toBuffer();
