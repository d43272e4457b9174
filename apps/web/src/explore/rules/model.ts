/**
 * The three rules of the CDNA slides beside the engine and beside counters.
 *
 *     R1   half a wave of 32 lanes: distinct banks, or one word for all lanes of a bank
 *     R2   two f16 of a word are shared only if all lanes of the bank want the same half
 *     R3   an access of W bytes is W / 4 such checks, one after another
 *
 * As models of conflicts they are `deck-r1-r3`; for a chip of NVIDIA the same rules are stated for its warp of 32 lanes.
 */
import {
  type AccessExplanation,
  type ConflictModel,
  contiguous,
  findModel,
  type Machine,
  machineNamed,
  opcodeNumber,
  type RequestClass,
  type ServiceRule,
  simulate,
  TraceBuilder,
} from '@ldscope/core';
import { patternAddresses, strided, widthOf } from '../parts/lane-pattern.ts';
import { findMeasured, type MeasuredAccess, measuredAccesses } from '../parts/measured-accesses.ts';
import { instructionOf, serve, waveOf } from '../parts/one-access.ts';
import {
  type Access,
  type Chip,
  chips,
  type Request,
  requests,
  type RuleName,
  ruleNames,
  ruleOf,
} from './controls.ts';

/** The rules as a model of conflicts on a chip. */
function rulesModel(machine: Machine): ConflictModel {
  const found = findModel(machine, 'deck-r1-r3');
  if (found !== undefined) return found;
  const wave = waveOf(machine);
  const rule = (request: RequestClass): ServiceRule => ({
    phases: contiguous(wave, 32),
    banks: machine.sharedMemory.banks.value,
    slots: widthOf(request) < 4 ? 'same-element' : 'distinct-words',
    steps: 'serial',
    alignmentBytes: 1,
    evidence: 'documented',
    source: 'rules R1 to R3, for a warp',
  });
  return {
    name: 'rules',
    title: 'rules R1 to R3',
    description: 'Rules R1 to R3 for a warp of 32 lanes.',
    emptyPhaseCycles: machine.models[0].emptyPhaseCycles,
    portsPerBank: 1,
    rules: { [wave]: Object.fromEntries(requests.map((request) => [request, rule(request)])) },
  };
}

export interface Compared {
  readonly machine: Machine;
  readonly byRule: AccessExplanation;
  readonly byEngine: AccessExplanation;
  readonly measured: MeasuredAccess | undefined;
}

/** The access under the rules, under the chip's phases, and as it was counted. */
export function compare({ chip, request, ...pattern }: Access): Compared {
  const machine = machineNamed(chip);
  const addresses = patternAddresses(pattern, waveOf(machine));
  const active = Math.min(pattern.active, addresses.length);
  const byRule = serve(machine, request, addresses, { model: rulesModel(machine), active });
  const byEngine = serve(machine, request, addresses, { active });
  if (byRule === undefined || byEngine === undefined) {
    throw new RangeError(`${chip} has no ${request}`);
  }
  return { machine, byRule, byEngine, measured: findMeasured(chip, request, pattern) };
}

/** How often rule and engine say what was counted. */
export interface Score {
  readonly chip: Chip;
  readonly rule: RuleName;
  readonly counted: number;
  readonly ruleRight: number;
  readonly engineRight: number;
  readonly devices: readonly string[];
  /** The measured access that the rule misses by most. */
  readonly worst: { readonly measured: MeasuredAccess; readonly predicted: number } | undefined;
}

export function scores(): readonly Score[] {
  return chips.flatMap((chip) =>
    ruleNames.flatMap((rule): Score[] => {
      const all = measuredAccesses.filter(
        (one) => one.chip === chip && ruleOf(one.request) === rule,
      );
      if (all.length === 0) return [];
      const rows = all.map((measured) => ({ measured, ...predictions(measured) }));
      const [worst] = rows
        .map(({ measured, byRule }) => ({ measured, predicted: byRule }))
        .filter(({ measured, predicted }) => predicted !== measured.conflict)
        .toSorted((a, b) => miss(b) - miss(a));
      return [
        {
          chip,
          rule,
          counted: rows.length,
          ruleRight: rows.filter(({ measured, byRule }) => byRule === measured.conflict).length,
          engineRight: rows.filter(({ measured, byEngine }) => byEngine === measured.conflict)
            .length,
          devices: [...new Set(all.map(({ device }) => device))],
          worst,
        },
      ];
    }),
  );
}

const miss = ({ measured, predicted }: NonNullable<Score['worst']>): number =>
  Math.abs(predicted - measured.conflict);

function predictions({ chip, request, pattern }: MeasuredAccess): {
  readonly byRule: number;
  readonly byEngine: number;
} {
  const machine = machineNamed(chip);
  const addresses = patternAddresses(pattern, waveOf(machine));
  const active = Math.min(pattern.active, addresses.length);
  return {
    byRule:
      serve(machine, request, addresses, { model: rulesModel(machine), active })?.bankConflict ?? 0,
    byEngine: serve(machine, request, addresses, { active })?.bankConflict ?? 0,
  };
}

/** A stride with what rule, engine and counter say of it. */
export interface StridePoint {
  readonly strideBytes: number;
  readonly byRule: number;
  readonly byEngine: number;
  readonly measured: number | undefined;
}

const MOST_STRIDE = 512;

/** Powers of two from the width of the access to 512 bytes. */
export function strideSweep(chip: Chip, request: Request): readonly StridePoint[] {
  const points: StridePoint[] = [];
  for (let stride = Math.max(4, widthOf(request)); stride <= MOST_STRIDE; stride *= 2) {
    const { byRule, byEngine, measured } = compare({ chip, request, ...strided(stride) });
    points.push({
      strideBytes: stride,
      byRule: byRule.bankConflict,
      byEngine: byEngine.bankConflict,
      measured: measured?.conflict,
    });
  }
  return points;
}

export interface Agreement {
  readonly request: Request;
  readonly strides: number;
  readonly same: number;
  readonly ruleMore: number;
  readonly ruleLess: number;
}

/** Banks repeat with strides that are this much larger, with 32 of them and with 64. */
const PERIOD = 256;

/** Over how many aligned strides up to a period the rule says what the engine counts. */
export function agreement(chip: Chip, request: Request): Agreement {
  const machine = machineNamed(chip);
  const wave = waveOf(machine);
  const op = opcodeNumber(instructionOf(machine, request)?.name ?? '');
  if (op === undefined) throw new RangeError(`${chip} has no ${request}`);
  const width = widthOf(request);
  const strides = Array.from({ length: PERIOD / width + 1 }, (_, index) => index * width);
  const builder = new TraceBuilder(wave, [{ id: 'stride' }], strides.length);
  for (const [order, stride] of strides.entries()) {
    const addresses = patternAddresses(strided(stride), wave);
    builder.add(op, 0, 0, order, addresses, 0xffffffff, wave === 64 ? 0xffffffff : 0);
  }
  const trace = builder.finish();
  const ours = simulate(trace, machine, machine.models[0]).bankConflict;
  const theirs = simulate(trace, machine, rulesModel(machine)).bankConflict;
  const difference = strides.map((_, row) => (theirs[row] ?? 0) - (ours[row] ?? 0));
  return {
    request,
    strides: strides.length,
    same: difference.filter((one) => one === 0).length,
    ruleMore: difference.filter((one) => one > 0).length,
    ruleLess: difference.filter((one) => one < 0).length,
  };
}
