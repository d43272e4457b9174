/**
 * Fields of structs, unions and classes, and where they are in memory; and where bytes go when a field grows.
 *
 *     struct S { char tag; float a[32][32], b; };      tag at 0, a at 4, b at 4100;  a[32][33]: b moves to 4228
 */
import { arrayOf, type CType, pointerType, roundUp, structOf } from '@ldscope/core';
import type { Block } from './blocks.ts';
import type { Declared } from './declarations.ts';
import type { Program } from './program.ts';
import { wordAt } from './range.ts';
import { type RecordType, type Shape, shapeOf } from './types.ts';

export interface Field {
  /** Empty for an anonymous struct or union. */
  readonly name: string;
  readonly declared?: Declared | undefined;
  /** Of the field, or of the anonymous class; absent where its type is not known. */
  readonly shape?: Shape | undefined;
}

/** The fields of a class in their order; nothing static. */
export function fieldsOf(program: Program, { body, context }: RecordType): Field[] {
  const fields: { readonly at: number; readonly field: Field }[] = [];
  const taken = new Set<number>();
  for (const list of program.namesIn(body).values())
    for (const one of list) {
      if (one.kind !== 'variable' || one.words.has('static') || one.words.has('constexpr'))
        continue;
      if (one.record !== undefined) taken.add(one.record);
      fields.push({
        at: one.at,
        field: { name: one.name, declared: one, shape: shapeOf(program, one, context) },
      });
    }
  const file = program.files.find(({ unit }) => unit === body.unit);
  for (const block of file?.blocks ?? []) {
    const isAnonymous = block.around === body && block.kind === 'class' && block.name === '';
    if (!isAnonymous || taken.has(block.open)) continue;
    const shape: Shape = { dimensions: [], element: '', record: { body: block, context } };
    fields.push({ at: block.open, field: { name: '', shape } });
  }
  return fields.toSorted((a, b) => a.at - b.at).map(({ field }) => field);
}

const MOST_DEPTH = 12;

/** The type of a field in memory; `undefined` where something of it is not known. */
function fieldType(program: Program, { declared, shape }: Field, depth = 0): CType | undefined {
  if (
    declared !== undefined &&
    (declared.isReference || (declared.pointers > 0 && declared.bounds.length === 0))
  )
    return pointerType;
  return shape && shapeType(program, shape, depth);
}

function shapeType(
  program: Program,
  { dimensions, element, type, record }: Shape,
  depth: number,
): CType | undefined {
  const of = element.endsWith('*')
    ? pointerType
    : (type ?? (record && recordType(program, record, depth + 1)));
  return dimensions.reduceRight<CType | undefined>(
    (inner, { value }) =>
      inner === undefined || value === undefined ? undefined : arrayOf(inner, value),
    of,
  );
}

/** The layout of a class; `undefined` where a field, a base or an attribute is not known. */
export function recordType(
  program: Program,
  record: RecordType,
  depth = 0,
): (CType & { kind: 'struct' }) | undefined {
  if (depth > MOST_DEPTH) return undefined;
  const types = fieldsOf(program, record).map((field) => ({
    field,
    type: fieldType(program, field, depth),
  }));
  return laidOut(record.body, types);
}

interface Typed {
  readonly field: Field;
  readonly type: CType | undefined;
}

function laidOut(body: Block, types: readonly Typed[]): (CType & { kind: 'struct' }) | undefined {
  const head = body.unit.tokens.slice(body.head, body.open).map(({ text }) => text);
  if (head.includes(':') || types.length === 0) return undefined;
  const raised = head.some((word) => /^(?:alignas|__align__|__attribute__)$/.test(word))
    ? alignmentIn(head.join(''))
    : 1;
  if (raised === undefined) return undefined;
  const members: { name: string; type: CType; alignment: number }[] = [];
  for (const { field, type } of types) {
    const alignment = alignmentIn(field.declared?.kept.join('') ?? '');
    const isBits = field.declared !== undefined && isBitField(field.declared);
    if (type === undefined || alignment === undefined || isBits) return undefined;
    members.push({ name: field.name, type, alignment });
  }
  const struct = structOf(body.name, members, { isPacked: false, alignment: raised });
  if (!body.isUnion) return struct;
  const bytes = Math.max(...members.map(({ type }) => type.bytes));
  const fields = struct.fields.map((field) => ({ ...field, offset: 0 }));
  return { ...struct, fields, bytes: roundUp(bytes, struct.alignment) };
}

const isBitField = ({ type, at }: Declared): boolean => wordAt(type.unit, at + 1) === ':';

/** The alignment that attributes ask for: 1 for none, `undefined` for what is not a number or not an alignment. */
function alignmentIn(text: string): number | undefined {
  const words = text
    .replaceAll(/\s/g, '')
    .match(/(?:alignas|__align__|aligned)\((\d+)\)|packed|\(\(.*?\)\)/g);
  if (words === null) return /alignas|aligned|__align__|__attribute__/.test(text) ? undefined : 1;
  const numbers = words.map((word) => Number(/\((\d+)\)/.exec(word)?.[1] ?? NaN));
  return numbers.some(Number.isNaN) ? undefined : Math.max(1, ...numbers);
}

/** Where each byte of something goes, and its bytes afterwards. */
export interface Moved {
  readonly moves: (offset: number) => number;
  readonly bytes: number;
}

/**
 * What becomes of a class when the field at the end of a path moves; `undefined` for unknown layouts. All bytes of a union are taken for
 * those of the field: only its text says through which member an access goes.
 */
export function movedRecord(
  program: Program,
  record: RecordType,
  [first, ...path]: readonly Field[],
  moved: Moved,
): Moved | undefined {
  const types = fieldsOf(program, record).map((field) => ({
    field,
    type: fieldType(program, field),
  }));
  const index = types.findIndex(({ field }) => isSame(field, first));
  const before = laidOut(record.body, types);
  const old = types[index];
  const inner =
    path.length === 0
      ? moved
      : old?.field.shape?.record && movedRecord(program, old.field.shape.record, path, moved);
  if (before === undefined || old?.type === undefined || inner === undefined) return undefined;
  const type: CType = { ...old.type, bytes: inner.bytes };
  const after = laidOut(record.body, types.toSpliced(index, 1, { ...old, type }));
  if (after === undefined) return undefined;
  return {
    bytes: after.bytes,
    moves: (offset) => {
      const at = record.body.isUnion
        ? index
        : before.fields.findLastIndex((field) => field.offset <= offset);
      const from = before.fields[at]?.offset ?? 0;
      const to = after.fields[at]?.offset ?? 0;
      return to + (at === index ? inner.moves(offset - from) : offset - from);
    },
  };
}

const isSame = (a: Field, b: Field | undefined): boolean =>
  a.declared === b?.declared &&
  a.shape?.record?.body === b?.shape?.record?.body &&
  a.name === b?.name;
