/**
 * gfx950 (MI350X, MI355X): wave64, 160 KiB, 64 physical banks. Only 64- and 128-bit reads see all 64;
 * 96-bit reads, narrow reads and every write behave as on 32 banks.
 */
import { coalescingOf } from '../coalescing.ts';
import type { ConflictModel, Machine, RuleTable } from '../machine.ts';
import { documented } from '../evidence.ts';
import { contiguous, cosets } from '../phases.ts';
import { amend, NARROW_READS, rule } from '../rules.ts';
import { sources } from '../sources.ts';
import { allBanksModel, deckModel, rocRollerModel, talkModel } from './alternatives.ts';
import { cdna4Code } from './machine-code.ts';
import {
  byLane,
  DIRECT_TO_LDS,
  gcnIssue,
  gcnOccupancy,
  gcnRules,
  O8,
  onWords,
  P16,
  P32,
  P8,
  pick,
} from './gcn.ts';

/** Lanes 0-3, 12-15, 20-27 and so on: span(l0, l1, l2^l3, l2^l4). */
const Q16 = cosets(64, [1, 2, 12, 20]);

const NARROW_NOTE =
  'a lane-group probe, rocRoller and the counters of tutorial 14 say two phases of 32 lanes on 32 banks; ' +
  'amd-shark-ai, IREE and Triton assume one phase of 64 lanes on 64 banks';

const onAllBanks = { banks: 64, slots: 'distinct-words' } as const;
const measuredRead = {
  evidence: 'measured',
  source: `${sources.hipKittens}; ${sources.shark}`,
} as const;

const rules: RuleTable = {
  ...gcnRules,
  ...rule(NARROW_READS, {
    ...onWords,
    phases: P32,
    evidence: 'disputed',
    source: `${sources.pyhip}; ${sources.rocRoller}; ${sources.tutorials}`,
    note: NARROW_NOTE,
    otherReading: 'narrow-1x64',
  }),
  ...rule(['read.b64'], {
    ...onAllBanks,
    phases: P32,
    alignmentBytes: 8,
    ...measuredRead,
  }),
  ...rule(['read.b96'], {
    ...onWords,
    phases: O8,
    alignmentBytes: 4,
    evidence: 'measured',
    source: sources.hipKittens,
  }),
  ...rule(['read.b128'], {
    ...onAllBanks,
    phases: Q16,
    alignmentBytes: 16,
    ...measuredRead,
  }),
  ...rule(['read.tr.b64'], {
    ...onAllBanks,
    phases: P32,
    alignmentBytes: 8,
    evidence: 'measured',
    source: sources.hipKittens,
    note: 'ds_read_b64_tr_b16 in the appendix of the paper; tr_b8 and tr_b4 have the same width',
  }),
  ...rule(['read.tr.b96'], {
    ...onWords,
    phases: O8,
    alignmentBytes: 4,
    evidence: 'inferred',
    source: sources.hipKittens,
    note: 'same width as ds_read_b96',
  }),
  ...amend(pick('write.b8', 'write.b16', 'write.b32'), {
    phases: P32,
    evidence: 'documented',
    source: sources.rocRoller,
  }),
  ...amend(pick('write.b64'), {
    phases: P16,
    evidence: 'measured',
    source: sources.hipKittens,
  }),
  ...amend(pick('write.b96', 'write.b128'), {
    phases: P8,
    evidence: 'documented',
    source: sources.rocRoller,
  }),
  ...rule(['async.b96', 'async.b128'], {
    ...byLane,
    phases: P8,
    evidence: 'inferred',
    source: sources.cdna4,
    note: DIRECT_TO_LDS,
  }),
};

const standard: ConflictModel = {
  name: 'default',
  title: 'phase model',
  description:
    'Fixed sets of lanes per phase; 64 banks for 64- and 128-bit reads, 32 for everything else.',
  emptyPhaseCycles: 1,
  portsPerBank: 1,
  rules: { 64: rules },
};

const narrow: ConflictModel = {
  ...standard,
  name: 'narrow-1x64',
  title: 'narrow reads in one phase over all 64 banks (sources disagree)',
  description: `8-, 16- and 32-bit reads as one phase of 64 lanes on 64 banks. Disputed: ${NARROW_NOTE}.`,
  rules: {
    64: {
      ...rules,
      ...rule(NARROW_READS, {
        ...onAllBanks,
        phases: contiguous(64, 64),
        evidence: 'disputed',
        source: `${sources.shark}; triton-lang/triton PR 9662; iree-org/iree PR 24428`,
        note: NARROW_NOTE,
        otherReading: 'default',
      }),
    },
  },
};

export const gfx950: Machine = {
  name: 'gfx950',
  vendor: 'AMD',
  products: 'MI350X, MI355X',
  isa: 'cdna4',
  waveSizes: [64],
  sharedMemory: {
    bytes: documented(163840, sources.llvm),
    bytesPerWorkgroup: documented(163840, sources.llvm),
    allocationGranuleBytes: documented(1280, sources.llvm),
    banks: documented(64, sources.cdna4),
    bytesPerClock: documented(
      256,
      sources.cdna4,
      '256 for 64- and 128-bit reads (and transposing reads); 128 for everything else',
    ),
  },
  occupancy: gcnOccupancy,
  issue: {
    ...gcnIssue,
    port: {
      ...gcnIssue.port,
      'read.b64': documented(4, sources.rocRoller),
      'read.b128': documented(8, sources.rocRoller),
    },
  },
  models: [
    standard,
    narrow,
    deckModel(64),
    talkModel(64),
    rocRollerModel('gfx950'),
    allBanksModel(rules),
  ],
  float8: documented('ocp', sources.cdna4),
  code: cdna4Code,
  coalescing: coalescingOf.cdna3,
};
