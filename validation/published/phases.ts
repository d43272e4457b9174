/**
 * Scores a list of validation points (`validation`): an access as a formula in `l` (lane), `w` (wave), `j`
 * (instruction) and `S` (swept), and what was measured for each `S` or for the whole.
 */
import { opcodeNumber } from '@ldscope/core';
import { type Chip, resolveChip } from './chips.ts';
import { failed, type Parsed, parsed } from './expression.ts';
import { type JsonObject, numberAt, numbersAt, objectsAt, textAt } from '../base/json.ts';
import { type Kernel, otherReadings, runKernel, type Step, type Totals } from './kernel.ts';
import { type Formula, parseNotation } from './notation.ts';
import type { Score } from './score.ts';

/** The key of the measured numbers, and what they count. */
const COUNTED = [
  ['conflicts', (totals: Totals) => totals.conflicts],
  ['total_cycles', (totals: Totals) => totals.cycles],
  ['conflicts_per_wave', (totals: Totals) => totals.conflicts],
] as const;

/** The score of one validation point. */
export function scorePoint(point: JsonObject): Score {
  const chip = resolveChip(textAt(point, 'arch') ?? 'unknown chip', 'AMD');
  const id = textAt(point, 'id') ?? 'point without id';
  const counted = COUNTED.find(([key]) => numbersAt(point, key) !== undefined);
  const values = counted === undefined ? [] : (numbersAt(point, counted[0]) ?? []);
  const score = {
    id,
    chip: chip.ok ? chip.value.machine.name : (textAt(point, 'arch') ?? 'unknown chip'),
    measured: values.join(' '),
  };
  if (counted === undefined) {
    return { ...score, verdict: 'unmeasured', reason: 'no measured number is given' };
  }
  const kernel = chip.ok ? readKernel(point, chip.value) : chip;
  if (!kernel.ok) return { ...score, verdict: 'open', reason: kernel.error };
  const predicted = sweep(point, kernel.value, counted[1]);
  if (!predicted.ok) return { ...score, verdict: 'open', reason: predicted.error };
  const exact = predicted.value.join() === values.join();
  const { machine, waveSize, steps } = kernel.value;
  const others = otherReadings(machine, waveSize, steps).flatMap((model) => {
    const other = sweep(point, kernel.value, counted[1], model);
    return other.ok ? [`${model.name} predicts ${other.value.join(' ')}`] : [];
  });
  return {
    ...score,
    predicted: predicted.value.join(' '),
    verdict: exact ? 'exact' : 'differs',
    ...(exact ? {} : { reason: 'model and counter disagree' }),
    ...(others.length === 0 ? {} : { other: others.join(', ') }),
  };
}

/** Our number for each value of `S`, per wave; one number when nothing is swept. */
function sweep(
  point: JsonObject,
  kernel: Kernel,
  part: (totals: Totals) => number,
  model?: Kernel['machine']['models'][0],
): Parsed<readonly number[]> {
  const results: number[] = [];
  for (const value of numbersAt(point, 'S') ?? [0]) {
    const run = runKernel({ ...kernel, parameters: new Map([['S', value]]) }, model);
    if (!run.ok) return run;
    results.push(part(run.value) / kernel.waves);
  }
  return parsed(results);
}

function readKernel(point: JsonObject, { machine }: Chip): Parsed<Kernel> {
  const operations = objectsAt(point, 'ops');
  const steps: Step[] = [];
  for (const operation of operations.length > 0 ? operations : [point]) {
    const step = readStep(operation);
    if (!step.ok) return step;
    steps.push(step.value);
  }
  const waveSize = machine.waveSizes[0] ?? 64;
  return parsed({
    machine,
    waveSize,
    waves: numberAt(point, 'waves') ?? 1,
    steps,
    parameters: new Map(),
  });
}

/** One instruction, or `j` of them; a second address must follow the first by the width of the access. */
function readStep(operation: JsonObject): Parsed<Step> {
  const op = opcodeNumber(textAt(operation, 'instr') ?? '');
  const notation = parseNotation(textAt(operation, 'addr') ?? '');
  if (op === undefined) return failed(`'${textAt(operation, 'instr')}' is not an instruction`);
  if (!notation.ok) return notation;
  if (notation.value.kind !== 'formula') return failed('the address is not a formula');
  const count = numberAt(operation, 'j') ?? 1;
  const indexed: Formula = {
    ...notation.value,
    range: { name: 'j', first: 0, last: count - 1 },
  };
  const second = textAt(operation, 'addr2');
  if (second === undefined) return parsed({ count, op, formula: indexed });
  const other = parseNotation(second);
  if (!other.ok) return other;
  return other.value.kind === 'formula'
    ? parsed({ count, op, formula: indexed, second: other.value })
    : failed('the second address is not a formula');
}
