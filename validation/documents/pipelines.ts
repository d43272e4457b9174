/** What the notes on pipelining a GEMM describe. */
import { type ReferenceDocument, refuses, run, tested } from './capability.ts';

const INPUTS = '../shared/review/repro-ck-deck';
const PAGE = 'apps/web/test/explore/hot-loop.test.ts';
const SCHEDULES = 'examples/schedules';
const LISTING = 'packages/core/test/timing/listing.test.ts';

export const pipelines: ReferenceDocument = {
  title: 'Notes on pipelining a GEMM',
  capabilities: [
    {
      id: '3.1',
      what: 'latency and throughput of memory and matrix instructions',
      shown: [
        tested(PAGE, 'have the latencies and rates of the notes where these are the constants'),
        tested('validation/timing/timing.test.ts', 'is validation/timing.md'),
      ],
      differs: '120 cycles for four banks cannot be the latency of what takes 16',
    },
    {
      id: '3.2',
      what: 'registers of the fetched tile: 32',
      shown: [run('budget --tile 256x256x32xf16', '32 for the fetched tile')],
    },
    {
      id: '3.3',
      what: 'registers of one slice: 16',
      shown: [run('budget --tile 256x256x32xf16 --slice 8', '16 for operands')],
    },
    {
      id: '3.4',
      what: '32 KiB of LDS; two tiles in turn',
      shown: [
        run('budget --tile 256x256x32xf16', 'LDS 32 KiB for A and B'),
        run('pipeline --tile 256x256x32xf16 --lds-buffers 2 --swizzle xor', 'LDS 64 KiB'),
        run(`timeline ${INPUTS}/pp.sched`, 'needed 8 of 8, none waits too long'),
      ],
    },
    {
      id: '3.5',
      what: '64 matrix instructions of 32 cycles for 128 x 128 x 32 per wave: 2,048',
      shown: [run('budget --tile 256x256x32xf16', '64 x v_mfma_f32_32x32x8_f16, 2,048 cycles')],
    },
    {
      id: '3.6',
      what: 'global memory: 1,024 cycles',
      shown: [run('budget --tile 256x256x32xf16', 'global memory 1,024')],
    },
    {
      id: '3.7',
      what: 'a slice: 128 cycles of LDS reads, 512 of matrix instructions',
      shown: [
        run(
          `timeline ${SCHEDULES}/gemm-level-2.sched`,
          'each 1,024 cycles, bound by matrix instructions',
          'lds 25.0 %',
        ),
      ],
    },
    {
      id: '3.8',
      what: 'drawing of level 1',
      shown: [run(`timeline ${SCHEDULES}/gemm-level-1.sched`, '2,243 cycles')],
    },
    {
      id: '3.9',
      what: 'drawing of level 2: matrix instructions, LDS reads, global loads and the store',
      shown: [
        run(
          'pipeline --tile 256x256x32xf16 --swizzle xor --slice 8 --access 8 --lds-buffers 2 -o out/level-2.sched',
          'cycles per step',
        ),
        run('timeline out/level-2.sched', 'lds reads', 'lds writes', 'vmem loads'),
      ],
    },
    {
      id: '3.10',
      what: 'pipelines of other tiles',
      shown: [
        run(
          'pipeline --tile 256x256x32xf16 --swizzle xor -o out/gemm.sched',
          '2,064 cycles per step',
        ),
        run('timeline out/gemm.sched', '2,064 cycles'),
        run(
          'pipeline --tile 128x128x64xfp8 --lds-buffers 2 --prefetch 2 --swizzle xor',
          'Pipeline of 128 x 128 x 64 fp8',
        ),
        run('pipeline --tile 256x256x32xf16 --as sched-group-barrier', 'sched_group_barrier'),
        tested(
          'packages/core/test/timing/pipeline.test.ts',
          'multiplies every tile once, of operands of that tile, and waits for all that it needs',
        ),
      ],
    },
    {
      id: '3.11',
      what: 'where waits for vmcnt and lgkmcnt belong',
      shown: [
        refuses(
          1,
          `timeline ${SCHEDULES}/gemm-256x256x32.sched`,
          'needed 15 of 18, none waits too long',
        ),
      ],
    },
    {
      id: '3.12',
      what: 'are LDS reads and writes interleaved?',
      shown: [tested(PAGE, 'do not get slower by overlapping, for the tile of the notes')],
    },
    {
      id: '3.13',
      what: '64 matrix instructions, 8 loads, 8 writes and 16 reads per wave; each element is read twice',
      shown: [
        run(
          'budget --tile 256x256x32xf16',
          '8 global loads, 8 LDS writes and 16 LDS reads of 16 bytes; each element is read by 2 waves',
        ),
      ],
    },
    {
      id: '3.14',
      what: 'counts for other shapes and types',
      shown: [
        run('budget --tile 256x256x32xf64', '512 x v_mfma_f64_16x16x4_f64, 16,384 cycles'),
        run('budget --tile 256x256x32xi8', '32 x v_mfma_i32_32x32x16_i8'),
        run(
          'budget --tile 16x16x16xf16 --waves 1x1 --mfma v_mfma_f32_4x4x4_16b_f16',
          '4 x v_mfma_f32_4x4x4_16b_f16',
        ),
        run(
          'budget --tile 64x32x4xf16 --waves 1x1 --mfma v_mfma_f32_32x32x4_2b_f16',
          '1 x v_mfma_f32_32x32x4_2b_f16',
        ),
      ],
    },
    {
      id: '3.15',
      what: 'registers: 64 and 256 accumulators; one wave per SIMD',
      shown: [
        run(
          'budget --tile 256x256x32xf16',
          '64 for operands: 112 in all; 256 accumulators',
          '1 wave per SIMD; limited by vector registers (512 / 368',
        ),
      ],
    },
    {
      id: '3.16',
      what: 'blocks of A, B and C, and 2 x 2 waves',
      shown: [tested(PAGE, 'are every block of C with every slice of k, once')],
    },
    {
      id: '3.17',
      what: 'prologue and hot loop',
      shown: [
        refuses(
          1,
          `timeline ${SCHEDULES}/gemm-256x256x32.sched`,
          'each 2,083 cycles, bound by matrix instructions: busy 98.3 %',
        ),
        tested(PAGE, 'take the cycles that the command has for the same schedules'),
      ],
    },
    {
      id: '3.18',
      what: 'three waits marked as doubtful',
      shown: [
        refuses(
          1,
          `timeline ${SCHEDULES}/gemm-256x256x32.sched`,
          'lgkmcnt(9) never waits',
          'lgkmcnt(4) never waits',
          'lgkmcnt(7) never waits',
          "missing: 'sbarrier' (line 138)",
        ),
      ],
      differs: 'they never wait; another wait is too weak',
    },
    {
      id: '3.19',
      what: 'the listing as it is in the notes',
      shown: [
        refuses(
          1,
          `timeline ${INPUTS}/raw2.sched`,
          'registers of 64 operations are those that their comments name',
          'each 2,083 cycles',
          'missing:',
        ),
        tested(
          'packages/core/test/timing/listing-notes.test.ts',
          'are judged by what their comments load',
        ),
      ],
    },
    {
      id: '3.20',
      what: 'the tail',
      shown: [tested(PAGE, 'have only waits that are needed where they are generated')],
      differs: 'the notes have its title only',
    },
    {
      id: '3.21',
      what: 'other schedules, instructions, conflicts, direct-to-LDS',
      shown: [
        tested(LISTING, 'gives each operation its unit, counters, registers and place in LDS'),
        tested('packages/cli/test/timeline.test.ts', 'refuses copies to LDS that the chip lacks'),
      ],
    },
    {
      id: '3.22',
      what: 'the same of machine code',
      shown: [
        run(
          'timeline examples/hip/mfma.hip -l examples/hip/mfma.yaml -m gfx942',
          'occupancy',
          'cycles',
        ),
      ],
    },
  ],
};
