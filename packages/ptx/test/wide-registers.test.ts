/** Conversions whose source is in a register that is wider than its type: they take the low bits (PTX ISA 9.0, 9.4.1). */
import { expect, test } from 'vitest';
import { kernel, run, words } from './harness.ts';

const MIXED = 0x0123_4567_89ab_cdefn;

test.each([8, 16, 32].flatMap((bits) => [`s${bits}`, `u${bits}`]))(
  '%s of a register of 64 bits',
  (type) => {
    const to = type.startsWith('s') ? 's64' : 'u64';
    const text = kernel(
      ['out'],
      `${words(['out'], 16)}
  cvt.u64.u32 %rd5, %r0;
  mul.lo.u64 %rd5, %rd5, ${MIXED};
  cvt.${to}.${type} %rd6, %rd5;
  cvt.${type}.${type} %r1, %rd5;
  st.global.u64 [%rd0], %rd6;
  st.global.u32 [%rd0+8], %r1;
  ret;`,
    );
    const out = new BigInt64Array(64);
    expect(run(text, [out]).codes).toEqual([]);
    const bits = Number(type.slice(1));
    const cut = (value: bigint): bigint =>
      type.startsWith('s') ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
    for (let lane = 0; lane < 32; lane++) {
      const wanted = cut(BigInt(lane) * MIXED);
      expect(out[2 * lane]).toBe(wanted);
      expect(BigInt.asIntN(32, out[2 * lane + 1] ?? 0n)).toBe(BigInt.asIntN(32, wanted));
    }
  },
);
