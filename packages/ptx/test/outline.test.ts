/** Loops of PTX: by the instructions in them, and where each instruction is. */
import { expect, test } from 'vitest';
import { outlinePtx, parsePtx } from '../src/index.ts';
import { rows } from '../../../test/rows.ts';

/** The words of the instructions of each loop. */
function loopsIn(body: string): string[][] {
  const text = `.version 8.0
.target sm_90
.address_size 64
.func f() { ret; }
.visible .entry k()
{
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
${body}
}
`;
  const { parts, loops } = outlinePtx(parsePtx(text).module);
  return loops.map((members) =>
    members.map((number) => {
      const { start = 0, end = 0 } = parts[number]?.span ?? {};
      return text.slice(start, end).replace(/;$/, '').split(/\s+/).slice(-2).join(' ');
    }),
  );
}

test.each(rows`
  a branch back that may not be taken | %r1, 0; bra L           | L: mov.u32 %r1, 0;\n@%p1 bra L;\nret;
  a branch back that is always taken  | %r1, 0; bra L           | mov.u32 %r1, 1;\nL: mov.u32 %r1, 0;\nbra L;\nmov.u32 %r1, 2;
  an end in the way                   |                         | L: mov.u32 %r1, 0;\nret;\nbra L;
  an end that some lanes pass         | %r1, 0; @%p1 ret; bra L | L: mov.u32 %r1, 0;\n@%p1 ret;\nbra L;
  a call in a loop                    | f, (); bra L            | L: call f, ();\n@%p1 bra L;\nret;
  a branch forward                    |                         | @%p1 bra L;\nmov.u32 %r1, 0;\nL: ret;
  a table                             | %r1, 1; %r2, T          | A: mov.u32 %r1, 0;\nB: mov.u32 %r1, 1;\nT: .branchtargets B, C;\nbrx.idx %r2, T;\nC: ret;
`)('%s', (_, loops, body) => {
  expect(loopsIn(body)).toEqual(loops === '' ? [] : [loops.split('; ')]);
});
