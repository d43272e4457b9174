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
  // What a copy of some of its bytes costs is not known.
  expect(codes.filter((code) => code !== 'ptx/not-counted')).toEqual([]);
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
/** The bytes 1 to 8 of global memory, copied to a word of shared memory that had all bits set. */
const copied = (size: string): string =>
  `.shared .align 8 .b8 tile[256]; mov.u32 %r2, tile; mad.lo.u32 %r2, %r0, 8, %r2; mov.u64 %rd2, 0x0807060504030201; st.global.u64 [%rd0], %rd2; mov.u64 %rd3, -1; st.shared.u64 [%r2], %rd3; setp.eq.u32 %p1, %r0, 1; cp.async.ca.shared.global [%r2], [%rd0], 8${size}; cp.async.wait_all; ld.shared.u64 %rd1, [%r2];`;

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
  a copy                               | ${0x0807060504030201n} | ${copied('')}
  a copy of five bytes                 | ${0x0504030201} | ${copied(', 5')}
  a copy of all bytes                  | ${0x0807060504030201n} | ${copied(', 8')}
  a copy of as many bytes as its lane  | 0 1 ${0x0201} | ${copied(', %r0')}
  a copy that the second leaves out    | ${0x0807060504030201n} 0 ${0x0807060504030201n} | ${copied(', %p1')}
  the count of threads                 | 9 | setp.lt.u32 %p1, %r0, 9; bar.red.popc.u32 %r1, 1, %p1; cvt.u64.u32 %rd1, %r1;
`)('each lane has %s', (_, words, statements) => {
  const [a, b = a, c = a] = words.split(' ');
  expect(resultsOf(statements).join(' ')).toBe([a, b, c].join(' '));
});

/** A word of 64 bits, an atomic operation on it, and the word then. */
test.each(rows`
  5                  | add.u32 %r1, [%rd0], 7;                                     | 0xc
  0x1ffffffff        | add.u32 %r1, [%rd0], 1;                                     | 0x100000000
  0x13fc00000        | add.f32 %f1, [%rd0], 0f40000000;                            | 0x140600000
  0xffff4000         | add.noftz.f16 %h1, [%rd0], %h2;                             | 0xffff4200
  0xffff4000         | add.noftz.bf16 %h1, [%rd0], %h3;                            | 0xffff4040
  0x3c004000         | add.noftz.f16x2 %r1, [%rd0], %r2;                           | 0x3e004200
  0x3f804000         | add.noftz.bf16x2 %r1, [%rd0], %r3;                          | 0x3fc04040
  0x100000ff0        | and.b32 %r1, [%rd0], 0x3c;                                  | 0x100000030
  0x100000ff0        | or.b32 %r1, [%rd0], 0x3c;                                   | 0x100000ffc
  0x100000ff0        | xor.b32 %r1, [%rd0], 0x3c;                                  | 0x100000fcc
  0x100000ff0        | exch.b32 %r1, [%rd0], 0x3c;                                 | 0x10000003c
  5                  | cas.b32 %r1, [%rd0], 5, 9;                                  | 9
  5                  | cas.b32 %r1, [%rd0], 6, 9;                                  | 5
  6                  | inc.u32 %r1, [%rd0], 7;                                     | 7
  7                  | inc.u32 %r1, [%rd0], 7;                                     | 0
  0x80000000         | inc.u32 %r1, [%rd0], 7;                                     | 0
  7                  | inc.u32 %r1, [%rd0], -1;                                    | 8
  7                  | dec.u32 %r1, [%rd0], 7;                                     | 6
  8                  | dec.u32 %r1, [%rd0], 7;                                     | 7
  0                  | dec.u32 %r1, [%rd0], 7;                                     | 7
  0x80000000         | dec.u32 %r1, [%rd0], 7;                                     | 7
  7                  | dec.u32 %r1, [%rd0], -1;                                    | 6
  0x1fffffffb        | min.s32 %r1, [%rd0], 3;                                     | 0x1fffffffb
  0x1fffffffb        | min.u32 %r1, [%rd0], 3;                                     | 0x100000003
  0x1fffffffb        | max.s32 %r1, [%rd0], 3;                                     | 0x100000003
  0x1fffffffb        | max.u32 %r1, [%rd0], 3;                                     | 0x1fffffffb
  0xc0003c00bc004000 | min.noftz.v2.f16x2 {%r1, %r4}, [%rd0], {%r2, %r2};          | 0xc0003c00bc003c00
  0xc0003c00bc004000 | max.noftz.v2.f16x2 {%r1, %r4}, [%rd0], {%r2, %r2};          | 0x38003c0038004000
  0xc0003f80bf804000 | min.noftz.v2.bf16x2 {%r1, %r4}, [%rd0], {%r3, %r3};         | 0xc0003f80bf803f80
  0xc0003f80bf804000 | max.noftz.v2.bf16x2 {%r1, %r4}, [%rd0], {%r3, %r3};         | 0x3f003f803f004000
  0xffffffff         | add.u64 %rd1, [%rd0], 1;                                    | 0x100000000
  0x3ff8000000000000 | add.f64 %fd1, [%rd0], 0d4000000000000000;                   | 0x400c000000000000
  0xff0              | and.b64 %rd1, [%rd0], 0x3c;                                 | 0x30
  0xff0              | or.b64 %rd1, [%rd0], 0x3c;                                  | 0xffc
  0xff0              | xor.b64 %rd1, [%rd0], 0x3c;                                 | 0xfcc
  0xff0              | exch.b64 %rd1, [%rd0], 0x3c;                                | 0x3c
  5                  | cas.b64 %rd1, [%rd0], 5, 9;                                 | 9
  0x100000005        | cas.b64 %rd1, [%rd0], 5, 9;                                 | 0x100000005
  0xfffffffffffffffb | min.s64 %rd1, [%rd0], 3;                                    | 0xfffffffffffffffb
  0xfffffffffffffffb | min.u64 %rd1, [%rd0], 3;                                    | 3
  0xfffffffffffffffb | max.s64 %rd1, [%rd0], 3;                                    | 3
  0xfffffffffffffffb | max.u64 %rd1, [%rd0], 3;                                    | 0xfffffffffffffffb
`)('%s after %s', (old, operation, word) => {
  const statements = `mov.u64 %rd1, ${old}; st.global.u64 [%rd0], %rd1; mov.b32 %r2, 0x38003c00; mov.b32 %r3, 0x3f003f80; mov.b16 %h2, 0x3c00; mov.b16 %h3, 0x3f80; atom.global.${operation} ld.global.u64 %rd1, [%rd0];`;
  expect(resultsOf(statements)[0]).toBe(BigInt(word));
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

test.each(rows`
  .f32 |  4 | 0x40800000
  .b32 |  4 | 4
  .b32 | -4 | 0xfffffffc
  .b32 | .5 | 0x3f000000
  .f64 |  4 | 0x4010000000000000
  .b64 | -4 | 0xfffffffffffffffc
  .b64 | .5 | 0x3fe0000000000000
`)('a parameter %s for which a launch gives %s has the bits %s', (type, given, bits) => {
  const text = `.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param ${type} value)
{
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  ld.param.b${type.slice(2)} %rd2, [value];
  st.global.b64 [%rd1], %rd2;
  ret;
}
`;
  const data = new Uint8Array(8);
  const { diagnostics } = executePtx(parsePtx(text).module, text, {
    machine: machineNamed('sm_90'),
    launch: { grid: [1, 1, 1], block: [1, 1, 1], scalars: new Map([['arg1', Number(given)]]) },
    arguments: [{ kind: 'buffer', data }],
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(new BigUint64Array(data.buffer)[0]).toBe(BigInt(bits));
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
