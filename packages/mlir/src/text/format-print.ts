/** Runs the elements of a format over an operation: the writing half of the format language. */
import type { Attribute } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { isIsolated } from '../rows/facts.ts';
import type { Element, Format, Printing } from './format.ts';
import { printAttribute } from './print-types.ts';
import type { Writer } from './writer.ts';

/** False when the operation does not fit its syntax; what was written is then of no use. */
export function printFormat(writer: Writer, format: Format, operation: Operation): boolean {
  const groups = splitOperands(format, operation);
  if (groups === undefined) return false;
  if (format.successors > 0 && operation.successors.length !== format.successors) return false;
  const printing = { writer, format, operation, groups };
  return fitsArguments(printing) && printElements(printing, format.elements);
}

/** The operands of each group; `undefined` when their number does not fit. */
function splitOperands(
  format: Format,
  { operands, attributes }: Operation,
): readonly (readonly Value[])[] | undefined {
  const sizes = attributes.get('operandSegmentSizes');
  const known =
    format.segments && sizes?.kind === 'dense_array' ? sizes.values.map(Number) : undefined;
  if (format.segments && known?.length !== format.order.length) return undefined;
  const groups: (readonly Value[])[] = format.groups.map(() => []);
  const rest = operands.length - format.groups.filter(({ arity }) => arity === 'one').length;
  let flexible = 0;
  let at = 0;
  for (const [i, index] of format.order.entries()) {
    const arity = format.groups[index]?.arity ?? 'one';
    if (arity !== 'one') flexible++;
    const size = known?.[i] ?? (arity === 'one' ? 1 : rest);
    if (size < 0 || (arity === 'one' && size !== 1) || (arity === 'optional' && size > 1)) {
      return undefined;
    }
    groups[index] = operands.slice(at, at + size);
    at += size;
  }
  if (known === undefined && flexible > 1) return undefined;
  return at === operands.length ? groups : undefined;
}

/** How many arguments of a region are in each of its lists; below zero when they do not fit. */
function countArguments(printing: Printing, entry: readonly number[], total: number): number[] {
  let open = -1;
  const counts = entry.map((index, i) => {
    const { count = 'one', inits } = printing.format.arguments[index] ?? {};
    if (inits !== undefined) return printing.groups[inits]?.length ?? 0;
    if (count === 'rest') open = i;
    return count === 'one' ? 1 : count === 'rest' ? 0 : count(printing);
  });
  const rest = total - counts.reduce((sum, count) => sum + count, 0);
  if (open >= 0) counts[open] = rest;
  else if (rest !== 0) counts[0] = -1;
  return counts;
}

function fitsArguments(printing: Printing): boolean {
  if (printing.format.arguments.length === 0) return true;
  return [...printing.format.entries].every(([region, entry]) => {
    const [block] = printing.operation.regions[region]?.blocks ?? [];
    if (block === undefined || entry.length === 0) return true;
    const counts = countArguments(printing, entry, block.arguments.length);
    return counts.every((count) => count >= 0);
  });
}

/** The arguments of a region that were declared together. */
export function argumentsOf(printing: Printing, index: number): readonly Value[] {
  const { format, operation } = printing;
  const region = format.arguments[index]?.region ?? 0;
  const all = operation.regions[region]?.blocks[0]?.arguments;
  if (all === undefined) return [];
  const entry = format.entries.get(region) ?? [];
  const place = entry.indexOf(index);
  const counts = countArguments(printing, entry, all.length);
  const at = counts.slice(0, place).reduce((sum, count) => sum + count, 0);
  return all.slice(at, at + (counts[place] ?? 0));
}

/** Names arguments of a region as they are named inside it: names of an isolated region begin again. */
export function inside<T>({ writer, operation }: Printing, region: number, print: () => T): T {
  const isolated = isIsolated(operation);
  return isolated ? writer.inside(operation.regions[region], print) : print();
}

export function printElements(printing: Printing, elements: readonly Element[]): boolean {
  for (const element of elements) {
    const text = element.print(printing);
    if (text === undefined) return false;
    if (text !== '') printing.writer.write(element.space ? ` ${text}` : text);
  }
  return true;
}

/** The attribute, unless it says what its absence says. */
export function spoken({ format, operation }: Printing, name: string): Attribute | undefined {
  const attribute = operation.attributes.get(name);
  if (attribute === undefined) return undefined;
  const usual = format.defaults.get(name);
  if (usual !== undefined && printAttribute(usual) === printAttribute(attribute)) return undefined;
  return attribute;
}
