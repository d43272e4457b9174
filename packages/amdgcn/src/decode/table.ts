/**
 * Reads a table of instructions, as `npm run isa` writes it.
 *
 *     chips gfx1100 gfx1151
 *     singles 106 vcc_lo 107 vcc_hi             values of operands with names, for all chips, or behind `@` for some
 *     = d:V 0:VSCL~ 1:VSCL~/clamp omod/60.0/    shapes, numbered from 0: operands, modifiers, bits that are 0, bits that are 1
 *     v_xnor_b32 u.7ad.t.b.e 1@7y.-i.p          opcode, formats, and the shape in each of them, in base 36
 *
 * `-` before a format: the mnemonic is without the suffix of the format. `N@` before an opcode: only some of the chips have it, a bit
 * each.
 */
import { formatsOf, type Format } from './formats.ts';
import type { Isa } from './isa.ts';
import { readShape, type Shape } from './row.ts';

/** An instruction in an encoding. */
interface Row {
  readonly mnemonic: string;
  readonly shape: Shape;
}

export interface Table {
  readonly isa: Isa;
  readonly formats: readonly Format[];
  /** By format and opcode. */
  readonly rows: readonly (readonly Row[] | undefined)[][];
}

/** Whether ranges of vector registers begin at even numbers: in CDNA, and on gfx1250. */
export const isAligned = (generation: number): boolean => generation < 10 || generation > 12;

/** What the table says of a chip that it is of. */
export function readTable(text: string, chip: string, generation: number): Table {
  const names: Record<string, Map<number, string>> = {};
  const shapes: string[] = [];
  const read = new Map<number, Shape>();
  let ownBit = 0;
  const isOwn = (mask: string): boolean =>
    mask === '' || ((Number.parseInt(mask, 36) >> ownBit) & 1) === 1;
  let isa: Isa | undefined;
  let formats: readonly Format[] = [];
  const rows: (Row[] | undefined)[][] = [];
  const shapeOf = (number: number): Shape => {
    let shape = read.get(number);
    if (shape === undefined) read.set(number, (shape = readShape(shapes[number] ?? '')));
    return shape;
  };
  const addRow = (name: string, encoding: string): void => {
    const [mask = '', key = ''] = encoding.includes('@') ? encoding.split('@') : ['', encoding];
    if (!isOwn(mask)) return;
    const [opcode = '', letters = '', ...numbers] = key.split('.');
    for (const [i, letter] of [...letters.matchAll(/-?./g)].entries()) {
      const [format = ''] = letter;
      const index = Number.parseInt(format.at(-1) ?? '', 36);
      const suffix = format.startsWith('-') ? '' : (formats[index]?.suffix ?? '');
      const shape = shapeOf(Number.parseInt(numbers[i] ?? '', 36));
      const list = (rows[index] ??= []);
      (list[Number.parseInt(opcode, 36)] ??= []).push({ mnemonic: name + suffix, shape });
    }
  };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [first = '', ...rest] = line.split(' ');
    if (first === '=') shapes.push(line.slice(2));
    else if (first === 'chips') ownBit = rest.indexOf(chip);
    else if (first === 'names') addNames(names, rest, isOwn);
    else {
      if (isa === undefined) {
        const { singles = new Map(), pairs = new Map(), ...others } = names;
        isa = { chip, generation, aligned: isAligned(generation), singles, pairs, names: others };
        formats = formatsOf(isa);
      }
      for (const encoding of rest) addRow(first, encoding);
    }
  }
  if (isa === undefined) throw new Error(`the table has no ${chip}`);
  return { isa, formats, rows };
}

/** `names hwreg 1 HW_REG_MODE 2@20 HW_REG_XCC_ID`: a number, for some chips a mask before it, and a name. */
function addNames(
  names: Record<string, Map<number, string>>,
  [list = '', ...words]: readonly string[],
  isOwn: (mask: string) => boolean,
): void {
  const map: Map<number, string> = (names[list] ??= new Map<number, string>());
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [mask = '', number = ''] = (words[i] ?? '').includes('@')
      ? (words[i] ?? '').split('@')
      : ['', words[i]];
    if (isOwn(mask)) map.set(Number(number), words[i + 1] ?? '');
  }
}
