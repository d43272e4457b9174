/** Calls: parameters in registers and in memory, pointers to functions, calls of a function by itself. */
import { expect, test } from 'vitest';
import { kernel, run, words } from './harness.ts';

const numbers = (of: (lane: number) => number): Int32Array =>
  Int32Array.from({ length: 32 }, (_, i) => of(i));

test('registers, vectors and constants are passed in the order of the declaration', () => {
  const functions = `.func (.reg .v2 .u32 pair, .reg .pred odd) mix(.reg .u32 a, .param .b32 b, .reg .u32 c)
{
  .reg .b32 %t<4>;
  ld.param.b32 %t0, [b];
  mad.lo.u32 pair.x, a, 100, %t0;
  add.u32 pair.y, c, pair.x;
  and.b32 %t1, a, 1;
  setp.eq.u32 odd, %t1, 1;
  ret;
}`;
  const text = kernel(
    ['out'],
    `${words(['out'], 4)}
  .reg .v2 .u32 %v;
  .param .b32 second;
  st.param.b32 [second], 7;
  call (%v, %p1), mix, (%r0, second, 1000);
  selp.u32 %r1, %v.y, %v.x, %p1;
  st.global.u32 [%rd0], %r1;
  ret;`,
    functions,
  );
  const out = new Int32Array(32);
  expect(run(text, [out]).codes).toEqual([]);
  expect(out).toEqual(numbers((i) => 100 * i + 7 + (i % 2 === 1 ? 1000 : 0)));
});

test('lanes call the function that each of them points to', () => {
  const functions = `.func (.param .b32 r) double(.param .b32 a)
{
  .reg .b32 %t;
  ld.param.b32 %t, [a];
  add.u32 %t, %t, %t;
  st.param.b32 [r], %t;
  ret;
}
.func (.param .b32 r) negate(.param .b32 a)
{
  .reg .b32 %t;
  ld.param.b32 %t, [a];
  neg.s32 %t, %t;
  st.param.b32 [r], %t;
  ret;
}
.global .u64 table[2] = {double, negate};`;
  const text = kernel(
    ['out'],
    `${words(['out'])}
  and.b32 %r1, %r0, 1;
  mov.u64 %rd5, table;
  mad.wide.u32 %rd6, %r1, 8, %rd5;
  ld.global.u64 %rd7, [%rd6];
  prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r0;
    call (r), %rd7, (a), prototype;
    ld.param.b32 %r2, [r]; }
  st.global.u32 [%rd0], %r2;
  ret;`,
    functions,
  );
  const out = new Int32Array(32);
  expect(run(text, [out]).codes).toEqual([]);
  expect(out).toEqual(numbers((i) => (i % 2 === 0 ? 2 * i : -i)));
});

test('a function that swaps its parameters in a call of itself gets both', () => {
  const functions = `.func (.reg .u32 r) difference(.reg .u32 a, .reg .u32 b)
{
  .reg .pred %q;
  setp.ge.u32 %q, a, b;
  @%q sub.u32 r, a, b;
  @!%q call (r), difference, (b, a);
  ret;
}`;
  const text = kernel(
    ['out'],
    `${words(['out'])}
  call (%r1), difference, (%r0, 10);
  st.global.u32 [%rd0], %r1;
  ret;`,
    functions,
  );
  const out = new Int32Array(32);
  expect(run(text, [out]).codes).toEqual([]);
  expect(out).toEqual(numbers((i) => Math.abs(i - 10)));
});

test('a recursion without an end is reported at its call', () => {
  const functions = `.func forever() { call forever; ret; }`;
  const text = kernel([], '  call forever;\n  ret;', functions);
  const { execution, codes } = run(text, []);
  expect(codes).toEqual(['ptx/too-deep']);
  const [{ span } = {}] = execution.diagnostics;
  expect(text.slice(span?.start, span?.end)).toBe('call forever;');
});

test('lanes that come to the end of a function return', () => {
  const functions = `.func (.reg .u32 r) clamp(.reg .u32 a)
{
  .reg .pred %q;
  min.u32 r, a, 5;
  setp.lt.u32 %q, a, 3;
  @%q bra END;
  add.u32 r, r, 100;
END:
}
.func other() { .reg .b32 %t; mov.u32 %t, 1; trap; }`;
  const text = kernel(
    ['out'],
    `${words(['out'])}
  call (%r1), clamp, (%r0);
  st.global.u32 [%rd0], %r1;`,
    functions,
  );
  const out = new Int32Array(32);
  expect(run(text, [out]).codes).toEqual([]);
  expect(out).toEqual(numbers((i) => Math.min(i, 5) + (i < 3 ? 0 : 100)));
});

test('variables of a function in global memory keep their content', () => {
  const text = kernel(
    ['out'],
    `.global .b32 squares[4] = {0, 1, 4, 9};
${words(['out'])}
  and.b32 %r1, %r0, 3;
  mov.u64 %rd5, squares;
  mad.wide.u32 %rd6, %r1, 4, %rd5;
  ld.global.u32 %r2, [%rd6];
  st.global.u32 [%rd0], %r2;
  ret;`,
  );
  const out = new Int32Array(32);
  expect(run(text, [out]).codes).toEqual([]);
  expect(out).toEqual(numbers((i) => (i % 4) ** 2));
});
