// Geometry of images and screens: pure, without dependencies, the same for web and server.

export * from './box.ts';
export * from './clip.ts';
export * from './coco-rle.ts';
export * from './crops.ts';
export * from './mask.ts';
export * from './mask-rings.ts';
export * from './point.ts';
export * from './polygon.ts';
export * from './quad.ts';
export * from './quad-map.ts';
export * from './raster.ts';
export * from './reading-order.ts';
export * from './rectangle.ts';
export * from './row-runs.ts';
export * from './same-object.ts';
export * from './segment.ts';
export * from './simplify.ts';
export * from './text-boxes.ts';
export * from './text-decode.ts';
export * from './text-widths.ts';
export * from './trace.ts';
export * from './view.ts';
