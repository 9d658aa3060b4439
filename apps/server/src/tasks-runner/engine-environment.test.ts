/** Settings reach the engine by the names of today; secrets do not. */
import { expect, it } from 'vitest';
import { olderSettings } from '../config.ts';
import { engineEnvironment } from './engine-environment.ts';

const counted = { CUDA_DEVICE_ORDER: 'PCI_BUS_ID' };

it('keeps what is ours to itself', () => {
  const env = {
    PATH: '/bin',
    CUDA_VISIBLE_DEVICES: '',
    DATABASE_URL: 'x',
    PGPASSWORD: 'x',
    NODE_OPTIONS: 'x',
    LOUPE_ADMIN_PASSWORD: 'x',
  };
  expect(engineEnvironment({ ...env, LOUPE_BACKBONE_PPOCR: '/a.onnx' })).toEqual({
    ...counted,
    PATH: '/bin',
    CUDA_VISIBLE_DEVICES: '',
    LOUPE_BACKBONE_PPOCR: '/a.onnx',
  });
});

it('gives what is set by an older name under that of today, which goes first where both are set', () => {
  const older = { LOUPE_TRUNK_PPOCR: '/a.onnx', LOUPE_TRUNK_EFFICIENTNET: '' };
  expect(engineEnvironment(older)).toEqual({ ...counted, LOUPE_BACKBONE_PPOCR: '/a.onnx' });
  expect(olderSettings(older)).toEqual([{ was: 'LOUPE_TRUNK_PPOCR', now: 'LOUPE_BACKBONE_PPOCR' }]);
  expect(engineEnvironment({ ...older, LOUPE_BACKBONE_PPOCR: '/b.onnx' })).toEqual({
    ...counted,
    LOUPE_BACKBONE_PPOCR: '/b.onnx',
  });
  expect(engineEnvironment({ ...older, LOUPE_BACKBONE_PPOCR: '' })).toEqual({
    ...counted,
    LOUPE_BACKBONE_PPOCR: '/a.onnx',
  });
});

it('counts graphics cards as the driver lists them, unless the environment says otherwise', () => {
  const own = { CUDA_DEVICE_ORDER: 'FASTEST_FIRST' };
  expect(engineEnvironment(own)).toEqual({ ...counted, ...own });
});
