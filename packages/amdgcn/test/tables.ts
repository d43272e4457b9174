/** All tables of instructions as one: what mnemonics a chip has, and a line of assembly for each. */
import { matrixInstructions, matrixNames } from '@ldscope/core';
import { parseAssembly, type Program } from '../src/index.ts';
import { Code } from '../src/emulate/code.ts';
import { CDNA, existsOn, SINCE_CDNA1, SINCE_CDNA2, type Target } from '../src/state/target.ts';
import { laneRows } from '../src/isa/valu/lanes.ts';
import { rows } from '../src/isa/valu/rows.ts';
import { bench } from './emulate/harness.ts';
import { lines } from './emulate/lines.ts';
import { BITS, counts } from './mfma/harness.ts';
import { LANE_LINES, lineOf } from './valu/harness.ts';

export const chips: readonly Target[] = CDNA;

const vectors = (first: number, count: number): string =>
  count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;

function* matrixLines(chip: Target): Generator<readonly [string, string]> {
  for (const row of matrixInstructions) {
    const { source, result } = counts(row);
    const d = vectors(0, result);
    for (const name of matrixNames(row, chip)) {
      if (row.a === 'f8f6f4') {
        const sources = `${vectors(64, BITS['fp8'] ?? 0)}, ${vectors(96, BITS['fp8'] ?? 0)}`;
        const scaled = name.replace('v_mfma_', 'v_mfma_scale_');
        yield [name, `${name} ${d}, ${sources}, ${d}`];
        yield [scaled, `${scaled} ${d}, ${sources}, ${d}, v200, v201 op_sel_hi:[0,0,0]`];
        continue;
      }
      const a = row.sparse ? source / 2 : source;
      const last = row.sparse ? 'v200' : d;
      yield [name, `${name} ${d}, ${vectors(64, a)}, ${vectors(96, source)}, ${last}`];
    }
  }
  if (!SINCE_CDNA1.includes(chip)) return;
  yield ['v_accvgpr_read_b32', 'v_accvgpr_read_b32 v1, a5'];
  yield ['v_accvgpr_write_b32', 'v_accvgpr_write_b32 a1, v5'];
  if (!SINCE_CDNA2.includes(chip)) return;
  yield ['v_accvgpr_mov_b32', 'v_accvgpr_mov_b32 a1, a5'];
  if (chip === 'gfx950') yield ['v_mfma_ld_scale_b32', 'v_mfma_ld_scale_b32 v0, v1'];
}

/** A line for each mnemonic that the tables have for a chip. */
export function linesOf(chip: Target): ReadonlyMap<string, string> {
  const here = ({ chips }: { readonly chips?: readonly Target[] }): boolean =>
    existsOn(chips, chip);
  return new Map([
    ...lines
      .filter(({ targets }) => existsOn(targets, chip))
      .map(({ mnemonic, text }) => [mnemonic, text] as const),
    ...[...rows().values()].filter(here).map((row) => [row.mnemonic, lineOf(row).text] as const),
    ...[...laneRows]
      .filter(([, row]) => here(row))
      .map(([name]) => [name, LANE_LINES[name] ?? name] as const),
    ...matrixLines(chip),
  ]);
}

/** Which instructions of a text become a step. */
export function compiled(text: string, chip: Target): { program: Program; steps: boolean[] } {
  const { program, diagnostics } = parseAssembly(`${text}\ntarget:\ns_endpgm\n`);
  const wrong = diagnostics.find(({ severity }) => severity === 'error');
  if (wrong !== undefined)
    throw new Error(`${wrong.message} ${text.slice(wrong.span?.start, wrong.span?.end)}`);
  const { environment } = bench(chip);
  const code = new Code(program, environment, () => undefined);
  return { program, steps: [...program.instructions.keys()].map((number) => code.compile(number)) };
}
