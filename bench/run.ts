/** `npm run bench -- NAME [--quick]` runs one benchmark; without a name it lists them; `all` runs them one by one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { machine, type Bench } from './bench.ts';

/** Others here are parts of them. */
const isBench = (file: string): boolean =>
  /^export const bench\b/m.test(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
const files = readdirSync(import.meta.dirname).filter((file) => /\.(ts|mjs)$/.test(file) && isBench(file));
const names = files.map((file) => path.parse(file).name);

const load = async (name: string): Promise<Bench> => {
  const file = files.find((one) => path.parse(one).name === name);
  return ((await import(`./${file}`)) as { bench: Bench }).bench;
};

async function list(): Promise<number> {
  console.log('npm run bench -- NAME [--quick]\n');
  for (const name of names) console.log(`  ${name.padEnd(12)} ${(await load(name)).title}`);
  console.log(`  ${'all'.padEnd(12)} each of them, one by one`);
  return 0;
}

async function main(args: readonly string[]): Promise<number> {
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  if (wanted.length === 0) return list();
  const chosen = wanted.includes('all') ? names : wanted;
  const unknown = chosen.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown benchmark: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
    return 2;
  }
  let ok = true;
  for (const name of chosen) {
    const bench = await load(name);
    console.log(`${name}: ${bench.title}`);
    const figures = await bench.run({ quick: args.includes('--quick') });
    ok &&= Object.values(figures).every((one) => one.ok !== false);
    console.log(JSON.stringify({ bench: name, machine: machine(), figures }));
  }
  return ok ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
