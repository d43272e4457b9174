/**
 * The access of a SASS instruction to shared memory, and the registers that it writes.
 *
 *     @!P0 LDS.64 R8, [R2+UR4+0x10]      a read of 8 bytes at the sum R2+UR4, 16 further on
 *     ATOMS.CAST.SPIN R3, [R6], R2, R3   one round of a loop that ptxas makes of an atomic addition of floats
 *
 * Widths, spaces and operands are those that nvdisasm 12 and 13 print for sm_70 to sm_100; NVIDIA does not document SASS.
 *
 * LIMITATIONS. Bulk copies, TMA, matrix descriptors and mbarriers are not accesses here: their lanes have no addresses.
 */
import { opcodeNumber, plainOpcode } from '@ldscope/core';
import type { SassInstruction } from './program.ts';

export type SassKind = 'read' | 'write' | 'matrix read' | 'matrix write' | 'atomic' | 'async';

export interface SassAccess {
  readonly kind: SassKind;
  /** Bytes that a lane moves; of a matrix those of a row. */
  readonly widthBytes: number;
  /** The cost, as a number among the instructions that core knows; `undefined` where none is known. */
  readonly op: number | undefined;
  /** The registers whose sum is the address, `R2+UR4`, and the offset in bytes. */
  readonly base: string;
  readonly offsetBytes: number;
  /** A generic address: some lanes, or all, may be in other memory. */
  readonly isGeneric: boolean;
  /** A round of a loop of compare-and-swap that stands for one atomic of PTX. */
  readonly isTrial: boolean;
}

const OPCODES: ReadonlyMap<string, SassKind> = new Map([
  ['LDS', 'read'],
  ['STS', 'write'],
  ['LDSM', 'matrix read'],
  ['STSM', 'matrix write'],
  ['ATOMS', 'atomic'],
  ['LDGSTS', 'async'],
  ['LD', 'read'],
  ['ST', 'write'],
  ['ATOM', 'atomic'],
]);

/** The access of an instruction; `undefined` for one that touches no shared memory. */
export function sassAccess(instruction: SassInstruction): SassAccess | undefined {
  const { opcode, modifiers, operands } = instruction;
  const kind = OPCODES.get(opcode);
  if (kind === undefined) return undefined;
  // A generic address has a descriptor in front: `desc[UR8][R12.64]`.
  const isGeneric = opcode === 'LD' || opcode === 'ST' || opcode === 'ATOM';
  const address = operands
    .filter((operand) => operand.startsWith(isGeneric ? 'desc[' : '[') || operand.startsWith('['))
    .map((operand) => addressOf(operand.slice(operand.lastIndexOf('['))))
    .find((one) => one !== undefined);
  if (address === undefined) return undefined;
  const isTrial = modifiers.includes('CAST');
  const widthBytes = kind.startsWith('matrix') ? 16 : widthOf(modifiers);
  const plain = opOf(kind, modifiers, widthBytes);
  const isWideLoad = isGeneric && kind === 'read' && widthBytes > 4;
  const op = isWideLoad ? opcodeNumber(`ld.v${widthBytes / 4}.b32`) : plain;
  return { kind, widthBytes, op, ...address, isGeneric, isTrial };
}

function widthOf(modifiers: readonly string[]): number {
  for (const name of modifiers) {
    if (name === '128') return 16;
    if (name === '64') return 8;
    if (name === 'U16' || name === 'S16') return 2;
    if (name === 'U8' || name === 'S8') return 1;
  }
  return 4;
}

function opOf(kind: SassKind, modifiers: readonly string[], bytes: number): number | undefined {
  switch (kind) {
    case 'read':
    case 'write':
      return plainOpcode('ptx', kind, bytes);
    case 'matrix read':
    case 'matrix write': {
      const count = modifiers.find((name) => name === '2' || name === '4') ?? '1';
      const turned = modifiers.some((name) => name.startsWith('MT')) ? '.trans' : '';
      return opcodeNumber(`${kind === 'matrix read' ? 'ldmatrix' : 'stmatrix'}.x${count}${turned}`);
    }
    case 'async':
      return opcodeNumber(
        bytes === 16 && !modifiers.includes('BYPASS')
          ? 'cp.async.ca.b128'
          : `cp.async.b${8 * bytes}`,
      );
    case 'atomic':
      return opcodeNumber(atomicName(modifiers, bytes));
  }
}

function atomicName(modifiers: readonly string[], bytes: number): string {
  const bits = `b${8 * bytes}`;
  if (modifiers.includes('CAST')) return `ATOMS.CAST.${bits}`;
  if (modifiers.includes('CAS')) return `atom.shared.cas.${bits}`;
  if (modifiers.includes('EXCH')) return `atom.shared.exch.${bits}`;
  if (modifiers.includes('POPC')) return 'ATOMS.POPC.INC';
  return bytes === 4 ? 'red.shared.add.u32' : '';
}

/** `[R2+UR4+-0x10]`: sum of registers and a constant. Addresses with `.64` in them alone are global. */
function addressOf(
  operand: string,
): { readonly base: string; readonly offsetBytes: number } | undefined {
  if (!operand.endsWith(']')) return undefined;
  let offsetBytes = 0;
  const registers: string[] = [];
  for (const part of operand.slice(1, -1).split('+')) {
    const constant = /^(-?)0x([0-9a-f]{1,8})$/.exec(part);
    if (constant !== null) {
      const value = Number.parseInt(constant[2] ?? '', 16);
      offsetBytes += constant[1] === '-' ? -value : value;
    } else if (/^(?:U?R\d{1,3}|U?RZ)(?:\.[A-Z0-9]+)*$/.test(part)) {
      if (!part.startsWith('RZ') && !part.startsWith('URZ')) registers.push(part);
    } else return undefined;
  }
  return { base: registers.join('+'), offsetBytes };
}

/** Registers that the base of an address names: `R2`, `UR4`. */
export function registersOf(base: string): readonly string[] {
  return base === '' ? [] : base.split('+').map((part) => part.replace(/\..*$/, ''));
}

/** Their result is not a register: stores, control, comparisons into predicates. */
const WITHOUT_RESULT =
  /^(?:ST|STS|STG|STL|STSM|RED|REDG|REDS|LDGSTS|LDGDEPBAR|DEPBAR|BAR|BRA|BRX|JMP|JMX|EXIT|RET|BSSY|BSYNC|BREAK|WARPSYNC|NOP|YIELD|MEMBAR|FENCE|ERRBAR|CCTL|NANOSLEEP|SYNCS|UBLKCP|UTMA\w*|U?[A-Z]SETP2?|U?PLOP3|R2P|KILL|BPT|ARRIVES|WARPGROUP)$/;
const DOUBLES = /^(?:D[A-Z]+|CS2R)$/;

/** The registers that an instruction writes; `all` where they are not known one by one. */
export function writtenRegisters({
  opcode,
  modifiers,
  operands,
}: SassInstruction): readonly string[] | 'all' {
  if (opcode === 'CALL' || /^[HIQDB]?GMMA$/.test(opcode)) return 'all';
  if (WITHOUT_RESULT.test(opcode)) return [];
  const first = operands.find((operand) => /^U?R\d{1,3}(?:\.|$)/.test(operand));
  const before = operands.slice(0, first === undefined ? 0 : operands.indexOf(first));
  // A result follows predicates alone: `SHFL.BFLY PT, R3, R2, ...`.
  if (first === undefined || before.some((operand) => !/^U?P(?:\d|T)$/.test(operand))) return [];
  const match = /^(U?R)(\d+)/.exec(first);
  if (match === null) return [];
  const [, file = '', number = ''] = match;
  const count = wordsWritten(opcode, modifiers);
  return Array.from({ length: count }, (_, i) => `${file}${Number(number) + i}`);
}

function wordsWritten(opcode: string, modifiers: readonly string[]): number {
  if (opcode === 'LDSM') return Number(modifiers.find((name) => name === '2' || name === '4') ?? 1);
  if (opcode.endsWith('MMA')) return 4;
  if (modifiers.includes('128')) return 4;
  if (modifiers.includes('64') || modifiers.includes('WIDE') || modifiers.includes('F64')) return 2;
  if (DOUBLES.test(opcode) && !opcode.endsWith('SETP')) return 2;
  return 1;
}
