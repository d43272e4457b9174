/**
 * `vector.transfer_read` and `vector.transfer_write`: a vector from or to a memref, with a map from
 * the memref's dimensions to the vector's.
 *
 *     %v = vector.transfer_read %m[%i, %j], %pad, %mask {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
 *
 * Left out, the map is the identity of the innermost dimensions and nothing is in bounds.
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import type { AffineMap } from '../ir/affine.ts';
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType, unknownType } from '../ir/types.ts';
import type { Operation } from '../ir/ir.ts';
import { printAffineMap } from '../text/print-affine.ts';
import type { FormatSyntax } from '../text/syntax.ts';

/** `(d0, d1, d2) -> (d1, d2)` for a memref of rank 3 and a vector of rank 2. */
function innermost(source: Type, vector: Type): AffineMap {
  const base = resolveType(source);
  const target = resolveType(vector);
  const element = 'element' in base ? resolveType(base.element) : base;
  const inner = element.kind === 'vector' ? element.shape.length : 0;
  const dimensions = 'shape' in base ? (base.shape?.length ?? 0) : 0;
  const rank = Math.max(0, ('shape' in target ? (target.shape?.length ?? 0) : 0) - inner);
  const results = Array.from({ length: rank }, (_, i) => {
    return { kind: 'dimension', index: dimensions - rank + i } as const;
  });
  return { dimensions, symbols: 0, results };
}

function setUsual(attributes: AttributeMap, shaped: Type, vector: Type): void {
  const map = innermost(shaped, vector);
  if (!attributes.has('permutation_map')) {
    attributes.set('permutation_map', { kind: 'affine_map', map });
  }
  if (attributes.has('in_bounds')) return;
  const written = resolveAttribute(attributes.get('permutation_map') ?? { kind: 'unit' });
  const { length } = written.kind === 'affine_map' ? written.map.results : map.results;
  const elements = Array.from({ length }, (): Attribute => ({ kind: 'bool', value: false }));
  attributes.set('in_bounds', { kind: 'array', elements });
}

/** The operation without what the absence of an attribute says. */
function withoutUsual(operation: Operation, shaped: Type, vector: Type): Operation {
  const attributes = new AttributeMap(operation.attributes);
  for (const [name, attribute] of operation.attributes) {
    const plain = resolveAttribute(attribute);
    const usual =
      name === 'permutation_map'
        ? plain.kind === 'affine_map' &&
          printAffineMap(plain.map) === printAffineMap(innermost(shaped, vector))
        : name === 'in_bounds' &&
          plain.kind === 'array' &&
          plain.elements.every((element) => element.kind === 'bool' && !element.value);
    if (usual) attributes.delete(name);
  }
  return { ...operation, attributes };
}

const tail = 'segments permutation_map:any in_bounds:any';

export const transferRead: FormatSyntax = {
  format: `%base ~ [ %indices* ] , %padding { , %mask? }? dict : type(base) , type(result) ; ${tail}`,
  infer: (_, { operands: [base], attributes }, results) =>
    setUsual(attributes, base?.type ?? unknownType, results.at(0) ?? unknownType),
  present: (operation) => {
    const { operands, results } = operation;
    const type = results[0]?.type ?? unknownType;
    return withoutUsual(operation, operands[0]?.type ?? unknownType, type);
  },
};

export const transferWrite: FormatSyntax = {
  format: `%value , %base ~ [ %indices* ] { , %mask? }? dict : type(value) , type(base) ; ${tail}`,
  infer: (_, { operands: [value, base], attributes }, results) => {
    const type = base?.type ?? unknownType;
    setUsual(attributes, type, value?.type ?? unknownType);
    if (resolveType(type).kind === 'tensor') results.push(type);
  },
  present: (operation) => {
    const [value, base] = operation.operands;
    return withoutUsual(operation, base?.type ?? unknownType, value?.type ?? unknownType);
  },
};
