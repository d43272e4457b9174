/**
 * Lanes that part and meet compute what each computes alone: random kernels of branches and loops, executed by a warp and by
 * 32 warps of one lane.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderOf } from '@ldscope/simt';
import { kernel, run } from './harness.ts';
import { rows } from '../../../test/rows.ts';
import { forAll } from '../../../test/for-all.ts';

type Statement =
  | { readonly kind: 'update'; readonly factor: number; readonly add: number }
  | {
      readonly kind: 'branch';
      readonly bit: number;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | {
      readonly kind: 'loop';
      readonly most: number;
      readonly body: readonly Statement[];
      readonly leaves: 'never' | 'break' | 'continue';
    };

const update = fc.record({
  kind: fc.constant('update' as const),
  factor: fc.integer({ min: 1, max: 9 }),
  add: fc.integer({ min: 0, max: 99 }),
});

const { statements } = fc.letrec<{ statement: Statement; statements: readonly Statement[] }>(
  (tie) => ({
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      update,
      fc.record({
        kind: fc.constant('branch' as const),
        bit: fc.integer({ min: 0, max: 4 }),
        yes: tie('statements'),
        no: tie('statements'),
      }),
      fc.record({
        kind: fc.constant('loop' as const),
        most: fc.integer({ min: 1, max: 4 }),
        body: tie('statements'),
        leaves: fc.constantFrom('never', 'break', 'continue'),
      }),
    ),
    statements: fc.array(tie('statement'), { maxLength: 3 }),
  }),
);

/** Statements as PTX over %r1, with counters of loops in registers of their own. */
function written(list: readonly Statement[], next: { label: number; register: number }): string {
  return list
    .map((statement) => {
      const label = next.label++;
      if (statement.kind === 'update') {
        return `  mad.lo.u32 %r1, %r1, ${statement.factor}, ${statement.add};`;
      }
      if (statement.kind === 'branch') {
        return `  shr.u32 %r2, %r1, ${statement.bit};
  and.b32 %r2, %r2, 1;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra $else${label};
${written(statement.yes, next)}
  bra $end${label};
$else${label}:
${written(statement.no, next)}
$end${label}:`;
      }
      const counter = `%r${next.register++}`;
      const leaves = {
        never: '',
        break: `  and.b32 %r2, %r1, 3;\n  setp.eq.u32 %p1, %r2, 1;\n  @%p1 bra $end${label};`,
        continue: `  and.b32 %r2, %r1, 1;\n  setp.eq.u32 %p1, %r2, 1;\n  @%p1 bra $loop${label};`,
      }[statement.leaves];
      return `  and.b32 ${counter}, %r1, ${statement.most};
$loop${label}:
  sub.u32 ${counter}, ${counter}, 1;
  setp.lt.s32 %p1, ${counter}, 0;
  @%p1 bra $end${label};
${written(statement.body, next)}
${leaves}
  mad.lo.u32 %r1, %r1, 3, 1;
  bra $loop${label};
$end${label}:`;
    })
    .join('\n');
}

test('each lane computes what it computes alone, and all meet at the end', () => {
  forAll([statements], 40, (list) => {
    const body = written(list, { label: 0, register: 10 });
    const text = kernel(
      ['out', 'nfirst'],
      `  mov.u32 %r0, %tid.x;
  ld.param.u32 %r3, [nfirst];
  add.u32 %r1, %r0, %r3;
  ld.param.u64 %rd0, [out];
  mul.wide.u32 %rd1, %r1, 8;
  add.u64 %rd0, %rd0, %rd1;
${body}
  activemask.b32 %r4;
  st.global.v2.u32 [%rd0], {%r1, %r4};
  ret;`,
    );
    const together = new Int32Array(64);
    const alone = new Int32Array(64);
    const { codes } = run(text, [together, 0]);
    for (let lane = 0; lane < 32; lane++) run(text, [alone, lane], { block: [1, 1, 1] });
    expect(codes).toEqual([]);
    for (let lane = 0; lane < 32; lane++) {
      expect(together[2 * lane]).toBe(alone[2 * lane]);
      expect(together[2 * lane + 1]).toBe(-1);
    }
  });
});

/** Numbers of instructions by what may follow each: paths ascend, and a loop is whole. */
test.each(rows`
  blocks of the text in another order  | 3, 2, -, 4, 1         | 0 3 4 1 2
  a loop, with its latch behind it     | 1, 2, 1 3, -          | 0 1 2 4
  a loop at the end of the text        | 2 1, -, 3, 2 1        | 0 4 1 2
  a block that nothing leads to        | 2, 2, -               | 1 0 2
  nothing                              |                       |
`)('%s: %s', (_, following, wanted) => {
  const successors = following.split(', ').map((cell) => (cell.match(/\d+/g) ?? []).map(Number));
  const count = following === '' ? 0 : successors.length;
  const { numbers } = orderOf(count, (number) => successors[number] ?? []);
  expect([...numbers].join(' ')).toBe(wanted);
});
