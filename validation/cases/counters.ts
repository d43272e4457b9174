/** Cases of LDS addresses, of phases, and of hardware counters. */
import {
  findMachine,
  findRule,
  findTutorial,
  type Machine,
  phaseLanes,
  planTranspose,
  replay,
  type RequestClass,
  type Tutorial,
} from '@ldscope/core';
import { scoreCkCase } from '../published/ck.ts';
import {
  asObject,
  type JsonObject,
  numberAt,
  numbersAt,
  objectAt,
  objectsAt,
  textAt,
} from '../base/json.ts';
import type { CaseOutcome, Comparison } from '../base/comparison.ts';

/** 07 differs from 08 in its registers only; an element of 4 bytes is the fp32 variant. */
function tutorialOf(input: JsonObject): Tutorial | undefined {
  const number = numberAt(input, 'tutorial');
  const bytes = numberAt(objectAt(input, 'tile'), 'bytes_per_element');
  const wide = textAt(input, 'element') === 'fp32' || bytes === 4;
  return number === undefined ? undefined : findTutorial(`${number}${wide ? '-fp32' : ''}`);
}

function banksOf(input: JsonObject): 32 | 64 | undefined {
  const banks = numberAt(input, 'n_lds_banks_in_descriptor');
  return banks === 64 || banks === 32 ? banks : undefined;
}

export function compareAddresses(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const tutorial = tutorialOf(input);
  if (tutorial === undefined) {
    to.fail(`tutorial ${String(input['tutorial'])} is not one that we have`);
    return;
  }
  const plans = planTranspose(tutorial.spec(banksOf(input) ?? 32), 'cdna3');
  if (!plans.ok) {
    to.fail(plans.diagnostics.map(({ message }) => message).join('; '));
    return;
  }
  const plan = plans.value.find(({ access }) => access.direction === textAt(input, 'side'));
  const registers = plan?.access.distribution.registers ?? 0;
  for (const row of objectsAt(expected, 'byte_address_of_register_j')) {
    const thread = numberAt(row, 'thread') ?? -1;
    const ours = plan?.addressBytes.slice(thread * registers, (thread + 1) * registers) ?? [];
    to.equal(`thread ${thread}`, row['addresses'], [...ours]);
  }
}

/** The chip that a counter is said to be of: MI355 is gfx950, everything else of these lists is MI300. */
function chipOf(item: JsonObject): 'gfx942' | 'gfx950' {
  const words = [textAt(item, 'id'), textAt(item, 'source')].join(' ');
  return /mi355|gfx950/i.test(words) ? 'gfx950' : 'gfx942';
}

const DEFAULT_BANKS = { gfx942: 32, gfx950: 64 } as const;

/**
 * Counters of a tutorial, and what its list says that models of both chips predict. A case whose counter differs
 * from its own model of the chip that it names contradicts itself: it is shown, not counted.
 */
export function compareCounters(item: JsonObject, to: Comparison): string[] {
  const [input, expected] = [objectAt(item, 'input') ?? {}, objectAt(item, 'expected') ?? {}];
  const tutorial = tutorialOf(input);
  if (tutorial === undefined) {
    compareScore(item, to);
    return [];
  }
  const tiles = numberAt(input, 'wave_tiles') ?? 0;
  const named = chipOf(item);
  const contradictions: string[] = [];
  for (const chip of ['gfx942', 'gfx950'] as const) {
    const machine = findMachine(chip);
    const banks = banksOf(input) ?? DEFAULT_BANKS[chip];
    const result = machine && replay(tutorial, machine, machine.models[0], banks);
    if (result?.ok !== true) continue;
    const { conflictsPerWaveTile: conflicts, instructionsPerWaveTile: instructions } = result.value;
    const modelled = numberAt(expected, `model_${chip}_per_wave_tile`);
    to.equal(`model of ${chip}`, modelled, conflicts);
    if (chip !== named) continue;
    to.equal('SQ_INSTS_LDS', expected['SQ_INSTS_LDS'], instructions * tiles);
    to.equal('instructions of a wave-tile', expected['lds_insts_per_wave_tile'], instructions);
    const counted = numberAt(expected, 'SQ_LDS_BANK_CONFLICT');
    if (modelled !== undefined && counted !== undefined && modelled * tiles !== counted) {
      contradictions.push(
        `SQ_LDS_BANK_CONFLICT is ${counted}, its model of ${chip} says ${modelled * tiles}`,
      );
      continue;
    }
    to.equal('SQ_LDS_BANK_CONFLICT', counted, conflicts * tiles);
    to.equal('conflicts of a wave-tile', expected['conflicts_per_wave_tile'], conflicts);
  }
  return contradictions;
}

/** Counters of a formula or of single lanes are scored as `npm run reproduce` does. */
export function compareScore(item: JsonObject, to: Comparison): void {
  const score = scoreCkCase(item);
  if (score === undefined) return;
  if (score.verdict === 'open') to.fail(score.reason ?? 'not predicted');
  else to.equal('SQ_LDS_BANK_CONFLICT', score.measured, score.predicted);
}

const NARROW = ['b8', 'b16', 'b32'] as const;

/** `b8_b16_b32` and `read_b128` as request classes. */
function classesOf(key: string): RequestClass[] {
  if (key === 'b8_b16_b32') {
    return NARROW.flatMap((width): RequestClass[] => [`read.${width}`, `write.${width}`]);
  }
  const [, direction, width] = /^(read|write)_(b64|b96|b128)$/.exec(key) ?? [];
  if (direction === undefined || width === undefined) return [];
  return [`${direction}.${width}` as RequestClass];
}

export function comparePhases(expected: JsonObject, to: Comparison): void {
  for (const [name, value] of Object.entries(expected)) {
    const machine = findMachine(name);
    if (machine === undefined) to.fail(`${name} is not a chip that we have`);
    else comparePhasesOf(machine, asObject(value) ?? {}, expected, to);
  }
}

function comparePhasesOf(
  machine: Machine,
  groups: JsonObject,
  all: JsonObject,
  to: Comparison,
): void {
  const rule = (request: RequestClass) => findRule(machine.models[0], 64, request);
  for (const [key, value] of Object.entries(groups)) {
    const banks = /^banks(?:_(\w+))?$/.exec(key);
    if (banks !== null) {
      const [request = 'read.b32' as const] = classesOf(banks[1] ?? '');
      to.equal(`${machine.name} ${key}`, value, rule(request)?.banks);
      continue;
    }
    const classes = classesOf(key);
    // Some groups are described in words: "gfx942 read_b128 groups, 32 banks".
    const [, chip, group, seen] = /^(gfx\w+) (\w+) groups, (\d+) banks$/.exec(String(value)) ?? [];
    const [from, name] = chip === undefined ? [groups, key] : [objectAt(all, chip), group];
    if (classes.length === 0) to.fail(`'${key}' names no instructions that we know`);
    for (const request of classes) {
      const table = rule(request)?.phases;
      const ours = Array.from({ length: table?.count ?? 0 }, (_, phase) =>
        table === undefined ? [] : [...phaseLanes(table, phase)],
      );
      to.equal(`${machine.name} ${request}`, sorted(from, name ?? key), ours);
      if (seen !== undefined)
        to.equal(`${machine.name} ${key}`, Number(seen), rule(request)?.banks);
    }
  }
}

/** Phases by their lowest lane, lanes ascending. */
function sorted(groups: JsonObject | undefined, key: string): readonly (readonly number[])[] {
  const lists = groups?.[key];
  if (!Array.isArray(lists)) return [];
  return lists
    .map((list: unknown) => [...(numbersAt({ list }, 'list') ?? [])].sort((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** The outcome of a case that contradicts itself: everything else in it must hold. */
export function inconsistent(outcome: CaseOutcome, remarks: readonly string[]): CaseOutcome {
  if (remarks.length === 0 || outcome.verdict !== 'exact') return outcome;
  return { ...outcome, verdict: 'inconsistent', remarks };
}
