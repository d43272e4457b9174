/** What a form of an instruction is, and its registers and tables of inputs by PTX type. */

export const THREADS = 96;

export const types = [
  'b16',
  'b32',
  'b64',
  'f16',
  'bf16',
  'f16x2',
  'bf16x2',
  'f32',
  'f64',
  'shift',
  'small',
  'halves',
  'bfloats',
  'whole',
  'minifloats',
  'metadata',
  'metadata1of2',
  'selector',
  'few',
] as const;
export type Table = (typeof types)[number];

export interface Form {
  /** The instruction without operands, which names the form. */
  readonly name: string;
  /** Statements over %a0, %a1, ... into %d. */
  readonly text: string;
  readonly out: OperandType;
  readonly ins: readonly OperandType[];
  /** Tables of the inputs where they are not those of the types. */
  readonly tables?: readonly (Table | undefined)[];
  /** Hardware approximates: largest relative error, and absolute one near zero. */
  readonly tolerance?: number;
  /** The same of halves: results differ by at most a given number of in their last place. */
  readonly halfTolerance?: number;
}

export type OperandType = 'b16' | 'b32' | 'b64' | 'f32' | 'f64' | 'pred';

/** The register that holds a PTX type. */
export function registerOf(type: string): OperandType {
  if (type === 'f32' || type === 'f64' || type === 'pred') return type;
  if (type.endsWith('64')) return 'b64';
  return /^(?:[bsu]8|[bsu]16|b?f16|e\dm\dx2)$/.test(type) ? 'b16' : 'b32';
}

export function tableOf(type: string): Table | undefined {
  return types.find((name) => name === type);
}

/** One instruction: `d, a, b` by the types of its operands. */
export function form(
  name: string,
  out: string,
  ins: readonly string[],
  more: Partial<Form> = {},
): Form {
  const operands = ['%d', ...ins.map((_, i) => `%a${i}`)].join(', ');
  return {
    name,
    text: `${name} ${operands};`,
    out: registerOf(out),
    ins: ins.map(registerOf),
    tables: ins.map(tableOf),
    ...more,
  };
}

export const repeat = (type: string, n: number): string[] => Array.from({ length: n }, () => type);
