/**
 * Verifies a certificate by other means than those that made it.
 *
 *     made by                                     checked by
 *     placement tables                            `elementOffset`, element by element
 *     simulation on typed arrays                  `explainAccess`, with maps of banks and words
 *     bounds from one pass over the phases        the largest crowd of each phase, counted anew
 *     branch and bound over bank bits             every choice of bank bits, as far as they can be listed
 *     families as the search pruned them          every member, legal or not, without pruning
 */
import { opcodeAt } from '../../src/access/opcodes.ts';
import { singleAccess } from '../../src/access/trace.ts';
import { explainAccess } from '../../src/conflict/explain.ts';
import { elementOffset, type TileLayout } from '../../src/layout/tile/tile-layout.ts';
import { rigidUnitOf } from '../../src/mitigate/problem.ts';
import { isActive } from '../../src/access/wave-rows.ts';
import { placesOf } from '../../src/mitigate/bounds.ts';
import { blockStart, conflictTotals, laneBytes, makeCounter } from '../../src/mitigate/count.ts';
import type { Certificate, Claim } from '../../src/mitigate/certificate.ts';
import { type FamilyName, listFamilies } from '../../src/mitigate/families.ts';
import { legalityFaults } from '../../src/mitigate/legality.ts';
import { narrowed } from '../../src/mitigate/narrow.ts';
import { placeElements } from '../../src/mitigate/placement.ts';
import {
  type ProblemAccess,
  isLaneLinear,
  type Problem,
  type Target,
} from '../../src/mitigate/problem.ts';
import { linearProblem, type Requirement, restrict } from '../../src/mitigate/requirements.ts';
import { functionalChoices } from '../../src/mitigate/solve.ts';

export interface CertificateCheck {
  readonly ok: boolean;
  /** What does not hold. */
  readonly failures: readonly string[];
  /** What was not looked at again, because it is too much. */
  readonly unverified: readonly string[];
}

/** The problem that a certificate is about: the given one, or its narrower instructions. */
function problemOf(problem: Problem, { widthBytes }: Certificate): Problem | undefined {
  return widthBytes === 8 || widthBytes === 4
    ? (narrowed(problem, widthBytes) ?? problem)
    : problem;
}

export function checkCertificate(problem: Problem, certificate: Certificate): CertificateCheck {
  const failures: string[] = [];
  const unverified: string[] = [];
  const subject = problemOf(problem, certificate) ?? problem;
  const { layout, claims, unitBytes } = certificate;
  failures.push(...layoutFailures(subject, layout));
  if (failures.length > 0) return { ok: false, failures, unverified };
  if (rigidUnitOf(subject) !== unitBytes) failures.push(`the unit is not ${unitBytes} B`);
  const wanted = subject.targets.length * subject.accesses.length;
  if (claims.length !== wanted) failures.push(`${claims.length} claims instead of ${wanted}`);
  for (const [t, target] of subject.targets.entries()) {
    for (const [a, access] of subject.accesses.entries()) {
      const claim = claims[t * subject.accesses.length + a];
      if (claim !== undefined) {
        failures.push(...claimFailures(subject, layout, target, access, claim, unitBytes));
      }
    }
  }
  const { optimality } = certificate;
  const total = claims.reduce((sum, { count }) => sum + count.conflicts, 0);
  switch (optimality?.kind) {
    case 'every-layout':
      if (claims.some(({ count, bound }) => count.conflicts !== bound.conflicts)) {
        failures.push('a count is above its bound');
      }
      break;
    case 'linear': {
      const best = bestLinear(subject, optimality.family);
      if (best === undefined) unverified.push(`${optimality.size} choices of bank bits`);
      else if (best < total) failures.push(`a linear layout has ${best} conflict cycles`);
      break;
    }
    case 'listed':
      for (const { name, size, widthBytes, conflicts } of optimality.families) {
        if (!isListed(name) || widthBytes !== certificate.widthBytes) {
          unverified.push(`${name} with ${widthBytes} B`);
          continue;
        }
        const [members, least] = bestListed(subject, name);
        if (members !== size) failures.push(`${name} has ${members} members, not ${size}`);
        if (least !== (conflicts ?? Number.POSITIVE_INFINITY)) {
          failures.push(`the best of ${name} has ${least} conflict cycles, not ${conflicts}`);
        }
      }
      break;
    case undefined:
      break;
  }
  return { ok: failures.length === 0, failures, unverified };
}

const isListed = (name: FamilyName): boolean =>
  ['xor', 'padding', 'rotate', 'intervals'].includes(name);

/** Bijection and contiguity, asked of one element after the other. */
function layoutFailures({ tile, accesses, waveSize }: Problem, layout: TileLayout): string[] {
  const bytes = new Map<number, string>();
  for (let row = 0; row < tile.rows; row++) {
    for (let column = 0; column < tile.columns; column++) {
      const offset = elementOffset(layout, row, column);
      const name = `(${row}, ${column})`;
      if (!Number.isInteger(offset) || offset < 0) return [`${name} lies at ${offset}`];
      for (let byte = offset; byte < offset + tile.elementBytes; byte++) {
        const other = bytes.get(byte);
        if (other !== undefined) return [`${other} and ${name} share byte ${byte}`];
        bytes.set(byte, name);
      }
    }
  }
  for (const access of accesses) {
    const length = opcodeAt(access.op).widthBytes / tile.elementBytes;
    for (let i = 0; i < access.rows.length; i++) {
      if (!isActive(access, Math.floor(i / waveSize), i % waveSize)) continue;
      const [row, column] = [access.rows[i] ?? 0, access.columns[i] ?? 0];
      const first = elementOffset(layout, row, column);
      for (let k = 1; k < length; k++) {
        const expected = first + k * tile.elementBytes;
        if (column + k >= tile.columns || elementOffset(layout, row, column + k) !== expected) {
          return [`${access.name} is torn at (${row}, ${column})`];
        }
      }
    }
  }
  return [];
}

function claimFailures(
  problem: Problem,
  layout: TileLayout,
  target: Target,
  access: ProblemAccess,
  { count, bound }: Claim,
  unitBytes: number,
): string[] {
  const { waveSize, tile } = problem;
  const sum = { conflicts: 0, cycles: 0, least: 0 };
  for (let instance = 0; instance < access.instances; instance++) {
    const offsetOf = (lane: number): number => {
      const at = instance * waveSize + lane;
      return elementOffset(layout, access.rows[at] ?? 0, access.columns[at] ?? 0);
    };
    const start = blockStart(access, instance, waveSize, offsetOf);
    const addresses = Array.from({ length: waveSize }, (_, lane) => {
      if (!isActive(access, instance, lane)) return 0;
      return isLaneLinear(access) ? start + lane * laneBytes(access) : offsetOf(lane);
    });
    const trace = singleAccess(access.op, addresses, {
      waveSize,
      maskLow: access.activeMask[2 * instance] ?? 0,
      maskHigh: access.activeMask[2 * instance + 1] ?? 0,
    });
    const explained = explainAccess(trace, 0, target.machine, target.model, 2 ** 24);
    const times = access.executions[instance] ?? 0;
    sum.conflicts += times * (explained?.bankConflict ?? 0);
    sum.cycles += times * (explained?.idxActive ?? 0);
    // The same bound a second way: who wants what is the same under every layout, so count in this one.
    for (const { lanes } of explained?.phases ?? []) {
      const rule = explained?.rule;
      if (rule === undefined || isLaneLinear(access)) continue;
      const crowds = new Map<number, Set<string>>();
      for (const lane of lanes) {
        const at = instance * waveSize + lane;
        const within = (access.columns[at] ?? 0) * tile.elementBytes;
        const word = (((within % unitBytes) - (within % Math.min(4, unitBytes))) / 4) % rule.banks;
        const unit = `${access.rows[at]} ${within - (within % Math.min(4, unitBytes))}`;
        const crowd = crowds.get(word) ?? new Set();
        crowds.set(word, crowd.add(rule.slots === 'each-lane' ? `lane ${lane}` : unit));
      }
      const most = Math.max(0, ...[...crowds.values()].map(({ size }) => size));
      const slots = Math.ceil(most / placesOf(rule.banks, unitBytes) / target.model.portsPerBank);
      const steps = rule.steps === 'serial' ? Math.max(1, opcodeAt(access.op).widthBytes >> 2) : 1;
      sum.least += times * steps * Math.max(0, slots - 1);
    }
  }
  const at = `${access.name} on ${target.machine.name}`;
  return [
    ...(sum.conflicts === count.conflicts
      ? []
      : [`${at} has ${sum.conflicts} conflict cycles, not ${count.conflicts}`]),
    ...(sum.cycles === count.cycles ? [] : [`${at} has ${sum.cycles} cycles, not ${count.cycles}`]),
    ...(bound.conflicts <= sum.least
      ? []
      : [`${at}: the bound is ${sum.least}, not ${bound.conflicts}`]),
    ...(bound.conflicts <= count.conflicts ? [] : [`${at} is below its bound`]),
  ];
}

const MOST_CHOICES = 2 ** 16;

/** The fewest conflicts over every choice of bank bits; `undefined` when they are too many to list. */
function bestLinear(problem: Problem, family: 'row-keys' | 'any'): number | undefined {
  const linear = linearProblem(problem);
  if (linear === undefined) return undefined;
  const choices = functionalChoices(linear, family);
  const size = choices.reduce((product, { length }) => product * length, 1);
  if (size > MOST_CHOICES) return undefined;
  let best = Number.POSITIVE_INFINITY;
  const visit = (chosen: readonly number[]): void => {
    const next = choices[chosen.length];
    if (next === undefined) best = Math.min(best, costOf(linear.requirements, chosen));
    else for (const choice of next) visit([...chosen, choice]);
  };
  visit([]);
  return best;
}

/** How many members a listed family has, and the fewest conflicts of a legal one. */
function bestListed(problem: Problem, name: FamilyName): readonly [number, number] {
  const layouts = listFamilies(problem).find((family) => family.name === name)?.layouts ?? [];
  const counter = makeCounter(problem);
  let least = Number.POSITIVE_INFINITY;
  for (const layout of layouts) {
    const offsets = placeElements(layout);
    if (legalityFaults(problem, layout, offsets).length > 0) continue;
    const total = conflictTotals(counter.count(offsets)).reduce((sum, cycles) => sum + cycles, 0);
    least = Math.min(least, total);
  }
  return [layouts.length, least];
}

/** What a choice of bank bits costs: by the requirements, without a search. */
export function costOf(
  requirements: readonly Requirement[],
  functionals: readonly number[],
): number {
  return requirements.reduce((cycles, { kernel, bits, cost }) => {
    const left = functionals.slice(0, bits).reduce<readonly number[]>(restrict, kernel);
    return cycles + (cost[left.length] ?? 0);
  }, 0);
}
