/** What Wave's page on LDS swizzling on MI350 describes. */
import { type ReferenceDocument, refuses, run, tested } from './capability.ts';

const INPUTS = '../shared/review/repro-wave-iree';
const PAGE = 'apps/web/test/explore/wave.test.ts';

export const wave: ReferenceDocument = {
  title: 'Wave: LDS bank conflicts and swizzling on MI350',
  capabilities: [
    {
      id: 'W1',
      what: 'LDS has 64 banks of 4 bytes',
      shown: [
        run(
          'machine gfx950',
          'banks of 4 B 64',
          'read b128 4 x 16 {0-3,12-15,20-27} 64',
          'read b8-b32 2 x 32 {0-31} 32',
        ),
      ],
      differs: '64 banks for reads of 64 and 128 bits only',
    },
    {
      id: 'W2',
      what: '256 bytes per clock; a read, write or atomic in each',
      shown: [
        run('machine gfx950', 'bytes per clock 256', 'write b128 8 x 8', 'atomic b32 2 x 32'),
      ],
      differs: 'writes of 128 bits take eight phases of 32 banks',
    },
    {
      id: 'W3',
      what: 'lanes of a phase by instruction',
      shown: [
        run(
          'machine gfx950',
          'read b96 8 x 8 {0-3,20-23}',
          'read b64 2 x 32 {0-31}',
          'write b64 4 x 16 {0-15}',
        ),
        tested(PAGE, 'has the phases of the paper for gfx950'),
      ],
    },
    {
      id: 'W4',
      what: 'ds_read_b128 takes four cycles; a phase with n ways takes n',
      shown: [
        run(
          `explain ${INPUTS}/plain.mlir -m gfx950 --site 228:10`,
          '16 cycles: 4 without conflicts, 12 of conflict; 4 ways',
        ),
        run(
          `explain ${INPUTS}/wt.yaml -m gfx950 --site k0`,
          'cost 4 cycles: 4 without conflicts, 0 of conflict',
        ),
      ],
    },
    {
      id: 'W5',
      what: 'the 32 x 64 tile of f16: gathers of two halves, reads of eight',
      shown: [
        run(
          `analyze ${INPUTS}/docwave.mlir -m gfx950`,
          'No bank conflicts: 28 sites, 57,344 LDS cycles',
        ),
      ],
    },
    {
      id: 'W6',
      what: 'gather_to_lds: a source per lane, a common base, consecutive places',
      shown: [
        tested(PAGE, 'fill LDS in order and fetch every element once, whatever the swizzle'),
        tested(
          'packages/mlir/test/interpret/reference.slow.test.ts',
          'computes the matrix product, every element of it',
        ),
      ],
    },
    {
      id: 'W7',
      what: 'the plain mapping: threads 0, 2, 12 and 14 on banks 0 to 3, four ways',
      shown: [
        run(
          `fix ${INPUTS}/docwave.mlir -m gfx950 --layout plain -o out/plain.mlir`,
          '16 of 16 operations',
          '12 of 12 operations',
          'rewritten and proven',
        ),
        run(
          'analyze out/plain.mlir -m gfx950',
          '16 of 28 LDS accesses have bank conflicts: 98,304 of 155,648',
        ),
        run(
          `explain ${INPUTS}/plain.mlir -m gfx950 --site 228:10`,
          'lanes 0, 2, 12, 14 access 4 different words of bank 0',
        ),
      ],
    },
    {
      id: 'W8',
      what: 'the swizzled phase covers all 64 banks',
      shown: [
        run(
          `explain ${INPUTS}/wt.yaml -m gfx950 --site k0 --all-phases`,
          `phase 1 ${'1'.repeat(64)} 1 way`,
          `phase 4 ${'1'.repeat(64)} 1 way`,
        ),
        run(
          `fix ${INPUTS}/plain.mlir -m gfx950`,
          '98304 conflict cycles before, 0 after',
          'rewritten and proven',
        ),
      ],
    },
    {
      id: 'W9',
      what: 'both layouts in machine code',
      shown: [
        run(
          `analyze ${INPUTS}/up_plain.s -l ${INPUTS}/l.yaml -w all`,
          '98,304 of 155,648 LDS cycles',
        ),
        tested(
          'packages/engine/test/two-ways.slow.test.ts',
          'gives the same product and the same LDS traffic in each buffer',
        ),
      ],
    },
    {
      id: 'W10',
      what: 'swizzle_unit = max(gather, read) and max_phase = min(8, columns / unit), for any kernel',
      shown: [
        run(
          `suggest ${INPUTS}/docwave.mlir -m gfx950 --like wave`,
          '8 elements per lane of the first read, 2 of the first gather',
          'swizzle_unit = 8, max_phase = 8',
          'leaves 0 of 1,536 cycles',
        ),
        run(
          'suggest --tile 64x128xf8 --waves 4 --write "direct-to-lds b128" --read "mfma-a v_mfma_f32_16x16x32_fp8_fp8 b64" -m gfx950 --like wave',
          'swizzle_unit = 16, max_phase = 8',
        ),
        tested(
          'packages/core/test/mitigate/wave-choice.test.ts',
          'takes the wider of read and gather, and leaves short rows alone',
        ),
      ],
    },
    {
      id: 'W11',
      what: 'the XOR of chunk and row; its formula',
      shown: [
        run(
          'convert "wave: swizzle_unit = 8, max_phase = 8" --tile 32x64xf16',
          'iree #iree_codegen.xor_shuffle<64, 8>',
          'Sw<3,3,3> o 0 o (32,64):(64,1)',
          'row * 64 + ((col / 8) ^ (row % 8)) * 8 + col % 8',
        ),
      ],
    },
    {
      id: 'W12',
      what: 'max_phase keeps the column inside of the row',
      shown: [
        refuses(
          2,
          'convert "wave: swizzle_unit = 8, max_phase = 8" --tile 32x96xf16',
          'element [4][64] is at column 96, outside of the row',
        ),
        run(
          'convert "wave: swizzle_unit = 8, max_phase = 4" --tile 32x96xf16',
          '#iree_codegen.xor_shuffle<32, 8, 96>',
        ),
      ],
      differs: 'it does not where the chunks of a row are not a power of two',
    },
    {
      id: 'W13',
      what: 'a unit that is too small tears vectors',
      shown: [
        tested(
          'packages/engine/test/torn-vectors.test.ts',
          'a read of 8 elements under units of 2',
        ),
      ],
    },
    {
      id: 'W14',
      what: 'exception 1: the producer is wider than the consumer',
      shown: [tested(PAGE, 'has the ways that a search over the phase tables found')],
    },
    {
      id: 'W15',
      what: 'exception 2: more rows than chunks',
      shown: [
        run(
          'analyze validation/documents/inputs/rows-over-chunks.yaml -m gfx950',
          '4 of 8 LDS cycles',
        ),
        run(
          'suggest validation/documents/inputs/rows-over-chunks.yaml -m gfx950',
          'a layout removes all conflicts',
        ),
      ],
      differs: 'conflicts are avoidable: the key takes other bits of the row',
    },
    {
      id: 'W16',
      what: 'thread 1, step by step: row 1, column 8, banks 36 to 39',
      shown: [
        run(`explain ${INPUTS}/wt.yaml -m gfx950 --site k0`, 'lane 0 1 2 3', 'bank 0 36 8 44'),
        tested(PAGE, 'moves thread 1 to banks 36 to 39'),
      ],
    },
    {
      id: 'W17',
      what: 'the 8 x 8 tile before and after',
      shown: [
        run(
          'convert "wave: swizzle_unit = 1, max_phase = 8" --tile 8x8xf16',
          'XOR of 2 B units with row mod 8',
          '#iree_codegen.xor_shuffle<8, 1>',
        ),
        tested(PAGE, 'has each column once in each row and, swizzled, once in each place'),
      ],
    },
    {
      id: 'W18',
      what: 'the reference kernel',
      shown: [
        run(`analyze ${INPUTS}/docwave.mlir -m gfx950`, '12 hazards'),
        tested(
          'packages/mlir/test/interpret/reference.slow.test.ts',
          'is right at any speed of memory once a wait and a barrier follow the loop',
        ),
      ],
      differs: 'its reads after the loop have no wait and no barrier',
    },
    {
      id: 'W19',
      what: 'other types, row lengths, widths and paddings in kernels',
      shown: [
        tested(
          'packages/engine/test/promised-conflicts.slow.test.ts',
          'has the conflicts that were promised, in 40 random kernels',
        ),
      ],
    },
    {
      id: 'W20',
      what: 'fp4, which Wave ships on MI350',
      shown: [
        run(
          `analyze ${INPUTS}/f4b.mlir -m gfx950`,
          '68 of 80 LDS cycles',
          '2 KiB of LDS',
          'ds_read_b128 read %a 4 1 16 4 12',
        ),
      ],
    },
    {
      id: 'W21',
      what: "Wave's MXFP4 kernels",
      shown: [
        run(
          'analyze examples/mxfp4-gemm/kernel.mlir -m gfx950',
          '272 of 320 LDS cycles',
          'memref<16x256xf4E2M1FN',
        ),
        tested('packages/mlir/test/interpret/mxfp4.test.ts', 'our own MXFP4 kernel'),
      ],
    },
    {
      id: 'W22',
      what: 'the swizzle of a kernel with rows of 128: chunks of 16 bytes, max_phase 8',
      shown: [
        run(
          `suggest ${INPUTS}/w128.mlir -m gfx950`,
          'XOR of 16 B units with row mod 8',
          'a layout removes all conflicts',
        ),
      ],
    },
    {
      id: 'W23',
      what: "another swizzle in a kernel's place",
      shown: [
        run(
          `fix ${INPUTS}/w128.mlir -m gfx950 -o out/fixed.mlir`,
          'rewritten and proven',
          'reads 64 -> 0',
        ),
        run('analyze out/fixed.mlir -m gfx950', 'No bank conflicts'),
        run(
          `fix ${INPUTS}/wave_mp4.mlir -m gfx950`,
          'XOR of 16 B units with row mod 4 ->',
          'rewritten and proven',
        ),
      ],
    },
    {
      id: 'W24',
      what: 'writers and readers have to agree',
      shown: [
        refuses(
          1,
          `fix ${INPUTS}/kbrk.mlir -m gfx950`,
          "%t is written as 'XOR of 16 B units with row mod 8' at 14:3, but read as 'plain' here",
        ),
        run(`analyze ${INPUTS}/kbrk.mlir -m gfx950`, '1 hazard'),
      ],
    },
    {
      id: 'W25',
      what: 'operands of 32 rows on the same tile',
      shown: [
        run(`analyze ${INPUTS}/m32.yaml -m gfx950`, '32 of 64 LDS cycles'),
        run(
          `suggest ${INPUTS}/m32.yaml -m gfx950`,
          'XOR of 16 B units with (row / 2) mod 8',
          'a layout removes all conflicts',
        ),
        tested(PAGE, 'has the ways that a search over the phase tables found'),
      ],
      differs: 'row mod 8 leaves two ways; (row / 2) mod 8 none',
    },
    {
      id: 'W26',
      what: 'gfx942 beside gfx950',
      shown: [
        refuses(
          1,
          `analyze ${INPUTS}/docwave.mlir -m gfx942`,
          'not counted: 4 that the chip lacks (buffer_load_dwordx4 lds)',
        ),
      ],
    },
    {
      id: 'W27',
      what: 'gathers of 8 bytes',
      shown: [tested('packages/mlir/test/interpret/amdgpu.test.ts', 'has no copy of 8 bytes')],
      differs: 'the chip does not have them: refused',
    },
    {
      id: 'W28',
      what: 'what a conflict costs in time',
      shown: [
        run(
          `timeline ${INPUTS}/up_plain.s -l ${INPUTS}/l.yaml`,
          'cycles 38,078',
          'without bank conflicts 9,090 cycles (23.9 %)',
        ),
      ],
    },
  ],
};
