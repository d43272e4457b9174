/** A buffer of a Triton kernel is searched beside the memory that the others take. */
import { expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { suggestKernel } from '../src/index.ts';

/** Each buffer has its rows of 64 elements of 2 B, 128 B a row; all are in use at the end. */
function kernel(sizes: readonly string[]): string {
  const each = (of: (rows: string, i: number) => string): string => sizes.map(of).join('\n');
  const type = (rows: string): string => `!ttg.memdesc<${rows}x64xf16, #shared, #smem, mutable>`;
  return `#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @k() {
${each((rows, i) => `    %v${i} = arith.constant dense<1.0> : tensor<${rows}x64xf16, #rows>\n    %t${i} = ttg.local_alloc : () -> ${type(rows)}`)}
${each((rows, i) => `    ttg.local_store %v${i}, %t${i} : tensor<${rows}x64xf16, #rows> -> ${type(rows)}`)}
${each((rows, i) => `    %w${i} = ttg.local_load %t${i} : ${type(rows)} -> tensor<${rows}x64xf16, #rows>`)}
    tt.return
  }
}
`;
}

test.each(rows`
  32         | 0
  32, 64     | 8192, 4096
  32, 64, 32 | 12288, 8192, 12288
`)('of %s rows: %s bytes beside', (sizes, wanted) => {
  const { buffers, diagnostics } = suggestKernel(kernel(sizes.split(', ')));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(buffers.map(({ whole }) => whole.otherBytes).join(', ')).toBe(wanted);
});
