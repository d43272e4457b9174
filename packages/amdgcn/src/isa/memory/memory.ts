/** Vector memory: rows to compilers by mnemonic, and what registers they touch. */
import { messages } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import { registerUse, type Role, vectorRow } from '../../state/uses.ts';
import { M0, type Step } from '../../state/wave.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import {
  type CompileContext,
  type Family,
  familyOf,
  type RegisterUse,
} from '../../state/compile.ts';
import { type Access, atomicStep, loadStep, storeStep } from './actions.ts';
import { addressing } from './address.ts';
import { ldsStep } from './lds.ts';
import { operations } from './operations.ts';
import { type Action, ldsForms, type MemoryRow, memoryRows } from './row.ts';
import { loadForms, storeForms } from './values.ts';
import { cdnaCodeOf } from '../../state/target.ts';

/** Where the operands of an instruction are; -1 where there is none. */
interface Layout {
  readonly target: number;
  readonly data: number;
  readonly vector: number;
  readonly scalar: number;
  readonly count: number;
}

/** `buffer_load_dword ... lds` is another instruction than without the word. */
function actionOf(row: MemoryRow, { modifiers, mnemonic }: Instruction): Action {
  if (row.action.kind !== 'load' || !modifiers.has('lds')) return row.action;
  const name = mnemonic.replace('buffer_load_', '');
  const lds = ldsForms[name];
  if (lds === undefined) return row.action;
  const op = `buffer_load_${lds.op} lds`;
  return { kind: 'lds', op, form: row.action.form, laneBytes: lds.laneBytes };
}

function layoutOf({ space }: MemoryRow, action: Action, { operands }: Instruction): Layout {
  const buffer = space === 'buffer';
  const scalars = space === 'flat' ? 0 : buffer ? 2 : 1;
  switch (action.kind) {
    case 'load':
      return { target: 0, data: -1, vector: 1, scalar: 2, count: 2 + scalars };
    case 'store':
      return buffer
        ? { target: -1, data: 0, vector: 1, scalar: 2, count: 4 }
        : { target: -1, data: 1, vector: 0, scalar: 2, count: 2 + scalars };
    case 'lds':
      return { target: -1, data: -1, vector: 0, scalar: 1, count: 1 + scalars };
    case 'atomic': {
      if (buffer) return { target: -1, data: 0, vector: 1, scalar: 2, count: 4 };
      const returns = operands.length > 2 + scalars ? 1 : 0;
      return {
        target: returns - 1,
        vector: returns,
        data: returns + 1,
        scalar: returns + 2,
        count: 2 + scalars + returns,
      };
    }
    case 'idle':
      return { target: -1, data: -1, vector: -1, scalar: -1, count: 0 };
  }
}

/** A buffer atomic returns into its data register when asked to. */
function returnsInPlace({ modifiers }: Instruction): boolean {
  return modifiers.has('glc') || modifiers.has('sc0');
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
  const address = addressing(row.space, instruction, layout.vector, layout.scalar, context);
  if (address === undefined) return undefined;
  const { number } = context;
  const access: Access = { environment, number, mnemonic, space: row.space, address };
  switch (action.kind) {
    case 'load': {
      const form = loadForms[action.form];
      return form === undefined ? undefined : loadStep(access, target, form);
    }
    case 'store': {
      const form = storeForms[action.form];
      return form === undefined ? undefined : storeStep(access, data, form);
    }
    case 'lds': {
      const form = loadForms[action.form];
      if (form === undefined || form.bytes > cdnaCodeOf(environment.target).copyToLdsBytes.value) {
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
    case 'atomic': {
      const inPlace = row.space === 'buffer' && returnsInPlace(instruction);
      const operation = operations[action.operation];
      return atomicStep(access, inPlace ? data : target, data, operation, action.words);
    }
  }
}

const byName = new Map(memoryRows.map((row) => [row.mnemonic, row]));

export function memoryFamily(environment: Environment): Family {
  return familyOf(memoryRows, environment.target, (row, instruction, context) =>
    compileMemory(row, environment, instruction, context),
  );
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

/** What an instruction does to LDS directly; `undefined` for all others. */
export function ldsCopy(instruction: Instruction): { readonly bytes: number } | undefined {
  const row = byName.get(instruction.mnemonic);
  if (row === undefined) return undefined;
  const action = actionOf(row, instruction);
  return action.kind === 'lds' ? { bytes: 4 } : undefined;
}

/** Bytes that a flat instruction moves per lane, which may lie in LDS; `undefined` for other instructions. */
export function flatBytes({ mnemonic }: Instruction): number | undefined {
  const row = byName.get(mnemonic);
  if (row?.space !== 'flat') return undefined;
  const { action } = row;
  if (action.kind === 'load') return loadForms[action.form]?.bytes;
  return action.kind === 'store' ? storeForms[action.form]?.bytes : 4;
}

/** What the operands of a vector-memory instruction are for. */
export interface MemoryParts {
  readonly kind: Action['kind'];
  readonly addressOperands: readonly number[];
  /** -1 where there is none. */
  readonly dataOperand: number;
  /** Direct-to-LDS: how far lanes are apart. */
  readonly laneBytes: number;
}

export function memoryParts(instruction: Instruction): MemoryParts | undefined {
  const row = byName.get(instruction.mnemonic);
  if (row === undefined) return undefined;
  const action = actionOf(row, instruction);
  const layout = layoutOf(row, action, instruction);
  const behind = row.space === 'buffer' ? [layout.scalar + 1] : [];
  return {
    kind: action.kind,
    addressOperands: [layout.vector, layout.scalar, ...behind].filter((index) => index >= 0),
    dataOperand: layout.data,
    laneBytes: action.kind === 'lds' ? action.laneBytes : 0,
  };
}
