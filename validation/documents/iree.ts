/** What the talk on IREE's mitigation of bank conflicts by swizzling describes. */
import { type ReferenceDocument, refuses, run, tested } from './capability.ts';

const INPUTS = '../shared/review/repro-wave-iree';
const PAGE = 'apps/web/test/explore/iree.test.ts';
const FLOW = 'examples/swizzle-flow';
const ATTENTION = 'validation/attention/attention.slow.test.ts';

export const iree: ReferenceDocument = {
  title: 'IREE: mitigating GPU bank conflicts with swizzling',
  capabilities: [
    {
      id: 'I1',
      what: 'the hierarchy of an MI300X: compute units, SIMDs, wave slots, memories, launch terms',
      shown: [
        run(
          'machine gfx942',
          'LDS of a compute unit 65,536 B',
          'SIMDs of a compute unit 4',
          'waves of a SIMD, at most 8',
        ),
        tested('apps/web/test/explore/gpu.test.ts', 'lets LDS, registers and slots limit'),
      ],
    },
    {
      id: 'I2',
      what: 'bank = (byte / 4) mod 32; rows against columns',
      shown: [
        run(
          'analyze examples/transpose-plain/kernel.mlir -m gfx942',
          '1 of 2 LDS accesses has bank conflicts: 7,936 of 8,448',
        ),
        tested(
          'apps/web/test/explore/tries.test.ts',
          'of the gcd rule: a bank per row, words cut, four banks, one period',
        ),
      ],
    },
    {
      id: 'I3',
      what: 'reuse of operands by MFMA; the lanes that hold them',
      shown: [
        run(
          'machine gfx942 --matrix v_mfma_f32_16x16x16_f16',
          'lanes 0-15 row 0-15 k 0-3',
          '4 passes',
        ),
      ],
    },
    {
      id: 'I4',
      what: 'promotion of a tile to LDS in MLIR',
      shown: [
        run(`analyze ${INPUTS}/promo.mlir`, '60 of 192 LDS cycles', 'ds_read_b64 read %lds 16'),
      ],
    },
    {
      id: 'I5',
      what: 'readback of Q, K, V and P in attention',
      shown: [tested(PAGE, 'is a model for every setting of the controls')],
    },
    {
      id: 'I6',
      what: 'a window of 16 x 16 in rows of 128: 16 ways',
      shown: [
        run(
          `explain ${INPUTS}/rb.yaml -m gfx942`,
          '64 cycles: 4 without conflicts, 60 of conflict; 16 ways',
        ),
        tested(
          'apps/web/test/explore/operands.slow.test.ts',
          "have the talk's sixteen ways, and none with its padding",
        ),
      ],
    },
    {
      id: 'I7',
      what: 'the rule of the greatest common divisor',
      shown: [
        tested(
          'apps/web/test/explore/gcd.test.ts',
          'is wrong where phases hold fewer rows, and right for the read of the talk',
        ),
      ],
      differs: 'right for 8 bytes, 4 ways instead of 16 for a read of 16',
    },
    {
      id: 'I8',
      what: 'common tiles conflict',
      shown: [
        tested(
          'apps/web/test/explore/gcd.test.ts',
          'finds all four tiles of the talk on one bank of 32',
        ),
      ],
    },
    {
      id: 'I9',
      what: 'padding of 128 to 132',
      shown: [
        run(
          'convert "pitch = 132" --tile 16x128xf16',
          'rows of 264 B (256 + 8)',
          '(16,128):(132,1)',
        ),
        tested('packages/core/test/vendors/iree/padding.test.ts', 'padded shapes'),
        tested(
          'apps/web/test/explore/padding-xor.test.ts',
          'the example of the IREE talk: 16 ways of 128 f16, one of 132',
        ),
      ],
      differs: 'the read has no conflicts, the write of 16 bytes has 32 cycles',
    },
    {
      id: 'I10',
      what: 'its price: 3.1 % of LDS, occupancy, address arithmetic',
      shown: [
        run(
          'suggest --tile 16x128xf16 --layout "pitch = 132" --write "row-copy b128" --read "mfma-a v_mfma_f32_16x16x16_f16 b64" -m gfx942',
          '4,224 B',
        ),
        tested('apps/web/test/explore/gpu.test.ts', 'steps down where the curve says'),
        tested(
          'packages/core/test/mitigate/address-cost.test.ts',
          'are a figure for row pads, and a range for an XOR',
        ),
      ],
    },
    {
      id: 'I11',
      what: 'what a replacement has to preserve',
      shown: [
        refuses(
          1,
          `fix ${INPUTS}/half16.mlir -m gfx950 -l grid=128`,
          'the present layout of %t is not understood',
          'verdict not rewritten',
        ),
        tested(
          'packages/engine/test/fix-proof.test.ts',
          'fails where the layout is another one than was promised, although memory is right',
        ),
      ],
    },
    {
      id: 'I12',
      what: 'xor_shuffle: tile[3][8] is at byte 776, bank 2',
      shown: [
        run(`explain ${INPUTS}/a3.yaml -m gfx942 --lanes`, '776'),
        tested(
          'packages/core/test/vendors/iree/notation.test.ts',
          "the talk's address: tile[3][8] under <128, 4, 128, 1>",
        ),
      ],
    },
    {
      id: 'I13',
      what: 'the swizzled readback: rows on banks 0 and 1, 2 and 3, ...',
      shown: [
        run(`explain ${INPUTS}/rbx.yaml -m gfx942`, '4 cycles: 4 without conflicts, 0 of conflict'),
        tested(PAGE, 'spreads the rows of the first 16 lanes over all banks, as the talk says'),
      ],
    },
    {
      id: 'I14',
      what: 'the attribute as the slide spells it, with names',
      shown: [
        run(
          'convert "iree: xor_shuffle<row_width = 128, access_width = 8>" --tile 16x128xf16',
          '#iree_codegen.xor_shuffle<128, 8>',
        ),
      ],
    },
    {
      id: 'I15',
      what: 'vector allocation decides by the layouts of writer and reader',
      shown: [
        run(
          `opt ${FLOW}/vector.mlir --pass gpu-vector-alloc --like iree-pr-23778 -m gfx942`,
          'gpu-vector-alloc',
        ),
        tested('packages/mlir/test/passes/flow/vector-alloc.slow.test.ts', 'pull request 23778'),
        tested('packages/core/test/vendors/iree/decide-swizzle.test.ts', 'published decisions'),
      ],
    },
    {
      id: 'I16',
      what: "the reader's layout of the slide",
      shown: [
        tested(
          PAGE,
          'deals the running example as the talk does: rows to the copy, fragments to the read',
        ),
      ],
    },
    {
      id: 'I17',
      what: 'no hint without a layout, at rank 0, with wrong groups or types',
      shown: [
        run(
          `opt ${INPUTS}/r0.mlir --pass gpu-vector-alloc --like iree-pr-23778`,
          'gpu-vector-alloc',
        ),
        tested(
          'packages/core/test/vendors/iree/decide-swizzle.test.ts',
          'an unknown reader is no reason to guess',
        ),
      ],
    },
    {
      id: 'I18',
      what: 'bufferization and flattening',
      shown: [
        run(
          `opt ${FLOW}/vector.mlir --pass gpu-vector-alloc,iree-comprehensive-bufferize,llvmgpu-vector-distribute -m gfx942`,
          'iree-comprehensive-bufferize',
          'memref.alloc',
        ),
      ],
    },
    {
      id: 'I19',
      what: 'the flow of states on one input',
      shown: [
        run(
          `opt ${FLOW}/vector.mlir --pass iree-flow --states -m gfx942 -o out/flow.mlir`,
          'llvmgpu-vector-distribute',
          'resolved',
          'the same',
        ),
        run(
          'analyze out/flow.mlir --after llvmgpu-vector-distribute -m gfx942',
          '480 of 544 LDS cycles',
        ),
        run('analyze out/flow.mlir -m gfx942', '32 of 96 LDS cycles'),
        run(`analyze ${FLOW}/vector.mlir -m gfx942`, 'The kernel does not access LDS'),
        tested(
          'packages/engine/test/swizzle-flow.slow.test.ts',
          'has one result, and one count on each side of the resolution',
        ),
        tested(
          'packages/engine/test/swizzle-flow.slow.test.ts',
          'is in machine code what it is in MLIR, in every state of lanes',
        ),
      ],
    },
    {
      id: 'I20',
      what: 'padding leaves hinted allocations, pads the others, and keeps to the size of LDS',
      shown: [
        run(
          `opt ${INPUTS}/w.mlir --pass gpu-reduce-bank-conflicts`,
          'kept: its swizzle hint is resolved later: 20 conflict cycles become 32; rows longer by 8 in its place would leave 4',
        ),
      ],
    },
    {
      id: 'I21',
      what: 'resolution rewrites loads and stores in the same way',
      shown: [
        run(
          `opt ${FLOW}/lanes.mlir --pass iree-swizzle -m gfx942`,
          'resolved: #iree_codegen.xor_shuffle',
        ),
        tested(
          'packages/mlir/test/passes/flow/resolve.test.ts',
          'the corrected offsets are exact for every element',
        ),
      ],
    },
    {
      id: 'I22',
      what: 'writer and reader use one scheme',
      shown: [run(`analyze ${INPUTS}/side.mlir`, 'vector.store reaches it without the hint')],
    },
    {
      id: 'I23',
      what: 'what is not supported falls back, and nothing else changes',
      shown: [
        run(
          `opt ${INPUTS}/f1.mlir --pass iree-swizzle`,
          'flattened: 2x16x128 became 4096 elements',
          'kept: it has uses besides the hint',
          'kept: its shape is not static',
        ),
        run(
          `opt ${INPUTS}/va_96.mlir --pass gpu-vector-alloc,iree-swizzle`,
          'warning opt/not-promoted',
          'it stays as it is, and others go on',
        ),
      ],
    },
    {
      id: 'I24',
      what: 'without the flag, the path is what it was',
      shown: [
        run(
          `opt ${FLOW}/vector.mlir --pass gpu-vector-alloc --like iree -m gfx942`,
          'unhinted: upstream gives no hint here',
        ),
        tested('packages/mlir/test/passes/flow/vector-alloc.slow.test.ts', 'like upstream'),
      ],
    },
    {
      id: 'I25',
      what: 'the IR before and after',
      shown: [tested('packages/cli/test/guide.test.ts', 'shows what its commands print')],
    },
    {
      id: 'I26',
      what: 'a hint that no pass has resolved yet is named in an analysis',
      shown: [
        run(
          `analyze ${FLOW}/lanes.mlir -m gfx942`,
          'has a swizzle hint that no pass has resolved yet',
          'Resolved by',
        ),
      ],
    },
    {
      id: 'I27',
      what: 'the swizzle in place of padding',
      shown: [
        run(`fix ${INPUTS}/kiree68.mlir -m gfx950`, 'rewritten and proven', '-> 0'),
        run(`fix ${INPUTS}/kpadv68.mlir -m gfx950`, 'rewritten and proven'),
      ],
    },
    {
      id: 'I28',
      what: 'direct copies with hints',
      shown: [
        run(
          `opt ${INPUTS}/dma.mlir --pass amdgpu-lower-coalesced-dma-to-gather-lds,iree-swizzle -o out/dma.mlir`,
          'resolved: #iree_codegen.xor_shuffle<64, 8>',
          '4 conflict cycles become 0',
        ),
        run('analyze out/dma.mlir', 'No bank conflicts'),
      ],
    },
    {
      id: 'I29',
      what: '110 attention shapes without mitigation, padded and swizzled; the same for any kernel',
      shown: [
        tested(ATTENTION, 'are 110, each by its name'),
        tested('validation/attention/shapes-command.test.ts', 'are cleared as the talk has it'),
        run(
          'shapes examples/shapes/attention-f16/k.yaml --set H=64,128 -m gfx942',
          'cleared',
          '64 768 0 0',
          '128 1,536 0 0',
        ),
      ],
    },
    {
      id: 'I30',
      what: 'f16: the swizzle clears 110 of 110 shapes, padding 55',
      shown: [tested(ATTENTION, 'f16: swizzle clears all 110, padding the 55 of head 64')],
    },
    {
      id: 'I31',
      what: '8.52 million conflicts become 0',
      shown: [tested(ATTENTION, 'f16: the median without mitigation, as its page has it')],
      differs: '8,519,680 is what padding leaves on 8x4096x128, not what no mitigation has',
    },
    {
      id: 'I32',
      what: 'LDS saved: 4.7 % and 4.1 %',
      shown: [tested(PAGE, "have the talk's figures where they can be counted")],
    },
    {
      id: 'I33',
      what: 'f32: 532K conflicts either way; 514K instructions, 1.04 per access',
      shown: [tested(ATTENTION, 'f32 1x1024x128: its counters')],
    },
    {
      id: 'I34',
      what: '298K instructions, 1.78 per access',
      shown: [
        tested(
          ATTENTION,
          'f32: padding and swizzle leave the same on all 110, swizzle with more instructions',
        ),
      ],
      differs: 'a range, 257,024 to 488,448: the tile of the run was not published',
    },
    {
      id: 'I35',
      what: 'medians of run times, and speed-up curves',
      shown: [
        tested(
          'validation/timing/attention/speed-ups.slow.test.ts',
          'have medians within 15 % of those that are published',
        ),
      ],
    },
    {
      id: 'I36',
      what: 'f16 counters: +0.45 % instructions, +0.9 % wave cycles',
      shown: [tested('validation/timing/kernels.slow.test.ts', 'make the page')],
    },
    {
      id: 'I37',
      what: 'LdsLatency, SQ_WAIT_INST_ANY, SQ_WAVE_CYCLES',
      shown: [
        run(
          `timeline ${INPUTS}/up_plain.s -l ${INPUTS}/l.yaml`,
          'SQ_WAVE_CYCLES',
          'SQ_WAIT_INST_ANY',
          'LdsLatency',
        ),
      ],
    },
    {
      id: 'I38',
      what: 'two traces: full and partial waits',
      shown: [
        run(
          `timeline ${INPUTS}/pad.sched`,
          'each 96 cycles, bound by waiting: LDS or scalar memory (lgkmcnt)',
        ),
        run(`timeline ${INPUTS}/swz.sched`, 'lgkmcnt'),
        tested(PAGE, 'have the same conflicts in pairs and singly, and come sooner singly'),
      ],
    },
    {
      id: 'I39',
      what: 'limits: width, four phases of 16 lanes, asymmetry, stride',
      shown: [
        run(`analyze ${INPUTS}/wt.yaml -m gfx950 --model talk-4x16`, '8 of 80 LDS cycles'),
        run('machine gfx950', 'True for ds_read_b64 of gfx942'),
      ],
      differs: 'four phases of 16 lanes hold for some widths only',
    },
    {
      id: 'I40',
      what: 'SQ_LDS_BANK_CONFLICT and what is derived from it',
      shown: [
        run(
          'analyze examples/transpose-plain/kernel.mlir -m gfx942',
          'SQ_LDS_BANK_CONFLICT 7,936 cycles',
          'Bank Conflicts/Access 15.500',
          'Bank Conflict Rate 48.44 %',
        ),
      ],
    },
    {
      id: 'I41',
      what: 'dumps after every pass, with the banner that IREE prints',
      shown: [
        run(
          `opt ${INPUTS}/dump.mlir --after gpu-vector-alloc --pass canonicalize`,
          'passes canonicalize',
        ),
        run(
          `analyze ${INPUTS}/dump.mlir --after iree-comprehensive-bufferize -m gfx950`,
          '240 of 288 LDS cycles',
        ),
      ],
    },
    {
      id: 'I42',
      what: "the passes on one's own kernel in the browser",
      shown: [
        tested(
          'apps/web/test/browser/passes.test.ts',
          'are listed by what they do, run, compared, applied and taken back',
        ),
        tested(
          'apps/web/test/browser/passes.test.ts',
          "follow the reader's own MLIR through the flow of the explorer",
        ),
      ],
    },
  ],
};
