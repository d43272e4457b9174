/** Memory of sizes that are known when a kernel runs, and sums of registers and integers as operands. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernel, run, words } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

describe('alloca', () => {
  test('is aligned, at generic addresses too, and given back by stackrestore', () => {
    const text = kernel(
      ['out'],
      `${words(['out'], 16)}
  cvt.u64.u32 %rd4, %r0;
  add.u64 %rd4, %rd4, 1;
  stacksave.u64 %rd5;
  alloca.u64 %rd6, %rd4;
  alloca.u64 %rd7, %rd4, 64;
  stackrestore.u64 %rd5;
  alloca.u64 %rd8, %rd4;
  cvta.local.u64 %rd9, %rd7;
  st.u32 [%rd9], %r0;
  ld.local.u32 %r1, [%rd7];
  cvt.u32.u64 %r2, %rd7;
  sub.u64 %rd8, %rd8, %rd6;
  cvt.u32.u64 %r3, %rd8;
  st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r2};
  ret;`,
    );
    const out = new Int32Array(128);
    expect(run(text, [out]).codes).toEqual([]);
    for (let lane = 0; lane < 32; lane++) {
      expect(out[4 * lane]).toBe(lane);
      expect((out[4 * lane + 1] ?? 1) % 64).toBe(0);
      expect(out[4 * lane + 2]).toBe(0);
    }
  });

  test('beyond what a thread has is refused', () => {
    const text = kernel(['out'], `  mov.u64 %rd4, 1000000;\n  alloca.u64 %rd6, %rd4;\n  ret;`);
    expect(run(text, [new Int32Array(1)]).codes).toEqual(['ptx/stack-overflow']);
  });
});

describe('a register and an integer', () => {
  test('are added before the instruction, as wide as the register', () => {
    forAll([fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.nat(40000)], 20, (far, near) => {
      const text = kernel(
        ['out'],
        `${words(['out'], 8)}
again:
  add.u32 %r1, %r0 + ${far}, %r0-${near};
  mov.u64 %rd5, %rd0+4;
  st.global.u32 [%rd0], %r1;
  setp.gt.u32 %p1, %r0, 15;
  mov.u32 %r2, 5;
  @%p1 mov.u32 %r2, %r0 + 1;
  st.global.u32 [%rd5], %r2;
  ret;`,
      );
      const out = new Int32Array(64);
      expect(run(text, [out]).codes).toEqual([]);
      for (let lane = 0; lane < 32; lane++) {
        expect(out[2 * lane]).toBe((2 * lane + far - near) | 0);
        expect(out[2 * lane + 1]).toBe(lane > 15 ? lane + 1 : 5);
      }
    });
  });

  test('are refused where the register has no integer', () => {
    const text = kernel(['out'], '  mov.f32 %f1, %f0+1;\n  ret;');
    expect(run(text, [new Int32Array(1)]).codes).toEqual(['ptx/sum']);
  });
});

test('tcgen05 is refused by name', () => {
  const text = kernel(['out'], '  tcgen05.wait::ld.sync.aligned;\n  ret;');
  const { execution } = run(text, [new Int32Array(1)]);
  expect(execution.diagnostics[0]?.message).toBe(
    'tcgen05.wait::ld.sync.aligned is not executed: it is of sm_100 and later, whose tensor memory is not modelled; Triton IR and tile specifications are analyzed for sm_100',
  );
});
