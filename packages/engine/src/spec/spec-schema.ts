/** What a specification in YAML may be: a tile with its accesses, a tile of CK Tile, or a GEMM. */
import { ckTileShape, gemmShape, type JsonSchema, jsonSchemaOf, shape } from '@ldscope/core';
import { genericShape } from './generic/read-generic.ts';

export const specificationShape = shape.either(
  'a specification',
  { form: { has: ['gemm'] }, shape: gemmShape },
  { form: { has: ['tile', 'accesses'] }, shape: genericShape },
  { form: 'mapping', shape: ckTileShape },
);

/** The JSON Schema of specifications. */
export const specificationSchema = (): JsonSchema =>
  jsonSchemaOf(specificationShape, {
    title: 'ldscope specification',
    description: 'A tile in shared memory, its layout and its accesses, instead of a kernel.',
  });
