/**
 * A field of padding in a class that an array in shared memory has elements of:
 *
 *     struct Row { float key[8]; };      struct Row { float key[8]; float pad; };
 *     union Row { float key[8]; };       union Row { float key[8]; float pad[9]; };
 */
import type { Analysis } from './analysis.ts';
import { isKernel } from './calls.ts';
import { Changes, type Edit } from './edit.ts';
import { elementBytesOf } from './element-types.ts';
import type { Facts } from './facts.ts';
import { movedArray } from './geometry.ts';
import { fieldsOf, recordType } from './records.ts';
import { nextAt, plainText, wordAt } from './range.ts';
import type { SharedArray } from './roots.ts';
import type { RecordType } from './types.ts';

/** Bytes that a field of padding has at least: those that the class is aligned to. */
export function fieldUnit({ program }: Analysis, { shape }: SharedArray): number | undefined {
  return shape.record && recordType(program, shape.record)?.alignment;
}

/** Why no field can be put into the elements of an array. */
export function fieldObstacle(
  { program }: Analysis,
  { shape, name }: SharedArray,
): string | undefined {
  const { record } = shape;
  if (record === undefined) return `elements of ${name} have no fields`;
  const class_ = record.body.name;
  const given = program.declared.find(({ kind, type, block }) => {
    const called = kind === 'parameter' ? program.functionOfBody(block) : undefined;
    return called !== undefined && isKernel(called) && plainText(type).split(' ').includes(class_);
  });
  return given && `${class_} is also the type of ${given.name}, which the host gives`;
}

/** The edit that adds a number of bytes to each element. */
export function fieldEdit(
  analysis: Analysis,
  array: SharedArray,
  record: RecordType,
  bytes: number,
  facts: Facts,
): Edit | { readonly reason: string } {
  const { program } = analysis;
  const { body } = record;
  const { unit, name } = body;
  const fields = fieldsOf(program, record);
  const names = new Set(fields.map((field) => field.name));
  const pad = ['pad', 'padding', 'ldsPad'].find((one) => !names.has(one));
  const last = fields.at(-1);
  let semicolon = last?.declared?.at ?? body.close;
  while (semicolon < body.close && wordAt(unit, semicolon) !== ';')
    semicolon = nextAt(unit, semicolon, body.close);
  const elementBytes = facts.elementBytes;
  if (pad === undefined || last === undefined || wordAt(unit, semicolon) !== ';')
    return { reason: `the last field of ${name} is not found` };
  const element = last.shape?.record === undefined ? (last.shape?.element ?? '') : '';
  const own = elementBytesOf(element);
  // A union grows by a member that is longer than the others.
  const padBytes = body.isUnion ? (elementBytes ?? NaN) + bytes : bytes;
  if (Number.isNaN(padBytes)) return { reason: `the size of ${name} is not known` };
  const [type, count] =
    own !== undefined && padBytes % own === 0 ? [element, padBytes / own] : ['char', padBytes];
  const field = `${type} ${pad}${count === 1 ? '' : `[${count}]`};`;
  const class_ = body.isUnion ? 'union' : 'struct';
  const changes = new Changes();
  const end = unit.tokens[semicolon]?.end ?? 0;
  const next = unit.tokens[semicolon + 1]?.start ?? end;
  const gap = unit.text.slice(end, next);
  const line = gap.indexOf('\n');
  const indent =
    /^[ \t]*/.exec(
      unit.text.slice(
        unit.text.lastIndexOf(
          '\n',
          unit.tokens[last.declared?.type.from ?? semicolon]?.start ?? end,
        ) + 1,
      ),
    )?.[0] ?? '';
  if (line < 0) changes.insert(unit, end, ` ${field}`);
  else changes.insert(unit, end + line + 1, `${indent}${field}\n`);
  const { ownLengths } = facts;
  const moved =
    elementBytes === undefined
      ? undefined
      : movedArray(ownLengths, ownLengths, [elementBytes, elementBytes + bytes]);
  const says = `${field.slice(0, -1)} in ${name === '' ? `the ${class_}` : `${class_} ${name}`}`;
  const more = bytes / (elementBytes ?? NaN);
  return facts.edit('field', changes, says, { more, pitch: 1, moved, arrays: [array] });
}
