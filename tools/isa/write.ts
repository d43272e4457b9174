/** Writes what was measured of a family of chips as a table, in the form that `decode/table.ts` reads. */
import { type Format, formatsOf } from '../../packages/amdgcn/src/decode/formats.ts';
import type { Isa } from '../../packages/amdgcn/src/decode/isa.ts';
import { SCALARS } from '../../packages/amdgcn/src/decode/operands.ts';
import type { Shape } from '../../packages/amdgcn/src/decode/row.ts';
import type { Measured } from './measure.ts';

export interface MeasuredChip {
  readonly isa: Isa;
  readonly rows: readonly Measured[];
}

export function shapeText({ operands, modifiers, zeros, ones }: Shape): string {
  const bits = (words: readonly number[]): string =>
    words
      .map((word) => (word >>> 0).toString(16))
      .join('.')
      .replace(/(?:\.0)*$/, '')
      .replace(/^0$/, '');
  return [operands.join(' ').replaceAll(SCALARS, 'R'), modifiers.join(' '), bits(zeros), bits(ones)]
    .join('/')
    .replace(/\/*$/, '');
}

/** Which chips of the family, a bit each: nothing for all of them. */
const maskText = (mask: number, chips: number): string =>
  mask === 2 ** chips - 1 ? '' : `${mask.toString(36)}@`;

/** The text of a table. */
function tableText(chips: readonly MeasuredChip[]): string {
  const lines = [`chips ${chips.map(({ isa }) => isa.chip).join(' ')}`];
  const lists = new Set([
    'singles',
    'pairs',
    ...chips.flatMap(({ isa }) => Object.keys(isa.names)),
  ]);
  for (const list of lists) {
    const masks = new Map<string, number>();
    for (const [bit, { isa }] of chips.entries()) {
      const names =
        list === 'singles' ? isa.singles : list === 'pairs' ? isa.pairs : isa.names[list];
      for (const [number, name] of names ?? []) {
        const key = `${number} ${name}`;
        masks.set(key, (masks.get(key) ?? 0) | (1 << bit));
      }
    }
    const words = [...masks].map(([key, mask]) => maskText(mask, chips.length) + key);
    if (words.length > 0) lines.push(`names ${list} ${words.join(' ')}`);
  }
  const shapes = new Map<string, number>();
  const masks = new Map<string, Map<string, number>>();
  // The shapes that are used most have the shortest numbers.
  const uses = new Map<string, number>();
  for (const { rows } of chips)
    for (const { shape } of rows) uses.set(shapeText(shape), (uses.get(shapeText(shape)) ?? 0) + 1);
  for (const [shape] of [...uses].sort(([, one], [, other]) => other - one))
    shapes.set(shape, shapes.size);
  for (const [bit, { isa, rows }] of chips.entries()) {
    const formats: readonly Format[] = formatsOf(isa);
    for (const { mnemonic, formatIndex, opcode, shape } of rows) {
      const suffix = formats[formatIndex]?.suffix ?? '';
      const named = suffix === '' || mnemonic.endsWith(suffix);
      const name = named ? mnemonic.slice(0, mnemonic.length - suffix.length) : mnemonic;
      const format = (named ? '' : '-') + formatIndex.toString(36);
      const encoding = `${opcode.toString(36)} ${format} ${(shapes.get(shapeText(shape)) ?? 0).toString(36)}`;
      const own = masks.get(name) ?? new Map<string, number>();
      masks.set(name, own.set(encoding, (own.get(encoding) ?? 0) | (1 << bit)));
    }
  }
  for (const shape of shapes.keys()) lines.push(`= ${shape}`);
  for (const name of [...masks.keys()].sort()) {
    // Encodings with the same opcode are written together.
    const groups = new Map<string, { formats: string; shapes: string }>();
    for (const [encoding, mask] of masks.get(name) ?? []) {
      const [opcode = '', format = '', shape = ''] = encoding.split(' ');
      const key = `${maskText(mask, chips.length)}${opcode}`;
      const group = groups.get(key) ?? { formats: '', shapes: '' };
      groups.set(key, { formats: group.formats + format, shapes: `${group.shapes}.${shape}` });
    }
    const words = [...groups].map(
      ([key, { formats, shapes: numbers }]) => `${key}.${formats}${numbers}`,
    );
    lines.push(`${name} ${words.join(' ')}`);
  }
  return lines.join('\n');
}

/** A module that exports a table. */
export function moduleText(name: string, chips: readonly MeasuredChip[], llvm: string): string {
  const of = chips.map(({ isa }) => isa.chip).join(', ');
  return [
    '/**',
    ` * How instructions of ${of} are encoded: written by \`npm run isa\`, which measured it with the disassembler of`,
    ` * LLVM ${llvm}. \`table.ts\` says how it is read.`,
    ' */',
    `export const ${name} = \`${tableText(chips).replaceAll('\\', '\\\\')}\`;`,
    '',
  ].join('\n');
}
