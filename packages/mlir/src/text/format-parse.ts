/** Runs the elements of a format over the text: the reading half of the format language. */
import { unknownType } from '../ir/types.ts';
import type { Attribute, Type } from '../ir/types.ts';
import type { Region, Value } from '../ir/ir.ts';
import type { Element, Format, Reading } from './format.ts';
import { applyType, checkCount, countMessage } from './pieces.ts';
import type { Draft, State } from './state.ts';
import type { TypeBuffer } from './type-buffer.ts';
import { builtinType } from './types.ts';

export function parseFormat(
  state: State,
  format: Format,
  operation: Draft,
  results: TypeBuffer,
): void {
  const groups = format.fixed ? noGroups : format.groups.map(() => none);
  const declared = format.arguments.length === 0 ? noArguments : format.arguments.map(() => []);
  const reading: Reading = {
    state,
    format,
    operation,
    results,
    groups,
    arguments: declared,
    makesToken: false,
  };
  parseElements(reading, format.elements);
  if (!format.fixed) {
    operation.operands = joinGroups(format.order, groups);
    if (format.segments) operation.attributes.set('operandSegmentSizes', segmentSizes(reading));
  }
  if (state.failed) return;
  if (format.defaults.size > 0) setDefaults(operation, format.defaults);
  for (const rule of format.results) rule(reading, operandsOf);
  if (reading.makesToken) results.push(asyncToken);
}

const none: readonly Value[] = [];
const noGroups: (readonly Value[])[] = [];
const noArguments: Value[][] = [];

const i32 = builtinType('i32');
/** The result types of `async` operations. */
const asyncToken = builtinType('!gpu.async.token');

function setDefaults({ attributes }: Draft, defaults: Format['defaults']): void {
  for (const [name, attribute] of defaults) {
    if (!attributes.has(name)) attributes.set(name, attribute);
  }
}

function segmentSizes({ format, groups }: Reading): Attribute {
  const values = format.order.map((index) => groups[index]?.length ?? 0);
  return { kind: 'dense_array', element: i32, values };
}

function joinGroups(order: readonly number[], groups: readonly (readonly Value[])[]): Value[] {
  let all: Value[] = [];
  for (const index of order) {
    const group = groups[index] ?? none;
    if (group.length > 0) all = all.length === 0 ? group.slice() : all.concat(group);
  }
  return all;
}

export function operandsOf(
  { format, operation, groups }: Reading,
  group: number,
): readonly Value[] {
  if (!format.fixed) return groups[group] ?? none;
  const value = operation.operands[group];
  return value === undefined ? none : [value];
}

/** Adds the one operand of a group. */
export function addOperand(
  { format, operation, groups }: Reading,
  group: number,
  value: Value,
): void {
  if (!format.fixed) {
    groups[group] = [value];
    return;
  }
  // Lists of one to three are made at their size: a list that grows has room to spare, in every operation.
  const { operands } = operation;
  const [first, second] = operands;
  if (first === undefined) operation.operands = [value];
  else if (second === undefined) operation.operands = [first, value];
  else if (operands.length === 2) operation.operands = [first, second, value];
  else operands.push(value);
}

export function parseElements(reading: Reading, elements: readonly Element[]): void {
  for (const element of elements) {
    element.parse(reading);
    if (reading.state.failed) return;
  }
}

/**
 * Gives the operands of groups, and the arguments that start with them, a type each. With `givesUp` nothing
 * more of the operation is read when there are not as many types: its results have these types too.
 */
export function applyTypes(
  reading: Reading,
  groups: readonly number[],
  types: readonly Type[],
  at: number,
  givesUp = false,
): void {
  const { state, format } = reading;
  if (state.failed) return;
  const counts = groups.map((group) => operandsOf(reading, group).length);
  const wanted = counts.reduce((sum, count) => sum + count, 0);
  if (givesUp && wanted !== types.length) {
    state.failWith(countMessage(wanted, types.length), at, state.lexer.previousEnd);
    return;
  }
  if (!checkCount(state, wanted, types.length, at)) return;
  let next = 0;
  for (const group of groups) {
    const index = format.arguments.findIndex(({ inits }) => inits === group);
    for (const [i, value] of operandsOf(reading, group).entries()) {
      const type = types[next++] ?? unknownType;
      applyType(state, value, type, at);
      const argument = reading.arguments[index]?.[i];
      if (argument !== undefined) argument.type = type;
    }
  }
}

/** Puts a region in its place; those before it that were not read are empty. */
export function setRegion({ operation }: Reading, index: number, region: Region): void {
  const regions = [...operation.regions];
  while (regions.length < index) regions.push({ blocks: [] });
  regions[index] = region;
  operation.regions = regions;
}
