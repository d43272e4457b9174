/**
 * Models that other documents and tools use, as named alternatives. They are kept so that a user can see
 * what a claim predicts next to what the hardware counts; none of them is a default.
 */
import type { ConflictModel, RuleTable, ServiceRule } from '../machine.ts';
import { contiguous, cosets } from '../phases.ts';
import { amend, rule } from '../rules.ts';
import { sources } from '../sources.ts';

const reads = ['read.b8', 'read.b16', 'read.b32', 'read.b64', 'read.b96', 'read.b128'] as const;
const transposedReads = ['read.tr.b64', 'read.tr.b96'] as const;
const writes = [
  'write.b8',
  'write.b16',
  'write.b32',
  'write.b64',
  'write.b96',
  'write.b128',
  'atomic.b32',
  'atomic.b64',
  'async.b8',
  'async.b16',
  'async.b32',
  'async.b96',
  'async.b128',
] as const;

/**
 * Rules R1 to R3 of the deck "LDS Bank Conflicts on CDNA": half-waves of 32 lanes; a bank is fine when
 * its lanes share one slot (R1), fp16 halves of a slot only when all access the same half (R2), and a wide
 * access is as many checks as it has dwords (R3).
 */
export function deckModel(banks: number): ConflictModel {
  const half = contiguous(64, 32);
  const evidence = 'documented';
  const source = sources.deck;
  return {
    name: 'deck-r1-r3',
    title: 'rules R1 to R3 of the CDNA deck',
    description:
      'Half-waves of 32 lanes, every dword of a wide access a step of its own, fp16 halves all or ' +
      'nothing. Contradicted by counters: it predicts 30 extra cycles where MI300 counts 14 for ' +
      'ds_read_u16 of tutorial 01, and 24 for a plain ds_read_b128 where MI300X counts none.',
    emptyPhaseCycles: 1,
    portsPerBank: 1,
    rules: {
      64: {
        ...rule([...reads, ...transposedReads, ...writes], {
          phases: half,
          banks,
          slots: 'distinct-words',
          steps: 'serial',
          evidence,
          source,
        }),
        ...rule(['read.b8', 'read.b16', 'write.b8', 'write.b16'], {
          phases: half,
          banks,
          slots: 'same-element',
          steps: 'serial',
          evidence,
          source,
        }),
      },
    },
  };
}

/** The talk's model: every wave64 access is four phases of 16 consecutive lanes. */
export function talkModel(banks: number): ConflictModel {
  return {
    name: 'talk-4x16',
    title: "four 16-lane phases for every access (the IREE talk's model)",
    description:
      'True for ds_read_b64 of gfx942 and, with other lanes, for ds_read_b128 of gfx950; not for the ' +
      'other widths, which counters show in 2 or 8 phases.',
    emptyPhaseCycles: 1,
    portsPerBank: 1,
    rules: {
      64: rule([...reads, ...transposedReads, ...writes], {
        phases: contiguous(64, 16),
        banks,
        slots: 'distinct-words',
        evidence: 'documented',
        source: sources.talk,
      }),
    },
  };
}

/**
 * rocRoller's scheduler model: consecutive lanes, as many per clock of a SIMD pair as its port carries,
 * every lane a request of its own (no broadcast). Its cycle is the clock of one SIMD pair.
 */
export function rocRollerModel(chip: 'gfx942' | 'gfx950'): ConflictModel {
  const lanes = (perClock: number, banks: number, classes: Parameters<typeof rule>[0]): RuleTable =>
    rule(classes, {
      phases: contiguous(64, perClock),
      banks,
      slots: 'each-lane',
      evidence: 'documented',
      source: sources.rocRoller,
    });
  const wide = chip === 'gfx950' ? 64 : 32;
  const wideFactor = chip === 'gfx950' ? 2 : 1;
  return {
    name: 'rocroller',
    title: "rocRoller's LDS model",
    description:
      'Consecutive lanes per clock of one SIMD pair and no broadcast. Reproduces the stride tests that ' +
      'its authors assert on gfx950; the lane sets of ds_read_b96 and ds_read_b128 that HipKittens and ' +
      'MI300X counters show are irregular.',
    emptyPhaseCycles: 1,
    portsPerBank: 1,
    rules: {
      64: {
        ...lanes(16, 32, ['read.b8', 'read.b16', 'read.b32']),
        ...lanes(8 * wideFactor, wide, ['read.b64', 'read.tr.b64']),
        ...lanes(4, 32, ['read.b96', 'read.tr.b96']),
        ...lanes(4 * wideFactor, wide, ['read.b128']),
        ...lanes(16, 32, ['write.b8', 'write.b16', 'write.b32', 'atomic.b32']),
        ...lanes(16, 32, ['async.b8', 'async.b16', 'async.b32']),
        ...lanes(8, 32, ['write.b64', 'atomic.b64']),
        ...lanes(4, 32, ['write.b96', 'write.b128', 'async.b96', 'async.b128']),
      },
    },
  };
}

/** How the models below differ from the default: the classes in question, and what is said of them. */
interface Rejected {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly rules: RuleTable;
  readonly phaseCost?: 'every-bank';
  readonly twoAddresses?: 'together';
}

const NARROW = ['read.b8', 'read.b16', 'read.b32', 'write.b8', 'write.b16', 'write.b32'] as const;

/**
 * Readings of the counters of the CK Tile bank-conflict tutorials that other tutorials of the same series reject:
 * what each says per wave and tile of 64 x 32 is next to it. Counted: 01 112, 02 48, 03 24, 04 48, 05 0, 08 0, and 240
 * for 01 and 04 in fp32. `standard` are the rules of gfx942, which give all of these.
 */
export function rejectedModels(standard: RuleTable): readonly ConflictModel[] {
  const half = contiguous(64, 32);
  const evidence = 'documented';
  const tutorial = `${sources.tutorials}: counters`;
  const changed = (fields: Partial<ServiceRule>, ...classes: (keyof RuleTable)[]): RuleTable =>
    amend(pick(standard, ...classes), {
      evidence,
      source: tutorial,
      note: 'rejected by counters',
      ...fields,
    });
  const all = Object.keys(standard) as (keyof RuleTable)[];
  const models: readonly Rejected[] = [
    {
      name: 'sequential-octets',
      title: 'ds_read_b128 in consecutive octets',
      description:
        'The tutorials cannot tell it from the irregular octets that probes show; it is here to say so.',
      rules: changed({ phases: contiguous(64, 8) }, 'read.b128'),
    },
    {
      name: 'pairs-together',
      title: 'both addresses of read2 and write2 in one pass',
      description:
        '32 lanes move two dwords each in two cycles. Gives 20 for tutorial 03 and 112 for 01 in fp32, where 24 and ' +
        '240 are counted.',
      rules: {},
      twoAddresses: 'together',
    },
    {
      name: 'deck-r1-r3-only',
      title: 'rules R1 and R3 of the CDNA deck, without R2',
      description:
        'Half-waves, and each dword of a wide access a step of its own. Adds 24 to every ds_read_b128 and ' +
        'ds_write_b128: 136 for 01, and 48 for 08, which the deck itself counts as 0.',
      rules: changed(
        { phases: half, slots: 'distinct-words', steps: 'serial', alignmentBytes: 1 },
        ...all,
      ),
    },
    {
      name: 'deck-r1-r2-only',
      title: 'rules R1 and R2 of the CDNA deck, wide accesses in phases',
      description:
        'fp16 halves of a word all or nothing. Gives 240 for 01, 112 for 02 and 16 for 05, where 112, 48 and 0 are ' +
        'counted; eight lanes on eight halves of four words are counted as free.',
      rules: changed({ slots: 'same-element' }, 'read.b8', 'read.b16', 'write.b8', 'write.b16'),
    },
    {
      name: 'narrow-4x16',
      title: 'quarter waves for accesses of up to 4 bytes',
      description: 'Gives 224 for 01, 96 for 02 and 32 for 03, where 112, 48 and 24 are counted.',
      rules: changed({ phases: contiguous(64, 16) }, ...NARROW),
    },
    {
      name: 'narrow-1x64',
      title: 'one phase of 64 lanes for accesses of up to 4 bytes',
      description: 'Gives 56 for 01, 24 for 02 and 20 for 03, where 112, 48 and 24 are counted.',
      rules: changed({ phases: contiguous(64, 64) }, ...NARROW),
    },
    {
      name: 'every-bank',
      title: 'a phase costs the surplus of every bank',
      description:
        'The sum over banks of their words beyond the first, instead of the fullest bank. Gives 224 for 01 and 192 ' +
        'for 02, where 112 and 48 are counted.',
      rules: {},
      phaseCost: 'every-bank',
    },
    {
      name: 'even-odd',
      title: 'even and odd lanes as the two phases of accesses of up to 4 bytes',
      description: 'Gives 48 for 01 and 16 for 02, where 112 and 48 are counted.',
      rules: changed({ phases: cosets(64, [2, 4, 8, 16, 32]) }, ...NARROW),
    },
  ];
  return models.map(({ rules, ...model }) => ({
    ...model,
    emptyPhaseCycles: 1,
    portsPerBank: 1,
    rules: { 64: { ...standard, ...rules } },
  }));
}

/** The plain reading of "gfx950 has 64 banks": all accesses see them, and 128-bit writes are four phases of 16. */
export function allBanksModel(standard: RuleTable): ConflictModel {
  const source = `${sources.tutorials}: counters`;
  const note = 'rejected by counters';
  const wide = amend(standard, { banks: 64, evidence: 'documented', source, note });
  return {
    name: 'banks-64',
    title: '64 banks for every access',
    description:
      'Gives 8 for tutorial 03 and 4 for 05 (per wave and tile), where 24 and 0 are counted. With 128-bit writes ' +
      'in octets 05 would not speak against it.',
    emptyPhaseCycles: 1,
    portsPerBank: 1,
    rules: {
      64: {
        ...wide,
        ...amend(pick(wide, 'write.b128'), {
          phases: contiguous(64, 16),
          steps: 'whole',
          alignmentBytes: 1,
        }),
      },
    },
  };
}

function pick(table: RuleTable, ...classes: readonly (keyof RuleTable)[]): RuleTable {
  return Object.fromEntries(classes.map((request) => [request, table[request]]));
}
