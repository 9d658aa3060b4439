/** The pictures that warnings of a task are about. */
import type { TaskLine } from '@loupe/contract';

export interface NamedPicture {
  id: number;
  name: string;
  /** Each thing said of it once, also where a later attempt said it again. */
  lines: TaskLine[];
}

/** In the order of their first warning. */
export function namedPictures(lines: readonly TaskLine[]): NamedPicture[] {
  const named = new Map<number, NamedPicture>();
  for (const line of lines) {
    const { image, file, code } = line.body;
    if (line.kind !== 'warning' || typeof image !== 'number') continue;
    const known = named.get(image);
    if (!known) named.set(image, { id: image, name: String(file ?? image), lines: [line] });
    else if (known.lines.every(({ body }) => body['code'] !== code)) known.lines.push(line);
  }
  return [...named.values()];
}
