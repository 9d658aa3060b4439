/** How an image lies in a frame: pure arithmetic of fit, zoom at a point and pan. */

export interface ViewBox {
  /** Screen pixels per image pixel. */
  scale: number;
  /** Where the image's origin lies in the frame. */
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

/** The whole image, in the middle of what is left below `top`; small images are enlarged. */
export const fitBox = (image: Size, frame: Size, margin = 0, top = 0): ViewBox => {
  const room = frame.height - top;
  const scale = Math.min((frame.width - 2 * margin) / image.width, (room - 2 * margin) / image.height);
  const safe = Number.isFinite(scale) && scale > 0 ? scale : 1;
  return {
    scale: safe,
    x: (frame.width - image.width * safe) / 2,
    y: top + (room - image.height * safe) / 2,
  };
};

/** Enlarges by `factor` and keeps the image's point under (px, py) where it is. */
export const zoomAt = (box: ViewBox, factor: number, px: number, py: number, fitScale: number): ViewBox => {
  const scale = Math.min(Math.max(box.scale * factor, fitScale * 0.5), Math.max(40, fitScale * 40));
  const k = scale / box.scale;
  return { scale, x: px - (px - box.x) * k, y: py - (py - box.y) * k };
};

/** Screen coordinates of a flat list of image points. */
export const toScreen = (points: readonly number[], box: ViewBox): number[] =>
  points.map((v, i) => v * box.scale + (i % 2 === 0 ? box.x : box.y));

/** SVG path of a shape: a rect has two corners, anything else is rings of points. */
export const pathOf = (kind: string, points: readonly number[], parts: readonly number[]): string => {
  if (kind === 'rect') {
    const [x1, y1, x2, y2] = points as [number, number, number, number];
    return `M${x1} ${y1}H${x2}V${y2}H${x1}Z`;
  }
  return parts
    .map((start, i) => {
      const ring = points.slice(2 * start, parts[i + 1] === undefined ? undefined : 2 * parts[i + 1]!);
      const corners: string[] = [];
      for (let j = 0; j + 1 < ring.length; j += 2) corners.push(`${ring[j]} ${ring[j + 1]}`);
      return `M${corners.join('L')}Z`;
    })
    .join('');
};

/** The upright rectangle around the points. */
export const boundsOf = (points: readonly number[]): { left: number; top: number; right: number; bottom: number } => {
  const { POSITIVE_INFINITY: far } = Number;
  const r = { left: far, top: far, right: -far, bottom: -far };
  for (let i = 0; i + 1 < points.length; i += 2) {
    r.left = Math.min(r.left, points[i]!);
    r.right = Math.max(r.right, points[i]!);
    r.top = Math.min(r.top, points[i + 1]!);
    r.bottom = Math.max(r.bottom, points[i + 1]!);
  }
  return r;
};
