/** Locations: the lines of the program behind operations, through both of upstream's printings and our own. */
import * as fc from 'fast-check';
import { forAll } from '../../../../test/for-all.ts';
import { words } from '../table.ts';
import { describe, expect, it, test } from 'vitest';
import type { SourceLine } from '@ldscope/core';
import { type Module, parseModule, printModule, walk } from '../../src/index.ts';
import { type LocatedSource, LocationReader } from '../../src/text/locations.ts';
import { mlirOptIn } from './oracle.ts';

const mlirOpt = mlirOptIn('locations');

const aliases = parseModule(`#loc = loc("k.py":20:3)
#loc1 = loc("std.py":5:7)
#loc2 = loc(callsite(#loc1 at #loc))
#loc3 = loc("tile"(#loc2))
#again = loc(#again)
#doubled = loc(callsite(#doubled at #doubled))
#map = affine_map<(d0) -> (d0)>
module {}`).module.attributeAliases;

const at = (file: string, line: number, column: number): SourceLine => ({ file, line, column });

test.each<[string, readonly SourceLine[], string?]>([
  ['"k.py":1:2', [at('k.py', 1, 2)]],
  ['"k.py":1:2 to :5', [at('k.py', 1, 2)]],
  ['"k.py":1:2 to 3:5', [at('k.py', 1, 2)]],
  [String.raw`"a\22b\\c.py":1:0`, [at('a"b\\c.py', 1, 0)]],
  ['"-":0:0', []],
  ['unknown', []],
  ['"a name"', [], 'a name'],
  ['"tile"("k.py":1:2)', [at('k.py', 1, 2)], 'tile'],
  ['"outer"("inner"(unknown))', [], 'outer'],
  ['callsite("in.py":7:8 at "k.py":9:1)', [at('in.py', 7, 8), at('k.py', 9, 1)]],
  [
    'callsite("x"("in.py":7:8) at callsite(#loc1 at #loc))',
    [at('in.py', 7, 8), at('std.py', 5, 7), at('k.py', 20, 3)],
    'x',
  ],
  ['fused["k.py":1:2, "y.py":3:4]', [at('k.py', 1, 2)]],
  ['fused<"meta">[unknown, "x"("y.py":3:4)]', [at('y.py', 3, 4)], 'x'],
  ['fused<#llvm.di_subprogram<id = distinct[0]<>, name = "a]b">>[#loc]', [at('k.py', 20, 3)]],
  ['#loc3', [at('std.py', 5, 7), at('k.py', 20, 3)], 'tile'],
  ['#missing', []],
  ['#map', []],
  ['#again', []],
  ['#doubled', []],
  ['callsite("k.py":1:2)', []],
  // No deeper than 64.
  [`${'"x"('.repeat(64)}"k.py":1:2${')'.repeat(64)}`, [at('k.py', 1, 2)], 'x'],
  [`${'"x"('.repeat(65)}"k.py":1:2${')'.repeat(65)}`, []],
  ['"k.py":1:2 ]', [at('k.py', 1, 2)]],
  ['', []],
])('loc(%s)', (text: string, lines: readonly SourceLine[], name?: string) => {
  const found = new LocationReader(aliases).read(text);
  expect(found.lines).toEqual(lines);
  expect(found.name).toBe(name);
});

/** A location as a tree, with what it stands for. */
interface Drawn {
  readonly text: string;
  readonly lines: readonly SourceLine[];
}

const place = fc
  .tuple(
    fc.constantFrom('k.py', 'lib/std.py', 'a"b\\c.py'),
    fc.integer({ min: 1, max: 99 }),
    fc.nat(60),
  )
  .map(([file, line, column]): Drawn => {
    const quoted = `"${file.replaceAll('\\', '\\\\').replaceAll('"', '\\22')}"`;
    return { text: `${quoted}:${line}:${column}`, lines: [{ file, line, column }] };
  });

const drawn = fc.letrec<{ location: Drawn }>((tie) => ({
  location: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    place,
    fc.constant<Drawn>({ text: 'unknown', lines: [] }),
    fc.tuple(fc.constantFrom('tile', 'a b', 'x loc(y'), place).map(([name, child]) => ({
      text: `"${name}"(${child.text})`,
      lines: child.lines,
    })),
    fc.tuple(place, tie('location')).map(([callee, caller]) => ({
      text: `callsite(${callee.text} at ${caller.text})`,
      lines: [...callee.lines, ...caller.lines],
    })),
    fc.array(place, { minLength: 2, maxLength: 3 }).map((parts) => ({
      text: `fused[${parts.map(({ text }) => text).join(', ')}]`,
      lines: parts[0]?.lines ?? [],
    })),
  ),
})).location;

/** What each operation of the function has, in order. */
function sourcesOf(module: Module): LocatedSource[] {
  const reader = new LocationReader(module.attributeAliases);
  return [...walk(module.operations)]
    .filter(({ name }) => name === 'test.op' || name === 'arith.constant')
    .map(({ location }) => reader.read(location ?? 'unknown'));
}

/** A module of operations that are known, that are not, and that have a region. */
const moduleOf = (locations: readonly Drawn[]): string =>
  `module {\n  func.func @f() {\n${locations
    .map(({ text }, i) =>
      i % 3 === 0
        ? `    %c${i} = arith.constant ${i} : i32 loc(${text})`
        : i % 3 === 1
          ? `    "test.op"() : () -> () loc(${text})`
          : `    "test.op"() ({\n      "test.end"() : () -> ()\n    }) : () -> () loc(${text})`,
    )
    .join('\n')}\n    return\n  }\n}\n`;

test('an operation keeps its lines, read and printed again', () => {
  forAll([fc.array(drawn, { minLength: 1, maxLength: 12 })], 100, (locations) => {
    const { module, diagnostics } = parseModule(moduleOf(locations));
    expect(diagnostics).toEqual([]);
    expect(sourcesOf(module).map(({ lines }) => lines)).toEqual(
      locations.map(({ lines }) => lines),
    );
    expect(sourcesOf(parseModule(printModule(module)).module)).toEqual(sourcesOf(module));
  });
});

describe('as mlir-opt prints them', () => {
  it('gives the lines that were written, through aliases and without, and through our printer', () => {
    const [locations = []] = fc.sample(fc.array(drawn, { minLength: 300, maxLength: 300 }), {
      seed: 5,
      numRuns: 1,
    });
    const text = moduleOf(locations);
    const wanted = locations.map(({ lines }) => lines);
    const linesOf = (printed: string): (readonly SourceLine[])[] => {
      const { module, diagnostics } = parseModule(printed);
      expect(diagnostics).toEqual([]);
      return sourcesOf(module).map(({ lines }) => lines);
    };
    const aliased = mlirOpt(text, '--mlir-print-debuginfo');
    const local = mlirOpt(text, '--mlir-print-debuginfo', '--mlir-print-local-scope');
    expect(aliased.problem + local.problem).toBe('');
    expect(linesOf(aliased.output)).toEqual(wanted);
    expect(linesOf(local.output)).toEqual(wanted);
    const ours = printModule(parseModule(aliased.output).module);
    const judged = mlirOpt(ours, '--mlir-print-debuginfo', '--mlir-print-local-scope');
    expect(judged.problem).toBe('');
    expect(judged.output).toBe(local.output);
  });
});

test('an operation of unknown syntax has its location apart from its text', () => {
  const text = `module {
  other.op %0 -> tensor<4xf32> loc("x loc(y"("k.py":1:2))
  other.region { loc("no") } loc(#loc)
  other.call(1) loc(callsite(#loc at "m.py":3:4))
  other.words (loc(1) and more)
  other.last loc("x loc(y") // so "far)
}
#loc = loc("k.py":5:6)`.replace('%0 ', '');
  const { module } = parseModule(text);
  const found = [...walk(module.operations)].filter(({ syntax }) => syntax === 'opaque');
  expect(found.map(({ location }) => location)).toEqual([
    '"x loc(y"("k.py":1:2)',
    '#loc',
    'callsite(#loc at "m.py":3:4)',
    undefined,
    '"x loc(y"',
  ]);
  expect(found[0]?.text).toBe(' -> tensor<4xf32>');
  const printed = printModule(module);
  const places = ({ operations }: Module): (string | undefined)[] =>
    [...walk(operations)].map(({ location }) => location);
  expect(places(parseModule(printed).module)).toEqual(places(module));
});

const junk = fc
  .array(
    fc.constantFrom(
      ...words('"a" : 1 callsite( at ) ( fused < > [ ] , to #loc3 #doubled "'),
      ' ',
      '\\',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

test('no text makes it throw or answer without end', () => {
  forAll([junk], 100, (text) => {
    const { lines } = new LocationReader(aliases).read(text);
    expect(lines.length).toBeLessThanOrEqual(64);
  });
});
