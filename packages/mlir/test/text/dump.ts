/**
 * A module as text that says what it means and not how it was written: values are numbered in order of
 * definition, attributes sorted, aliases followed, labels and the custom or generic form left out. Two
 * modules are equal when their dumps are.
 */
import { printAttribute, printType, resolveAttribute, resolveType } from '../../src/index.ts';
import type { Attribute, Block, Module, Operation, Region, Type, Value } from '../../src/index.ts';

class Dump {
  readonly lines: string[] = [];
  readonly #numbers = new Map<Value, number>();
  #labels = new Map<string, number>();

  value(value: Value): string {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(value, number);
    }
    return `%${number}: ${typeText(value.type)}`;
  }

  operation(operation: Operation, indent: string): void {
    const { operands, results, successors, regions } = operation;
    // Results are numbered before the region, as operands of the inner operations come later.
    const left = results.map((value) => this.value(value)).join(', ');
    const right = operands.map((value) => this.value(value)).join(', ');
    const attributes = [...operation.attributes]
      .map(([name, attribute]) => `${name}=${attributeText(attribute)}`)
      .sort()
      .join(' ');
    const targets = successors
      .map(({ block, operands: list }) => {
        return `^${this.#labels.get(block)}(${list.map((value) => this.value(value)).join(', ')})`;
      })
      .join(' ');
    const text = operation.syntax === 'opaque' ? ` text=${operation.text}` : '';
    this.lines.push(
      `${indent}[${left}] = ${operation.name}(${right}) {${attributes}} ${targets}${text}`,
    );
    for (const region of regions) this.region(region, `${indent}  `);
  }

  region({ blocks }: Region, indent: string): void {
    const outer = this.#labels;
    this.#labels = new Map(blocks.map(({ label }, i) => [label ?? '', i]));
    const empty = blocks.every(
      (block) => block.operations.length === 0 && block.arguments.length === 0,
    );
    this.lines.push(`${indent}region${empty ? ' empty' : ''}`);
    if (!empty) for (const [i, block] of blocks.entries()) this.block(block, i, indent);
    this.#labels = outer;
  }

  block(block: Block, index: number, indent: string): void {
    const list = block.arguments.map((value) => this.value(value)).join(', ');
    this.lines.push(`${indent}^${index}(${list})`);
    for (const operation of block.operations) this.operation(operation, `${indent}  `);
  }
}

function typeText(type: Type): string {
  return printType(resolveType(type), true);
}

/** Numbers by value, so that `1.0` and `1.000000e+00` are equal. */
function attributeText(attribute: Attribute): string {
  const plain = resolveAttribute(attribute);
  switch (plain.kind) {
    case 'float':
      return `${plain.value} : ${typeText(plain.type)}`;
    case 'dense':
      if (plain.values === undefined) break;
      return `dense ${new Set(plain.values).size === 1 ? String(plain.values[0]) : plain.values.join()} : ${typeText(plain.type)}`;
    case 'array':
      return `[${plain.elements.map(attributeText).join(', ')}]`;
    case 'dictionary':
      return `{${[...plain.entries]
        .map(([name, a]) => `${name}=${attributeText(a)}`)
        .sort()
        .join()}}`;
    default:
  }
  return printAttribute(plain, { expand: true });
}

export function dumpModule({ operations }: Module): string {
  const dump = new Dump();
  for (const operation of operations) dump.operation(operation, '');
  return dump.lines.join('\n');
}

/** The dump of what is inside the only top-level `builtin.module`, or of everything. */
export function dumpContent(module: Module): string {
  const [only] = module.operations;
  if (module.operations.length !== 1 || only?.name !== 'builtin.module') return dumpModule(module);
  const attributes = only.attributes.size > 0;
  if (attributes) return dumpModule(module);
  return dumpModule({ ...module, operations: only.regions[0]?.blocks[0]?.operations ?? [] });
}
