/**
 * `affine.prefetch`, a hint to the cache.
 *
 *     affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<...>
 */
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import { parseAffineAccess } from '../text/affine.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import { printAffineAccess } from './affine-access.ts';
import { parsePrefetchKind, prefetchAttributes, printPrefetchKind } from './memref-regions.ts';

const index = builtinType('index');

export const prefetch: OperationSyntax = {
  parse: (state, operation) => {
    const memref = parseOperand(state);
    const start = state.lexer.start;
    const access = parseAffineAccess(state);
    for (const value of access.operands) applyType(state, value, index, start);
    operation.operands.push(memref, ...access.operands);
    operation.attributes.set('map', { kind: 'affine_map', map: access.map });
    state.expect(Token.comma, "','");
    parsePrefetchKind(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    if (!state.failed) applyType(state, memref, parseType(state), at);
  },
  print: (writer, operation) => {
    const [memref, ...operands] = operation.operands;
    const map = operation.attributes.get('map');
    const kind = printPrefetchKind(operation);
    if (memref === undefined || kind === undefined || inputsOf(map) !== operands.length) {
      return false;
    }
    const access = printAffineAccess(writer, map, operands);
    if (access === undefined) return false;
    writer.write(` ${writer.value(memref)}${access}, ${kind}`);
    const hidden = new Set(['map', ...prefetchAttributes]);
    writer.dictionary(operation.attributes, (name) => hidden.has(name));
    writer.write(` : ${printType(memref.type)}`);
    return true;
  },
  properties: ['map', ...prefetchAttributes],
};

/** How many operands a map takes. */
function inputsOf(attribute: Attribute | undefined): number {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  return plain?.kind === 'affine_map' ? plain.map.dimensions + plain.map.symbols : 0;
}
