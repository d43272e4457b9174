/** Uses, places and order stay right through edits. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createOperation,
  type Module,
  type Operation,
  parseModule,
  printModule,
  type Value,
  walk,
} from '@ldscope/mlir';
import { forAll } from '../../../../test/for-all.ts';
import { Rewriter } from '../../src/passes/rewriter.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('rewriter.mlir', import.meta.url));

const index = { kind: 'index' } as const;

/** The uses of every value, found anew. */
function usesIn(module: Module): Map<Value, Set<Operation>> {
  const uses = new Map<Value, Set<Operation>>();
  for (const op of walk(module.operations)) {
    for (const value of [...op.operands, ...op.successors.flatMap(({ operands }) => operands)]) {
      uses.set(value, (uses.get(value) ?? new Set()).add(op));
    }
  }
  return uses;
}

function consistent(module: Module, rewriter: Rewriter): void {
  const uses = usesIn(module);
  for (const op of walk(module.operations)) {
    for (const result of op.results) {
      expect(new Set(rewriter.usersOf(result))).toEqual(uses.get(result) ?? new Set());
    }
    expect(rewriter.blockOf(op).operations).toContain(op);
  }
}

const text = textOf('a loop that carries a value');

function find(module: Module, name: string): Value {
  for (const op of walk(module.operations)) {
    const found = op.results.find((result) => result.name === name);
    if (found !== undefined) return found;
  }
  throw new Error(`no %${name}`);
}

describe('the rewriter', () => {
  it('keeps uses and places right through random edits', () => {
    const edit = fc.tuple(
      fc.constantFrom('insert', 'replace', 'operand', 'sweep'),
      fc.nat(20),
      fc.nat(20),
    );
    forAll([fc.array(edit, { maxLength: 12 })], 100, (edits) => {
      const { module } = parseModule(text);
      const rewriter = new Rewriter(module);
      for (const [what, first, second] of edits) {
        const ops = [...walk(module.operations)].filter(({ name }) => name.startsWith('arith.'));
        const op = ops[first % Math.max(ops.length, 1)];
        const other = ops[second % Math.max(ops.length, 1)];
        const [result, value] = [op?.results[0], other?.results[0]];
        if (op === undefined || result === undefined || value === undefined) continue;
        if (what === 'insert') {
          rewriter.insertAfter(
            op,
            createOperation('arith.addi', { operands: [result, result], results: [['', index]] }),
          );
        } else if (what === 'replace' && op !== other && rewriter.dominates(value, op)) {
          rewriter.replace(op, [value]);
        } else if (what === 'operand' && rewriter.dominates(value, op)) {
          rewriter.setOperand(op, second % 2, value);
        } else if (what === 'sweep') rewriter.sweep(ops.flatMap(({ results }) => results));
        consistent(module, rewriter);
      }
      expect(parseModule(printModule(module)).diagnostics).toEqual([]);
    });
  });

  it('knows what dominates what', () => {
    const { module } = parseModule(text);
    const rewriter = new Rewriter(module);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => find(module, name));
    const at = (value: Value | undefined): Operation =>
      value?.definition ?? createOperation('none');
    if (a === undefined || b === undefined || c === undefined || d === undefined)
      throw new Error('four values');
    expect([
      rewriter.dominates(a, at(b)),
      rewriter.dominates(b, at(c)),
      rewriter.dominates(a, at(d)),
    ]).toEqual([true, true, true]);
    expect([
      rewriter.dominates(c, at(b)),
      rewriter.dominates(b, at(d)),
      rewriter.dominates(a, at(a)),
    ]).toEqual([false, false, false]);
    const loop = rewriter.parentOf(at(b));
    expect(loop?.name).toBe('scf.for');
    expect(rewriter.dominates(loop?.regions[0]?.blocks[0]?.arguments[0] ?? a, at(b))).toBe(true);
  });

  it('knows entry blocks of a control-flow graph, and values that jumps pass', () => {
    const { module } = parseModule(
      textOf('knows entry blocks of a control-flow graph, and values that jumps pass'),
    );
    const rewriter = new Rewriter(module);
    const [a, b] = [find(module, 'a'), find(module, 'b')];
    expect(rewriter.dominates(a, b.definition ?? createOperation('none'))).toBe(true);
    expect(rewriter.useCount(a)).toBe(3);
    const x = module.operations[0]?.regions[0]?.blocks[0]?.arguments[0];
    if (x === undefined || a.definition === undefined) throw new Error('a parameter');
    rewriter.replace(a.definition, [x]);
    expect(printModule(module)).toContain('^bb1(%x : index)');
    // What needs both a value of the entry and one of a block goes behind the latter.
    const sum = rewriter.insertBehind(
      b.definition ?? createOperation('none'),
      'arith.muli',
      [x, b],
      ['m', index],
    );
    expect(
      rewriter.isBefore(
        b.definition ?? createOperation('none'),
        sum.definition ?? createOperation('none'),
      ),
    ).toBe(true);
  });

  it('renames values in text that is kept', () => {
    const { module } = parseModule(
      `func.func @f(%x: index, %y: index) {
  %a = arith.addi %x, %y : index
  unknown.op %a, %ab, %a#0 {x = "%a"} : index
  return
}
`.replace(', %ab, %a#0', ''),
    );
    const rewriter = new Rewriter(module);
    const a = find(module, 'a');
    const y = module.operations[0]?.regions[0]?.blocks[0]?.arguments[1];
    if (y === undefined || a.definition === undefined) throw new Error('a parameter');
    rewriter.replace(a.definition, [y]);
    expect(printModule(module)).toContain('unknown.op %y ');
  });

  it('refuses to erase what is used', () => {
    const { module } = parseModule(text);
    const rewriter = new Rewriter(module);
    const { definition } = find(module, 'a');
    if (definition === undefined) throw new Error('an operation');
    expect(() => rewriter.erase(definition)).toThrow('%a is still used');
  });
});
