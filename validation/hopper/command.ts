/** `npm run validate -- hopper FOLDER`: writes what `measure.py` executes on a GPU, compiled where ptxas is installed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../base/output.ts';
import { folderToWrite } from '../base/paths.ts';
import { assemble } from '../base/ptxas.ts';
import { cases } from './cases.ts';
import { counterCases } from './counters.ts';

/** Runs the program; returns its exit code. */
export function main([folder]: readonly string[], output: Output): number {
  const { print, complain } = output;
  const root = folderToWrite(folder, output);
  if (root === undefined) return 2;
  const coded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const results = cases.map(({ name, outBytes, threads, map, image, tensor }) => ({
    name,
    outBytes,
    threads,
    map,
    image: coded(image),
    ...(tensor === undefined ? {} : { tensor: coded(tensor) }),
  }));
  const zeros = coded(new Uint8Array(16384));
  const counters = counterCases.map(({ name, threads, blocks, map }) => ({
    name,
    threads,
    blocks,
    entry: name,
    image: zeros,
    outBytes: 1024,
    ...(map === undefined ? {} : { map, tensor: coded(new Uint8Array(65536)) }),
  }));
  writeFileSync(join(root, 'results.json'), JSON.stringify(results));
  writeFileSync(join(root, 'counters.json'), JSON.stringify(counters));
  for (const { name, text } of [...cases, ...counterCases]) {
    const { status, stderr } = assemble(join(root, name), text, 'sm_90a');
    if (status !== 0) complain(`${name}: ${stderr}`);
  }
  print(`${results.length} cases and ${counters.length} kernels of counters are in ${root}`);
  return 0;
}
