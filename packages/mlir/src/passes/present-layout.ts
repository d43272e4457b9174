/**
 * The swizzle that a kernel has already, read off its index arithmetic.
 *
 *     read     column 8 * ((x / 16) ^ (x mod 8)), row x mod 16      x mod 8 is the row mod 8: XOR, 8 phases
 *     copy     source 8 * ((x mod 8) ^ (x / 8)), slot in row x / 8  the same key
 *
 * A key is recognised when every XOR in an index of the buffer has it, as an expression of that access's row. Nothing
 * rests on it being right: what is replaced is undone by the same key, and a rewritten kernel is executed.
 */
import type { RowLayout, Tile } from '@ldscope/core';
import { operandSegments } from '../ir/attribute-values.ts';
import type { Module, Operation, Value } from '../ir/ir.ts';
import type { WorkgroupBuffer } from './buffers.ts';
import { Editor } from './editor.ts';
import { add, asSum, type Expression, quotient, scale, xor } from './expression.ts';
import { IndexAnalysis, type IndexEnvironment } from './index-analysis.ts';
import { keyOf } from './moved-column.ts';
import { locate } from './rows.ts';

/** An XOR in an index, with the row that it is of. */
interface SeenXor {
  readonly unit: number;
  readonly value: Expression;
  readonly row: Expression;
}

export interface PresentLayout {
  readonly layout: RowLayout;
  /** False when an index has an XOR that no key of the family explains. */
  readonly understood: boolean;
}

/** The layout of a buffer with rows of a tile, as far as it is an XOR of the row. */
export function presentLayout(
  module: Module,
  buffer: WorkgroupBuffer,
  tile: Tile,
  environment: Omit<IndexEnvironment, 'ownerOf'>,
): PresentLayout {
  const editor = new Editor(module, '');
  const ownerOf = (argument: Value): Operation | undefined => editor.ownerOf(argument);
  const analysis = new IndexAnalysis({ ...environment, ownerOf });
  const seen = seenXors(buffer, tile, analysis);
  const plain: RowLayout = { kind: 'rows', tile, unitBytes: tile.elementBytes, paddings: [] };
  const [first] = seen;
  if (first === undefined) return { layout: plain, understood: true };
  const unitBytes = first.unit * tile.elementBytes;
  const units = tile.columns / first.unit;
  if (Number.isInteger(units) && seen.every(({ unit }) => unit === first.unit)) {
    for (let phases = units & -units; phases >= 2; phases /= 2) {
      for (let rowsPerPhase = 1; rowsPerPhase <= tile.rows; rowsPerPhase *= 2) {
        const key = { kind: 'xor', phases, rowsPerPhase } as const;
        if (!seen.every(({ value, row }) => holds(value, keyOf(key, row)))) continue;
        return { layout: { kind: 'rows', tile, unitBytes, key, paddings: [] }, understood: true };
      }
    }
  }
  return { layout: plain, understood: false };
}

/** True when taking a key out of an XOR leaves less. */
function holds(value: Expression, key: Expression): boolean {
  if (key.kind === 'constant') return true;
  const before = value.kind === 'xor' ? value.parts.length : 1;
  const rest = xor(value, key);
  return (rest.kind === 'xor' ? rest.parts.length : 1) < before;
}

function seenXors(buffer: WorkgroupBuffer, tile: Tile, analysis: IndexAnalysis): SeenXor[] {
  const options = { pitch: tile.columns, rowsRepeat: 1, wholeOnly: false };
  return buffer.accesses.flatMap((access) => {
    const found = locate(buffer, access, analysis, options);
    if (typeof found === 'string') return [];
    if (access.direction !== 'copy') return xorsOf(found.column, found.row, tile.columns);
    const slot = access.bytes / tile.elementBytes;
    const linear = add(scale(found.row, tile.columns), found.column, scale(analysis.lane(), slot));
    const [, sourceIndices = []] = operandSegments(access.op);
    const last = sourceIndices.at(-1);
    if (last === undefined) return [];
    return xorsOf(analysis.expressionOf(last), quotient(linear, tile.columns), tile.columns);
  });
}

function xorsOf(index: Expression, row: Expression, columns: number): SeenXor[] {
  return asSum(index).terms.flatMap(({ factor, of }) =>
    of.kind === 'xor' && factor > 0 && factor < columns ? [{ unit: factor, value: of, row }] : [],
  );
}
