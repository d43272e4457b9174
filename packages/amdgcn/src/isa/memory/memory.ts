/** Vector memory: rows to compilers by mnemonic, and what registers they touch. */
import { messages } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import { registerUse, type Role, vectorRow } from '../../state/uses.ts';
import { M0, type Step, type Wave } from '../../state/wave.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import {
  type CompileContext,
  type Family,
  familyOf,
  type RegisterUse,
  withAliases,
} from '../../state/compile.ts';
import { type Access, atomicStep, loadStep, storeStep } from './actions.ts';
import { type AddressOperands, addressing } from './address.ts';
import { asyncStep } from './async.ts';
import { ldsForms } from './cdna.ts';
import { ldsStep } from './lds.ts';
import { isCompareSwap, operations } from './operations.ts';
import { rdnaMemoryAliases } from './rdna.ts';
import type { Action, MemoryRow } from './row.ts';
import { memoryRows } from './rows.ts';
import { isWhole, loadForms, storeForms, wordsOf } from './values.ts';
import { transposeOf } from '../ds/transpose.ts';
import { isFull, transposings } from '../ds/transposing.ts';
import { codeOf } from '../../state/target.ts';

/** Where the operands of an instruction are; -1 where there is none. */
interface Layout {
  readonly target: number;
  readonly data: number;
  readonly vector: number;
  readonly scalar: number;
  readonly count: number;
}

/** `buffer_load_dword ... lds` is another instruction than `buffer_load_dword`. */
function actionOf(row: MemoryRow, { modifiers, mnemonic }: Instruction): Action {
  if (row.action.kind !== 'load' || !modifiers.has('lds')) return row.action;
  const name = mnemonic.replace('buffer_load_', '');
  const lds = ldsForms[name];
  if (lds === undefined) return row.action;
  const op = `buffer_load_${lds.op} lds`;
  return { kind: 'lds', op, form: row.action.form, laneBytes: lds.laneBytes };
}

function layoutOf({ space, byLane }: MemoryRow, action: Action, { operands }: Instruction): Layout {
  const buffer = space === 'buffer';
  // A flat access has a base on gfx1250 only, where it is optional.
  const based = space !== 'flat' || vectorRow(operands.at(-1)) === undefined;
  const scalars = buffer ? 2 : based ? 1 : 0;
  const at = (index: number): number => (based ? index : -1);
  if (byLane === true) {
    const [target, data] = action.kind === 'load' ? [0, -1] : [-1, 0];
    return { target, data, vector: -1, scalar: 1, count: 2 };
  }
  switch (action.kind) {
    case 'load':
      return { target: 0, data: -1, vector: 1, scalar: at(2), count: 2 + scalars };
    case 'store':
      return buffer
        ? { target: -1, data: 0, vector: 1, scalar: 2, count: 4 }
        : { target: -1, data: 1, vector: 0, scalar: at(2), count: 2 + scalars };
    case 'lds':
      return { target: -1, data: -1, vector: 0, scalar: 1, count: 1 + scalars };
    case 'async': {
      const data = action.direction === 'to-lds' ? 0 : 1;
      return { target: -1, data, vector: 1 - data, scalar: 2, count: 3 };
    }
    case 'atomic': {
      if (buffer) return { target: -1, data: 0, vector: 1, scalar: 2, count: 4 };
      const returns = operands.length > 2 + scalars ? 1 : 0;
      return {
        target: returns - 1,
        vector: returns,
        data: returns + 1,
        scalar: at(returns + 2),
        count: 2 + scalars + returns,
      };
    }
    case 'idle':
      return { target: -1, data: -1, vector: -1, scalar: -1, count: 0 };
  }
}

/** Bytes that a lane moves. */
function bytesOf(action: Action): number {
  switch (action.kind) {
    case 'load':
    case 'lds':
      return loadForms[action.form]?.bytes ?? 4;
    case 'store':
    case 'async':
      return storeForms[action.form]?.bytes ?? 4;
    case 'atomic':
      return 4 * action.words;
    case 'idle':
      return 0;
  }
}

/** The operands with the address of an instruction, for `addressing`. */
function addressOperandsOf(row: MemoryRow, action: Action, layout: Layout): AddressOperands {
  const { vector, scalar } = layout;
  return { space: row.space, vector, scalar, bytes: bytesOf(action) };
}

/** A buffer atomic returns into its data register when asked to: by `glc`, `sc0` or a temporal hint (`th:TH_ATOMIC_RETURN`). */
function returnsInPlace({ modifiers }: Instruction): boolean {
  const hint = modifiers.get('th');
  const asked = typeof hint === 'string' ? hint.includes('RETURN') : Number(hint ?? 0) % 2 === 1;
  return asked || modifiers.has('glc') || modifiers.has('sc0');
}

function compileMemory(
  row: MemoryRow,
  environment: Environment,
  instruction: Instruction,
  context: CompileContext,
): Step | undefined {
  const action = actionOf(row, instruction);
  if (action.kind === 'idle') return () => {};
  const layout = layoutOf(row, action, instruction);
  const { mnemonic, operands } = instruction;
  const malformed = (what: string): undefined => {
    context.report(messages.execute.malformed(mnemonic, what));
  };
  if (operands.length < layout.count) {
    return malformed(`${layout.count} operands are needed, found ${operands.length}`);
  }
  const target = layout.target < 0 ? -1 : vectorRow(operands[layout.target]);
  const data = layout.data < 0 ? -1 : vectorRow(operands[layout.data]);
  if (target === undefined || data === undefined) return malformed('data is in vector registers');
  const address = addressing(addressOperandsOf(row, action, layout), instruction, context);
  if (address === undefined) return undefined;
  const { number } = context;
  const { mnemonic: name, space } = row;
  const access: Access = { environment, number, name, mnemonic, space, address };
  switch (action.kind) {
    case 'load': {
      const form = loadForms[action.form];
      if (form === undefined) return undefined;
      const exchange = exchangeOfLoad(action.transposing, access, target, wordsOf(form.bytes));
      return loadStep(access, target, form, exchange);
    }
    case 'store': {
      const form = storeForms[action.form];
      return form === undefined ? undefined : storeStep(access, data, form);
    }
    case 'lds': {
      const form = loadForms[action.form];
      const code = codeOf(environment.target);
      const most = code.family === 'cdna' ? code.copyToLdsBytes.value : 0;
      if (form === undefined || form.bytes > most) {
        context.report(messages.emulate.unknownInstruction(action.op, environment.target));
        return undefined;
      }
      return ldsStep(
        access,
        action.op,
        form,
        action.laneBytes,
        numberModifier(instruction, 'offset'),
      );
    }
    case 'async': {
      const form = storeForms[action.form];
      if (form === undefined) return undefined;
      const offset = numberModifier(instruction, 'offset');
      return asyncStep(access, { direction: action.direction, form, ldsRow: data, offset });
    }
    case 'atomic': {
      const inPlace = row.space === 'buffer' && returnsInPlace(instruction);
      const operation = operations[action.operation];
      return atomicStep(access, inPlace ? data : target, data, operation, action.words);
    }
  }
}

/** The exchange between the lanes of a transposing load. */
function exchangeOfLoad(
  name: string | undefined,
  { environment, number, mnemonic }: Access,
  target: number,
  words: number,
): ((wave: Wave) => void) | undefined {
  const transposing = name === undefined ? undefined : transposings[name];
  if (transposing === undefined) return undefined;
  const transpose = transposeOf(transposing, words);
  const { findings } = environment;
  return (wave) => {
    if (!isFull(wave)) findings.problem(number, messages.execute.partialWave(mnemonic));
    transpose(wave, target);
  };
}

const byName = new Map(memoryRows.map((row) => [row.mnemonic, row]));

export function memoryFamily(environment: Environment): Family {
  const family = familyOf(memoryRows, environment.target, (row, instruction, context) =>
    compileMemory(row, environment, instruction, context),
  );
  return withAliases(family, environment.target, rdnaMemoryAliases);
}

/** Registers of a vector-memory instruction; `undefined` when it is none. */
export function memoryUse(instruction: Instruction): RegisterUse | undefined {
  const row = byName.get(instruction.mnemonic);
  if (row === undefined) return undefined;
  const action = actionOf(row, instruction);
  const layout = layoutOf(row, action, instruction);
  const inPlace = row.space === 'buffer' && returnsInPlace(instruction);
  const roles = instruction.operands.map((_, index): Role => {
    if (index === layout.target) return 'w1';
    if (index === layout.data) return action.kind === 'atomic' && inPlace ? 'b1' : 'r1';
    return index === layout.scalar && row.space !== 'scratch' ? 'r2' : 'r1';
  });
  return registerUse(instruction, { roles, ...(action.kind === 'lds' ? { reads: [M0] } : {}) });
}

/** The direct copy to or from LDS of an instruction; `undefined` for other instructions. */
export function ldsCopy(instruction: Instruction): { readonly bytes: number } | undefined {
  const row = byName.get(instruction.mnemonic);
  if (row === undefined) return undefined;
  const action = actionOf(row, instruction);
  if (action.kind === 'async') return { bytes: bytesOf(action) };
  return action.kind === 'lds' ? { bytes: 4 } : undefined;
}

/** Bytes that a flat instruction moves per lane, which may be in LDS; `undefined` for other instructions. */
export function flatBytes({ mnemonic }: Instruction): number | undefined {
  const row = byName.get(mnemonic);
  if (row?.space !== 'flat' || row.action.kind === 'idle') return undefined;
  return row.action.kind === 'atomic' ? 4 : bytesOf(row.action);
}

/** The roles of the operands of a vector-memory instruction. */
export interface MemoryParts {
  readonly kind: Action['kind'];
  readonly address: AddressOperands;
  readonly addressOperands: readonly number[];
  /** -1 where there is no result. */
  readonly target: number;
  /** -1 where there is none. Of a copy it has the addresses in LDS. */
  readonly dataOperand: number;
  /** Direct-to-LDS: bytes from lane to lane. */
  readonly laneBytes: number;
  /** Of a copy whose LDS addresses are in a register. */
  readonly direction: 'to-lds' | 'from-lds' | undefined;
  /** Lanes get data that other lanes have loaded. */
  readonly exchanges: boolean;
  /** It stores only where memory has an expected value. */
  readonly retries: boolean;
  /** Half of the result stays as it was. */
  readonly keeps: boolean;
}

export function memoryParts(instruction: Instruction): MemoryParts | undefined {
  const row = byName.get(instruction.mnemonic);
  if (row === undefined) return undefined;
  const action = actionOf(row, instruction);
  const layout = layoutOf(row, action, instruction);
  const form = action.kind === 'load' ? loadForms[action.form] : undefined;
  const behind = row.space === 'buffer' ? [layout.scalar + 1] : [];
  return {
    kind: action.kind,
    address: addressOperandsOf(row, action, layout),
    addressOperands: [layout.vector, layout.scalar, ...behind].filter((index) => index >= 0),
    target: layout.target,
    dataOperand: layout.data,
    laneBytes: action.kind === 'lds' ? action.laneBytes : 0,
    direction: action.kind === 'async' ? action.direction : undefined,
    exchanges: action.kind === 'load' && action.transposing !== undefined,
    keeps: form !== undefined && !isWhole(form),
    retries: action.kind === 'atomic' && isCompareSwap(operations[action.operation]),
  };
}
