/**
 * Types and attributes as text, spelled as upstream prints them.
 *
 *     memref<?x4xf16, strided<[4, 1], offset: ?>, #gpu.address_space<workgroup>>
 *     {a = 1 : i64, b = [1, 2], c}
 *
 * Aliases print as their name; `expand` prints what they stand for, which is how two types are
 * compared.
 */
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Attribute, Dimension, MemRefLayout, Type } from '../ir/types.ts';
import { floatLiteral } from './floats.ts';
import { printAffineMap, printAffineSet } from './print-affine.ts';

const size = (dimension: Dimension): string => (dimension === undefined ? '?' : `${dimension}`);

function shape(dimensions: readonly Dimension[] | undefined): string {
  if (dimensions === undefined) return '*x';
  return dimensions.map((dimension) => `${size(dimension)}x`).join('');
}

export function printType(type: Type, expand = false): string {
  switch (type.kind) {
    case 'integer': {
      const sign = { signless: '', signed: 's', unsigned: 'u' }[type.signedness];
      return `${sign}i${type.width}`;
    }
    case 'float':
      return type.name;
    case 'index':
      return 'index';
    case 'vector': {
      const scalable = type.scalable;
      const dimensions = type.shape.map((d, i) => (scalable?.[i] === true ? `[${d}]x` : `${d}x`));
      return `vector<${dimensions.join('')}${printType(type.element, expand)}>`;
    }
    case 'memref': {
      let text = `memref<${shape(type.shape)}${printType(type.element, expand)}`;
      const { layout } = type;
      if (layout !== undefined && !(expand && isIdentity(layout)))
        text += `, ${printLayout(layout, expand)}`;
      if (type.memorySpace !== undefined && !(expand && isDefaultSpace(type.memorySpace))) {
        text += `, ${printAttribute(type.memorySpace, { elide: true, expand })}`;
      }
      return `${text}>`;
    }
    case 'tensor': {
      let text = `tensor<${shape(type.shape)}${printType(type.element, expand)}`;
      if (type.encoding !== undefined) text += `, ${printAttribute(type.encoding, { expand })}`;
      return `${text}>`;
    }
    case 'function':
      return printFunctionType(type.inputs, type.results, expand);
    case 'tuple':
      return `tuple<${printTypes(type.elements, expand)}>`;
    case 'opaque':
      return type.text;
    case 'alias':
      return expand ? printType(type.type, true) : `!${type.name}`;
  }
}

/** A map that changes nothing is the same as none. */
function isIdentity(layout: MemRefLayout): boolean {
  if (layout.kind !== 'affine') return false;
  const { dimensions, symbols, results } = layout.map;
  if (symbols > 0 || results.length !== dimensions) return false;
  return results.every((result, i) => result.kind === 'dimension' && result.index === i);
}

/** The memory space 0 is the same as none. */
function isDefaultSpace(attribute: Attribute): boolean {
  const plain = resolveAttribute(attribute);
  return plain.kind === 'integer' && plain.value === 0n;
}

function printTypes(types: readonly Type[], expand = false): string {
  return types.map((type) => printType(type, expand)).join(', ');
}

export function printFunctionType(
  inputs: readonly Type[],
  results: readonly Type[],
  expand = false,
): string {
  const only = results.length === 1 ? results[0] : undefined;
  const single = only !== undefined && only.kind !== 'function';
  const list = printTypes(results, expand);
  return `(${printTypes(inputs, expand)}) -> ${single ? list : `(${list})`}`;
}

function printLayout(layout: MemRefLayout, expand: boolean): string {
  switch (layout.kind) {
    case 'strided':
      if (layout.alias !== undefined && !expand) return `#${layout.alias}`;
      return printStrided(layout.strides, layout.offset);
    case 'affine':
      if (layout.alias !== undefined && !expand) return `#${layout.alias}`;
      return printAffineMap(layout.map);
    case 'attribute':
      return printAttribute(layout.attribute, { expand });
  }
}

function printStrided(strides: readonly Dimension[], offset: Dimension): string {
  const list = `[${strides.map(size).join(', ')}]`;
  return offset === 0 ? `strided<${list}>` : `strided<${list}, offset: ${size(offset)}>`;
}

export interface AttributePrintOptions {
  /** Leave out the types that a number has without one (`i64`, `f64`), as inside an array. */
  readonly elide?: boolean;
  readonly expand?: boolean;
}

function typed(text: string, type: Type, options: AttributePrintOptions): string {
  if (options.elide === true) {
    if (type.kind === 'integer' && type.width === 64 && type.signedness === 'signless') return text;
    if (type.kind === 'float' && type.name === 'f64') return text;
  }
  return `${text} : ${printType(type, options.expand)}`;
}

export function printAttribute(attribute: Attribute, options: AttributePrintOptions = {}): string {
  const expand = options.expand ?? false;
  switch (attribute.kind) {
    case 'unit':
      return 'unit';
    case 'bool':
      return attribute.value ? 'true' : 'false';
    case 'integer':
      return typed(String(attribute.value), attribute.type, options);
    case 'float':
      return typed(attribute.text, attribute.type, options);
    case 'string': {
      const text = quote(attribute.value);
      return attribute.type === undefined ? text : `${text} : ${printType(attribute.type, expand)}`;
    }
    case 'symbol':
      return attribute.path.map(printSymbol).join('::');
    case 'array': {
      const elements = attribute.elements.map((e) => printAttribute(e, { elide: true, expand }));
      return `[${elements.join(', ')}]`;
    }
    case 'dictionary':
      return printDictionary(attribute.entries, expand);
    case 'type':
      return printType(attribute.type, expand);
    case 'affine_map':
      return printAffineMap(attribute.map);
    case 'affine_set':
      return printAffineSet(attribute.set);
    case 'strided':
      return printStrided(attribute.strides, attribute.offset);
    case 'dense_array': {
      const element = resolveType(attribute.element);
      const texts =
        element.kind === 'float'
          ? attribute.values.map((value) => floatLiteral(element.name, Number(value)))
          : attribute.values;
      const values = texts.length === 0 ? '' : `: ${texts.join(', ')}`;
      return `array<${printType(attribute.element, expand)}${values}>`;
    }
    case 'dense':
      return `dense<${attribute.text}> : ${printType(attribute.type, expand)}`;
    case 'opaque':
      return attribute.text;
    case 'alias':
      return expand ? printAttribute(attribute.attribute, options) : `#${attribute.name}`;
  }
}

export function printEntry(name: string, attribute: Attribute, expand = false): string {
  const key = /^[A-Za-z_][\w$.]*$/.test(name) ? name : quote(name);
  if (attribute.kind === 'unit') return key;
  return `${key} = ${printAttribute(attribute, { expand })}`;
}

export function printDictionary(
  entries: Iterable<readonly [string, Attribute]>,
  expand = false,
): string {
  const texts: string[] = [];
  for (const [name, attribute] of entries) texts.push(printEntry(name, attribute, expand));
  return `{${texts.join(', ')}}`;
}

/** `@name`, quoted where the name is not a word. */
export function printSymbol(name: string): string {
  return /^[A-Za-z_][\w$.]*$/.test(name) ? `@${name}` : `@${quote(name)}`;
}

/** A string literal: what is not plain ASCII becomes two hexadecimal digits, as upstream writes it. */
export function quote(text: string): string {
  const escaped = text.replaceAll(/["\\\p{Cc}\u0080-\u00ff]/gu, (character) => {
    if (character === '\\') return '\\\\';
    return `\\${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `"${escaped}"`;
}
