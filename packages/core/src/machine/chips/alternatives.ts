/**
 * Models that other documents and tools use, as named alternatives. They are kept so that a user can see
 * what a claim predicts next to what the hardware counts; none of them is a default.
 */
import type { ConflictModel, RuleTable } from '../machine.ts';
import { contiguous } from '../phases.ts';
import { rule } from '../rules.ts';
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
 * its lanes share one slot (R1), fp16 halves of a slot only when all want the same half (R2), and a wide
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
