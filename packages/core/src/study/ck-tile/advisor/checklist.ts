/** The slides' checklist Q1 to Q4 and rules R1 to R3, with what they say of a wave and its banks. */
import { greatestOf, leastOf } from '../../../base/numbers.ts';
import { contiguous } from '../../../machine/phases.ts';
import { amend } from '../../../machine/rules.ts';
import type { TileAccessPlan } from '../../../vendors/ck-tile/tile-access.ts';
import {
  costUnder,
  type Facts,
  laneAddresses,
  listed,
  perWave,
  phasesOf,
  sideConflict,
  substeps,
  widthOf,
} from './facts.ts';
import {
  counted,
  doesNotApply,
  type Finding,
  holds,
  refuted,
  type Rule,
  settled,
  violated,
} from './statement.ts';

/** A sentence about the tutorials, for specifications that are one. */
const ofTutorials = ({ isTutorial }: Facts, sentence: string): string =>
  isTutorial ? `; ${sentence}` : '';

const sides = ({ write, read }: Facts): readonly TileAccessPlan[] => [write, read];

/** Widths in bytes of all instructions of both sides. */
const widths = (facts: Facts): number[] =>
  sides(facts).flatMap((plan) => plan.instructions.map((one) => widthOf(plan, one)));

function slots(facts: Facts): Finding {
  const said = sides(facts).map((plan) => {
    const slotsOf = plan.instructions.map((one) => Math.max(1, widthOf(plan, one) / 4));
    return `${plan.access.name}: ${listed(plan.instructions)}, ${[...new Set(slotsOf)].join(' or ')} a lane and address`;
  });
  return holds(said.join('; '), { widestBytes: greatestOf(widths(facts)) });
}

function constantStride(facts: Facts): Finding {
  const strides = sides(facts).flatMap((plan) =>
    plan.instructions.flatMap(({ addressRegisters }) =>
      addressRegisters.map((register) => {
        const addresses = laneAddresses(plan, register);
        const step = (addresses[1] ?? 0) - (addresses[0] ?? 0);
        const first = addresses[0] ?? 0;
        return addresses.every((address, lane) => address === first + lane * step)
          ? step
          : undefined;
      }),
    ),
  );
  const constant = strides.filter((step) => step !== undefined);
  const numbers = { addresses: strides.length, withConstantStride: constant.length };
  // The checklist has no formula for other addresses: an XOR is not a violation of it.
  if (constant.length === 0) return doesNotApply('no lane address goes up by a constant stride');
  const steps = [...new Set(constant)].join(', ');
  return settled(
    constant.length === strides.length,
    `${constant.length} of ${strides.length} lane addresses go up by a constant stride${
      steps === '' ? '' : ` (${steps} B)`
    }; for the others the checklist's formula does not apply and the descriptor's addresses are taken`,
    numbers,
  );
}

/** Q3 and Q4: the check as it is written, against the count. */
function halfWaves(facts: Facts, plan: TileAccessPlan): Finding {
  const { banks } = facts;
  const { count, failing } = substeps(plan, banks);
  const conflict = sideConflict(facts, plan);
  const numbers = { steps: count, failing, conflictCycles: conflict, banks };
  const said = `with ${banks} banks ${failing} of ${count} steps fail; counted are ${conflict} conflict cycles per wave`;
  if ((failing === 0) === (conflict === 0)) return settled(conflict === 0, said, numbers);
  return refuted(said, numbers);
}

function distinctBanks(facts: Facts): Finding {
  const { cost } = facts;
  const worst = greatestOf(cost.instructions.map(({ worstWays }) => worstWays));
  const conflict = perWave(facts, cost);
  return settled(
    conflict === 0,
    conflict === 0
      ? 'in each phase of each instruction the lanes are on different banks or on one word'
      : `up to ${worst} words on one bank of a phase: ${conflict} conflict cycles per wave, ${sideConflict(facts, facts.write)} of writes and ${sideConflict(facts, facts.read)} of reads`,
    { conflictCycles: conflict, worstWays: worst },
  );
}

const HALF_CLASSES = ['read.b8', 'read.b16', 'write.b8', 'write.b16'] as const;

function allOrNothing(facts: Facts): Finding {
  if (!widths(facts).some((width) => width < 4)) {
    return doesNotApply('no access is narrower than a word');
  }
  const claimed = costUnder(facts, (rules) =>
    amend(Object.fromEntries(HALF_CLASSES.map((request) => [request, rules[request]])), {
      slots: 'same-element',
    }),
  );
  const [rule, ours] = [perWave(facts, claimed), perWave(facts, facts.cost)];
  return refuted(
    `it gives ${rule} conflict cycles per wave, the model of distinct words ${ours}${ofTutorials(facts, 'counters of tutorial 01 are 112 where it gives 240, and eight lanes on the eight halves of four words are counted as 0')}`,
    { byTheRule: rule, conflictCycles: ours },
  );
}

function fourSteps(facts: Facts): Finding {
  if (!widths(facts).some((width) => width > 4)) {
    return doesNotApply('no access is wider than a word');
  }
  const claimed = costUnder(facts, (rules) =>
    amend(rules, {
      phases: contiguous(64, 32),
      banks: facts.banks,
      slots: 'distinct-words',
      steps: 'serial',
      alignmentBytes: 1,
    }),
  );
  const [rule, ours] = [perWave(facts, claimed), perWave(facts, facts.cost)];
  return refuted(
    `in steps of half-waves on ${facts.banks} banks it would be ${rule} conflict cycles per wave, the phases of the chip give ${ours}${ofTutorials(facts, 'it adds 24 to every plain 16-byte access on 32 banks, and 08 is counted as 0')}`,
    { byTheRule: rule, conflictCycles: ours },
  );
}

function stepsAlike(facts: Facts): Finding {
  if (!widths(facts).some((width) => width > 4)) {
    return doesNotApply('no access is wider than a word');
  }
  const uneven = sides(facts).reduce((sum, plan) => sum + substeps(plan, facts.banks).uneven, 0);
  return settled(uneven === 0, `${counted(uneven, 'half-wave')} with steps that differ`, {
    uneven,
  });
}

function twoHalves(facts: Facts): Finding {
  const phases = sides(facts).flatMap(({ instructions }) =>
    instructions.map((one) => ({ name: one.name, count: phasesOf(facts, one) })),
  );
  const known = new Map(
    phases.flatMap(({ name, count }) => (count === undefined ? [] : [[name, count] as const])),
  );
  const said = [...known].map(([name, count]) => `${name} in ${count} phases`).join(', ');
  const others = [...known.values()].filter((count) => count !== 2).length;
  return others === 0 ? holds(said, { others }) : refuted(said, { others });
}

function allBanks(facts: Facts): Finding {
  if (facts.banks !== 64) return doesNotApply(`${facts.machine.name} has ${facts.banks} banks`);
  const claimed = costUnder(facts, (rules) => amend(rules, { banks: 64 }));
  const [rule, ours] = [perWave(facts, claimed), perWave(facts, facts.cost)];
  return refuted(
    `only reads of 8 and 16 bytes see 64 banks, all else 32: with 64 for everything it would be ${rule} conflict cycles per wave, it is ${ours}${ofTutorials(facts, 'counters of 03 on MI355X are 24 where 64 banks give 8')}`,
    { byTheRule: rule, conflictCycles: ours },
  );
}

function writtenWide(facts: Facts): Finding {
  const { write } = facts;
  const { elementBytes } = write.access;
  const bytes = write.access.distribution.registers * elementBytes;
  const least = Math.ceil(bytes / 16);
  const count = write.instructions.length;
  const alignment = leastOf(write.instructions.map(({ alignmentBytes }) => alignmentBytes));
  const said = `${bytes} bytes per lane are written with ${listed(write.instructions)}`;
  const numbers = { instructions: count, least, alignmentBytes: alignment };
  if (count <= least) return holds(said, numbers);
  const why = isConsecutive(write)
    ? `because rows are only ${alignment}-byte aligned`
    : 'because the elements of a lane are not next to each other';
  return violated(`${said} ${why}`, numbers);
}

/** True when the registers of lane 0 are next to each other, by whatever instructions. */
function isConsecutive({ addressBytes, access }: TileAccessPlan): boolean {
  const first = Array.from(addressBytes.subarray(0, access.distribution.registers));
  const sorted = first.toSorted((a, b) => a - b);
  return sorted.every((address, i) => address === (sorted[0] ?? 0) + i * access.elementBytes);
}

export const checklist: readonly Rule[] = [
  {
    rule: 'slides/q1',
    title: 'slots of a lane',
    says: 'a lane takes W / 4 slots: 1 for b32, 4 for b128',
    check: slots,
  },
  {
    rule: 'slides/q2',
    title: 'addresses by stride',
    says: 'lane addresses are base + lane * S + step * 4',
    check: constantStride,
  },
  {
    rule: 'slides/q3',
    title: 'reads by half-waves',
    says: 'in each half-wave and step all banks differ, or the lanes of a bank share a slot',
    check: (facts) => halfWaves(facts, facts.read),
  },
  {
    rule: 'slides/q4',
    title: 'writes by half-waves',
    says: 'the same for the write side with its own stride and width',
    check: (facts) => halfWaves(facts, facts.write),
  },
  {
    rule: 'slides/r1',
    title: 'distinct banks or one word',
    says: 'lanes that are served together want distinct banks, or the same word',
    check: distinctBanks,
  },
  {
    rule: 'slides/r2',
    title: 'halves of a word',
    says: 'two fp16 of a word are shared only if all lanes access the same half',
    check: allOrNothing,
  },
  {
    rule: 'slides/r3',
    title: 'wide accesses in four steps',
    says: 'a 128-bit access is four checks of half-waves',
    check: fourSteps,
  },
  {
    rule: 'slides/r3-alike',
    title: 'all steps the same',
    says: 'if one step of a wide access fails, all four do',
    check: stepsAlike,
  },
  {
    rule: 'slides/half-waves',
    title: 'two half-waves',
    says: 'a wave is processed in 2 half-waves of 32 lanes',
    check: twoHalves,
  },
  {
    rule: 'slides/64-banks',
    title: '64 banks',
    says: 'gfx950 has 64 banks of 4 bytes',
    check: allBanks,
  },
  {
    rule: 'slides/write-width',
    title: 'writes as ds_write_b128',
    says: 'the rows of a thread are written with ds_write_b128, padded (03) or not',
    check: writtenWide,
  },
];
