/**
 * Why as many conflicts can cost less time: the operands of some matrix instructions, read in pairs or singly, waited for
 * all at once or one after the other.
 *
 *     pairs, full drain       ds_read_b64 x 4    lgkmcnt(0)    MFMA ...
 *     singly, partial waits   ds_read_b32 x 8    lgkmcnt(7)    MFMA    lgkmcnt(6)    MFMA ...
 *
 * A sketch of the two traces of the talk, not its kernel: 8 bytes of a lane stand for two words that one instruction
 * brings, and have the conflicts of both.
 */
import { defaultCircumstances, hotLoop } from '../hot-loop/model.ts';
import type { Drain } from './controls.ts';

interface DrainParameters {
  /** Pairs of words that a lane reads in an iteration. */
  readonly pairs: number;
  /** Conflict cycles of each word. */
  readonly conflicts: number;
}

const CHIP = 'gfx942';
const ITERATIONS = 8;
/** Matrix instructions that use a word, each with an accumulator of its own. */
const USES = 4;

export function drainText(drain: Drain, { pairs, conflicts }: DrainParameters): string {
  const each = (count: number, make: (index: number) => readonly string[]): string[] =>
    Array.from({ length: count }, (_, index) => make(index)).flat();
  const cost = (cycles: number): string => (cycles === 0 ? '' : ` conflicts ${cycles}`);
  const uses = (word: number): string[] => each(USES, (use) => [`MFMA A[${word}], B, C[${use}]`]);
  const wait = (left: number): string => `wait_cnt(lgkmcnt(${left}))`;
  const inPairs = each(pairs, (pair) => [
    `ds_read_b64 A[${2 * pair}:${2 * pair + 1}] from tile${cost(2 * conflicts)}`,
  ]);
  const loops: Readonly<Record<Drain, () => string[]>> = {
    full: () => [...inPairs, wait(0), ...each(2 * pairs, uses)],
    partial: () => [
      ...inPairs,
      ...each(pairs, (pair) => [wait(pairs - 1 - pair), ...uses(2 * pair), ...uses(2 * pair + 1)]),
    ],
    single: () => [
      ...each(2 * pairs, (word) => [`ds_read_b32 A[${word}] from tile${cost(conflicts)}`]),
      ...each(2 * pairs, (word) => [wait(2 * pairs - 1 - word), ...uses(word)]),
    ],
  };
  return [
    `machine ${CHIP}`,
    'waves 4',
    'mfma v_mfma_f32_16x16x4_f32',
    'prologue:',
    '  buffer_load_dword p',
    '  buffer_load_dword B',
    '  wait_cnt(vmcnt(0))',
    '  ds_write_b32 to tile from p',
    '  wait_cnt(lgkmcnt(0))',
    '  sbarrier',
    `loop ${ITERATIONS}:`,
    ...loops[drain]().map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** The loop of a schedule in few lines: matrix instructions that use the same word in one. */
export function drainLines(text: string): string[] {
  const [, body = ''] = text.split(/^loop \d+:\n/m);
  const lines: { words: string; times: number }[] = [];
  for (const line of body.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const words = line.replace(/^(MFMA A\[\d+\]).*$/, '$1');
    const last = lines.at(-1);
    if (last?.words === words) last.times++;
    else lines.push({ words, times: 1 });
  }
  return lines.map(({ words, times }) => (times === 1 ? words : `${words}    ${times} times`));
}

/** Of an iteration: cycles, conflict cycles and LDS instructions of a wave, and cycles that it waits for LDS. */
export function drained(drain: Drain, parameters: DrainParameters) {
  const loop = hotLoop(drainText(drain, parameters), CHIP, defaultCircumstances(CHIP));
  const { pairs, conflicts } = parameters;
  return {
    drain,
    loop,
    cycles: loop.loop?.cyclesPerIteration ?? 0,
    conflictCycles: 2 * pairs * conflicts,
    instructions: drain === 'single' ? 2 * pairs : pairs,
    waiting: loop.loop?.stalls.lgkmcnt ?? 0,
  };
}
