/**
 * Prints a module as MLIR, in upstream's layout.
 *
 *     printModule(parseModule(text).module)
 *
 * An operation is printed in the form it was read in. Custom syntax that does not fit what a pass made
 * of an operation gives way to the generic form, so there is always a text that says everything.
 */
import { findSyntax } from '../dialects/index.ts';
import type { Module, Operation } from '../ir/ir.ts';
import { printAttribute, printFunctionType, printType, quote } from '../text/print-types.ts';
import { resultGroups } from '../text/value-names.ts';
import { Writer } from '../text/writer.ts';

export interface PrintOptions {
  /** Print every operation with structure in the generic form. */
  readonly generic?: boolean;
}

/** Writes a module as text that `parseModule` reads as the same module. */
export function printModule(module: Module, options: PrintOptions = {}): string {
  const writer = new Writer(printInto, options.generic ?? false);
  for (const [name, type] of module.typeAliases) {
    writer.write(`!${name} = ${printType(type)}\n`);
  }
  for (const [name, attribute] of module.attributeAliases) {
    writer.write(`#${name} = ${printAttribute(attribute)}\n`);
  }
  const block = { label: undefined, arguments: [], operations: module.operations };
  writer.nameAll([{ blocks: [block] }]);
  for (const operation of module.operations) {
    printInto(writer, operation);
    writer.write('\n');
  }
  if (module.resources !== undefined) writer.write(`\n${module.resources}\n`);
  return writer.toString();
}

/** One operation with its regions, without a line end. Values of the operations around it keep their names. */
export function printOperation(operation: Operation, options: PrintOptions = {}): string {
  const writer = new Writer(printInto, options.generic ?? false);
  const block = { label: undefined, arguments: [], operations: [operation] };
  writer.nameAll([{ blocks: [block] }]);
  printInto(writer, operation);
  return writer.toString();
}

function printInto(writer: Writer, operation: Operation, bare = false): void {
  const groups = resultGroups(operation).map((group) => {
    const name = group[0] === undefined ? '' : writer.name(group[0]);
    return group.length > 1 ? `%${name}:${group.length}` : `%${name}`;
  });
  if (groups.length > 0 && !bare) writer.write(`${groups.join(', ')} = `);
  if (operation.syntax === 'opaque') writer.write(operation.name + (operation.text ?? ''));
  else {
    const mark = writer.mark();
    const custom = (operation.syntax === 'custom' && !writer.generic) || isImplied(operation);
    if (!custom || !printCustom(writer, operation)) {
      writer.rewind(mark);
      printGeneric(writer, operation);
    }
  }
  if (operation.location !== undefined) writer.write(` loc(${operation.location})`);
}

/** True when only custom syntax can express the operation. */
function isImplied({ name, regions }: Operation): boolean {
  return regions.length === 0 && findSyntax(name)?.impliedRegion === true;
}

function printCustom(writer: Writer, operation: Operation): boolean {
  const syntax = findSyntax(operation.name);
  if (syntax === undefined) return false;
  const { name } = operation;
  const dialect = writer.defaultDialect;
  writer.write(
    dialect !== '' && name.startsWith(`${dialect}.`) ? name.slice(dialect.length + 1) : name,
  );
  return syntax.print(writer, operation);
}

function printGeneric(writer: Writer, operation: Operation): void {
  const { attributes, operands } = collectOperands(operation);
  const inherent = propertyNames(operation);
  writer.write(`${quote(operation.name)}(${writer.values(operands)})`);
  if (operation.successors.length > 0) {
    writer.write(`[${operation.successors.map(({ block }) => `^${block}`).join(', ')}]`);
  }
  if (inherent.size > 0) {
    const mark = writer.mark();
    writer.dictionary(attributes, (name) => !inherent.has(name), ' <');
    if (writer.mark() !== mark) writer.write('>');
  }
  if (operation.regions.length > 0) {
    writer.write(' (');
    for (const [i, region] of operation.regions.entries()) {
      if (i > 0) writer.write(', ');
      writer.region(operation, region, { labelEmpty: true });
    }
    writer.write(')');
  }
  writer.dictionary(attributes, (name) => inherent.has(name));
  const inputs = operands.map(({ type }) => type);
  const results = operation.results.map(({ type }) => type);
  writer.write(` : ${printFunctionType(inputs, results)}`);
}

/** The attributes that go into `<{...}>`: as they were read, or as the operation's syntax knows. */
function propertyNames(operation: Operation): ReadonlySet<string> {
  if (operation.properties !== undefined) return operation.properties;
  if (operation.syntax === 'generic') return new Set();
  return new Set(findSyntax(operation.name)?.properties);
}

/** The operands with those of the successors behind them, as generic syntax lists them. */
function collectOperands(operation: Operation): Pick<Operation, 'operands' | 'attributes'> {
  const { operands, successors, attributes } = operation;
  if (successors.length === 0) return operation;
  const branch = findSyntax(operation.name)?.successors;
  if (branch !== undefined) return branch.join(operation);
  return {
    operands: [...operands, ...successors.flatMap((successor) => successor.operands)],
    attributes,
  };
}
