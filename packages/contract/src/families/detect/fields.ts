/** Short makers of parameter fields: one for each bound class of the specification. */
import type { NumberField, Words } from '../params.ts';

type Bounds = Pick<NumberField, 'kind' | 'min' | 'max' | 'default'> & { decimals?: number };

export const words = (zh: string, en: string): Words => ({ zh, en });
export const unit = {
  percent: words('%', '%'),
  pixels: words('像素', 'px'),
  epochs: words('轮', 'epochs'),
  minutes: words('分钟', 'min'),
} as const;
/** Of a training whose length is a time. */
export const byTime = { key: 'length', is: 'time' } as const;

/** Number format of the computation; how it is chosen automatically differs by recipe. */
export const precision = {
  kind: 'choice',
  default: 'auto',
  options: [
    { value: 'auto', label: words('自动', 'Automatic') },
    { value: 'fp32', label: words('fp32', 'fp32') },
    { value: 'bf16', label: words('bf16', 'bf16') },
  ],
  label: words('计算精度', 'Precision'),
} as const;

/** 0–1 with 1, 2, 4 or 8 decimals. */
export const probability = (fallback: number, decimals: 1 | 2 | 4 | 8 = 2) =>
  ({ kind: 'decimal', min: 0, max: 1, decimals, default: fallback }) as const satisfies Bounds;
/** 0–2, 0–3 or 0–5 with one decimal. */
export const strength = (max: 2 | 3 | 5, fallback: number) =>
  ({ kind: 'decimal', min: 0, max, decimals: 1, default: fallback }) as const satisfies Bounds;
/** Whole numbers 0–100. */
export const hundred = (fallback: number) =>
  ({ kind: 'integer', min: 0, max: 100, default: fallback }) as const satisfies Bounds;
/** Grey levels, whole numbers 0–255. */
export const levels = (fallback: number) =>
  ({ kind: 'integer', min: 0, max: 255, default: fallback }) as const satisfies Bounds;
