/**
 * The host protocol, v 1: how a server process asks an inference host for a prediction. A host is a process of its own:
 * `child.ts` here, or another program that speaks the same.
 *
 * Frames go over the host's stdin (requests) and stdout (answers). A frame is two unsigned 32-bit numbers, little endian,
 * (bytes of JSON, bytes of body), then the JSON in UTF-8, then the body. The host starts with a hello, then answers each
 * request in order, one frame for one frame. stderr is free text for the log. When stdin ends, the host ends.
 * Before its answer a host may say where it stands (`stage`), so that an image that is slow to decode is not taken for a slow
 * model. Limits are the asker's business: a host that is too slow is killed. A host that is about to die by its own memory limit
 * writes `memory` to file descriptor 3.
 */
import { Prediction, Sha256 } from '@loupe/contract';
import { z } from 'zod';
import { featureChannels } from './features/file.ts';

export const hostProtocol = 1;
/** No frame is larger: an image of an online request, or the boxes of as many regions as may be asked for. */
const maxFrameBytes = 64 * 1024 * 1024;
/** Each has the time of a model, and all of them one process. */
export const regionsMax = 1000;

/** A part of an image, in its pixels. */
export const Region = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().min(1),
  height: z.int().min(1),
  /** Four corners of what is asked about, in the region's own pixels; for graphs that ask for it. */
  quad: z.array(z.number()).length(8).optional(),
});
export type Region = z.infer<typeof Region>;

const LookTile = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1).max(2048),
  height: z.int().min(1).max(2048),
  /** In pixels of the tile: how much there is to see in it is asked as well. */
  within: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});
/** The image at another scale, by tiles of it: features, or the scores of linear heads on them. */
export const Look = z.object({
  scaled: z.object({ width: z.int().min(1), height: z.int().min(1) }),
  /** In pixels of the scaled image; they may leave it behind and below. */
  tiles: z.array(LookTile).min(1).max(regionsMax),
  /** One behind the other. None: the features themselves. */
  heads: z.array(z.number()).max(64 * featureChannels),
});
export type Look = z.infer<typeof Look>;
/** How much there is to see: in levels of 256, and in variances of what the pixels' noise alone would make. */
export const Contrast = z.object({ levels: z.number(), overNoise: z.number() });
export type Contrast = z.infer<typeof Contrast>;
/** Planes of cells one behind the other, float32, little endian. */
export const TileOutput = z.object({
  planes: z.int(),
  rows: z.int(),
  columns: z.int(),
  data: z.base64(),
  contrast: Contrast.optional(),
});
export type TileOutput = z.infer<typeof TileOutput>;

export const HostRequest = z.object({
  v: z.literal(hostProtocol),
  id: z.int(),
  /** The model file and what its bytes must hash to; checked when it is loaded. */
  onnx: z.object({ path: z.string(), sha256: Sha256 }),
  /** What the graph gives; decides which inputs and outputs it must have. */
  prediction: z.string(),
  /** A file that the host can read; null: the image is the frame's body. */
  image: z.string().nullable(),
  /** Of the image: two requests with one number are about the same. */
  imageId: z.int(),
  /** The image is about to be asked for again: it stays decoded for a moment. */
  keep: z.boolean(),
  /** Parts of the image, each of which the model is shown by itself; null: the whole image. */
  regions: z.array(Region).min(1).max(regionsMax).nullable(),
  /** Features are asked for, and no prediction; null: a prediction. */
  look: Look.nullable(),
  /** Numbers beside the image, by the names of the graph's inputs; of boxes the overlap and the least score. */
  settings: z.record(z.string(), z.number()),
  /** Number of labels; a class beyond them is refused. Null: what the model itself says. */
  classes: z.int().nullable(),
  /** An image with more pixels is refused unread. Null: what is decoded at all. */
  pixelsMax: z.int().nullable(),
  /** Also answer the hash of the decoded RGB bytes. */
  hashPixels: z.boolean(),
});
export type HostRequest = z.infer<typeof HostRequest>;

export const hostFaults = [
  'image.type',
  'image.empty',
  'image.corrupt',
  'image.tooLarge',
  'image.heavy',
  'image.bmp',
  'image.tiff',
  'image.tiffPacking',
  'image.pixels',
  'image.missing',
  'model.damaged',
  'model.refused',
  'model.failed',
] as const;
export type HostFault = (typeof hostFaults)[number];

export const HostPrediction = z
  .object({
    v: z.literal(hostProtocol),
    id: z.int(),
    ok: z.literal(true),
    /** Of the whole image, or of each region in its own pixels. */
    predictions: z.array(Prediction),
    /** Of each tile, where features were asked for. */
    tiles: z.array(TileOutput),
    width: z.int(),
    height: z.int(),
    pixelsSha256: Sha256.nullable(),
    ms: z.object({ load: z.number(), decode: z.number(), model: z.number() }),
  })
  .refine(({ predictions, tiles }) => predictions.length + tiles.length > 0);
export type HostPrediction = z.infer<typeof HostPrediction>;
export const HostRefusal = z.object({
  v: z.literal(hostProtocol),
  id: z.int(),
  ok: z.literal(false),
  fault: z.enum(hostFaults),
  why: z.string(),
});
export type HostRefusal = z.infer<typeof HostRefusal>;
export const HostAnswer = z.discriminatedUnion('ok', [HostPrediction, HostRefusal]);
export type HostAnswer = z.infer<typeof HostAnswer>;
/** What a host begins now. Until it says so it loads the model. */
export const HostStage = z.object({ v: z.literal(hostProtocol), id: z.int(), stage: z.enum(['decode', 'model']) });
export type Stage = 'load' | z.infer<typeof HostStage>['stage'];
export const HostHello = z.object({ v: z.literal(hostProtocol), hello: z.string() });

export interface Frame {
  json: unknown;
  body: Buffer;
}

export function encodeFrame(json: unknown, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, text, body]);
}

/** Takes chunks as they come and gives whole frames. Throws on what cannot be a frame. */
export function makeFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let kept: Buffer[] = [];
  let bytes = 0;
  let wanted = 8;
  return (chunk) => {
    kept.push(chunk);
    bytes += chunk.length;
    while (bytes >= wanted) {
      const all = kept.length === 1 ? kept[0]! : Buffer.concat(kept);
      kept = [all];
      const [json, body] = [all.readUInt32LE(0), all.readUInt32LE(4)];
      if (json + body > maxFrameBytes) throw new Error('a frame of the host protocol is too large');
      wanted = 8 + json + body;
      if (bytes < wanted) return;
      onFrame({
        json: JSON.parse(all.toString('utf8', 8, 8 + json)) as unknown,
        body: all.subarray(8 + json, wanted),
      });
      kept = [all.subarray(wanted)];
      bytes -= wanted;
      wanted = 8;
    }
  };
}
