import { describe, expect, it } from 'vitest';
import { parseModule, printModule, walk } from '../../src/index.ts';

/** Codes of the diagnostics, the texts they point at, and the operations that were kept. */
function read(text: string): { codes: string[]; at: string[]; names: string[] } {
  const { module, diagnostics } = parseModule(text);
  return {
    codes: diagnostics.map(({ code }) => code),
    at: diagnostics.map(({ span }) => (span === undefined ? '' : text.slice(span.start, span.end))),
    names: [...walk(module.operations)].map(({ name }) => name),
  };
}

describe('recovery', () => {
  it('goes on behind an operation that is wrong', () => {
    const result = read(`func.func @f(%a: i32) {
  %0 = arith.addi %a %a : i32
  %1 = arith.muli %0, %a : i32
  return
}`);
    expect(result.codes).toEqual(['syntax/expected']);
    expect(result.at).toEqual(['%a']);
    expect(result.names).toEqual(['func.func', 'arith.addi', 'arith.muli', 'func.return']);
  });

  it('keeps the text of an operation that is wrong', () => {
    const { module } = parseModule(
      'func.func @f(%a: i32) {\n  %0 = arith.addi %a ? %a : i32\n  return\n}',
    );
    expect(printModule(module)).toContain('%0 = arith.addi %a ? %a : i32\n');
  });

  it('goes on behind a region operation whose head is wrong', () => {
    const result = read(`func.func @f(%a: index) {
  scf.for %i = %a until %a step %a {
    %x = arith.addi %i, %i : index
  }
  %y = arith.addi %a, %a : index
  return
}
func.func @g() { return }`);
    expect(result.codes).toEqual(['syntax/expected']);
    expect(result.names).toEqual([
      'func.func',
      'scf.for',
      'arith.addi',
      'func.return',
      'func.func',
      'func.return',
    ]);
  });

  it('reports several mistakes, each once', () => {
    const result = read(`func.func @f(%a: i32) {
  %0 = arith.addi %a, : i32
  %1 = arith.constant : i32
  %2 = arith.cmpi bigger, %0, %1 : i32
  %3 = "test.op"(%2) : (i1, i1) -> i1
  return
}`);
    expect(result.codes).toEqual([
      'syntax/expected',
      'syntax/expected',
      'syntax/expected',
      'syntax/operand-count',
    ]);
    expect(result.at).toEqual([':', ':', 'bigger', '(i1, i1) -> i1']);
  });

  it('keeps what was right in a file that was cut off', () => {
    const result = read(
      'module {\n  func.func @f(%a: i32) {\n    %0 = arith.addi %a, %a : i32\n    %1 = arith.mul',
    );
    expect(result.codes).toEqual(['syntax/unclosed']);
    expect(result.at).toEqual(['{']);
    expect(result.names).toEqual(['builtin.module', 'func.func', 'arith.addi', 'arith.mul']);
  });

  it('reports a closing brace that is one too many and goes on', () => {
    const result = read('func.func @f() { return }\n}\nfunc.func @g() { return }');
    expect(result.codes).toEqual(['syntax/expected']);
    expect(result.names).toEqual(['func.func', 'func.return', 'func.func', 'func.return']);
  });

  it('reports a string without end', () => {
    const result = read(
      'func.func @f() attributes {a = "open} {\n  return\n}\nfunc.func @g() { return }',
    );
    expect(result.codes[0]).toBe('syntax/unclosed-string');
    expect(result.names).toContain('func.return');
  });

  it('goes on behind an alias that is wrong', () => {
    const result = read(
      '#a = affine_map<(d0) -> (d1)>\n#b = affine_map<(d0) -> (d0)>\nmodule {\n}',
    );
    expect(result.codes).toEqual(['syntax/expected']);
    expect(result.names).toEqual(['builtin.module']);
  });
});

describe('names', () => {
  it('reports a value that is never defined', () => {
    const result = read('func.func @f(%a: i32) {\n  %0 = arith.addi %a, %b : i32\n  return\n}');
    expect(result.codes).toEqual(['syntax/undefined-value']);
    expect(result.at).toEqual(['%b']);
  });

  it('reports a result number that does not exist', () => {
    const result = read('%0:2 = "test.two"() : () -> (i32, i32)\n"test.use"(%0#2) : (i32) -> ()');
    expect(result.codes).toEqual(['syntax/undefined-value']);
  });

  it('reports a name that is defined twice', () => {
    const result = read('func.func @f(%a: i32) {\n  %a = arith.addi %a, %a : i32\n  return\n}');
    expect(result.codes).toEqual(['syntax/redefined-value']);
  });

  it('lets siblings use the same name, and nested regions the outer ones', () => {
    const result = read(`func.func @f(%c: i1, %a: i32) {
  scf.if %c {
    %x = arith.addi %a, %a : i32
  } else {
    %x = arith.muli %a, %a : i32
  }
  %x = arith.subi %a, %a : i32
  return
}`);
    expect(result.codes).toEqual([]);
  });

  it('hides outer values from an isolated operation', () => {
    const result = read(
      '%0 = "test.one"() : () -> i32\nfunc.func @f() {\n  "test.use"(%0) : (i32) -> ()\n  return\n}',
    );
    expect(result.codes).toEqual(['syntax/undefined-value']);
  });

  it('does not see the values of a region behind it', () => {
    const result = read(`func.func @f(%c: i1, %a: i32) {
  scf.if %c {
    %x = arith.addi %a, %a : i32
  }
  "test.use"(%x) : (i32) -> ()
  return
}`);
    expect(result.codes).toEqual(['syntax/undefined-value']);
  });

  it('gives an early use the object of the later definition', () => {
    const { module, diagnostics } = parseModule(`func.func @f(%c: i1) {
  cf.br ^late
^early:
  "test.use"(%x#1) : (f32) -> ()
  return
^late:
  %x:2 = "test.two"() : () -> (i32, f32)
  cf.br ^early
}`);
    expect(diagnostics).toEqual([]);
    const operations = [...walk(module.operations)];
    const use = operations.find(({ name }) => name === 'test.use');
    const two = operations.find(({ name }) => name === 'test.two');
    expect(use?.operands[0]).toBe(two?.results[1]);
    expect(use?.operands[0]).toMatchObject({ name: 'x', index: 1, group: 2, definition: two });
  });

  it('does not take a name inside a later region for an earlier use', () => {
    const result = read(`func.func @f(%c: i1, %a: i32) {
  "test.use"(%x) : (i32) -> ()
  scf.if %c {
    %x = arith.addi %a, %a : i32
  }
  return
}`);
    expect(result.codes).toEqual(['syntax/undefined-value']);
  });

  it('reports a type that is not the one of the definition', () => {
    const result = read('func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : i64\n  return\n}');
    expect(result.codes).toContain('syntax/type-mismatch');
  });

  it('reports blocks that are missing or there twice', () => {
    expect(read('func.func @f() {\n  cf.br ^nowhere\n}').codes).toEqual(['syntax/undefined-block']);
    expect(read('func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n^a:\n  return\n}').codes).toEqual([
      'syntax/redefined-block',
    ]);
  });

  it('reports the wrong number of results', () => {
    expect(read('%0:2 = arith.constant 1 : i32').codes).toEqual(['syntax/result-count']);
    expect(read('%0, %1 = "test.op"() : () -> i32').codes).toEqual(['syntax/result-count']);
  });

  it('reports aliases that are missing or there twice', () => {
    expect(read('"test.op"() {a = #nothing} : () -> ()').codes).toEqual(['syntax/undefined-alias']);
    expect(read('"test.op"() : () -> !nothing').codes).toEqual(['syntax/undefined-alias']);
    expect(read('#a = 1 : i32\n#a = 2 : i32\n"test.op"() : () -> ()').codes).toEqual([
      'syntax/redefined-alias',
    ]);
  });
});

describe('operations that we do not know', () => {
  it('are kept word for word, with the values that they mention', () => {
    const text = `func.func @f(%a: i32, %b: memref<4xf32>) {
  %0:2 = other.op %a, {x = "}"} // a comment with {
  %1 = other.region ins(%b : memref<4xf32>) {
    ^bb0(%in: f32):
    %x = other.inner %in : f32
    other.yield %x : f32
  } -> tensor<4xf32>
  %2 = other.typed %0#1 < %a : f32
  other.last %2, %1
  return
}`;
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

  it('report a bracket without a partner', () => {
    expect(
      read('func.func @f() {\n  other.op (\n  return\n}\nfunc.func @g() { return }').codes,
    ).toEqual(['syntax/unclosed']);
  });
});

describe('what a format demands', () => {
  const wrapped = (body: string): string =>
    `func.func @f(%n: index, %x: f32, %v: vector<4xf32>, %p: i32) {\n  ${body}\n  return\n}`;
  const launch = 'gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)';
  it.each([
    // A value behind the word that announces it.
    [`${launch} dynamic_shared_memory_size {a}`, 'syntax/expected', '{'],
    // One of two spellings where one has to be.
    [
      '%0 = amdgpu.packed_trunc_2xfp8 %x, undef into [word 0] : f32 to vector<4xf8E4M3FN>',
      'syntax/expected',
      '[',
    ],
    // As many types as values, reported at the types.
    [
      'scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> (f32, f32) {\n  }',
      'syntax/operand-count',
      '(f32, f32)',
    ],
    [
      '%0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) {\n  }',
      'syntax/operand-count',
      '(f32, f32)',
    ],
    // A value whose type the operation fixes.
    ['scf.if %n {\n  }', 'syntax/type-mismatch', '%n'],
    ['affine.store %x, %v[%n] : vector<4xf32>', undefined, undefined],
  ])('%s', (body, code, at) => {
    const { codes, at: places } = read(wrapped(body));
    expect(codes[0]).toBe(code);
    expect(places[0]).toBe(at);
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
