/**
 * `vector.mask %m, %passthru { vector.transfer_read ... } : vector<4xi1> -> vector<4xf32>`: one operation that
 * works only where the mask is set. Its terminator, `vector.yield` of the results of the operation, is not written.
 */
import { createOperation } from '../ir/build.ts';
import type { Operation, Region } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import type { Directive } from '../text/format.ts';
import { applyType } from '../text/pieces.ts';
import type { FormatSyntax } from '../text/syntax.ts';

/** The operation that a region masks, if any; `undefined` when the region is not of this kind. */
function maskedOf(region: Region | undefined): readonly Operation[] | undefined {
  const [block, ...more] = region?.blocks ?? [];
  const operations = block?.operations ?? [];
  const end = operations.at(-1);
  const own = operations.slice(0, -1);
  const results = own[0]?.results ?? [];
  if (end?.name !== 'vector.yield' || own.length > 1 || more.length > 0) return undefined;
  const all = end.operands.length === results.length;
  return all && end.operands.every((value, i) => value === results[i]) ? own : undefined;
}

/** `{ vector.transfer_read ... }` on one line. */
export const maskedOperation: Directive = () => ({
  parse: ({ state, operation }) => {
    const region = state.grammar.region(state, { block: true });
    operation.regions = [region];
    const body = region.blocks[0]?.operations;
    const last = body?.at(-1);
    if (last?.name === 'vector.yield') return;
    const at = state.lexer.previousEnd;
    const operands = last?.results ?? [];
    body?.push(createOperation('vector.yield', { operands, span: { start: at, end: at } }));
  },
  print: ({ writer, operation }) => {
    const own = maskedOf(operation.regions[0]);
    if (own === undefined) return undefined;
    writer.write(' { ');
    for (const each of own) writer.operation(operation, each);
    writer.write(' }');
    return '';
  },
});

export const mask: FormatSyntax = {
  format: '%mask { , %passthru? }? custom<MaskedOperation>() dict : type(mask) { -> results }?',
  infer: (state, { operands: [, passthru], span }, results) => {
    if (passthru !== undefined) {
      applyType(state, passthru, results.at(0) ?? unknownType, span.start);
    }
  },
};
