/** Pure rules of online detection: which file may be sent, how a new entry is called, how a verdict is explained. */
import { cutText, limits, patterns } from '@loupe/contract';

export interface NamedFile {
  name: string;
  size: number;
  type: string;
}

export type Refusal = 'count' | 'empty' | 'large' | 'type';

/** Why files are not sent; null: one JPG or PNG of at most 10 × 1024² bytes. The server looks at the bytes themselves. */
export const refusalOf = (files: readonly NamedFile[]): Refusal | null => {
  const [file] = files;
  if (!file || files.length !== 1) return 'count';
  if (file.size === 0) return 'empty';
  const isNamed = file.type === 'image/jpeg' || file.type === 'image/png' || /\.(jpe?g|png)$/i.test(file.name);
  if (!isNamed) return 'type';
  return file.size > limits.onlineImageBytes ? 'large' : null;
};

/** A name that the rules allow: "plan / function" becomes `plan_function_v3`. */
export const entryName = (modelName: string, versionNumber: number): string => {
  const end = `_v${versionNumber}`;
  const allowed = [...modelName].map((c) => (patterns.name.test(c) ? c : '_')).join('');
  const joined = allowed.replace(/_{2,}/g, '_').replace(/^_|_$/g, '');
  return cutText(joined, limits.nameLong - end.length) + end;
};

/** As one word of a POSIX shell, whatever is in it. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call of the HTTP interface that works when it is pasted into a shell. `input`: what is given with the image. */
export const curlExample = (address: string, key: string, input: Readonly<Record<string, string>> = {}): string =>
  [
    `curl -H "authorization: Bearer ${key}" \\`,
    `     -F ${inShell(`input=${JSON.stringify(input)}`)} -F file=@image.jpg \\`,
    `     ${address}`,
  ].join('\n');
