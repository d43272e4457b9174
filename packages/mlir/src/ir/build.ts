/**
 * Makes operations and values from the parts that matter; the rest gets its default.
 *
 *     const sum = createOperation('arith.addi', { operands: [a, b], results: [['sum', a.type]] });
 */
import type { Span } from '@ldscope/core';
import { AttributeMap } from './attribute-map.ts';
import type { Attribute, Type } from './types.ts';
import type { Block, Operation, Region, Successor, Value } from './ir.ts';

export interface OperationParts {
  readonly operands?: readonly Value[];
  /** Name (without `%`) and type of each result; an empty name is chosen by the printer. */
  readonly results?: readonly (readonly [name: string, type: Type])[];
  readonly attributes?: Iterable<readonly [string, Attribute]>;
  readonly regions?: readonly Region[];
  readonly successors?: readonly Successor[];
  /** Defaults to `custom`, which falls back to generic where no custom syntax fits. */
  readonly syntax?: 'custom' | 'generic';
  readonly span?: Span;
}

export function createOperation(name: string, parts: OperationParts = {}): Operation {
  const operation: Operation = {
    name,
    operands: [...(parts.operands ?? [])],
    results: [],
    attributes: new AttributeMap(parts.attributes),
    regions: [...(parts.regions ?? [])],
    successors: [...(parts.successors ?? [])],
    syntax: parts.syntax ?? 'custom',
    text: undefined,
    location: undefined,
    properties: undefined,
    span: parts.span ?? { start: 0, end: 0 },
  };
  for (const [resultName, type] of parts.results ?? []) {
    operation.results.push({ name: resultName, index: 0, group: 1, type, definition: operation });
  }
  return operation;
}

export function createBlockArgument(name: string, type: Type): Value {
  return { name, index: 0, group: 1, type, definition: undefined };
}

export function createBlock(
  label: string | undefined,
  blockArguments: readonly Value[],
  operations: readonly Operation[] = [],
): Block {
  return { label, arguments: [...blockArguments], operations: [...operations] };
}
