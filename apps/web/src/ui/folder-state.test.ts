// What is shown of a folder between "unannotated" and "annotated".
import { expect, it } from 'vitest';
import { annotatedShare } from './FolderState.tsx';

it('a folder that is annotated in part shows how far, and no word', () => {
  expect(annotatedShare({ images: 34, annotated: 10, state: 'unannotated' })).toBeCloseTo(10 / 34);
  expect(annotatedShare({ images: 34, annotated: 10, state: 'preLabeled' })).toBeCloseTo(10 / 34);
});

it('a folder at either end, or under pre-annotation, shows its word', () => {
  expect(annotatedShare({ images: 34, annotated: 0, state: 'unannotated' })).toBeNull();
  expect(annotatedShare({ images: 34, annotated: 34, state: 'annotated' })).toBeNull();
  expect(annotatedShare({ images: 0, annotated: 0, state: 'unannotated' })).toBeNull();
  expect(annotatedShare({ images: 34, annotated: 10, state: 'preLabeling' })).toBeNull();
});
