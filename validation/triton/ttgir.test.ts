/** Buffers of a product of its own. */
import { machineNamed } from '@ldscope/core';
import { expect, it } from 'vitest';
import { readBuffers } from './ttgir.ts';

const text = `
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#free = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [0, 2]], warp = [[0, 4]], block = []}>
#product = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 1], instrShape = [16, 16, 16], isTransposed = true}>
#near = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#far = #ttg.amd_rotating_shared<{vec = 8, perPhase = 1, maxPhase = 16, order = [0, 1]}>
#smem = #ttg.shared_memory
#where = loc("own.py":7:9)
#named = loc("a"(#where))
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32} {
tt.func @f(%a: tensor<32x64xf16, #rows>, %b: tensor<64x16xf8E4M3FNUZ, #free>) {
  %x = ttg.local_alloc : () -> !ttg.memdesc<2x32x64xf16, #near, #smem, mutable> loc(#named)
  %c0 = arith.constant 0 : i32
  %v = ttg.memdesc_index %x[%c0] : !ttg.memdesc<2x32x64xf16, #near, #smem, mutable> -> !ttg.memdesc<32x64xf16, #near, #smem, mutable>
  ttg.local_store %a, %v : tensor<32x64xf16, #rows> -> !ttg.memdesc<32x64xf16, #near, #smem, mutable> loc(#named)
  %y = ttg.local_alloc %b : (tensor<64x16xf8E4M3FNUZ, #free>) -> !ttg.memdesc<64x16xf8E4M3FNUZ, #far, #smem>
  %l = ttg.local_load %v : !ttg.memdesc<32x64xf16, #near, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #product, kWidth = 4}>>
  %r = ttg.local_load %y : !ttg.memdesc<64x16xf8E4M3FNUZ, #far, #smem> -> tensor<64x16xf8E4M3FNUZ, #ttg.dot_op<{opIdx = 1, parent = #product, kWidth = 8}>>
  tt.return
}
}
`;
it('reads buffers, encodings, layouts and places', () => {
  const [a, b] = readBuffers(text, machineNamed('gfx942'));
  expect(a).toMatchObject({
    operand: 'A',
    shape: [32, 64],
    stages: 2,
    elementBytes: 2,
    encoding: { kind: 'swizzled_shared', vec: 4, perPhase: 2, maxPhase: 8, order: [1, 0] },
    stored: { kind: 'blocked', sizePerThread: [1, 4], warpsPerCTA: [2, 1] },
    loaded: { kind: 'dot_op', kWidth: 4, parent: { instrShape: [16, 16, 16] } },
    places: new Set(['7:9']),
  });
  expect(b).toMatchObject({
    operand: 'B',
    stages: 1,
    elementBytes: 1,
    encoding: { kind: 'amd_rotating_shared', vec: 8, maxPhase: 16, order: [0, 1] },
    stored: {
      kind: 'linear',
      register: [
        [0, 1],
        [1, 0],
      ],
    },
    loaded: { kind: 'dot_op', opIdx: 1, kWidth: 8 },
  });
});
