/** Affine maps that are written with the values they are applied to: `[%i + 1, symbol(%n)]`. */
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { printAffineExpression } from '../text/print-affine.ts';
import type { Writer } from '../text/writer.ts';

/** The results of a map, each with the names of the operands; `undefined` when operands are missing. */
export function printAffineResults(
  writer: Writer,
  attribute: Attribute | undefined,
  operands: readonly Value[],
): readonly string[] | undefined {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (plain?.kind !== 'affine_map') return undefined;
  const { dimensions, symbols, results } = plain.map;
  if (operands.length !== dimensions + symbols) return undefined;
  return results.map((result) =>
    printAffineExpression(result, (kind, i) => {
      const value = operands[kind === 'dimension' ? i : dimensions + i];
      const name = value === undefined ? '' : writer.value(value);
      return kind === 'dimension' ? name : `symbol(${name})`;
    }),
  );
}

/** `[%i + 1, symbol(%n)]`. */
export function printAffineAccess(
  writer: Writer,
  attribute: Attribute | undefined,
  operands: readonly Value[],
): string | undefined {
  const results = printAffineResults(writer, attribute, operands);
  return results === undefined ? undefined : `[${results.join(', ')}]`;
}
