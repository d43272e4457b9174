/** What single statements leave in a register of each lane: the words of `%rd1` of the lanes 0, 1 and 2. */
import { machineNamed } from '@ldscope/core';
import { expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { lanesOf } from '../src/run/specials.ts';
import { kernel, run, words } from './harness.ts';
import { rows } from '../../../test/rows.ts';

/** Bits of a number as f32 or f64. */
const f32 = (value: number): bigint =>
  BigInt(new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0);
const f64 = (value: number): bigint => new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;
const hex = (value: bigint): string => `0d${value.toString(16).padStart(16, '0')}`;

function resultsOf(statements: string): readonly bigint[] {
  const text = kernel(
    ['p0'],
    `  .local .align 8 .b8 frame[16];
  .shared .align 8 .b8 shared[64];
${words(['p0'], 8)}
  ${statements}
  st.global.u64 [%rd0], %rd1;
  ret;`,
  );
  const results = new BigUint64Array(32);
  const { codes } = run(text, [results]);
  expect(codes).toEqual([]);
  return Array.from(results.slice(0, 3));
}

const third = 1 / 3;
const single = Math.fround(third);

/** A third squared, as its f64 rounds it: the exact value is above or below. */
const square = ((): Readonly<Record<'rn' | 'rz' | 'rm' | 'rp', bigint>> => {
  const product = third * third;
  const bits = f64(product);
  const [n, d] = [BigInt(third * 2 ** 54), BigInt(product * 2 ** 56)];
  const isBelow = d << 52n < n * n;
  const [down, up] = isBelow ? [bits, bits + 1n] : [bits - 1n, bits];
  return { rn: bits, rz: down, rm: down, rp: up };
})();
const squareOfSingle = ((): Readonly<Record<'rz' | 'rp', bigint>> => {
  const [bits, exact] = [f32(single * single), single * single];
  const isBelow = Math.fround(exact) < exact;
  return { rz: isBelow ? bits : bits - 1n, rp: isBelow ? bits + 1n : bits };
})();
const squared = (mode: string): string =>
  `mov.f64 %fd1, ${hex(f64(third))}; mul.${mode}.f64 %fd2, %fd1, %fd1; mov.b64 %rd1, %fd2;`;
const squaredSingle = (mode: string): string =>
  `mov.f32 %f1, 0f${f32(single).toString(16)}; mul.${mode}.f32 %f2, %f1, %f1; mov.b32 %r1, %f2; cvt.u64.u32 %rd1, %r1;`;
const reduced = (kind: string, predicate: string): string =>
  `setp.eq.u32 %p1, %r0, 1; setp.ge.u32 %p2, %r0, 0; setp.gt.u32 %p3, %r0, 99; bar.red.${kind}.pred %p4, 1, ${predicate}; selp.u32 %r1, 5, 0, %p4; cvt.u64.u32 %rd1, %r1;`;

test.each(rows`
  the clock                            | 1 1 1 | mov.u64 %rd1, %clock64;
  the clock in 32 bits                 | 1 1 1 | mov.u32 %r1, %clock; mov.u32 %r1, %clock; cvt.u64.u32 %rd1, %r1;
  the address of its memory            | 0 0 0 | mov.u64 %rd1, frame;
  an address in its memory, in 32 bits | 4 4 4 | mov.u32 %r1, frame+4; cvt.u64.u32 %rd1, %r1;
  a private value                      | 0 1 2 | st.local.u32 [frame+4], %r0; ld.local.u32 %r1, [frame+4]; cvt.u64.u32 %rd1, %r1;
  a shared value                       | 7 7 7 | st.shared.u32 [shared], 7; ld.shared.u32 %r1, [shared]; cvt.u64.u32 %rd1, %r1;
  a product rounded to the nearest     | ${square.rn} | ${squared('rn')}
  a product rounded to zero            | ${square.rz} | ${squared('rz')}
  a product rounded down               | ${square.rm} | ${squared('rm')}
  a product rounded up                 | ${square.rp} | ${squared('rp')}
  a product of f32 rounded to zero     | ${squareOfSingle.rz} | ${squaredSingle('rz')}
  a product of f32 rounded up          | ${squareOfSingle.rp} | ${squaredSingle('rp')}
  the and of what one thread has       | 0 | ${reduced('and', '%p1')}
  the and of what all have             | 5 | ${reduced('and', '%p2')}
  the or of what one thread has        | 5 | ${reduced('or', '%p1')}
  the or of what none has              | 0 | ${reduced('or', '%p3')}
  the count of threads                 | 9 | setp.lt.u32 %p1, %r0, 9; bar.red.popc.u32 %r1, 1, %p1; cvt.u64.u32 %rd1, %r1;
`)('each lane has %s', (_, words, statements) => {
  const [a, b = a, c = a] = words.split(' ');
  expect(resultsOf(statements).join(' ')).toBe([a, b, c].join(' '));
});

test.each(rows`
  a load beyond a buffer       | add.u64 %rd0, %rd0, 512; ld.global.u32 %r1, [%rd0];
  a load beyond private memory | .local .b8 frame[16]; mov.u32 %r2, 99999; ld.local.u32 %r1, [%r2];
`)('%s is told once', (_, statements) => {
  const text = kernel(['p0'], `${words(['p0'])}\n  ${statements}\n  ret;`);
  expect(run(text, [new Int32Array(32)]).codes).toEqual(['ptx/out-of-bounds']);
});

test('values of a launch are as wide as their parameters', () => {
  const machine = machineNamed('sm_90');
  const text = kernel(
    ['p0', 'n1', 'n2'],
    `${words(['p0'])}
  ld.param.u32 %r1, [n1];
  ld.param.u32 %r2, [n2];
  mov.b64 %rd1, {%r1, %r2};
  st.global.u64 [%rd0], %rd1;
  ret;`,
  );
  const data = new Uint8Array(256);
  const scalars = new Map([
    ['arg2', 7],
    ['arg1', -5],
  ]);
  const { diagnostics } = executePtx(parsePtx(text).module, text, {
    machine,
    launch: { grid: [1, 1, 1], block: [1, 1, 1], scalars },
    arguments: [{ kind: 'buffer', data }],
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Array.from(new Int32Array(data.buffer).slice(0, 2))).toEqual([-5, 7]);
});

test.each([
  [32, 0, -1],
  [40, 0, -1],
  [40, 1, 255],
  [33, 1, 1],
])('of a block of %i threads, warp %i has the lanes %i', (threads, warp, lanes) => {
  expect(lanesOf({ block: [threads, 1, 1] }, warp)).toBe(lanes);
});

test('shared memory that the launch does not give is as large as it is touched', () => {
  const machine = machineNamed('sm_90');
  const text = kernel(
    [],
    '  mov.u32 %r1, dynamic;\n  st.shared.u32 [%r1+60], %r1;\n  ret;',
    '.extern .shared .align 4 .b8 dynamic[];',
  );
  const launch = { block: [32, 1, 1], scalars: new Map() } as const;
  const { kernel: own } = executePtx(parsePtx(text).module, text, { machine, launch });
  expect(own.ldsBytes).toBe(64);
});
