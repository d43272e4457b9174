/**
 * What a published counter counts, and how our number for it is made from the cycles of one workgroup: by
 * the counter's name, the normalisation, and the parameters that say how often the access ran.
 */
import { opcodeAt } from '@ldscope/core';
import { failed, type Parsed, parsed } from './expression.ts';
import { firstNumber, type JsonObject, numberAt, objectAt, textAt } from '../base/json.ts';
import type { Kernel, Totals } from './kernel.ts';

/** What a counter counts, by its name. The first pattern that fits decides. */
const COUNTERS = [
  ['waitcnt', /s_waitcnt cycles/],
  ['share', /percent of/i],
  ['time', /\btime\b|latency/i],
  ['probe', /> 0$/],
  ['per-access', /conflicts per access/i],
  ['ratio', /actual \/ ideal|n-way/i],
  ['per-instruction-cycles', /(wavefronts|transactions).per.(instruction|request)/i],
  ['per-instruction-conflicts', /conflicts.per.(instruction|request)/i],
  ['data-cycles', /data cycles/i],
  ['cycles', /IDX_ACTIVE|wavefronts/],
  ['conflicts', /bank.?conflicts?\b|BANK_CONFLICT|bank_conflicts/],
] as const;

export type Quantity = (typeof COUNTERS)[number][0];

/** `undefined` for a counter that we have no rule for. */
export function quantityOf(counter: string): Quantity | undefined {
  return COUNTERS.find(([, pattern]) => pattern.test(counter))?.[0];
}

/** The number that was measured, and how ours is made from the totals of one workgroup. */
interface Expectation {
  readonly target: number;
  readonly of: (totals: Totals) => number;
}

export function expectation(
  quantity: Quantity,
  entry: JsonObject,
  measured: JsonObject,
  kernel: Kernel,
): Parsed<Expectation> {
  const value = numberAt(measured, 'value') ?? Number.NaN;
  const perInstruction = numberAt(measured, 'per_instruction');
  const each = (of: Expectation['of'], target = value): Parsed<Expectation> =>
    parsed({ target, of });
  switch (quantity) {
    case 'per-access':
      return each((totals) => totals.conflicts / totals.phases);
    case 'ratio':
      return each((totals) => totals.cycles / totals.phases);
    case 'data-cycles': {
      const free = /\((\d+) = conflict free\)/.exec(textAt(measured, 'unit') ?? '')?.[1];
      if (free === undefined) return failed('the conflict-free value of this counter is not given');
      return each((totals) => (Number(free) * totals.cycles) / totals.phases);
    }
    case 'waitcnt': {
      const bound = boundByIssue(kernel);
      if (bound === undefined) return failed('the chip has no issue rates for this instruction');
      return each((totals) => Math.max(bound, totals.cycles / totals.instructions));
    }
    case 'per-instruction-cycles':
      return each((totals) => totals.cycles / totals.instructions);
    case 'per-instruction-conflicts':
      return each((totals) => totals.conflicts / totals.instructions);
    case 'cycles':
    case 'conflicts': {
      const part = quantity === 'cycles' ? 'cycles' : 'conflicts';
      if (/^(one|per) (instruction|request)/.test(textAt(measured, 'normalization') ?? '')) {
        return each((totals) => totals[part] / totals.instructions);
      }
      const times = executions(entry, measured, kernel);
      if (times !== undefined) return each((totals) => (totals[part] * times) / kernel.waves);
      return perInstruction === undefined
        ? failed('how often the access runs is not given')
        : each((totals) => totals[part] / totals.instructions, perInstruction);
    }
    case 'time':
    case 'share':
    case 'probe':
      return failed('not a count of cycles');
  }
}

/** Cycles below which a wave cannot push one such instruction, conflicts or not. */
function boundByIssue({ machine, steps }: Kernel): number | undefined {
  const [step] = steps;
  const { issue } = machine;
  const opcode = step === undefined || steps.length > 1 ? undefined : opcodeAt(step.op);
  if (issue === undefined || opcode?.request === undefined) return undefined;
  const port = issue.port[opcode.request];
  if (port === undefined) return undefined;
  const dwords = Math.ceil(opcode.widthBytes / 4);
  const push =
    opcode.direction === 'read'
      ? issue.read.value
      : issue.writeBase.value + issue.writePerDword.value * dwords;
  return Math.max(push, port.value);
}

/** Names of parameters that say how often something ran: of workgroups, of one wave's instruction, of waves. */
const WORKGROUPS = ['tiles', 'blocks', 'workgroups'];
const OF_ONE_WAVE =
  /^(wave_tiles|warp_tiles|([a-z0-9]+_)*(requests|instructions|executions)(_total)?)$/;
const WAVES = ['warps_total', 'waves_total', 'warps', 'waves'];
const ITERATIONS = ['k_iterations', 'iterations', 'loops'];

/** Set when the source also counts instructions, and not as many as the entry describes. */
export function instructionRemark(
  entry: JsonObject,
  measured: JsonObject,
  kernel: Kernel,
  totals: Totals,
): string | undefined {
  const counted = numberAt(objectAt(entry, 'secondary'), 'SQ_INSTS_LDS');
  const times = executions(entry, measured, kernel);
  if (counted === undefined || times === undefined) return undefined;
  const ours = (totals.instructions * times) / kernel.waves;
  return ours === counted
    ? undefined
    : `SQ_INSTS_LDS is ${counted}, the entry describes ${ours} instructions`;
}

/** How many waves are in the measured number; each ran the instructions of the entry once. */
function executions(entry: JsonObject, measured: JsonObject, kernel: Kernel): number | undefined {
  const normalization = textAt(measured, 'normalization') ?? '';
  const parameters = objectAt(entry, 'parameters');
  const { waves } = kernel;
  const identical = /(\d+) identical/.exec(normalization)?.[1];
  if (identical !== undefined) return Number(identical);
  if (/^(one|per) (wave|warp)\b/.test(normalization)) return 1;
  if (/^(one|per) (workgroup|block|tile)\b/.test(normalization)) {
    return numberAt(parameters, 'instructions_per_block') ?? waves;
  }
  const loops = firstNumber(parameters, ITERATIONS) ?? 1;
  const counts = Object.keys(parameters ?? {}).filter((name) => OF_ONE_WAVE.test(name));
  if (counts.length > 1) return undefined;
  const count = firstNumber(parameters, counts);
  if (count !== undefined) return count;
  const groups = firstNumber(parameters, WORKGROUPS);
  if (groups !== undefined) return groups * waves * loops;
  const all = firstNumber(parameters, WAVES);
  return all === undefined ? undefined : all * loops;
}
