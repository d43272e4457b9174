/** What to change in the source of a kernel, and what is known about it. */
import type { SuggestedDeclaration } from './suggest.ts';

/** `declare tile[32][33] instead of tile[32][32] at transpose.hip:8: 992 -> 0 conflict cycles on gfx942. Tried: ...` */
export function declarationText(
  { name, file, line, now, better, before, after, tried }: SuggestedDeclaration,
  machines: readonly string[],
): string {
  const cycles = machines.map(
    (machine, index) =>
      `${before[index] ?? 0} -> ${after[index] ?? 0} conflict cycles on ${machine}`,
  );
  const place = `${file.split(/[\\/]/).at(-1) ?? file}:${line}`;
  const change = `declare ${arrayText(name, better)} instead of ${arrayText(name, now)} at ${place}: ${cycles.join(', ')}`;
  return tried === undefined
    ? `${change} in the workgroups that were executed, by simulation. Not tried: compile and analyze it again, and compare what it computes.`
    : `${change}. Tried: compiled with this change and executed on the launch, it leaves the same ${tried.equalBytes} bytes; the counts are of its instructions.`;
}

const arrayText = (name: string, shape: readonly number[]): string =>
  name.replace(/:\d+$/, '') + shape.map((length) => `[${length}]`).join('');
