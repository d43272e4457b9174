/** What to change in the source of a kernel, and what is known about it. */
import type { SuggestedDeclaration } from './suggest.ts';

/** `declare tile[32][33] instead of tile[32][32] at transpose.hip:8: 992 -> 0 conflict cycles on gfx942, by simulation. ...` */
export function declarationText(
  { name, file, line, now, better, before, after }: SuggestedDeclaration,
  machines: readonly string[],
): string {
  const cycles = machines.map(
    (machine, index) =>
      `${before[index] ?? 0} -> ${after[index] ?? 0} conflict cycles on ${machine}`,
  );
  const place = `${file.split(/[\\/]/).at(-1) ?? file}:${line}`;
  return (
    `declare ${arrayText(name, better)} instead of ${arrayText(name, now)} at ${place}: ${cycles.join(', ')} in the workgroups ` +
    'that were executed, by simulation. Not proven on the source: compile and analyze it again.'
  );
}

const arrayText = (name: string, shape: readonly number[]): string =>
  name.replace(/:\d+$/, '') + shape.map((length) => `[${length}]`).join('');
