// What drawing asks of a canvas, and how a shape looks on it.

/** What is needed of a 2D context; both kinds of canvas have it. */
export type Painter = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'rect'
  | 'arc'
  | 'clip'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'setLineDash'
  | 'save'
  | 'restore'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'lineCap'
  | 'globalAlpha'
  | 'font'
  | 'textBaseline'
>;

export type Look = {
  readonly color: string;
  readonly isDashed: boolean;
  readonly fillAlpha: number;
  /** A region to ignore. */
  readonly isHatched: boolean;
};
