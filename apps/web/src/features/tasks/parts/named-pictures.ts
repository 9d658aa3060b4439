/** The pictures that warnings of a task are about. */
import type { TaskLine } from '@loupe/contract';
import { z } from 'zod';

export interface NamedPicture {
  id: number;
  name: string;
  /** Each thing said of it once, also where a later attempt said it again. */
  lines: TaskLine[];
}

const About = z.object({ image: z.number() });
const pictureOf = (args: unknown): number | null => About.safeParse(args).data?.image ?? null;

/** In the order of their first warning. */
export function namedPictures(lines: readonly TaskLine[]): NamedPicture[] {
  const named = new Map<number, NamedPicture>();
  for (const line of lines) {
    const { args, file, code } = line.body;
    const image = pictureOf(args);
    if (line.kind !== 'warning' || image === null) continue;
    const known = named.get(image);
    if (!known) named.set(image, { id: image, name: String(file ?? image), lines: [line] });
    else if (known.lines.every(({ body }) => body['code'] !== code)) known.lines.push(line);
  }
  return [...named.values()];
}
