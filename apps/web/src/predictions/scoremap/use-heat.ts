/** The address of a heat map in colours, made from its grey PNG; null while it is being made. */
import type { Heat } from '@loupe/contract';
import { useEffect, useState } from 'react';
import { paintHeat } from './colours.ts';

const painted = async (heat: Heat): Promise<string> => {
  const image = new Image();
  image.src = `data:image/png;base64,${heat.png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [heat.width, heat.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const data = context.getImageData(0, 0, heat.width, heat.height);
  paintHeat(data.data);
  context.putImageData(data, 0, 0);
  return canvas.toDataURL();
};

export const useHeat = (heat: Heat): string | null => {
  const [made, setMade] = useState<{ of: Heat; src: string } | null>(null);
  useEffect(() => {
    let gone = false;
    painted(heat)
      .then((src) => {
        if (!gone) setMade({ of: heat, src });
      })
      .catch(() => {
        // A heat map that the browser cannot read is not drawn; the image stands without it.
      });
    return () => {
      gone = true;
    };
  }, [heat]);
  return made?.of === heat ? made.src : null;
};
