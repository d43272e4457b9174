/**
 * Random kernels of PTX: integers, predicates, branches and loops, whose results are the addresses of stores to shared memory.
 *
 *     r3 = r1 * r2 >> 5;  if (p) st.volatile.shared [r3 & 0x3ffc];  for (i = r3 & 7; i > 0; i--) { ... }
 *
 * `volatile` keeps each store an access of its own, so that what ptxas makes of the arithmetic shows in its addresses.
 */
import type { ExecuteOptions } from '@ldscope/core';
import * as fc from 'fast-check';

const REGISTERS = Array.from({ length: 8 }, (_, number) => `%r${number}`);
const word = fc.constantFrom(...REGISTERS);
const constant = fc
  .oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
    fc.constantFrom(-1, 31, 32, 255, 0x7fff_ffff, -0x8000_0000),
  )
  .map(String);
const source = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: constant });
const predicate = fc.integer({ min: 0, max: 3 }).map((number) => `%p${number}`);
const comparison = fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge');

const BINARY =
  'add.u32 sub.s32 mul.lo.u32 mul.hi.u32 mul.hi.s32 and.b32 or.b32 xor.b32 min.s32 max.u32 min.u32 shl.b32 shr.u32 shr.s32'.split(
    ' ',
  );
const UNARY = 'not.b32 neg.s32 abs.s32 popc.b32 brev.b32 clz.b32 bfind.s32'.split(' ');

const straight: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...BINARY), word, word, source)
      .map(([op, d, a, b]) => `${op} ${d}, ${a}, ${b};`),
  },
  fc.tuple(fc.constantFrom(...UNARY), word, word).map(([op, d, a]) => `${op} ${d}, ${a};`),
  fc.tuple(word, word, source, word).map(([d, a, b, c]) => `mad.lo.u32 ${d}, ${a}, ${b}, ${c};`),
  fc
    .tuple(word, word, word, source, fc.constantFrom('l.wrap', 'r.wrap', 'l.clamp', 'r.clamp'))
    .map(([d, a, b, c, how]) => `shf.${how}.b32 ${d}, ${a}, ${b}, ${c};`),
  fc
    .tuple(word, fc.shuffledSubarray(REGISTERS, { minLength: 3 }), fc.integer({ min: 0, max: 255 }))
    .map(([d, [a, b, c], table]) => `lop3.b32 ${d}, ${a}, ${b}, ${c}, ${table};`),
  fc
    .tuple(word, word, word, fc.integer({ min: 0, max: 0xffff }))
    .map(([d, a, b, pick]) => `prmt.b32 ${d}, ${a}, ${b}, ${pick};`),
  fc
    .tuple(
      word,
      word,
      fc.integer({ min: 0, max: 31 }),
      fc.integer({ min: 1, max: 16 }),
      fc.constantFrom('u32', 's32'),
    )
    .map(([d, a, from, count, type]) => `bfe.${type} ${d}, ${a}, ${from}, ${count};`),
  fc
    .tuple(comparison, fc.constantFrom('s32', 'u32'), predicate, word, source)
    .map(([how, type, p, a, b]) => {
      return `setp.${how}.${type} ${p}, ${a}, ${b};`;
    }),
  fc
    .tuple(fc.constantFrom('and', 'or', 'xor'), predicate, predicate, predicate)
    .map(([op, d, a, b]) => `${op}.pred ${d}, ${a}, ${b};`),
  fc.tuple(word, word, source, predicate).map(([d, a, b, p]) => `selp.b32 ${d}, ${a}, ${b}, ${p};`),
  // 64 bits: products, sums, shifts and comparisons through carries.
  fc
    .tuple(word, word, word, word, fc.constantFrom('u32', 's32'))
    .map(
      ([d, a, b, c, type]) =>
        `mul.wide.${type} %rd0, ${a}, ${b}; mov.b64 %rd1, {${c}, ${a}}; add.s64 %rd0, %rd0, %rd1; mov.b64 {%r8, ${d}}, %rd0; xor.b32 ${d}, ${d}, %r8;`,
    ),
  fc
    .tuple(
      word,
      word,
      word,
      fc.integer({ min: 0, max: 63 }),
      fc.constantFrom('shl.b64', 'shr.u64', 'shr.s64'),
    )
    .map(
      ([d, a, b, by, op]) =>
        `mov.b64 %rd0, {${a}, ${b}}; ${op} %rd0, %rd0, ${by}; mov.b64 {%r8, ${d}}, %rd0; xor.b32 ${d}, ${d}, %r8;`,
    ),
  fc
    .tuple(comparison, fc.constantFrom('s64'), predicate, word, word, word)
    .map(
      ([how, type, p, a, b, c]) =>
        `mov.b64 %rd0, {${a}, ${b}}; mov.b64 %rd1, {${c}, ${b}}; setp.${how}.${type} ${p}, %rd0, %rd1;`,
    ),
  fc
    .tuple(word, word, word)
    .map(
      ([d, a, b]) =>
        `mov.b64 %rd0, {${a}, ${b}}; sub.s64 %rd0, %rd0, %rd2; mov.b64 {${d}, %r8}, %rd0; add.u32 ${d}, ${d}, %r8;`,
    ),
);

const store = word.map(
  (register) =>
    `and.b32 %r9, ${register}, 4092; add.u32 %r9, %r9, %r10; st.volatile.shared.u32 [%r9], %r0;`,
);
const guarded = fc
  .tuple(word, predicate)
  .map(
    ([register, p]) =>
      `and.b32 %r9, ${register}, 4092; add.u32 %r9, %r9, %r10; @${p} st.volatile.shared.u32 [%r9], %r0;`,
  );

interface Statement {
  readonly kind: 'lines' | 'if' | 'loop';
  readonly lines: readonly string[];
  readonly predicate: string;
  readonly register: string;
}

const line = fc.oneof({ weight: 5, arbitrary: straight }, store, guarded);
const statement: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constantFrom('lines' as const, 'lines' as const, 'if' as const, 'loop' as const),
  lines: fc.array(line, { minLength: 2, maxLength: 7 }),
  predicate,
  register: word,
});

function textOf({ kind, lines, predicate: p, register }: Statement, number: number): string {
  const body = lines.join('\n  ');
  if (kind === 'lines') return body;
  if (kind === 'if') return `@${p} bra SKIP${number};\n  ${body}\nSKIP${number}:`;
  return `and.b32 %r11, ${register}, 7;
LOOP${number}:
  setp.eq.u32 %p4, %r11, 0;
  @%p4 bra DONE${number};
  ${body}
  sub.u32 %r11, %r11, 1;
  bra LOOP${number};
DONE${number}:`;
}

/** Kernels of a buffer of words, one per thread, and a number. */
const randomKernel: fc.Arbitrary<string> = fc.array(statement, { minLength: 3, maxLength: 8 }).map(
  (statements) => `(.param .u64 in, .param .u32 n)
{
  .reg .pred %p<5>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  .shared .align 16 .b8 s[4096];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  ld.param.u32 %r3, [n];
  ld.param.u64 %rd3, [in];
  cvta.to.global.u64 %rd3, %rd3;
  mad.wide.u32 %rd3, %r0, 4, %rd3;
  ld.global.u32 %r4, [%rd3];
  xor.b32 %r5, %r4, %r0;
  add.u32 %r6, %r5, %r3;
  mov.u32 %r7, %laneid;
  mov.b64 %rd2, {%r4, %r6};
  mov.u32 %r10, s;
  setp.lt.s32 %p0, %r4, 0;
  setp.gt.u32 %p1, %r0, 11;
  setp.eq.u32 %p2, %r7, 3;
  setp.ne.u32 %p3, %r1, 0;
  ${statements.map(textOf).join('\n  ')}
  ret;
}
`,
);

const words = (list: Int32Array): Uint8Array => new Uint8Array(list.buffer);

/** How each of them is launched. */
export const RANDOM_LAUNCH: Pick<ExecuteOptions, 'arguments' | 'launch'> = {
  arguments: [
    {
      kind: 'buffer',
      data: words(Int32Array.from({ length: 64 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 9))),
    },
    { kind: 'value', bytes: words(Int32Array.of(77)) },
  ],
  launch: { grid: [2, 1, 1], block: [40, 1, 1], dynamicLdsBytes: 0, scalars: new Map() },
};

/** A module of this many kernels for a chip, `k0`, `k1`, ... */
export function randomModule(count: number, seed: number, target: string): string {
  const kernels = fc.sample(randomKernel, { numRuns: count, seed });
  return [
    `.version 8.6\n.target ${target}\n.address_size 64`,
    ...kernels.map((text, number) => `.visible .entry k${number}${text}`),
  ].join('\n');
}
