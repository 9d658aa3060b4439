/** The images that warnings of a task are about. */
import type { TaskLine } from '@loupe/contract';
import { z } from 'zod';

export interface NamedImage {
  id: number;
  name: string;
  /** Each thing said of it once, also where a later attempt said it again. */
  lines: TaskLine[];
}

const About = z.object({ image: z.number() });
const imageOf = (args: unknown): number | null => About.safeParse(args).data?.image ?? null;

/** In the order of their first warning. */
export function namedImages(lines: readonly TaskLine[]): NamedImage[] {
  const named = new Map<number, NamedImage>();
  for (const line of lines) {
    const { args, file, code } = line.body;
    const image = imageOf(args);
    if (line.kind !== 'warning' || image === null) continue;
    const known = named.get(image);
    if (!known) named.set(image, { id: image, name: String(file ?? image), lines: [line] });
    else if (known.lines.every(({ body }) => body['code'] !== code)) known.lines.push(line);
  }
  return [...named.values()];
}
