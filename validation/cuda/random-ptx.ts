/**
 * Random kernels of PTX, of integers, predicates, branches and loops; of three kinds.
 *
 *     volatile   if (p) st.volatile.shared [r3 & 0xffc]      each store stays an access of its own, at an address that arithmetic made
 *     plain      the same stores without the word            ptxas joins neighbours and leaves out what is overwritten
 *     memory     st [own + 8], r3;  bar.sync 0;  r5 = ld [other + 8];  atom, shfl, vote      no two threads race: the results are one
 *
 * In a kernel of memory each thread has 64 bytes of shared memory and as many of global memory, reads those of others between barriers,
 * and adds to 32 words that are everybody's; at its end it stores its registers and what is in shared memory.
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

export type RandomKind = 'volatile' | 'plain' | 'memory';

const stores = (kind: string): fc.Arbitrary<string> =>
  fc.oneof(
    word.map(
      (register) =>
        `and.b32 %r9, ${register}, 4092; add.u32 %r9, %r9, %r10; st${kind}.shared.u32 [%r9], %r0;`,
    ),
    fc
      .tuple(word, predicate)
      .map(
        ([register, p]) =>
          `and.b32 %r9, ${register}, 4092; add.u32 %r9, %r9, %r10; @${p} st${kind}.shared.u32 [%r9], %r0;`,
      ),
  );

/** Places among the 64 bytes of a thread, of words and of wider elements. */
const place = (bytes: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 64 / bytes - 1 }).map((number) => number * bytes);
const UPDATES = 'add min max and or xor exch inc dec'.split(' ');

/** Accesses of a thread to its own memory, in shared and global memory. */
const own: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(place(4), word).map(([at, a]) => `st.shared.u32 [%r10+${at}], ${a};`),
  fc
    .tuple(place(8), word, word)
    .map(([at, a, b]) => `st.shared.u32 [%r10+${at}], ${a}; st.shared.u32 [%r10+${at + 4}], ${b};`),
  fc
    .tuple(place(16), fc.array(word, { minLength: 4, maxLength: 4 }))
    .map(([at, list]) => `st.shared.v4.u32 [%r10+${at}], {${list.join(', ')}};`),
  fc
    .tuple(fc.constantFrom('b8', 'b16'), place(4), word)
    .map(([type, at, a]) => `st.shared.${type} [%r10+${at + 2}], ${a};`),
  fc.tuple(place(4), word).map(([at, d]) => `ld.shared.u32 ${d}, [%r10+${at}];`),
  fc
    .tuple(place(16), fc.shuffledSubarray(REGISTERS, { minLength: 4, maxLength: 4 }))
    .map(([at, list]) => `ld.shared.v4.u32 {${list.join(', ')}}, [%r10+${at}];`),
  fc
    .tuple(fc.constantFrom('u8', 's8', 'u16', 's16'), place(4), word)
    .map(([type, at, d]) => `ld.shared.${type} ${d}, [%r10+${at + 2}];`),
  fc
    .tuple(word, word)
    .map(([a, d]) => `and.b32 %r9, ${a}, 60; add.u32 %r9, %r9, %r10; ld.shared.u32 ${d}, [%r9];`),
  fc
    .tuple(word, word, predicate)
    .map(
      ([a, b, p]) =>
        `and.b32 %r9, ${a}, 60; add.u32 %r9, %r9, %r10; @${p} st.shared.u32 [%r9], ${b};`,
    ),
  fc.tuple(fc.constantFrom(...UPDATES), place(4), word, word).map(([op, at, d, a]) => {
    const type = /and|or|xor|exch/.test(op) ? 'b32' : 'u32';
    return `atom.shared.${op}.${type} ${d}, [%r10+${at}], ${a};`;
  }),
  fc
    .tuple(place(4), word, word, word)
    .map(([at, d, a, b]) => `atom.shared.cas.b32 ${d}, [%r10+${at}], ${a}, ${b};`),
  fc
    .tuple(fc.constantFrom('add.u32', 'max.s32', 'or.b32', 'xor.b32'), word, word)
    .map(
      ([op, a, b]) =>
        `and.b32 %r9, ${a}, 28; mov.u32 %r8, s; add.u32 %r9, %r9, %r8; red.shared.${op} [%r9+${SHARED_BY_ALL[op.slice(0, 2)] ?? 4192}], ${b};`,
    ),
  fc.tuple(place(4), word).map(([at, a]) => `st.global.u32 [%rd4+${128 + at}], ${a};`),
  fc.tuple(place(4), word).map(([at, d]) => `ld.global.u32 ${d}, [%rd4+${128 + at}];`),
);

/** 32 bytes for each operation: in any order it gives the same. */
const SHARED_BY_ALL: Readonly<Record<string, number>> = { ad: 4096, ma: 4128, or: 4160, xo: 4192 };

/** What lanes do together: outside of branches and loops alone. */
const together: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(place(4), word)
    .map(([at, d]) => `bar.sync 0; ld.shared.u32 ${d}, [%r12+${at}]; bar.sync 0;`),
  fc
    .tuple(
      fc.constantFrom('idx', 'up', 'down', 'bfly'),
      word,
      word,
      fc.oneof(word, fc.integer({ min: 0, max: 31 }).map(String)),
      predicate,
    )
    .map(([how, d, a, by, p]) => {
      const clamp = how === 'up' ? 0 : 31;
      return `shfl.sync.${how}.b32 ${d}|${p}, ${a}, ${by}, ${clamp}, %r13;`;
    }),
  fc.tuple(word, predicate).map(([d, p]) => `vote.sync.ballot.b32 ${d}, ${p}, %r13;`),
  fc
    .tuple(fc.constantFrom('any', 'all', 'uni'), predicate, predicate)
    .map(([how, d, p]) => `vote.sync.${how}.pred ${d}, ${p}, %r13;`),
  fc.tuple(word, word).map(([d, a]) => `and.b32 %r8, ${a}, 3; match.any.sync.b32 ${d}, %r8, %r13;`),
  fc
    .tuple(fc.constantFrom('add.s32', 'min.u32', 'max.s32', 'and.b32', 'xor.b32'), word, word)
    .map(([op, d, a]) => `redux.sync.${op} ${d}, ${a}, %r13;`),
);

interface Statement {
  readonly kind: 'lines' | 'if' | 'loop';
  readonly lines: readonly string[];
  readonly predicate: string;
  readonly register: string;
}

const statementOf = (line: fc.Arbitrary<string>): fc.Arbitrary<Statement> =>
  fc.record({
    kind: fc.constantFrom('lines' as const, 'lines' as const, 'if' as const, 'loop' as const),
    lines: fc.array(line, { minLength: 2, maxLength: 7 }),
    predicate,
    register: word,
  });

function statementsOf(kind: RandomKind): fc.Arbitrary<Statement[]> {
  const accesses = kind === 'memory' ? own : stores(kind === 'volatile' ? '.volatile' : '');
  const among = statementOf(
    fc.oneof(
      { weight: kind === 'memory' ? 2 : 5, arbitrary: straight },
      { weight: 2, arbitrary: accesses },
    ),
  );
  if (kind !== 'memory') return fc.array(among, { minLength: 3, maxLength: 8 });
  const joint = together.map((text): Statement => ({
    kind: 'lines',
    lines: [text],
    predicate: '',
    register: '',
  }));
  return fc.array(fc.oneof({ weight: 3, arbitrary: among }, { weight: 2, arbitrary: joint }), {
    minLength: 4,
    maxLength: 10,
  });
}

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

/** Addresses of the memory of a thread: `%r10`, that of another thread `%r12`, and in global memory `%rd4`. */
const OWN = `activemask.b32 %r13;
  mad.lo.u32 %r12, %r1, %r2, %r0;
  ld.param.u64 %rd4, [out];
  cvta.to.global.u64 %rd4, %rd4;
  mad.wide.u32 %rd4, %r12, 256, %rd4;
  add.u32 %r12, %r0, 7;
  rem.u32 %r12, %r12, %r2;
  mad.lo.u32 %r12, %r12, 64, %r10;
  mad.lo.u32 %r15, %r0, 4, %r10;
  mov.u32 %r14, 0;
  setp.lt.u32 %p0, %r0, 32;
  @%p0 st.shared.u32 [%r15+4096], %r14;
  mad.lo.u32 %r10, %r0, 64, %r10;
  ${[0, 16, 32, 48].map((at) => `st.shared.v4.u32 [%r10+${at}], {%r4, %r0, %r6, %r3};`).join(' ')}
  bar.sync 0;`;
const AT_END = [
  ...REGISTERS.map((name, number) => `st.global.u32 [%rd4+${4 * number}], ${name};`),
  'bar.sync 0;',
  ...Array.from(
    { length: 16 },
    (_, word) =>
      `ld.shared.u32 %r8, [%r10+${4 * word}]; st.global.u32 [%rd4+${32 + 4 * word}], %r8;`,
  ),
  'mov.u32 %r9, %tid.x; setp.lt.u32 %p0, %r9, 32;',
  '@%p0 ld.shared.u32 %r8, [%r15+4096];',
  '@%p0 st.global.u32 [%rd4+96], %r8;',
];

/** Kernels of a buffer of words, one per thread, a number, and a buffer of 256 bytes per thread. */
const randomKernel = (kind: RandomKind): fc.Arbitrary<string> =>
  statementsOf(kind).map(
    (statements) => `(.param .u64 in, .param .u32 n, .param .u64 out)
{
  .reg .pred %p<5>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  .shared .align 16 .b8 s[8192];
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
  ${kind === 'memory' ? OWN : ''}
  setp.lt.s32 %p0, %r4, 0;
  setp.gt.u32 %p1, %r0, 11;
  setp.eq.u32 %p2, %r7, 3;
  setp.ne.u32 %p3, %r1, 0;
  ${statements.map(textOf).join('\n  ')}
  ${kind === 'memory' ? AT_END.join('\n  ') : ''}
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
export function randomModule(
  count: number,
  seed: number,
  target: string,
  kind: RandomKind = 'volatile',
): string {
  const kernels = fc.sample(randomKernel(kind), { numRuns: count, seed });
  return [
    `.version 8.6\n.target ${target}\n.address_size 64`,
    ...kernels.map((text, number) => `.visible .entry k${number}${text}`),
  ].join('\n');
}
