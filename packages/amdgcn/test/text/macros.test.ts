import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';

function expandAll(text: string): { readonly lines: string[]; readonly codes: string[] } {
  const { program, diagnostics } = parseAssembly(text);
  return {
    lines: program.instructions.map(printInstruction),
    codes: diagnostics.map(({ code }) => code).filter((code) => code !== 'amdgcn/no-descriptor'),
  };
}

/** Values as `s_nop` shows them. */
const values = (text: string): string[] =>
  expandAll(text).lines.map((line) => line.replace('s_nop ', ''));

describe('macros', () => {
  it.each([
    [
      '.macro A x, y=2\ns_nop \\x\ns_nop \\y\n.endm\nA 1\nA 3, 4\nA y=5 x=6',
      ['1', '2', '3', '4', '6', '5'],
    ],
    ['.macro A x y\ns_nop \\x\ns_nop \\y\n.endm\nA 1 + 1 2\nA (1 + 2) 3', ['2', '2', '3', '3']],
    [
      '.macro A x y\ns_nop \\x\ns_nop \\y\n.endm\nA ~ (1 - 5) 2\nA y = 5 x = 6\nA (1  +  2) 4\nA 1 == 1 + 1 7',
      ['3', '2', '6', '5', '3', '4', '0', '7'],
    ],
    [
      '.macro A x:req, rest:vararg\ns_nop \\x\nB \\rest\n.endm\n.macro B p, q\ns_nop \\p+\\q\n.endm\nA 1, 2, 3',
      ['1', '5'],
    ],
    ['.macro A x\ns_nop 1\\x\\()2\n.endm\nA 3', ['0x84']],
    ['.macro A x\n.if \\x\ns_nop \\x\nA \\x-1\n.endif\n.endm\nA 3', ['3', '2', '1']],
    ['.macro A\n.macro B x\ns_nop \\x\n.endm\n.endm\nA\nB 7', ['7']],
    ['.macro A\ns_nop 1\n.exitm\ns_nop 2\n.endm\nA\ns_nop 3', ['1', '3']],
    ['.macro A\ns_nop \\@\n.endm\nA\nA', ['0', '1']],
    ['.macro A x\n.ifb \\x\ns_nop 1\n.else\ns_nop 2\n.endif\n.endm\nA\nA 5', ['1', '2']],
    ['.macro A x\ns_nop \\x\n.endm\nA "1"', ['1']],
    ['.rept 2\n.rept 2\ns_nop 1\n.endr\ns_nop 2\n.endr', ['1', '1', '2', '1', '1', '2']],
    ['.set i, 0\n.rept 3\ns_nop i\n.set i, i+1\n.endr', ['0', '1', '2']],
    ['.irp x, 1, 2+3, 4\ns_nop \\x\n.endr', ['1', '5', '4']],
    ['.irpc x, 123\ns_nop \\x\n.endr', ['1', '2', '3']],
    ['.rept 0\ns_nop 1\n.endr\ns_nop 2', ['2']],
    ['.macro A\r\ns_nop 1\r\n.endm\r\nA\r\n', ['1']],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(expandAll(text).codes).toEqual([]);
  });

  it('say where their instructions come from', () => {
    const text =
      'f:\n.macro A x\n  s_nop \\x ; body\n  s_nop 1\n.endm\n  A 3\n.rept 1\n A 4\n.endr\n';
    const { program } = parseAssembly(text);
    const places = program.instructions.map(({ span, expansion }) => [
      text.slice(span.start, span.end),
      text.slice(expansion?.start, expansion?.end),
    ]);
    expect(places).toEqual([
      ['s_nop \\x ; body', 'A 3'],
      ['s_nop 1', 'A 3'],
      ['s_nop \\x ; body', '.rept 1'],
      ['s_nop 1', '.rept 1'],
    ]);
  });
});

describe('conditions', () => {
  it.each([
    ['.if 1\ns_nop 1\n.else\ns_nop 2\n.endif', ['1']],
    ['.if 0\ns_nop 1\n.elseif 1\ns_nop 2\n.elseif 1\ns_nop 3\n.else\ns_nop 4\n.endif', ['2']],
    ['.if 0\n.if 1\ns_nop 1\n.else\ns_nop 2\n.endif\nnonsense , ,\n.endif\ns_nop 3', ['3']],
    ['.set A, 1\n.ifdef A\ns_nop 1\n.endif\n.ifndef A\ns_nop 2\n.endif', ['1']],
    ['.ifc a b, a b\ns_nop 1\n.endif\n.ifnc x,y\ns_nop 2\n.endif', ['1', '2']],
    ['.ifeq 0\ns_nop 1\n.endif\n.iflt -1\ns_nop 2\n.endif\n.ifle 1\ns_nop 3\n.endif', ['1', '2']],
    ['.ifge 0\ns_nop 1\n.endif\n.ifge -1\ns_nop 2\n.endif\n.ifgt 0\ns_nop 3\n.endif', ['1']],
    ['.ifle 0\ns_nop 1\n.endif\n.iflt 0\ns_nop 2\n.endif\n.ifgt 1\ns_nop 3\n.endif', ['1', '3']],
    ['.ifne 0\ns_nop 1\n.endif\n.ifne 2\ns_nop 2\n.endif\n.ifeq 1\ns_nop 3\n.endif', ['2']],
    [
      '.ifc ,\ns_nop 1\n.endif\n.ifc a,\ns_nop 2\n.endif\n.ifeqs "a", "a"\ns_nop 3\n.endif',
      ['1', '3'],
    ],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected));
});

describe('wrong macros', () => {
  it.each([
    ['.macro A x\n s_nop 1\n', 'syntax/unclosed'],
    ['.rept 3\n s_nop 1\n', 'syntax/unclosed'],
    ['.if 1\n s_nop 1\n', 'syntax/unclosed'],
    ['.endm\n', 'amdgcn/misplaced-directive'],
    ['.endif\n', 'amdgcn/misplaced-directive'],
    ['.macro A x\n.endm\nA 1, 2\n', 'amdgcn/too-many-arguments'],
    ['.macro A x:req\n.endm\nA\n', 'amdgcn/missing-argument'],
    ['.macro A x\n.endm\nA y=1\n', 'amdgcn/unknown-parameter'],
    ['.purgem A\n', 'amdgcn/unknown-macro'],
    ['.rept -1\n.endr\n', 'amdgcn/count'],
    ['.if unknown\n s_nop 1\n.endif\n', 'amdgcn/undefined-symbol'],
    ['.macro A\nA\n.endm\nA\n', 'amdgcn/expansion-depth'],
    ['.rept 100000000\n s_nop 1\n.endr\n', 'amdgcn/expansion-size'],
    ['.rept 100000000\n.endr\n', 'amdgcn/expansion-size'],
    ['.rept 100000\n.rept 100000\ns_nop 1\n.endr\n.endr\n', 'amdgcn/expansion-size'],
    ['.macro A x:vararg\n A \\x \\x\n.endm\nA 12345678901234567890\n', 'amdgcn/expansion-size'],
  ])('%s', (text, code) => {
    const { codes } = expandAll(`s_nop 0\n${text}`);
    expect(codes).toContain(code);
  });
});

it('refuses counts beyond the limit before the first expansion, and takes those below', () => {
  const of = (count: number, rest = ''): number => {
    const text = `.rept ${count}\n.rept 5\n s_nop 1\n.endr\n${rest}.endr\n`;
    return parseAssembly(text).program.instructions.length;
  };
  expect(of(1000)).toBe(5000);
  expect(of(1e6)).toBe(0);
  // What is decided in the body is not known before.
  expect(of(1e6, '.exitm\n')).toBeGreaterThan(0);
});

it.each(['', '.if 0'])('counts the lines of all expansions (%j)', (first) => {
  const last = first === '' ? '' : '.endif';
  const half = `.rept 500\n${first}${'\n'.repeat(998)}${last}\n.endr\n`;
  const { lines, codes } = expandAll(
    `${half}${half}s_nop 0\n.rept 1\n${first}\n${last}\n.endr\ns_nop 1\n`,
  );
  expect([lines, codes]).toEqual([['s_nop 0'], ['amdgcn/expansion-size']]);
});
