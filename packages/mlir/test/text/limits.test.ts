import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/index.ts';

const many = 10_000;

/** Places in which brackets can nest, each with a text before and behind the nest. */
const places: readonly (readonly [where: string, before: string, open: string])[] = [
  ['parentheses at the top', '', '('],
  ['braces at the top', '', '{'],
  ['generic regions', '', '"a.b"() ({ '],
  ['generic regions on lines', '', '"a.b"() ({\n'],
  ['modules', '', 'module { '],
  ['modules on lines', '', 'module {\n'],
  ['loops', 'func.func @f(%c: i1) {\n', 'scf.if %c {\n'],
  ['function types', 'func.func @f(%a: ', '('],
  ['result types', 'func.func @f() -> ', '(('],
  ['memrefs', 'func.func @f(%a: ', 'memref<'],
  ['vectors', 'func.func @f(%a: ', 'vector<4x'],
  ['tuples', 'func.func @f(%a: ', 'tuple<'],
  ['tensors with encodings', 'func.func @f(%a: ', 'tensor<4xf32, {a = '],
  ['dialect types', 'func.func @f(%a: ', '!a.b<'],
  ['dialect types with all brackets', 'func.func @f(%a: !a.b<', '[({<'],
  ['dialect attributes', 'module attributes {a = ', '#a.b<'],
  ['array attributes', 'module attributes {a = ', '['],
  ['dictionary attributes', 'module attributes {a = ', '{a = '],
  ['function type attributes', 'module attributes {a = ', '('],
  ['dense', 'module attributes {a = dense<', '['],
  ['affine expressions', '#m = affine_map<(d0) -> (', '('],
  ['affine signs', '#m = affine_map<(d0) -> (', '-'],
  ['locations', '"a.b"() : () -> () loc(', '('],
  ['unknown operations', 'a.b ', '('],
  ['unknown operations with angles', 'a.b ', '<'],
  ['unknown operations with braces', 'a.b ', '{ '],
  ['inline maps', 'affine.load %m[', '('],
  ['operand lists', '"a.b"(', '('],
  ['aliases', '!t = ', 'tuple<'],
];

describe('nesting without end', () => {
  it.each(places)('%s', (_, before, open) => {
    for (const text of [
      before + open.repeat(many),
      `${before}${open.repeat(many)} x\n`.repeat(3),
    ]) {
      const started = performance.now();
      const { diagnostics } = parseModule(text);
      expect(diagnostics.length).toBeGreaterThan(0);
      expect(diagnostics.length).toBeLessThanOrEqual(101);
      // Generous: the point is that it is not quadratic.
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });

  it('names the limit when regions are too deep', () => {
    const text = `${'module {\n'.repeat(300)}${'}\n'.repeat(300)}`;
    expect(parseModule(text).diagnostics.map(({ code }) => code)).toEqual(['syntax/too-deep']);
  });

  it('reads what is just deep', () => {
    expect(parseModule(`${'module {\n'.repeat(200)}${'}\n'.repeat(200)}`).diagnostics).toEqual([]);
  });
});

describe('what is not MLIR', () => {
  it.each([
    ['bytes', '\u0000\u0001\u0002ELF\u0003', 'syntax/not-text'],
    ['bytecode', 'ML\u00efR\u0006MLIR22.1.0\u0000\u001f\u0003', 'syntax/not-text'],
    ['bytes behind text', `module {\n${' '.repeat(5000)}\u0001\u0002}`, 'syntax/not-text'],
    ['nothing', '', 'syntax/empty'],
    ['blanks', ' \n\t\n', 'syntax/empty'],
    ['a comment', '// nothing here', 'syntax/empty'],
    ['another language', '#include <stdio.h>\nint main() { return 0; }', 'syntax/expected'],
    ['a string', '"', 'syntax/unclosed-string'],
    ['a question', '§', 'syntax/unknown-character'],
  ])('%s', (_, text, code) => {
    const { diagnostics } = parseModule(text);
    expect(diagnostics[0]?.code).toBe(code);
  });

  it('stops after a hundred problems and says so', () => {
    const { diagnostics } = parseModule('arith.addi %a %b : i32\n'.repeat(1000));
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.code).toBe('syntax/too-many');
  });
});
