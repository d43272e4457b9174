/**
 * From an instruction and its row to a plan: where each source comes from, and its modifiers.
 *
 * A plan has two parts: *shape*, which decides the text of the loop, and `parameters` (row offsets, scalar numbers,
 * constants), which the loop is bound to. Two instructions of one shape share one compiled function.
 */
import { messages } from '@ldscope/core';
import { constantBits, scalarNumber, scalarReader, type OperandType } from '../../state/scalars.ts';
import { AGPR_ROW, LANES, type Wave } from '../../state/wave.ts';
import type { Instruction, ModifierValue, Operand } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import { codeOf, type WaveSize } from '../../state/target.ts';
import { readDpp, type Dpp } from './dpp.ts';
import { isPacked, registersOf, uses, type Row, type Type } from './row.ts';

type Origin = 'row' | 'scalar' | 'constant' | 'reader' | 'dpp';

/** How one source is read. */
export interface Source {
  readonly letter: 'a' | 'b' | 'c' | 'm';
  readonly type: Type;
  readonly origin: Origin;
  readonly negate: boolean;
  readonly absolute: boolean;
  /** SDWA: part of the word. */
  readonly select?: string;
  readonly signExtend: boolean;
  /** op_sel, op_sel_hi, neg_lo and neg_hi of this source. */
  readonly sel: number;
  readonly selHigh: number;
  readonly negateLow: boolean;
  readonly negateHigh: boolean;
}

/** SDWA: the part that gets the result, and the rule for the rest of the register. */
interface SdwaTarget {
  readonly select: string;
  readonly unused: string;
}

/** Numbers and functions by name of the generated function's parameters. */
export type Parameters = Record<string, number | Dpp | ((wave: Wave) => number)>;

export interface Plan {
  readonly row: Row;
  readonly waveSize: WaveSize;
  readonly sources: readonly Source[];
  readonly sdwa: SdwaTarget | undefined;
  readonly opSel: readonly number[];
  /** The byte of the destination that `w8` writes. */
  readonly byte: number;
  /** A result of 16 bits goes to the upper half of the destination. */
  readonly upper: boolean;
  readonly bitop: number;
  readonly clamp: boolean;
  readonly factor: number;
  readonly parameters: Parameters;
}

const LETTERS = ['a', 'b', 'c'] as const;

/** Makes the plan of an instruction; `undefined` after a report. */
export function makePlan(
  row: Row,
  instruction: Instruction,
  context: CompileContext,
): Plan | undefined {
  const { mnemonic, operands, modifiers } = instruction;
  const malformed = (what: string): undefined => {
    context.report(messages.execute.malformed(mnemonic, what));
    return undefined;
  };
  const wanted = row.outputs.length + row.inputs.length;
  if (operands.length !== wanted)
    return malformed(`has ${operands.length} operands, but needs ${wanted}`);
  const parameters: Parameters = {};
  for (const [index, type] of row.outputs.entries()) {
    const operand = operands[index];
    const place = operand && (type === 'mask' ? scalarNumber(operand) : rowOf(operand, type));
    if (place === undefined) return malformed(`cannot write operand ${index + 1}`);
    parameters[type === 'mask' ? 'pe' : 'pd'] = type === 'mask' ? place : place * LANES;
  }
  const dpp = readDpp(modifiers, codeOf(context.target).family);
  const sources: Source[] = [];
  let letter = 0;
  for (const [index, type] of row.inputs.entries()) {
    const operand = operands[row.outputs.length + index];
    if (operand === undefined) return malformed('lacks an operand');
    const name = type === 'mask' ? 'm' : (LETTERS[letter++] ?? 'c');
    const moved = index === 0 ? dpp : undefined;
    const origin = placeSource(operand, type, name, moved, parameters, instruction, index);
    if (origin === undefined)
      return malformed(`cannot read operand ${row.outputs.length + index + 1}`);
    sources.push(describe(operand, type, name, origin, instruction, index));
  }
  const clamp = modifiers.has('clamp');
  const whole = row.outputs.some((type) => type === 'b64' || type === 'v4');
  if (clamp && (whole || row.clamp === 'refused')) {
    const what = whole ? 'clamp on several values at once' : 'clamp';
    context.report(messages.execute.unsupported(mnemonic, what));
    return undefined;
  }
  if (row.inputs.some((type, index) => type === 'f32' && bit(modifiers, 'neg_hi', index))) {
    context.report(messages.execute.unsupported(mnemonic, 'neg_hi of a source that is not packed'));
    return undefined;
  }
  const opSel = list(modifiers.get('op_sel'));
  const half = operands[0]?.kind === 'register' ? operands[0].half : undefined;
  return {
    row,
    waveSize: context.waveSize,
    sources,
    sdwa: sdwaTarget(instruction),
    opSel,
    byte: numeric(modifiers.get('byte_sel')) ?? (opSel[2] ?? 0) + 2 * (opSel[3] ?? 0),
    upper: half === undefined ? opSel[sources.length] === 1 : half === 'h',
    bitop: numeric(modifiers.get('bitop3')) ?? 0,
    clamp,
    factor: (numeric(modifiers.get('mul')) ?? 1) / (numeric(modifiers.get('div')) ?? 1),
    parameters,
  };
}

/** The row of a vector operand that is wide enough for a type. */
export function rowOf(operand: Operand, type: Type): number | undefined {
  if (operand.kind !== 'register' || operand.file === 's') return undefined;
  const wide = registersOf(type);
  if (operand.count < wide || operand.index + wide > AGPR_ROW) return undefined;
  return operand.index + (operand.file === 'a' ? AGPR_ROW : 0);
}

function placeSource(
  operand: Operand,
  type: Type,
  name: string,
  dpp: Dpp | undefined,
  parameters: Parameters,
  instruction: Instruction,
  index: number,
): Origin | undefined {
  const vector = operand.kind === 'register' && operand.file !== 's';
  if (vector && type !== 'mask') {
    const place = rowOf(operand, type);
    if (place === undefined) return undefined;
    parameters[`p${name}`] = place * LANES;
    if (dpp === undefined) return 'row';
    parameters['dpp'] = dpp;
    return 'dpp';
  }
  if (type.startsWith('v')) return undefined;
  const scalar = scalarNumber(operand);
  if (scalar !== undefined) {
    parameters[`p${name}`] = scalar;
    return 'scalar';
  }
  const as = operandType(type, list(instruction.modifiers.get('op_sel_hi'))[index] ?? 0);
  const bits = constantBits(operand, as);
  if (bits !== undefined) {
    const half = operand.kind === 'float' && (type === 'bf16' || type === 'bf2');
    parameters[`p${name}`] = half ? bits[0] >>> 16 : bits[0] | 0;
    parameters[`x${name}`] = bits[1] | 0;
    return 'constant';
  }
  const low = scalarReader(operand, as);
  const high = scalarReader(operand, as, 1);
  if (low === undefined || high === undefined) return undefined;
  parameters[`p${name}`] = low;
  parameters[`x${name}`] = high;
  return 'reader';
}

/** How `scalars.ts` names the type of a constant. */
function operandType(type: Type, half: number): OperandType {
  switch (type) {
    case 'f16':
    case 'pkf16':
    case 'h2':
      return 'f16';
    case 'mix':
      return half === 1 ? 'f16' : 'f32';
    case 'b16':
    case 'u16':
    case 'i16':
    case 'pku16':
    case 'pki16':
    case 'i2':
    case 'u2':
      return 'b16';
    case 'f32':
    case 'bf16':
    case 'bf2':
    case 'pkf32':
      return 'f32';
    case 'f64':
    case 'u64':
    case 'i64':
    case 'b64':
      return type;
    case 'mask':
      return 'b64';
    default:
      return 'b32';
  }
}

function describe(
  operand: Operand,
  type: Type,
  letter: Source['letter'],
  origin: Origin,
  { modifiers }: Instruction,
  index: number,
): Source {
  const at = (name: string, otherwise: number): number =>
    list(modifiers.get(name))[index] ?? otherwise;
  const select = modifiers.get(`src${index}_sel`);
  const half = operand.kind === 'register' ? operand.half : undefined;
  const byte = type === 's8' ? numeric(modifiers.get('byte_sel')) : undefined;
  // Mixed-precision sources are f32 unless op_sel_hi says otherwise; packed ones take both halves.
  const halves = type === 'mix' ? 0 : isPacked(type) ? 1 : 0;
  return {
    letter,
    type,
    origin,
    negate: (operand.negate === true) !== (type === 'f32' && at('neg_lo', 0) === 1),
    absolute: operand.absolute === true,
    ...(typeof select === 'string' && select !== 'DWORD' ? { select } : {}),
    signExtend: operand.signExtend === true,
    sel:
      byte !== undefined ? byte & 1 : half !== undefined ? Number(half === 'h') : at('op_sel', 0),
    // A byte is chosen by two bits, the second of which is where the next source's would.
    selHigh:
      byte !== undefined
        ? byte >> 1
        : type === 's8'
          ? (list(modifiers.get('op_sel'))[1] ?? 0)
          : at('op_sel_hi', halves),
    negateLow: at('neg_lo', 0) === 1,
    negateHigh: at('neg_hi', 0) === 1,
  };
}

function sdwaTarget({ modifiers }: Instruction): SdwaTarget | undefined {
  const select = modifiers.get('dst_sel');
  const unused = modifiers.get('dst_unused');
  if (typeof select !== 'string' || select === 'DWORD') return undefined;
  return { select, unused: typeof unused === 'string' ? unused : 'UNUSED_PRESERVE' };
}

const list = (value: ModifierValue | undefined): readonly number[] =>
  typeof value === 'object' ? value : [];

const bit = (modifiers: ReadonlyMap<string, ModifierValue>, name: string, index: number): boolean =>
  list(modifiers.get(name))[index] === 1;

const numeric = (value: ModifierValue | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** True when the instruction reads VCC without naming it. */
export function readsVcc(row: Row): boolean {
  return uses(row.text, 'vcc');
}

/** True when the destination is a source. */
export function readsDestination(row: Row): boolean {
  return uses(row.text, 'd');
}
