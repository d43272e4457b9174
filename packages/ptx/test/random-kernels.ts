/** Random kernels of two buffers `p0` and `p1`: loops, branches, shared and global memory, and what clusters do. */
import * as fc from 'fast-check';

/** `%r1` is the thread, `%r2` and `%r3` the place of the block, `%rd1` and `%rd2` the buffers. */
export const HEAD = `
  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ctaid.y;
  mov.u32 %r4, 7;
  mov.u32 %r5, %laneid;
  mov.u32 %r20, tile;`;

const word = fc.integer({ min: 1, max: 9 }).map((n) => `%r${n}`);
const target = fc.integer({ min: 4, max: 9 }).map((n) => `%r${n}`);
const predicate = fc.integer({ min: 1, max: 3 }).map((n) => `%p${n}`);
const guard = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: predicate.map((p) => `@${p}`) },
  { weight: 1, arbitrary: predicate.map((p) => `@!${p}`) },
);
const small = fc.integer({ min: 0, max: 9 }).map(String);

/** What stands in statements below: a guard, a target, words, a number, either, a predicate, an address of two. */
const places = fc.record({
  G: guard,
  D: target,
  A: word,
  B: word,
  C: word,
  N: small,
  V: fc.oneof(word, small),
  P: predicate,
  R: fc.constantFrom('%r21', '%r25'),
});
const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), places)
    .map(([text, given]) => text.replaceAll(/\b[GDABCNVPR]\b/g, (name) => given[name as 'G']));

/** An address in the tile, or in a buffer, of a register. */
const inTile = (register: string): string =>
  `and.b32 %r21, ${register}, 63; shl.b32 %r21, %r21, 4; add.s32 %r21, %r21, %r20;`;
const inBuffer = (register: string): string =>
  `and.b32 %r22, ${register}, 255; mad.wide.u32 %rd3, %r22, 4, %rd1;`;
const GENERIC = 'cvt.u64.u32 %rd4, %r21; cvta.shared.u64 %rd4, %rd4;';

const arithmetic = ['add.s32', 'xor.b32', 'and.b32', 'min.u32', 'mul.lo.u32'];
const line = fc.oneof(
  { weight: 4, arbitrary: oneOf(...arithmetic.map((name) => `G ${name} D, A, V;`)) },
  { weight: 2, arbitrary: oneOf(...['lt', 'eq', 'ge'].map((how) => `setp.${how}.u32 P, A, V;`)) },
  {
    weight: 9,
    arbitrary: oneOf(
      'selp.b32 D, A, B, P;',
      'shfl.sync.idx.b32 D, A, N, 31, -1;',
      'vote.sync.ballot.b32 D, P, -1;',
      'add.cc.u32 D, A, B; addc.u32 D, D, 0;',
      `${inBuffer('A')} G ld.global.u32 D, [%rd3];`,
      `${inTile('A')} G st.shared.u32 [%r21], B;`,
      `${inTile('A')} G ld.shared.u32 D, [%r21];`,
      `${inTile('A')} ${inBuffer('B')} and.b32 %r23, C, 4; G cp.async.ca.shared.global [%r21], [%rd3], 4, %r23;`,
      `${inTile('A')} ${GENERIC} ${inBuffer('A')} selp.b64 %rd4, %rd4, %rd3, %p1; G ld.u32 D, [%rd4];`,
    ),
  },
);

/** The address of word A of the block of the cluster with the rank B, of two. */
const IN_CLUSTER = `${inTile('A')} and.b32 %r24, B, 1; mapa.shared::cluster.u32 %r25, %r21, %r24;`;
export const remoteLine = oneOf(
  `${IN_CLUSTER} G ld.shared::cluster.u32 D, [%r25];`,
  `${IN_CLUSTER} G st.shared::cluster.u32 [%r25], C;`,
  `${IN_CLUSTER} G atom.shared::cluster.add.u32 D, [%r25], 1;`,
  `${IN_CLUSTER} add.u32 %r26, R, %r2; G getctarank.shared::cluster.u32 D, %r26;`,
  `${IN_CLUSTER} ${GENERIC} mapa.u64 %rd5, %rd4, %r24; selp.b64 %rd5, %rd5, %rd4, %p1; G ld.u32 D, [%rd5];`,
);
export const MEET = 'barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;';

export type Piece =
  | string
  | { readonly kind: 'if' | 'loop'; readonly by: string; readonly body: readonly string[] };
export const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: line },
  fc.record({
    kind: fc.constantFrom('if' as const, 'loop' as const),
    by: predicate,
    body: fc.array(line, { minLength: 1, maxLength: 4 }),
  }),
);

export function bodyOf(pieces: readonly Piece[]): string {
  const written = pieces.map((one, index) => {
    if (typeof one === 'string') return one;
    const body = one.body.join('\n');
    if (one.kind === 'if') return `@${one.by} bra SKIP${index};\n${body}\nSKIP${index}:`;
    return `and.b32 %r30, %r2, 3;\nTURN${index}:\n${body}\nadd.s32 %r30, %r30, 1;\nsetp.lt.u32 %p5, %r30, 4;\n@%p5 bra TURN${index};`;
  });
  return `${HEAD}\n${written.join('\n')}\n  ret;`;
}
