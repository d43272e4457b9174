import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Writes `FILE.ptx` and compiles it to `FILE.cubin`; the status is `null` where ptxas is not installed. */
export function assemble(
  file: string,
  text: string,
  chip: string,
): { readonly status: number | null; readonly stderr: string } {
  writeFileSync(`${file}.ptx`, text);
  const args = [`-arch=${chip}`, `${file}.ptx`, '-o', `${file}.cubin`];
  return spawnSync('ptxas', args, { encoding: 'utf8' });
}
