export { createBlock, createBlockArgument, createOperation } from './ir/build.ts';
export type { OperationParts } from './ir/build.ts';
export {
  addAffine,
  ceilDivide,
  divideAffine,
  evaluateAffine,
  floorDivide,
  modulo,
  multiplyAffine,
} from './ir/affine.ts';
export type { AffineExpression, AffineMap, IntegerSet } from './ir/affine.ts';
export { AttributeMap } from './ir/attribute-map.ts';
export { dynamicSize, resolveAttribute } from './ir/attributes.ts';
export type { Attribute } from './ir/attributes.ts';
export type { Block, Module, Operation, Region, Successor, Value } from './ir/ir.ts';
export { isolatedOperations } from './ir/traits.ts';
export { resolveType, unknownType } from './ir/types.ts';
export type {
  AliasType,
  Dimension,
  FloatType,
  FunctionType,
  IndexType,
  IntegerType,
  MemRefLayout,
  MemRefType,
  OpaqueType,
  TensorType,
  TupleType,
  Type,
  VectorType,
} from './ir/types.ts';
export { walk } from './ir/walk.ts';
export { findSyntax, knownOperations } from './dialects/index.ts';
export type { Codec, DialectSyntax, OperationSyntax } from './text/syntax.ts';
export { floatFromBits } from './text/floats.ts';
export { parseModule } from './text/parser.ts';
export type { ParseResult } from './text/parser.ts';
export { printAffineExpression, printAffineMap, printAffineSet } from './text/print-affine.ts';
export { printAttribute, printType } from './text/print-types.ts';
export { printModule, printOperation } from './text/printer.ts';
export type { PrintOptions } from './text/printer.ts';
export { executeKernel, kernelNames } from './interpret/execute.ts';
export type { AsyncCompletion, ExecuteOptions, Execution } from './interpret/options.ts';
