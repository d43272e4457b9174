/**
 * The checklist of the CDNA deck for one side of a tile, and what hardware makes of the same instruction.
 *
 *     Q1   W / 4 checks                    16 bytes: 4
 *     Q2   bank of lane l in check s       ((address(l) + 4 s) / 4) mod banks
 *     Q3   in each half-wave: 32 distinct banks, or one word for all lanes of a bank
 *     Q4   the other side, with its own stride and width
 *
 * The two steps that it lacks: which lanes a chip serves together, and what a group costs.
 */
import { type AccessExplanation, type Machine, machineNamed, range } from '@ldscope/core';
import { type LanePattern, patternAddresses, requests } from '../parts/lane-pattern.ts';
import { findMeasured } from '../parts/measured-accesses.ts';
import { lanes, serve, waveOf } from '../parts/one-access.ts';
import { rulesModel } from '../parts/rules-model.ts';

export const chips = ['gfx90a', 'gfx942', 'gfx950', 'sm_90'] as const;
export type Chip = (typeof chips)[number];
export const widths = [1, 2, 4, 8, 16];
export const sides = ['read', 'write'] as const;
export type SideName = (typeof sides)[number];

/** One instruction of a side, and how often a wave runs it for a tile. */
export type Side = LanePattern & Readonly<{ widthBytes: number; times: number }>;

/** Q3 of one half-wave and one check. */
export interface Check {
  readonly half: number;
  readonly step: number;
  /** Different words on each bank. */
  readonly wordsOnBank: readonly number[];
  /** Lanes on each bank. */
  readonly lanesOnBank: readonly number[];
  readonly ways: number;
  readonly verdict: 'distinct' | 'broadcast' | 'conflict';
}

export type SideView = ReturnType<typeof sideView>;

export function sideView(
  chip: Chip,
  name: SideName,
  { widthBytes, ...pattern }: Omit<Side, 'times'>,
) {
  const machine = machineNamed(chip);
  const wave = waveOf(machine);
  const request =
    requests.find((one) => one === `${name}.b${8 * widthBytes}`) ?? (`${name}.b32` as const);
  const addresses = patternAddresses(pattern, wave);
  const active = Math.min(pattern.active, wave);
  const explanation = serve(machine, request, addresses, { active });
  const checks = checksOf(addresses, active, widthBytes, machine);
  return {
    machine,
    name,
    request,
    addresses,
    active,
    checks,
    passes: checks.every(({ verdict }) => verdict !== 'conflict'),
    worstWays: Math.max(...checks.map(({ ways }) => ways)),
    explanation,
    measured: findMeasured(chip, request, pattern),
  };
}

/** Words of 4 bytes, each step as an access of its own under the rules. */
function checksOf(
  addresses: readonly number[],
  active: number,
  widthBytes: number,
  machine: Machine,
): readonly Check[] {
  const model = rulesModel(machine);
  const steps = range(Math.max(1, widthBytes / 4)).map((step) => {
    const words = addresses.map((address) => 4 * Math.floor((address + 4 * step) / 4));
    return serve(machine, 'read.b32', words, { model, active }).phases;
  });
  return range(addresses.length / 32).flatMap((half) =>
    steps.map((phases, step): Check => {
      const phase = phases.find(({ index }) => index === half);
      const wordsOnBank = lanes(machine.sharedMemory.banks.value, () => 0);
      const lanesOnBank = [...wordsOnBank];
      for (const { bank, words } of phase?.banks ?? []) {
        wordsOnBank[bank] = words.length;
        lanesOnBank[bank] = words.reduce((sum, word) => sum + word.lanes.length, 0);
      }
      const ways = Math.max(1, phase?.ways ?? 1);
      const shared = Math.max(...lanesOnBank) > 1 ? 'broadcast' : 'distinct';
      const verdict = ways > 1 ? 'conflict' : shared;
      return { half, step, wordsOnBank, lanesOnBank, ways, verdict };
    }),
  );
}

/** Cycles of an instruction, group by group: `1 + 1 + 1 + 1`, or `8 x 4` where all are the same. */
export function cycleSum({ phases }: AccessExplanation): string {
  const cycles = phases.map((phase) => phase.cycles);
  const [first = 0] = cycles;
  return cycles.every((one) => one === first) ? `${cycles.length} x ${first}` : cycles.join(' + ');
}
