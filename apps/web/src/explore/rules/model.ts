/**
 * The three rules of the CDNA slides beside the engine and beside counters.
 *
 *     R1   half a wave of 32 lanes: distinct banks, or one word for all lanes of a bank
 *     R2   two f16 of a word are shared only if all lanes of the bank want the same half
 *     R3   an access of W bytes is W / 4 such checks, one after another
 *
 * As models of conflicts they are `deck-r1-r3`; for a chip of NVIDIA the same rules are stated for its warp of 32 lanes.
 */
import { machineNamed, range, type RequestClass } from '@ldscope/core';
import {
  type LanePattern,
  patternAddresses,
  type Request,
  strided,
  widthOf,
} from '../parts/lane-pattern.ts';
import { findMeasured, measuredAccesses } from '../parts/measured-accesses.ts';
import { countEach, instructionOf, serve, waveOf } from '../parts/one-access.ts';
import { rulesModel } from '../parts/rules-model.ts';
import { type Chip, chips, ruleNames, ruleOf } from './controls.ts';

export type Compared = ReturnType<typeof compare>;

type AnyAccess = Readonly<{ chip: string; request: RequestClass }> & LanePattern;

/** The access under the rules, under the chip's phases, and as it was counted. */
export function compare({ chip, request, ...pattern }: AnyAccess) {
  const machine = machineNamed(chip);
  const addresses = patternAddresses(pattern, waveOf(machine));
  const active = Math.min(pattern.active, addresses.length);
  return {
    machine,
    byRule: serve(machine, request, addresses, { model: rulesModel(machine), active }),
    byEngine: serve(machine, request, addresses, { active }),
    measured: findMeasured(chip, request, pattern),
  };
}

export type Score = ReturnType<typeof scores>[number];

/** How often rule and engine say what was counted. */
export const scores = () =>
  chips.flatMap((chip) =>
    ruleNames.flatMap((rule) => {
      const rows = measuredAccesses
        .filter((one) => one.chip === chip && ruleOf(one.request) === rule)
        .map((measured) => {
          const { byRule, byEngine } = compare({ ...measured, ...measured.pattern });
          const [predicted, counted] = [byRule.bankConflict, byEngine.bankConflict];
          return { measured, predicted, counted, missed: Math.abs(predicted - measured.conflict) };
        });
      if (rows.length === 0) return [];
      const wrong = rows.filter(({ measured, predicted }) => predicted !== measured.conflict);
      const right = rows.filter(({ measured, counted }) => counted === measured.conflict);
      const score = {
        chip,
        rule,
        counted: rows.length,
        ruleRight: rows.length - wrong.length,
        engineRight: right.length,
        devices: [...new Set(rows.map(({ measured }) => measured.device))],
        /** The measured access that the rule misses by most. */
        worst: wrong.toSorted((a, b) => b.missed - a.missed)[0],
      };
      return [score];
    }),
  );

const MOST_STRIDE = 512;

/** Strides of powers of two from the width of the access to 512 bytes, with what rule, engine and counter say of each. */
export const strideSweep = (chip: Chip, request: Request) =>
  [4, 8, 16, 32, 64, 128, 256, MOST_STRIDE]
    .filter((stride) => stride >= widthOf(request))
    .map((strideBytes) => {
      const { byRule, byEngine, measured } = compare({ chip, request, ...strided(strideBytes) });
      return {
        strideBytes,
        byRule: byRule.bankConflict,
        byEngine: byEngine.bankConflict,
        measured: measured?.conflict,
      };
    });

/** Banks repeat with strides that are this much larger, with 32 of them and with 64. */
const PERIOD = 256;

/** Over how many aligned strides up to a period the rule says what the engine counts. */
export function agreement(chip: Chip, request: Request) {
  const machine = machineNamed(chip);
  const wave = waveOf(machine);
  const width = widthOf(request);
  const strides = range(PERIOD / width + 1).map((index) => index * width);
  const all = strides.map((stride) => patternAddresses(strided(stride), wave));
  const instruction = instructionOf(machine, request)?.name ?? request;
  const ours = countEach(machine, instruction, all).bankConflict;
  const theirs = countEach(machine, instruction, all, rulesModel(machine)).bankConflict;
  const difference = strides.map((_, row) => (theirs[row] ?? 0) - (ours[row] ?? 0));
  return {
    request,
    strides: strides.length,
    same: difference.filter((one) => one === 0).length,
    ruleMore: difference.filter((one) => one > 0).length,
    ruleLess: difference.filter((one) => one < 0).length,
  };
}
