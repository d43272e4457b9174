/**
 * Checks that a rewritten buffer is the old one under another layout: access by access, the element that is meant
 * before and after are compared as formulas of the row and column that it is at.
 *
 *     before   row x mod 16, column 8 * (x / 16)                   element (x mod 16, 8 * (x / 16))
 *     after    row x mod 16, column 8 * ((x / 16) ^ (x mod 8))     undone: the same element
 *
 * Formulas that are not the same text are evaluated, for every work-item and for samples of what else they depend on.
 * The index expressions come from the new text, not from what wrote it.
 */
import type { TileLayout } from '@ldscope/core';
import { operandSegments } from '../ir/attribute-values.ts';
import type { Module, Operation, Value } from '../ir/ir.ts';
import { type BufferAccess, findBuffers } from './buffers.ts';
import { Editor } from './editor.ts';
import {
  add,
  evaluate,
  type Expression,
  gcd,
  type LeafExpression,
  leavesOf,
  quotient,
  remainder,
  scale,
  subtract,
} from './expression.ts';
import { IndexAnalysis, type IndexEnvironment } from './index-analysis.ts';
import { columnMove, elementColumn, rowsRepeat } from './moved-column.ts';
import { locate, type RowOptions } from './rows.ts';

export interface Side {
  readonly module: Module;
  readonly kernel: Operation;
  readonly layout: TileLayout;
  /** Elements from row to row. */
  readonly pitch: number;
}

export interface PlacementProof {
  readonly accesses: number;
  /** Accesses whose formulas are the same text. */
  readonly identical: number;
  /** Accesses whose formulas were evaluated and agree. */
  readonly evaluated: number;
  /** The first access that means another element. */
  readonly different?: Operation;
}

/** Compares one buffer of two kernels; environments are those of the launch. */
export function provePlacement(
  name: string,
  before: Side,
  after: Side,
  environment: Required<Omit<IndexEnvironment, 'ownerOf'>>,
): PlacementProof {
  const repeat = [before, after].reduce((all, { layout }) => {
    const move = columnMove(layout);
    const rows = move === undefined || typeof move === 'string' ? 1 : rowsRepeat(move);
    return (all * rows) / gcd(all, rows);
  }, 1);
  const places = { rowsRepeat: repeat, wholeOnly: before.pitch !== after.pitch };
  const [old, now] = [before, after].map((side) => elementsOf(name, side, places, environment));
  if (old === undefined || now === undefined || old.length !== now.length) {
    return { accesses: 0, identical: 0, evaluated: 0, different: before.kernel };
  }
  let [identical, evaluated] = [0, 0];
  for (const [i, one] of old.entries()) {
    const other = now[i];
    if (one === undefined || other === undefined || one.access.op.name !== other.access.op.name) {
      return { accesses: old.length, identical, evaluated, different: before.kernel };
    }
    const pairs = one.formulas.map((formula, j) => [formula, other.formulas[j]] as const);
    if (pairs.every(([a, b]) => a.key === b?.key)) identical++;
    else if (pairs.every(([a, b]) => b !== undefined && agree(a, b, environment))) evaluated++;
    else return { accesses: old.length, identical, evaluated, different: other.access.op };
  }
  return { accesses: old.length, identical, evaluated };
}

interface Meant {
  readonly access: BufferAccess;
  /** Row and column of the element; for a copy also what is fetched relative to it. */
  readonly formulas: readonly Expression[];
}

function elementsOf(
  name: string,
  { module, kernel, layout, pitch }: Side,
  places: Omit<RowOptions, 'pitch'>,
  environment: Required<Omit<IndexEnvironment, 'ownerOf'>>,
): (Meant | undefined)[] | undefined {
  const buffer = findBuffers(kernel).find(({ names }) => names.includes(name));
  const move = columnMove(layout);
  if (buffer === undefined || typeof move === 'string') return undefined;
  const editor = new Editor(module, '');
  const ownerOf = (argument: Value): Operation | undefined => editor.ownerOf(argument);
  const analysis = new IndexAnalysis({ ...environment, ownerOf });
  const undo = (row: Expression, column: Expression): Expression =>
    move === undefined ? column : elementColumn(move, row, column);
  const options: RowOptions = { ...places, pitch };
  return buffer.accesses.map((access) => {
    const found = locate(buffer, access, analysis, options);
    if (typeof found === 'string') return undefined;
    const { row, column } = found;
    if (access.direction !== 'copy') return { access, formulas: [row, undo(row, column)] };
    const slot = access.bytes / buffer.elementBytes;
    const linear = add(scale(row, pitch), column, scale(analysis.lane(), slot));
    const [slotRow, place] = [quotient(linear, pitch), remainder(linear, pitch)];
    const [, sourceIndices = []] = operandSegments(access.op);
    const fetched = sourceIndices.map((index) => analysis.expressionOf(index));
    const last = fetched.at(-1);
    if (last === undefined) return undefined;
    const origin = subtract(last, undo(slotRow, place));
    return { access, formulas: [slotRow, ...fetched.slice(0, -1), origin] };
  });
}

/** Samples of what is no work-item id. */
const SAMPLES = 16;

function agree(
  a: Expression,
  b: Expression,
  { block }: Required<Omit<IndexEnvironment, 'ownerOf'>>,
): boolean {
  const leaves = new Map([...leavesOf(a), ...leavesOf(b)].map((leaf) => [leaf.key, leaf]));
  const others = [...leaves.values()].filter(({ key }) => !key.startsWith('thread.'));
  for (let sample = 0; sample < (others.length === 0 ? 1 : SAMPLES); sample++) {
    const chosen = new Map(others.map((leaf, i) => [leaf.key, sampleOf(leaf, sample * 31 + i)]));
    for (let item = 0; item < block[0] * block[1] * block[2]; item++) {
      const ids: Readonly<Record<string, number>> = {
        'thread.x': item % block[0],
        'thread.y': Math.floor(item / block[0]) % block[1],
        'thread.z': Math.floor(item / (block[0] * block[1])),
      };
      const valueOf = ({ key }: LeafExpression): number => ids[key] ?? chosen.get(key) ?? 0;
      if (evaluate(a, valueOf) !== evaluate(b, valueOf)) return false;
    }
  }
  return true;
}

/** A value that a leaf can have: in its range, of its congruence. */
function sampleOf({ low, high, step, phase }: LeafExpression, seed: number): number {
  const start = Number.isFinite(low) ? low : 0;
  const stop = Number.isFinite(high) ? high : start + 4096;
  const random = (Math.imul(seed + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  const value = start + Math.floor(random * (stop - start + 1));
  const grain = Math.max(1, step);
  const fitted = value - ((((value - phase) % grain) + grain) % grain);
  return fitted < start ? fitted + grain : fitted;
}
