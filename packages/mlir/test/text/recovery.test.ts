import { describe, expect, it } from 'vitest';
import { parseModule, printModule, walk } from '../../src/index.ts';
import { rows } from '../../../../test/rows.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('recovery.mlir', import.meta.url));

/** Codes of the diagnostics, the texts they point at, and the operations that were kept. */
function read(text: string): { codes: string[]; at: string[]; names: string[] } {
  const { module, diagnostics } = parseModule(text);
  return {
    codes: diagnostics.map(({ code }) => code),
    at: diagnostics.map(({ span }) => (span === undefined ? '' : text.slice(span.start, span.end))),
    names: [...walk(module.operations)].map(({ name }) => name),
  };
}

/** What is reported, `code at the text` for each, and which operations are kept. */
const cases = rows`
  an operation that is wrong | func.func @f(%a: i32) { %0 = arith.addi %a %a : i32 \n %1 = arith.muli %0, %a : i32 \n return } | expected %a | func.func arith.addi arith.muli func.return
  a region operation whose head is wrong | func.func @f(%a: index) { scf.for %i = %a until %a step %a { %x = arith.addi %i, %i : index } \n %y = arith.addi %a, %a : index \n return } \n func.func @g() { return } | expected until | func.func scf.for arith.addi func.return func.func func.return
  several mistakes, each once | func.func @f(%a: i32) { %0 = arith.addi %a, : i32 \n %1 = arith.constant : i32 \n %2 = arith.cmpi bigger, %0, %1 : i32 \n %3 = "test.op"(%2) : (i1, i1) -> i1 \n return } | expected :, expected :, expected bigger, operand-count (i1, i1) -> i1 |
  a file that was cut off | module { func.func @f(%a: i32) { %0 = arith.addi %a, %a : i32 \n %1 = arith.mul | unclosed { | builtin.module func.func arith.addi arith.mul
  a closing brace that is one too many | func.func @f() { return } } \n func.func @g() { return } | expected } | func.func func.return func.func func.return
  an alias that is wrong | #a = affine_map<(d0) -> (d1)> \n #b = affine_map<(d0) -> (d0)> \n module { } | expected d1 | builtin.module
  a value that is never defined | func.func @f(%a: i32) { %0 = arith.addi %a, %b : i32 \n return } | undefined-value %b |
  a result number that does not exist | %0:2 = "test.two"() : () -> (i32, i32) \n "test.use"(%0#2) : (i32) -> () | undefined-value %0#2 |
  a name that is defined twice | func.func @f(%a: i32) { %a = arith.addi %a, %a : i32 \n return } | redefined-value %a |
  siblings that use the same name, and nested regions the outer ones | func.func @f(%c: i1, %a: i32) { scf.if %c { %x = arith.addi %a, %a : i32 } else { %x = arith.muli %a, %a : i32 } \n %x = arith.subi %a, %a : i32 \n return } | |
  outer values in an isolated operation | %0 = "test.one"() : () -> i32 \n func.func @f() { "test.use"(%0) : (i32) -> () \n return } | undefined-value %0 |
  values of a region behind it | func.func @f(%c: i1, %a: i32) { scf.if %c { %x = arith.addi %a, %a : i32 } \n "test.use"(%x) : (i32) -> () \n return } | undefined-value %x |
  a name inside a later region | func.func @f(%c: i1, %a: i32) { "test.use"(%x) : (i32) -> () \n scf.if %c { %x = arith.addi %a, %a : i32 } \n return } | undefined-value %x |
  a type that is not the one of the definition | func.func @f(%a: i32) { %0 = arith.addi %a, %a : i64 \n return } | type-mismatch i64, type-mismatch i64 |
  a block that is missing | func.func @f() { cf.br ^nowhere } | undefined-block cf.br ^nowhere |
  a block that is there twice | func.func @f() { cf.br ^a \n ^a: \n cf.br ^a \n ^a: \n return } | redefined-block ^a |
  too many results of a known operation | %0:2 = arith.constant 1 : i32 | result-count %0 |
  too many results of a generic operation | %0, %1 = "test.op"() : () -> i32 | result-count %0 |
  an attribute alias that is missing | "test.op"() {a = #nothing} : () -> () | undefined-alias #nothing |
  a type alias that is missing | "test.op"() : () -> !nothing | undefined-alias !nothing |
  a character of no word | func.func @f() { \n %0 = § \n return \n } | unknown-character § | func.func func.return
  a sign without a name | func.func @f() { \n "test.op"() {a = @ "b"} : () -> () \n return \n } | unknown-character @ |
  a symbol without an end | "test.op"() {a = @"b} : () -> () | unclosed-string @ |
  an alias that is there twice | #a = 1 : i32 \n #a = 2 : i32 \n "test.op"() : () -> () | redefined-alias #a |
  a bracket without a partner | func.func @f() { other.op ( \n return } \n func.func @g() { return } | unclosed other.op |
`;

it.each(cases)('recovers from %s', (_name, text = '', problems, kept) => {
  const { codes, at, names } = read(text);
  expect(codes.map((code, i) => `${code.replace('syntax/', '')} ${at[i]}`).join(', ')).toBe(
    problems,
  );
  if (kept !== '') expect(names.join(' ')).toBe(kept);
});

it('keeps the text of an operation that is wrong', () => {
  const text = 'func.func @f(%a: i32) {\n  %0 = arith.addi %a ? %a : i32\n  return\n}';
  expect(printModule(parseModule(text).module)).toContain('%0 = arith.addi %a ? %a : i32\n');
});

it('reports a string without end', () => {
  const open = 'func.func @f() attributes {a = "open} {\n  return\n}\nfunc.func @g() { return }';
  expect(read(open).codes[0]).toBe('syntax/unclosed-string');
  expect(read(open).names).toContain('func.return');
});

it('gives an early use the object of the later definition', () => {
  const { module, diagnostics } = parseModule(
    textOf('gives an early use the object of the later definition'),
  );
  expect(diagnostics).toEqual([]);
  const operations = [...walk(module.operations)];
  const use = operations.find(({ name }) => name === 'test.use');
  const two = operations.find(({ name }) => name === 'test.two');
  expect(use?.operands[0]).toBe(two?.results[1]);
  expect(use?.operands[0]).toMatchObject({ name: 'x', index: 1, group: 2, definition: two });
});

it('operations that we do not know are kept word for word, with the values that they mention', () => {
  const text = textOf(
    'operations that we do not know are kept word for word, with the values that they mention',
  );
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  const [first, second, third, last] = [...walk(module.operations)].slice(1);
  expect(first).toMatchObject({ name: 'other.op', syntax: 'opaque', text: ' %a, {x = "}"}' });
  expect(first?.results).toHaveLength(2);
  expect(second?.operands.map(({ name }) => name)).toEqual(['b']);
  expect(third?.results[0]?.type).toMatchObject({ kind: 'float', name: 'f32' });
  expect(last?.operands).toEqual([third?.results[0], second?.results[0]]);
  const printed = printModule(module);
  expect(printed).toContain('other.region ins(%b : memref<4xf32>) {\n    ^bb0(%in: f32):\n');
  expect(printModule(parseModule(printed).module)).toBe(printed);
});

describe('what a format demands', () => {
  const wrapped = (body: string): string =>
    `func.func @f(%n: index, %x: f32, %v: vector<4xf32>, %p: i32) {\n  ${body}\n  return\n}`;
  const launch = 'gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)';
  it.each(rows`
      // A value behind the word that announces it.
      ${launch} dynamic_shared_memory_size {a} | expected | {
      // One of two spellings where one has to be.
      %0 = amdgpu.packed_trunc_2xfp8 %x, undef into [word 0] : f32 to vector<4xf8E4M3FN> | expected | [
      // As many types as values, reported at the types.
      scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> (f32, f32) { } | operand-count | (f32, f32)
      %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) { } | operand-count | (f32, f32)
      // A value whose type the operation fixes.
      scf.if %n { } | type-mismatch | %n
    `)('%s', (body = '', code, at) => {
    const { codes, at: places } = read(wrapped(body));
    expect([codes[0], places[0]]).toEqual([`syntax/${code}`, at]);
  });

  it('a vector may be indexed as what it is', () => {
    expect(read(wrapped('affine.store %x, %v[%n] : vector<4xf32>')).codes).toEqual([]);
  });

  it('an export that gives three numbers of workgroups', () => {
    const result = read(`hal.executable @e {
  hal.executable.variant public @v target(<"rocm", "hsaco">) {
    hal.executable.export public @f ordinal(0) count(%d: !hal.device) -> (index, index) {
    }
  }
}`);
    expect(result.codes[0]).toBe('syntax/expected');
    expect(result.at[0]).toBe(')');
  });
});
