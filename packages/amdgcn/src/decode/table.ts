/**
 * Reads the tables of instructions: a row per instruction, in text.
 *
 *     208 v_lshl_add_u64    v64 b64 b32 b64 : clamp @942,950
 *
 * The opcode in hexadecimal, the mnemonic, the operands, behind a colon flags, behind `@` the chips that have it
 * (all without). `*` in the mnemonic stands for the conditions of a comparison, which follow one another.
 */

/** Chips that are decoded, by the last part of their names. */
export type Chip = '90a' | '942' | '950';

export interface Row {
  readonly opcode: number;
  readonly mnemonic: string;
  readonly operands: readonly string[];
  readonly flags: ReadonlySet<string>;
}

const floatConditions = 'f lt eq le gt lg ge o u nge nlg ngt nle neq nlt tru'.split(' ');
const integerConditions = 'f lt eq le gt ne ge t'.split(' ');

/** The rows that a chip has. */
export function rowsOf(table: string, chip: Chip): Row[] {
  const rows: Row[] = [];
  for (const line of table.split('\n')) {
    const [row = '', chips] = line.split('@');
    if (chips !== undefined && !chips.split(',').includes(chip)) continue;
    const [head = '', flags = ''] = row.split(':');
    const [opcode = '', mnemonic = '', ...operands] = head.trim().split(/ +/);
    if (mnemonic === '') continue;
    const conditions = !mnemonic.includes('*')
      ? ['']
      : /_f\d+$/.test(mnemonic)
        ? floatConditions
        : integerConditions;
    for (const [index, condition] of conditions.entries()) {
      rows.push({
        opcode: Number.parseInt(opcode, 16) + index,
        mnemonic: mnemonic.replace('*', condition),
        operands,
        flags: new Set(flags.trim().split(/ +/)),
      });
    }
  }
  return rows;
}
