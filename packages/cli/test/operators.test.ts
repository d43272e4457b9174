/** One expression in each language that has them: what binds tighter, what wraps around, and what is refused. */
import { expect, test } from 'vitest';
import { parseAssembly } from '@ldscope/amdgcn';
import {
  type Diagnostic,
  evaluateFormulas,
  parseDescriptor,
  parseFormulas,
  readTypes,
} from '@ldscope/core';
import { Program, valueOf } from '@ldscope/engine';
import { parsePtx } from '@ldscope/ptx';

const fault = (diagnostics: readonly Diagnostic[]): string | undefined =>
  diagnostics.find(({ severity }) => severity === 'error')?.code.replace(/.*\//, '');

/** The value of a text, or the code of its error, by language. */
const LANGUAGES: Readonly<Record<string, (text: string) => unknown>> = {
  formula: (text) => {
    const program = parseFormulas(text, []);
    const values = program.ok ? evaluateFormulas(program.value, new Map(), 1) : program;
    return values.ok ? values.value.result?.[0] : fault(values.diagnostics);
  },
  ck: (text) => {
    const read = parseDescriptor(
      `make_naive_tensor_descriptor_packed(make_tuple(4), (${text}) + 0)`,
    );
    if (!read.ok) return fault(read.diagnostics);
    return read.value.base.kind === 'packed' ? read.value.base.vectorLength : undefined;
  },
  struct: (text) => {
    const read = readTypes(`struct S { char x[(${text})]; };`);
    return read.ok ? read.value.last.bytes : fault(read.diagnostics);
  },
  ptx: (text) => {
    const { module, diagnostics } = parsePtx(
      `.version 9.0\n.target sm_90\n.address_size 64\n.global .align 8 .u64 g[1] = {${text}};\n`,
    );
    const { content = new Uint8Array(8) } = module.variables[0] ?? {};
    return fault(diagnostics) ?? new BigInt64Array(content.slice().buffer)[0];
  },
  amdgcn: (text) => {
    const { program, diagnostics } = parseAssembly(`.set q, ${text}\ns_mov_b64 s[0:1], q\n`);
    const operand = program.instructions[0]?.operands[1];
    return fault(diagnostics) ?? (operand?.kind === 'integer' ? operand.value : operand?.kind);
  },
  extent: (text) => {
    const program = new Program([{ file: 'k.cu', text }], 'cuda');
    const unit = program.files[0]?.unit;
    return unit && valueOf(program, { unit, from: 0, to: unit.tokens.length });
  },
};

test.each([
  // formula, CK Tile, struct, PTX, AMD assembly, length in a source
  ['1 + 2 * 3 << 1', '14  14  expected  14  13  14'],
  ['7 - 2 - 1', '4  4  4  4  4  4'],
  ['1 | 6 & 3 ^ 1', '3  3  expected  3  2  undefined'],
  ['3 & 1 == 1', '1  1  expected  1  -1  undefined'],
  ['2 + 1 & 1', '1  1  expected  1  3  undefined'],
  ['2 * 7 / 4 % 2', '1  1  1  1  1  1'],
  ['1 << 31', '2147483648  2147483648  expected  2147483648  2147483648  undefined'],
  ['1 << 32', 'shift  shift  expected  4294967296  4294967296  undefined'],
  ['1 << 64', 'shift  shift  expected  1  0  undefined'],
  ['1 << 3 >> 1', '4  4  expected  4  4  4'],
  ['0 - 1', 'overflow  overflow  count  -1  -1  -1'],
  ['(0 - 7) / 2', 'overflow  overflow  count  -3  -3  undefined'],
  ['(0 - 7) % 2', 'overflow  overflow  count  1  -1  undefined'],
  ['(0 - 8) >> 1', 'overflow  overflow  expected  -4  9223372036854775804  -4'],
  ['~0', '4294967295  4294967295  expected  -1  -1  undefined'],
  ['-1 < 0', 'overflow  1  expected  1  -1  undefined'],
  ['3 < 4', '1  1  expected  1  -1  undefined'],
  ['3 > 2 > 1', '0  0  expected  0  0  undefined'],
  ['2 && 3', '1  1  expected  1  1  undefined'],
  ['0 || 0', '0  0  expected  0  0  undefined'],
  ['2 ! 1', 'expected  expected  expected  expected  -2  undefined'],
  ['1 ? 2 : 3', '2  2  expected  2  unknown-character  undefined'],
  ['7 / 0', 'division-by-zero  division-by-zero  constant  expected  division-by-zero  undefined'],
  ['7 % 0', 'division-by-zero  division-by-zero  constant  expected  division-by-zero  undefined'],
  ['5 // 2', 'double-slash  expected  expected  expected  5  5'],
  ['4294967295 + 1', 'overflow  overflow  too-large  4294967296  4294967296  undefined'],
  [
    '9223372036854775807 + 1',
    'literal  literal  literal  -9223372036854775808  -9223372036854775808  undefined',
  ],
  ['0x10', '16  16  16  16  16  16'],
  ['010', 'leading-zero  leading-zero  leading-zero  8  8  8'],
  ['7u', '7  7  7  expected  7  7'],
  ['1 +', 'expected  expected  expected  expected  expected  undefined'],
  ['(1', 'expected  expected  expected  expected  expected  undefined'],
])('%s', (text, values) => {
  const all = Object.values(LANGUAGES).map((of) => String(of(text)));
  expect(all).toEqual(values.split(/ +/));
});
