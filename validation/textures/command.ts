/** `npm run validate -- textures FOLDER`: writes what `measure.py` executes on a GPU, compiled where ptxas is installed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../base/output.ts';
import { folderToWrite } from '../base/paths.ts';
import { assemble } from '../base/ptxas.ts';
import { kernelOf, textureCases } from './cases.ts';

/** Runs the program; returns its exit code. */
export function main([folder]: readonly string[], output: Output): number {
  const { print, complain } = output;
  const root = folderToWrite(folder, output);
  if (root === undefined) return 2;
  const coded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const cases = textureCases.map((one, number) => ({
    name: one.name,
    entry: `k${number}`,
    object: one.object,
    texels: coded(one.texels),
    coordinates: coded(new Uint8Array(one.coordinates.buffer)),
    result: one.result,
  }));
  writeFileSync(join(root, 'textures.json'), JSON.stringify(cases));
  for (const [number, one] of textureCases.entries()) {
    const entry = `k${number}`;
    const { status, stderr } = assemble(join(root, entry), kernelOf(one, entry), 'sm_90');
    if (status !== 0) complain(`${one.name}: ${stderr}`);
  }
  print(`${cases.length} cases are in ${root}`);
  return 0;
}
