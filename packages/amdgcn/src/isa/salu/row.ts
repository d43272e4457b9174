/**
 * The form of a row in the tables of scalar instructions, and how a row becomes a step.
 *
 *     row('s_and_b32', 'w1 r1 r1', words((a, b) => a & b, 'nonzero'))
 *
 * Operands are resolved once: a source is a pair of functions (low and high word), a destination the number of
 * its register.
 */
import { messages } from '@ldscope/core';
import type { Instruction, Operand } from '../../text/program.ts';
import { type OperandType, scalarNumber, scalarReader } from '../../state/scalars.ts';
import { type Role, roles, type Shape } from '../../state/uses.ts';
import { EXEC, M0, SCC_NUMBER, type Step, type Wave } from '../../state/wave.ts';
import type { CompileContext, CompileInstruction } from '../../state/compile.ts';
import type { Target } from '../../state/target.ts';
import type { Control, Hidden, Meaning } from '../row.ts';

interface Source {
  readonly low: (wave: Wave) => number;
  readonly high: (wave: Wave) => number;
}

/** The operands of an instruction, ready to be used. */
export interface Scalars {
  /** Register number of the first written operand; -1 without one. */
  readonly d: number;
  readonly a: Source;
  readonly b: Source;
  readonly instruction: Instruction;
  readonly context: CompileContext;
}

export type Make = (scalars: Scalars) => Step | undefined;

/** The facts of a row beside its operands. */
export interface SaluFacts extends Meaning {
  readonly control: Control;
  readonly memory: 'none' | 'hint' | 'order';
  readonly hidden: Hidden;
}

export interface SaluRow {
  readonly mnemonic: string;
  readonly shape: Shape;
  readonly facts: SaluFacts;
  readonly make: Make;
  /** Where it exists; on CDNA when absent. */
  readonly targets?: readonly Target[] | undefined;
}

/** Whether a row touches scc, exec or others without naming them. */
export interface Implicit {
  readonly reads?: readonly number[];
  readonly writes?: readonly number[];
  /** Where it exists; on CDNA when absent. */
  readonly targets?: readonly Target[] | undefined;
}

/** The columns of a row that computes. */
export const computes = { control: 'none', memory: 'none', hidden: 'none' } as const;

export const SCC: readonly number[] = [SCC_NUMBER];

export function row(
  mnemonic: string,
  operands: string,
  make: Make,
  { targets, reads = [], writes = [], ...facts }: SaluFacts & Implicit,
): SaluRow {
  return { mnemonic, shape: { roles: roles(operands), reads, writes }, facts, make, targets };
}

const nothing: Make = () => () => {};

/** Rows of some names, whose effect is on time, caches, messages, the fetch of instructions or debuggers. */
export const idle = (names: string, facts: Partial<SaluFacts> & Implicit = {}): SaluRow[] =>
  names
    .split(' ')
    .map((name) => row(name, '', nothing, { ...computes, memory: 'hint', short: true, ...facts }));

const zero: Source = { low: () => 0, high: () => 0 };

export function compileSalu({ shape, make }: SaluRow): CompileInstruction {
  return (instruction, context) => {
    const { operands, mnemonic } = instruction;
    if (operands.length < shape.roles.length) {
      const wanted = `${shape.roles.length} operands are needed, found ${operands.length}`;
      context.report(messages.execute.malformed(mnemonic, wanted));
      return undefined;
    }
    let d = -1;
    const sources: Source[] = [];
    for (const [index, role] of shape.roles.entries()) {
      const operand = operands[index];
      if (operand === undefined || role === '-') continue;
      if (role[0] !== 'r') {
        const number = scalarNumber(operand);
        if (number === undefined) return malformed(context, mnemonic, index, 'a scalar register');
        d = number;
      }
      if (role[0] !== 'w') {
        const source = sourceOf(operand, role, mnemonic, context);
        if (source === undefined && operand.kind === 'symbol') {
          context.report(messages.emulate.otherFile(mnemonic, operand.name));
          return undefined;
        }
        if (source === undefined) return malformed(context, mnemonic, index, 'a scalar operand');
        sources.push(source);
      }
    }
    const [a = zero, b = zero] = sources;
    return make({ d, a, b, instruction, context });
  };
}

function malformed(
  context: CompileContext,
  mnemonic: string,
  index: number,
  wanted: string,
): undefined {
  context.report(messages.execute.malformed(mnemonic, `operand ${index + 1} must be ${wanted}`));
}

function sourceOf(
  operand: Operand,
  role: Role,
  mnemonic: string,
  context: CompileContext,
): Source | undefined {
  const wide: OperandType = mnemonic.endsWith('_i64') ? 'i64' : 'b64';
  const type = role.endsWith('2') ? wide : 'b32';
  if (operand.kind === 'symbol') {
    const value = symbolValue(operand, context);
    if (value === undefined) return undefined;
    const high = Math.floor(value / 2 ** 32) >>> 0;
    const low = value >>> 0;
    return { low: () => low, high: () => high };
  }
  const low = scalarReader(operand, type, 0);
  const high = scalarReader(operand, type, 1);
  return low === undefined || high === undefined ? undefined : { low, high };
}

/**
 * The value of a symbol. `rel32` and `rel64` count from the literal in the instruction (`literal-address.ts`): compilers
 * write `s_getpc`, `s_add_u32 .. @rel32@lo+4`, `s_addc_u32 .. @rel32@hi+12` next to each other. A label of code without a
 * relocation is such a distance too: `s_getpc`, `s_add_i32 s6, label, 4`.
 */
function symbolValue(
  operand: Extract<Operand, { kind: 'symbol' }>,
  context: CompileContext,
): number | undefined {
  const { name, addend, relocation = '' } = operand;
  const label = context.label(name);
  const address = label === undefined ? context.symbol(name) : context.addressOf(label);
  if (address === undefined) return undefined;
  const here = context.literalAddress();
  const relative =
    relocation.includes('rel32') ||
    relocation.includes('rel64') ||
    relocation.includes('gotpcrel') ||
    (relocation === '' && label !== undefined);
  const value = address + addend - (relative ? here : 0);
  return relocation.endsWith('hi') ? Math.floor(value / 2 ** 32) : value;
}

/** A result of one word. The function may set scc itself. */
export function words(result: (a: number, b: number, wave: Wave) => number, scc?: 'nonzero'): Make {
  return ({ d, a, b }) => {
    const [left, right] = [a.low, b.low];
    if (scc === undefined) {
      return (wave) => {
        wave.s[d] = result(left(wave), right(wave), wave);
      };
    }
    return (wave) => {
      const value = result(left(wave), right(wave), wave) >>> 0;
      wave.s[d] = value;
      wave.scc = value === 0 ? 0 : 1;
    };
  };
}

/** The truth table of a function that computes each bit from the bits at its place (`Logic`). */
export const tableOf = (result: (a: number, b: number) => number): number =>
  result(0b1100, 0b1010) & 15;

/** A result of two words, each from the words at its place. */
export function bitwise(result: (a: number, b: number) => number): Make {
  return ({ d, a, b }) =>
    (wave) => {
      const low = result(a.low(wave), b.low(wave)) >>> 0;
      const high = result(a.high(wave), b.high(wave)) >>> 0;
      wave.setPair(d, low, high);
      wave.scc = low === 0 && high === 0 ? 0 : 1;
    };
}

export type PairAction = (
  wave: Wave,
  d: number,
  al: number,
  ah: number,
  bl: number,
  bh: number,
) => void;

/** A row with a source of two words; `act` writes the wave. */
export function pairs(act: PairAction): Make {
  return ({ d, a, b }) =>
    (wave) =>
      act(wave, d, a.low(wave), a.high(wave), b.low(wave), b.high(wave));
}

/** Moves from or to the register that M0 names, counted from the source or the destination. */
export function moveBy(type: 'b32' | 'b64'): SaluRow[] {
  const wide = type === 'b64';
  const operands = wide ? 'w2 r2' : 'w1 r1';
  const named = (wave: Wave, first: number): number =>
    (first + (wave.s[M0] ?? 0)) & (wide ? 126 : 127);
  const put = (wave: Wave, d: number, low: number, high: number): void => {
    if (wide) wave.setPair(d, low, high);
    else wave.s[d] = low;
  };
  const from: Make = ({ d, instruction }) => {
    const source = instruction.operands[1];
    const first = source?.kind === 'register' ? source.index : EXEC;
    return (wave) => {
      const register = named(wave, first);
      put(wave, d, wave.s[register] ?? 0, wave.s[register + 1] ?? 0);
    };
  };
  const to: Make =
    ({ d, a }) =>
    (wave) =>
      put(wave, named(wave, d), a.low(wave), a.high(wave));
  const indexed = { ...computes, hidden: 'indices', reads: [M0] } as const;
  return [
    row(`s_movrels_${type}`, operands, from, indexed),
    row(`s_movreld_${type}`, operands, to, indexed),
  ];
}

export const flag = (wave: Wave, scc: boolean): void => {
  wave.scc = scc ? 1 : 0;
};
