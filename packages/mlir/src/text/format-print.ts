/** Runs the elements of a format over an operation: the writing half of the format language. */
import { dynamicIndex, dynamicSize, resolveAttribute } from '../ir/types.ts';
import type { Attribute, Type } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import type { Element, Format } from './format.ts';
import { printAttribute, printFunctionType, printType } from './print-types.ts';
import type { Writer } from './writer.ts';

interface Run {
  readonly writer: Writer;
  readonly format: Format;
  readonly operation: Operation;
  readonly groups: readonly (readonly Value[])[];
}

const asyncToken = '!gpu.async.token';

/** False when the operation does not fit its syntax; what was written is then of no use. */
export function printFormat(writer: Writer, format: Format, operation: Operation): boolean {
  const groups = splitOperands(format, operation);
  if (groups === undefined) return false;
  return printElements({ writer, format, operation, groups }, format.elements);
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

function printElements(run: Run, elements: readonly Element[]): boolean {
  return elements.every((element) => printElement(run, element));
}

/** The attribute, unless it says what its absence says. */
function spoken({ format, operation }: Run, name: string): Attribute | undefined {
  const attribute = operation.attributes.get(name);
  if (attribute === undefined) return undefined;
  const usual = format.defaults.get(name);
  if (usual !== undefined && printAttribute(usual) === printAttribute(attribute)) return undefined;
  return attribute;
}

/** The results whose types are spelled: not the token of an asynchronous operation. */
function withoutToken({ format, operation: { results } }: Run): readonly Value[] {
  if (format.elements[0]?.kind !== 'tokens') return results;
  return results.filter(({ type }) => printType(type) !== asyncToken);
}

/** The text of a type, without its name when the format leaves that out. */
function printTypeOf(type: Type, head: string | undefined): string {
  const text = printType(type);
  return head !== undefined && text.startsWith(`${head}<`) ? text.slice(head.length) : text;
}

function printElement(run: Run, element: Element): boolean {
  const { writer, operation, groups, format } = run;
  const put = (text: string): true => {
    if (text !== '') writer.write(element.space ? ` ${text}` : text);
    return true;
  };
  switch (element.kind) {
    case 'literal':
      return put(element.text);
    case 'operands':
      return put(writer.values(groups[element.group] ?? []));
    case 'attribute': {
      const attribute = operation.attributes.get(element.name) ?? format.defaults.get(element.name);
      if (attribute === undefined) return false;
      const text = element.codec.print(attribute);
      return text !== undefined && put(text);
    }
    case 'operand-types': {
      const values = element.groups.flatMap((group) => groups[group] ?? []);
      const first = values[0];
      if (element.list) return put(writer.types(values));
      return first !== undefined && put(printTypeOf(first.type, element.head));
    }
    case 'result-types': {
      if (element.list) return put(writer.types(withoutToken(run)));
      const result = operation.results[element.index];
      return result !== undefined && put(printTypeOf(result.type, element.head));
    }
    case 'function': {
      const inputs = element.groups.flatMap((group) => groups[group] ?? []);
      const types = inputs.map(({ type }) => type);
      return put(
        printFunctionType(
          types,
          operation.results.map(({ type }) => type),
        ),
      );
    }
    case 'dictionary':
      writer.dictionary(
        operation.attributes,
        (name) =>
          format.spelled.has(name) ||
          (format.defaults.has(name) && spoken(run, name) === undefined),
        element.keyword ? ' attributes ' : ' ',
      );
      return true;
    case 'region': {
      const region = operation.regions[element.index];
      if (region === undefined) return false;
      writer.write(element.space ? ' ' : '');
      const { terminator } = element.options;
      writer.region(operation, region, terminator === undefined ? {} : { terminator });
      return true;
    }
    case 'indices': {
      const text = printIndices(run, element);
      return text !== undefined && put(text);
    }
    case 'tied': {
      const value = groups[element.group]?.[0];
      const result = operation.results[0];
      if (value === undefined || result === undefined) return false;
      const sizes = groups[element.sizes] ?? [];
      const list = sizes.length === 0 ? '' : `{${writer.values(sizes)}}`;
      return put(`${writer.value(value)} as ${printType(result.type)}${list}`);
    }
    case 'sizes': {
      const sizes = element.names.map((name) => operation.attributes.get(name));
      if (sizes.some((size) => size?.kind !== 'integer')) return false;
      return put(sizes.map((size) => (size?.kind === 'integer' ? `${size.value}` : '')).join('x'));
    }
    case 'tokens': {
      const waited = groups[element.group] ?? [];
      const last = operation.results.at(-1);
      const made = last !== undefined && printType(last.type) === asyncToken;
      const list = waited.length === 0 ? '' : `[${writer.values(waited)}]`;
      return put([made ? 'async' : '', list].filter((text) => text !== '').join(' '));
    }
    case 'choice': {
      const said = element.clauses.find(({ anchor }) => isPresent(run, anchor));
      return said === undefined || printElements(run, said.body);
    }
    case 'optional':
      return (
        !element.printed || !isPresent(run, element.anchor) || printElements(run, element.body)
      );
    case 'clauses':
      return element.clauses.every(
        ({ body, anchor }) => !isPresent(run, anchor) || printElements(run, body),
      );
  }
}

/** True when an optional group whose anchor this is has something to say. */
function isPresent(run: Run, anchor: Element): boolean {
  const { operation, groups } = run;
  switch (anchor.kind) {
    case 'operands':
    case 'indices':
      return (groups[anchor.group]?.length ?? 0) > 0;
    case 'operand-types':
      return anchor.groups.some((group) =>
        groups[group]?.some(({ type }) => !anchor.butIndex || type.kind !== 'index'),
      );
    case 'attribute':
      return spoken(run, anchor.name) !== undefined;
    case 'sizes':
      return anchor.names.every((name) => operation.attributes.has(name));
    case 'result-types':
    case 'function':
      return operation.results.length > 0;
    case 'region':
      return (operation.regions[anchor.index]?.blocks.length ?? 0) > 0;
    default:
      return true;
  }
}

function printIndices(
  { writer, operation, groups }: Run,
  { group, name, open, width }: Extract<Element, { kind: 'indices' }>,
): string | undefined {
  const placeholder = width === 32 ? dynamicIndex : dynamicSize;
  const attribute = operation.attributes.get(name);
  const list = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (list?.kind !== 'dense_array') return undefined;
  const dynamic = groups[group] ?? [];
  let next = 0;
  const texts: string[] = [];
  for (const value of list.values) {
    if (value !== placeholder) texts.push(String(value));
    else {
      const operand = dynamic[next++];
      if (operand === undefined) return undefined;
      texts.push(writer.value(operand));
    }
  }
  if (next !== dynamic.length) return undefined;
  return open + texts.join(', ') + (open === '[' ? ']' : ')');
}
