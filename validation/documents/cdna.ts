/** What the slides on LDS bank conflicts on CDNA describe. */
import { type ReferenceDocument, run, tested } from './capability.ts';

const INPUTS = '../shared/review/repro-ck-deck';
const COMPILED = 'packages/amdgcn/test/tutorials/compiled/gfx942.s';
const TUTORIALS = 'apps/web/test/explore/tutorials.test.ts';
const RULES = 'apps/web/test/explore/rules.test.ts';
const XOR = 'apps/web/test/explore/xor-descriptor.test.ts';
const SPECS = 'validation/documents/inputs';

/** The tutorial of a number, as a specification of this folder. */
const tutorial = (name: string, chip = 'gfx942'): string =>
  `analyze ${SPECS}/tutorial-${name}.yaml -m ${chip}`;

export const cdna: ReferenceDocument = {
  title: 'Slides on LDS bank conflicts on CDNA',
  capabilities: [
    {
      id: '4.1',
      what: 'the transposing copy of a [65536 x 256] matrix: counters of the whole dispatch',
      shown: [
        run(
          `analyze ${COMPILED} -k tutorial_03 -l ${SPECS}/transpose-65536.yaml -m gfx942`,
          'SQ_INSTS_LDS 327,680',
          'SQ_LDS_BANK_CONFLICT 786,432',
          'exact for all 1,024 workgroups',
        ),
      ],
    },
    {
      id: '4.2',
      what: 'counters of the whole dispatch for other M and K, from a specification',
      shown: [
        run(
          `analyze ${SPECS}/copy-65536.yaml -m gfx942`,
          '786,432 of 1,572,864 LDS cycles',
          'exact for all 1,024 workgroups',
          'SQ_INSTS_LDS 327,680',
        ),
        tested(
          'packages/cli/test/ck-specs.slow.test.ts',
          'tutorial %s has the counters of the slides',
        ),
      ],
    },
    {
      id: '4.3',
      what: 'machine code of global and LDS accesses',
      shown: [
        tested(
          'packages/amdgcn/test/tutorials/tutorials.test.ts',
          '%s executes the DS instructions of the model, lane by lane',
        ),
      ],
    },
    {
      id: '4.4',
      what: 'SQ_LDS_BANK_CONFLICT and SQ_INSTS_LDS of tutorials 01, 02, 03, 05, 08, 10',
      shown: [
        run(tutorial('01'), 'SQ_INSTS_LDS 36', 'SQ_LDS_BANK_CONFLICT 448'),
        run(tutorial('02'), 'SQ_LDS_BANK_CONFLICT 192'),
        run(tutorial('03'), 'SQ_INSTS_LDS 40', 'SQ_LDS_BANK_CONFLICT 96'),
        run(tutorial('05'), 'SQ_INSTS_LDS 36', 'SQ_LDS_BANK_CONFLICT 0'),
        run(tutorial('08'), 'SQ_INSTS_LDS 8', 'SQ_LDS_BANK_CONFLICT 0'),
        run(tutorial('10'), 'SQ_LDS_BANK_CONFLICT 64'),
        run(tutorial('10', 'gfx950'), 'SQ_LDS_BANK_CONFLICT 0'),
      ],
      differs: '10 has its zero on gfx950; on gfx942 it has 16 per wave',
    },
    {
      id: '4.5',
      what: 'kernel time',
      shown: [
        run(
          `timeline packages/amdgcn/test/tutorials/compiled/gfx950.s -k tutorial_03 -l ${SPECS}/transpose-65536.yaml -m MI355X`,
          'kernel 13',
          'error -2 % to +16 % on 6 published launches',
        ),
        tested('validation/timing/launches/launches.test.ts', 'give the error that reports state'),
      ],
      differs:
        'five of six times within 15 %, 9 of 15 pairs in their order: docs/timing-kernels.md has the reason',
    },
    {
      id: '4.6',
      what: 'bandwidth of global memory',
      shown: [
        run(
          `timeline packages/amdgcn/test/tutorials/compiled/gfx950.s -k tutorial_08 -l ${SPECS}/transpose-65536.yaml -m MI355X`,
          'TB/s of 65,536 KiB',
        ),
        tested(
          'validation/timing/launches/launches.test.ts',
          'move each matrix once: the published bandwidth is the published time',
        ),
      ],
    },
    {
      id: '4.7',
      what: 'coalescing in five steps',
      shown: [
        tested(
          'apps/web/test/explore/coalescing.test.ts',
          'cuts requests into slices that lose no byte and cross no line',
        ),
      ],
    },
    {
      id: '4.8',
      what: 'the coalescer in 40 lines',
      shown: [tested('packages/core/test/coalesce.test.ts', 'agrees with sets of lines and bytes')],
    },
    {
      id: '4.9',
      what: 'lanes by lines, interactive',
      shown: [
        tested(
          'apps/web/test/explore/tries.test.ts',
          'of coalescing: twice the lines, a line per lane, one line, one line more',
        ),
      ],
    },
    {
      id: '4.10',
      what: 'seven scenarios',
      shown: [tested('packages/core/test/coalesce.test.ts', 'the seven scenarios of the deck')],
    },
    {
      id: '4.11',
      what: 'lines of 64 bytes: 16 transactions',
      shown: [
        run(
          'analyze examples/transpose-plain/kernel.mlir -m gfx942 --coalescing deck-64',
          'line: 64 B',
        ),
      ],
      differs: 'lines of gfx942 have 128 bytes',
    },
    {
      id: '4.12',
      what: 'descriptors of global memory with guaranteed vector lengths',
      shown: [
        run(`analyze ${SPECS}/promised-vectors.yaml -m gfx942`, 'buffer_load_dwordx2'),
        tested(
          'packages/cli/test/ck-specs.slow.test.ts',
          'what a global descriptor promises decides the width of its accesses',
        ),
      ],
    },
    {
      id: '4.13',
      what: '32 and 64 banks, half-waves, widths',
      shown: [
        run('machine gfx942', 'read b128 8 x 8', 'read b64 4 x 16'),
        run('machine gfx950', 'read b128 4 x 16 {0-3,12-15,20-27} 64'),
      ],
    },
    {
      id: '4.14',
      what: 'rule R1',
      shown: [
        run(
          `analyze ${SPECS}/tutorial-01.yaml -m gfx942 --model deck-r1-r3`,
          '1,056 of 1,152 LDS cycles',
        ),
        tested(RULES, 'are applied as they are written'),
      ],
    },
    {
      id: '4.15',
      what: 'rule R2',
      shown: [tested(RULES, 'are applied as they are written')],
      differs: 'counters contradict it',
    },
    {
      id: '4.16',
      what: 'rule R3',
      shown: [tested(RULES, 'lose against the engine wherever something was counted')],
      differs: 'counters contradict it',
    },
    {
      id: '4.17',
      what: 'the checklist of four questions',
      shown: [
        tested(
          'apps/web/test/explore/checklist.test.ts',
          'has W / 4 checks of each half-wave, and cycles that add up',
        ),
      ],
    },
    {
      id: '4.18',
      what: 'its worked example',
      shown: [
        tested(
          'apps/web/test/explore/checklist.test.ts',
          "puts the deck's worked example on banks 0 and 16, four words each",
        ),
      ],
    },
    {
      id: '4.19',
      what: 'the whole pipeline',
      shown: [
        tested('apps/web/test/explore/gpu.test.ts', 'draws every level and chip in one size'),
      ],
    },
    {
      id: '4.20',
      what: '01: code, machine code, counters',
      shown: [
        run(tutorial('01'), 'SQ_LDS_BANK_CONFLICT 448'),
        tested(
          TUTORIALS,
          'a wave of 01: one store of 8 cycles, eight loads of 16 of which 14 are conflicts',
        ),
      ],
    },
    { id: '4.21', what: '02: code, counters', shown: [run(tutorial('02'), '8 of 9 LDS accesses')] },
    {
      id: '4.22',
      what: '03: padding, strides of 64 and 68',
      shown: [
        run(tutorial('03'), '96 of 192 LDS cycles'),
        tested(
          'apps/web/test/explore/padding-xor.test.ts',
          'the case of the tutorials has the counters of the slides: 01, 03 and 04',
        ),
      ],
    },
    {
      id: '4.23',
      what: '04, of whose reads 3 of 8 avoid the XOR',
      shown: [run(tutorial('04'), '8 of 9 LDS accesses have bank conflicts: 192 of 288')],
      differs: 'all eight reads have the same conflicts',
    },
    {
      id: '4.24',
      what: '05: XOR and padding',
      shown: [
        run(
          tutorial('05'),
          'No bank conflicts, but 256 of 320 LDS cycles are of misaligned accesses: 1 site misaligned of 9',
        ),
      ],
    },
    {
      id: '4.25',
      what: '08: its descriptor',
      shown: [
        run(tutorial('08'), 'No bank conflicts: 2 sites, 64 LDS cycles'),
        tested(XOR, 'the way of each element is the closed form of the slides'),
      ],
    },
    {
      id: '4.26',
      what: 'the descriptor in four steps, interactive',
      shown: [
        tested(
          XOR,
          'tiles of real products have the addresses of the closed form, whatever the type',
        ),
      ],
    },
    {
      id: '4.27',
      what: 'the same in five panels',
      shown: [tested(XOR, 'pictures keep their size, and packs that do not divide are refused')],
    },
    {
      id: '4.28',
      what: 'why 08 has no conflicts',
      shown: [
        tested(
          XOR,
          'a read of a pack of each row: 24 of 32 cycles are conflicts on gfx942, and none after',
        ),
      ],
    },
    {
      id: '4.29',
      what: '10: the store along M and its price',
      shown: [run(tutorial('10', 'gfx950'), 'No bank conflicts')],
    },
    {
      id: '4.30',
      what: 'the table of all six',
      shown: [
        tested(
          TUTORIALS,
          'the counters of the slides come out on both chips, tutorial 10 on gfx950 only',
        ),
      ],
    },
    {
      id: '4.31',
      what: 'rules of thumb, checked on a layout',
      shown: [
        run(
          `analyze ${INPUTS}/real.yaml -m gfx942 --all`,
          'refuted slides/half-waves',
          'holds page/mldslayer',
        ),
        tested(
          'packages/core/test/study/ck-tile/advisor.test.ts',
          'every item of the checklist, the rules and the page is there, once',
        ),
      ],
    },
    {
      id: '4.32',
      what: 'RowMul, and 32 banks written into the code',
      shown: [
        tested(
          'packages/cli/test/spec.slow.test.ts',
          'follows the banks of the machine, or those that it names',
        ),
      ],
      differs: 'RowMul changes no offset',
    },
    {
      id: '4.33',
      what: 'the C++ of the slides, pasted',
      shown: [
        run(
          `explain ${SPECS}/policy.hpp -D BlockGemmShape::kM=128 -D BlockGemmShape::kK=32 -D Problem::ADataType=f16 -m gfx942`,
          'MakeALdsBlockDescriptor descriptor 128 x 32',
        ),
        run(
          `explain ${INPUTS}/d08e.txt -D kK=32 -D DataType=f16 -m gfx942`,
          'MakeReadDistributionMK',
          '4 waves of 64 lanes',
        ),
        run(
          `explain ${INPUTS}/d03.txt -D kM=64 -D kK=32 -m gfx942`,
          'MakeLdsDescriptorMK descriptor 64 x 32, 2174 elements: m * 34 + k',
        ),
      ],
    },
    {
      id: '4.34',
      what: 'compiled GEMM and attention of CK Tile',
      shown: [
        run(
          'analyze examples/hip/kargs-gemm.hip -l examples/hip/kargs-gemm.yaml -m gfx942',
          '4,096 of 12,800 LDS cycles',
        ),
      ],
    },
    {
      id: '4.35',
      what: 'transposes in HIP',
      shown: [
        tested(
          'examples/hip/hip.slow.test.ts',
          'there are ten and more, each with a launch and a reference',
        ),
      ],
    },
    {
      id: '4.36',
      what: 'a distribution that covers a part of the tile',
      shown: [
        run(
          `analyze ${INPUTS}/trap.yaml -m gfx942`,
          'the write covers only 64 x 32 of the 128 x 64 tile',
        ),
      ],
    },
  ],
};
