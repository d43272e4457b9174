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
import type { AccessExplanation, Machine, RequestClass } from '@ldscope/core';
import { type LanePattern, patternAddresses } from '../parts/lane-pattern.ts';
import { findMeasured, type MeasuredAccess } from '../parts/measured-accesses.ts';
import { machineOf, serve, waveOf } from '../parts/one-access.ts';

export const chips = ['gfx90a', 'gfx942', 'gfx950', 'sm_90'] as const;
export type Chip = (typeof chips)[number];
export const widths = [1, 2, 4, 8, 16];
export const sides = ['read', 'write'] as const;
export type SideName = (typeof sides)[number];

/** One instruction of a side, and how often a wave runs it for a tile. */
export type Side = LanePattern & Readonly<{ widthBytes: number; times: number }>;

/** By side, for each of the widths. */
const requestsOf: Readonly<Record<SideName, readonly RequestClass[]>> = {
  read: ['read.b8', 'read.b16', 'read.b32', 'read.b64', 'read.b128'],
  write: ['write.b8', 'write.b16', 'write.b32', 'write.b64', 'write.b128'],
};

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

export interface SideView {
  readonly machine: Machine;
  readonly name: SideName;
  readonly request: RequestClass;
  readonly addresses: readonly number[];
  readonly active: number;
  readonly checks: readonly Check[];
  /** No check fails. */
  readonly passes: boolean;
  readonly worstWays: number;
  readonly explanation: AccessExplanation;
  readonly measured: MeasuredAccess | undefined;
}

export function sideView(
  chip: Chip,
  name: SideName,
  { widthBytes, ...pattern }: Omit<Side, 'times'>,
): SideView {
  const machine = machineOf(chip);
  const wave = waveOf(machine);
  const request = requestsOf[name][Math.log2(widthBytes)] ?? `${name}.b32`;
  const addresses = patternAddresses(pattern, wave);
  const active = Math.min(pattern.active, wave);
  const explanation = serve(machine, request, addresses, { active });
  if (explanation === undefined) throw new RangeError(`${chip} has no ${request}`);
  const checks = checksOf(addresses.slice(0, active), wave, widthBytes, machine);
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

function checksOf(
  addresses: readonly number[],
  wave: number,
  widthBytes: number,
  machine: Machine,
): readonly Check[] {
  const banks = machine.sharedMemory.banks.value;
  const checks: Check[] = [];
  for (let half = 0; half < wave / 32; half++) {
    const own = addresses.slice(32 * half, 32 * half + 32);
    for (let step = 0; step < Math.max(1, widthBytes / 4); step++) {
      const words = own.map((address) => Math.floor((address + 4 * step) / 4));
      const on = Array.from({ length: banks }, (_, bank) =>
        words.filter((word) => word % banks === bank),
      );
      const wordsOnBank = on.map((wanted) => new Set(wanted).size);
      const lanesOnBank = on.map((wanted) => wanted.length);
      const ways = Math.max(1, ...wordsOnBank);
      checks.push({
        half,
        step,
        wordsOnBank,
        lanesOnBank,
        ways,
        verdict: ways > 1 ? 'conflict' : Math.max(0, ...lanesOnBank) > 1 ? 'broadcast' : 'distinct',
      });
    }
  }
  return checks;
}

/** Cycles of an instruction, group by group: `1 + 1 + 1 + 1`, or `8 x 4` where all are the same. */
export function cycleSum({ phases }: AccessExplanation): string {
  const cycles = phases.map((phase) => phase.cycles);
  const [first = 0] = cycles;
  return cycles.every((one) => one === first) ? `${cycles.length} x ${first}` : cycles.join(' + ');
}
