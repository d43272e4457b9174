/** Accesses of PTX become those of SASS: joined, left out, unrolled, predicated; and what does not agree is not counted as SASS. */
import { laneAddresses, opcodeAt } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { kernel, run } from '../harness.ts';

const listing = (...lines: readonly string[]): string =>
  [
    '.text.k:',
    ...lines
      .filter((line) => line !== '')
      .map((line, index) =>
        line.endsWith(':') || line.startsWith('//')
          ? line
          : `/*${(16 * index).toString(16).padStart(4, '0')}*/ ${line} ;`,
      ),
  ].join('\n');

const before = (bytes: number): string => `.shared .align 16 .b8 s[${bytes}];`;

/** Rows of SASS as texts: the instruction, how many lanes, and the address of the first. */
function rows(body: string, sass: string, bytes = 8192) {
  const { traces, execution, codes } = run(kernel([], body, before(bytes)), [], { sass });
  const [trace] = traces;
  if (trace === undefined) throw new Error(`not executed: ${codes.join(', ')}`);
  const list = Array.from({ length: trace.count }, (_, row) => {
    const lanes = laneAddresses(trace, row).filter((address) => address !== undefined);
    const { text = '' } = trace.sites[trace.site[row] ?? 0] ?? {};
    return `${text} = ${opcodeAt(trace.op[row] ?? 0).name} x${lanes.length} at ${lanes[0]}`;
  });
  return { list, summary: execution.kernel.sass, codes };
}

/** `%r1` = s + lane * stride. */
const base = (stride: number): string => `  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, ${stride}, %r2;`;

describe('an access of SASS', () => {
  test('is that of PTX', () => {
    const { list, summary } = rows(
      `${base(4)} ld.shared.f32 %f1, [%r1]; st.shared.f32 [%r1+128], %f1; ret;`,
      listing('LDS R4, [R2]', 'STS [R2+0x80], R4', 'EXIT'),
    );
    expect(list).toEqual([
      'LDS R4, [R2] = ld.shared.b32 x32 at 0',
      'STS [R2+0x80], R4 = st.shared.b32 x32 at 128',
    ]);
    expect(summary).toMatchObject({ accesses: 2, merged: 0, dropped: 0, isExact: true });
  });

  const four = [0, 4, 8, 12].map((at, i) => `ld.shared.f32 %f${i}, [%r1+${at}];`).join(' ');

  test('joins four that lie side by side in every lane', () => {
    const { list, summary } = rows(`${base(16)} ${four} ret;`, listing('LDS.128 R4, [R2]', 'EXIT'));
    expect(list).toEqual(['LDS.128 R4, [R2] = ld.shared.v4.b32 x32 at 0']);
    expect(summary).toMatchObject({ accesses: 4, merged: 3, isExact: true });
  });

  test('does not join what is apart in one lane, nor what is not aligned: the warp keeps its accesses of PTX', () => {
    for (const stride of [4, 20]) {
      const { list, summary, codes } = rows(
        `${base(stride)} ${four} ret;`,
        listing('LDS.128 R4, [R2]', 'EXIT'),
      );
      expect(list).toHaveLength(4);
      expect(list[0]).toContain('ld.shared.f32');
      expect(summary).toMatchObject({ unmatchedWarps: 1, isExact: false });
      expect(codes).toContain('sass/not-matched');
    }
  });

  test('may be missing where the thread has the value already, and not otherwise', () => {
    const twice = `${base(4)} st.shared.f32 [%r1], %f0; ld.shared.f32 %f1, [%r1]; ret;`;
    expect(rows(twice, listing('STS [R2], R4', 'EXIT')).summary).toMatchObject({
      dropped: 1,
      unmatchedWarps: 0,
    });
    const other = `${base(4)} st.shared.f32 [%r1], %f0; ld.shared.f32 %f1, [%r1+4]; ret;`;
    expect(rows(other, listing('STS [R2], R4', 'EXIT')).summary?.unmatchedWarps).toBe(1);
    const across = `${base(4)} st.shared.f32 [%r1], %f0; bar.sync 0; ld.shared.f32 %f1, [%r1]; ret;`;
    const barrier = 'BAR.SYNC.DEFER_BLOCKING 0x0';
    expect(rows(across, listing('STS [R2], R4', barrier, 'EXIT')).summary?.unmatchedWarps).toBe(1);
  });

  test('keeps its distance from others at one base, whatever their order', () => {
    const { list } = rows(
      `${base(4)} ld.shared.f32 %f1, [%r1]; ld.shared.f32 %f2, [%r1+256]; ret;`,
      listing('LDS R5, [R2+0x100]', 'LDS R4, [R2]', 'EXIT'),
    );
    expect(list).toEqual([
      'LDS R5, [R2+0x100] = ld.shared.b32 x32 at 256',
      'LDS R4, [R2] = ld.shared.b32 x32 at 0',
    ]);
  });

  test('is one of the copies of an unrolled loop', () => {
    const loop = `${base(4)} mov.u32 %r5, 0;
LOOP:
  ld.shared.f32 %f1, [%r1];
  add.u32 %r1, %r1, 128;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 6;
  @%p1 bra LOOP;
  ret;`;
    const { list, summary } = rows(
      loop,
      listing(
        '@!P0 BRA `(.L_2)',
        '.L_1:',
        'LDS R4, [R2]',
        'LDS R5, [R2+0x80]',
        'LDS R6, [R2+0x100]',
        'LDS R7, [R2+0x180]',
        'IADD3 R2, R2, 0x200, RZ',
        '@P1 BRA `(.L_1)',
        '.L_2:',
        '@!P2 BRA `(.L_4)',
        '.L_3:',
        'LDS R8, [R2]',
        'IADD3 R2, R2, 0x80, RZ',
        '@P3 BRA `(.L_3)',
        '.L_4:',
        'EXIT',
      ),
    );
    expect(list.map((text) => text.split(' = ')[0])).toEqual([
      'LDS R4, [R2]',
      'LDS R5, [R2+0x80]',
      'LDS R6, [R2+0x100]',
      'LDS R7, [R2+0x180]',
      'LDS R8, [R2]',
      'LDS R8, [R2]',
    ]);
    // No copy joins accesses: which of them executes changes no cost.
    expect(summary).toMatchObject({ isExact: true, uncertainWarps: 0 });
  });

  test('that has a predicate executes without lanes too', () => {
    const half = `${base(4)} setp.lt.u32 %p1, %r0, 0;
  st.shared.f32 [%r1], %f0;
  @!%p1 bra DONE;
  st.shared.f32 [%r1+512], %f0;
DONE:
  ret;`;
    const { list } = rows(half, listing('STS [R2], R4', '@!P0 STS [R2+0x200], R4', 'EXIT'));
    expect(list).toEqual([
      'STS [R2], R4 = st.shared.b32 x32 at 0',
      '@!P0 STS [R2+0x200], R4 = st.shared.b32 x0 at undefined',
    ]);
  });

  test('of lanes that part in PTX is one where SASS has a predicate', () => {
    const parted = `${base(4)} and.b32 %r4, %r0, 1; setp.eq.u32 %p1, %r4, 0;
  @%p1 bra EVEN;
  st.shared.u32 [%r1], 1;
  bra DONE;
EVEN:
  st.shared.u32 [%r1], 2;
DONE:
  ret;`;
    const { list, summary } = rows(parted, listing('STS [R2], R4', 'EXIT'));
    // One instruction of SASS for two of PTX: what is bound to one site is tried without that.
    expect(list).toEqual(['STS [R2], R4 = st.shared.b32 x32 at 0']);
    expect(summary?.unmatchedWarps).toBe(0);
  });

  test('is looked for at its line of the source', () => {
    const lines = `.file 1 "k.cu"
${kernel([], `.loc 1 7 1\n ${base(4)} ld.shared.f32 %f1, [%r1];\n .loc 1 8 1\n ld.shared.f32 %f2, [%r1+128]; ret;`, before(8192))}`;
    const at = (line: number): string => `//## File "/other/k.cu", line ${line}`;
    const matched = (first: number, second: number) =>
      run(lines, [], {
        sass: listing(at(first), 'LDS R4, [R2]', at(second), 'LDS R5, [R3]', 'EXIT'),
      });
    expect(matched(7, 8).execution.kernel.sass?.unmatchedWarps).toBe(0);
    expect(matched(8, 7).execution.kernel.sass?.unmatchedWarps).toBe(0);
    expect(matched(7, 9).execution.kernel.sass?.unmatchedWarps).toBe(1);
    const [trace] = matched(8, 7).traces;
    expect(trace?.addressBytes[0]).toBe(128);
  });

  test('stands for an atomic with the load of its loop', () => {
    const { list, summary } = rows(
      `${base(0)} red.shared.add.f32 [%r1], %f1; ret;`,
      listing(
        '.L_1:',
        'LDS R4, [R2]',
        'FADD R5, R4, R6',
        'ATOMS.CAST.SPIN R5, [R2], R4, R5',
        '@!P0 BRA `(.L_1)',
        'EXIT',
      ),
    );
    // All lanes want one word: one succeeds per round.
    expect(list).toHaveLength(64);
    expect(list.slice(2, 4)).toEqual([
      'LDS R4, [R2] = ld.shared.b32 x31 at 0',
      'ATOMS.CAST.SPIN R5, [R2], R4, R5 = ATOMS.CAST.b32 x31 at 0',
    ]);
    expect(summary?.contended).toBe(false);
  });
});

test('ways that join accesses differently are said to be several', () => {
  const two = `${base(8)} ld.shared.f32 %f1, [%r1]; ld.shared.f32 %f2, [%r1+4]; ret;`;
  const { summary, codes } = rows(
    two,
    listing(
      '@P0 BRA `(.L_1)',
      'LDS.64 R4, [R2]',
      'EXIT',
      '.L_1:',
      'LDS R4, [R2]',
      'LDS R5, [R2+0x4]',
      'EXIT',
    ),
  );
  expect(summary).toMatchObject({ uncertainWarps: 1, isExact: false });
  expect(codes).toContain('sass/several-ways');
});

test('a listing without the kernel is refused', () => {
  const { codes } = run(kernel([], `${base(4)} ret;`, before(64)), [], {
    sass: listing('EXIT').replace('.text.k', '.text.other'),
  });
  expect(codes).toContain('sass/no-function');
});
