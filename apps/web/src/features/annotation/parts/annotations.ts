/** Annotations of the images around the shown one, fetched ahead; what has changed since is forgotten. */
import { api, type ImageAnnotation } from '@loupe/contract';
import { call } from '../../../core/call.ts';

export interface Annotations {
  /** Held, or fetched now. */
  get: (imageId: number) => Promise<ImageAnnotation>;
  /** Straight from the server. */
  fresh: (imageId: number) => Promise<ImageAnnotation>;
  /** Holds these and no others. */
  setWindow: (ids: readonly number[]) => void;
  /** The server's state is another one by now. */
  forget: (imageId: number) => void;
}

export function makeAnnotations(
  load: (imageId: number) => Promise<ImageAnnotation> = (imageId) => call(api.imageShapes, { imageId }),
): Annotations {
  const held = new Map<number, Promise<ImageAnnotation>>();
  const hold = (imageId: number): Promise<ImageAnnotation> => {
    const known = held.get(imageId);
    if (known) return known;
    const promise = load(imageId);
    held.set(imageId, promise);
    // A failure is not kept: the next look tries again.
    promise.catch(() => {
      if (held.get(imageId) === promise) held.delete(imageId);
    });
    return promise;
  };
  return {
    get: hold,
    fresh: load,
    setWindow: (ids) => {
      for (const id of held.keys()) if (!ids.includes(id)) held.delete(id);
      for (const id of ids) void hold(id);
    },
    forget: (imageId) => void held.delete(imageId),
  };
}
