/**
 * Addresses in disassembly become labels, and instructions get the addresses that they have in the code object.
 *
 *     s_cbranch_scc1 16        at 0x1a00  ->  s_cbranch_scc1 kernel+0x144    a label at 0x1a44
 *     s_getpc_b64 s[2:3]       at 0x1908  ->
 *     s_add_u32 s2, s2, 0x26d8                s_add_u32 s2, s2, table@rel32@lo+4
 *     s_addc_u32 s3, s3, 0                    s_addc_u32 s3, s3, table@rel32@hi+12
 *
 * A branch holds a signed distance in words from the instruction behind it. `s_getpc_b64` gives the address of
 * the instruction behind it; compilers add a distance to it, in two halves.
 */
import { messages, type SourceLine } from '@ldscope/core';
import { addsHigh, addsLow, givesAddress, isBranch } from './code-names.ts';
import type { DraftInstruction } from './draft.ts';
import { CODE_STEP } from './program.ts';
import type { Operand } from './program.ts';
import type { Assembly } from './state.ts';

/** Finds the symbol of data at an address. */
export type AddressSymbol = (
  address: number,
) => { readonly name: string; readonly addend: number } | undefined;

/** Symbols that the linker would put into instructions, by the address of the instruction. */
export type CodeRelocations = Map<
  number,
  {
    readonly name: string;
    readonly addend: number;
    readonly relocation: string;
    /** The symbol is the section of code, so that the addend says which instruction is meant. */
    readonly code: boolean;
  }
>;

/** Facts about addresses that are not in the text. */
export interface AddressKnowledge {
  /** The source lines of an address, the innermost function first; empty where they are not known. */
  readonly linesAt?: ((address: number) => readonly SourceLine[]) | undefined;
  readonly symbolAt?: AddressSymbol;
  readonly relocations?: CodeRelocations;
  /** Symbols of code: a disassembler heads an address with one name, and there may be several. */
  readonly functions?: readonly { readonly name: string; readonly address: number }[];
}

/** Instructions behind `s_getpc_b64` in which its two additions are searched. */
const pairDistance = 8;

/** Gives all instructions of a disassembly labels where they hold distances. */
export function resolveAddresses(
  assembly: Assembly,
  addresses: readonly number[],
  { symbolAt = () => undefined, relocations, functions = [] }: AddressKnowledge = {},
): void {
  const numbers = new Map<number, number>();
  for (const [number, address] of addresses.entries()) {
    if (!Number.isNaN(address) && !numbers.has(address)) numbers.set(address, number);
  }
  const { instructions } = assembly.section;
  for (const { name, address } of functions) {
    const position = numbers.get(address);
    const { section, symbols } = assembly;
    if (position !== undefined && name !== '' && !symbols.table.has(name))
      symbols.table.set(name, { kind: 'place', place: { section, area: 'code', position } });
  }
  const labels = new Labels(assembly);
  const real = realAddresses(addresses, instructions.length);
  if (real !== undefined) assembly.section.addresses = real;
  const step = (from: number, to: number): number =>
    real === undefined ? CODE_STEP * (to - from) : (real[to] ?? 0) - (real[from] ?? 0);
  for (const [address, { name, addend, relocation, code }] of relocations ?? []) {
    const operands = instructions[numbers.get(address) ?? -1]?.operands ?? [];
    const constant = operands.findLastIndex(({ kind }) => kind === 'integer');
    if (constant < 0) continue;
    // The offset that compilers add to get from the constant to the result of s_getpc_b64.
    const back = relocation.endsWith('hi') ? 12 : 4;
    const target = numbers.get(addend - back);
    operands[constant] =
      code && target !== undefined
        ? { kind: 'symbol', name: labels.at(addend - back, target), addend: back, relocation }
        : { kind: 'symbol', name, addend, relocation };
  }
  for (const [number, instruction] of instructions.entries()) {
    const { mnemonic } = instruction;
    const address = addresses[number] ?? Number.NaN;
    if (isBranch(mnemonic)) resolveBranch(assembly, instruction, address, numbers, labels);
    else if (givesAddress(mnemonic) && !Number.isNaN(address))
      resolvePair(
        assembly,
        instructions,
        number,
        address + 4,
        (target) => {
          const code = numbers.get(target);
          return code === undefined
            ? symbolAt(target)
            : { name: labels.at(target, code), addend: 0 };
        },
        step,
      );
  }
}

/**
 * The addresses of all instructions, and the end of the last one, when every instruction has one and they ascend: code that
 * computes with distances then finds the true ones.
 */
function realAddresses(addresses: readonly number[], count: number): Float64Array | undefined {
  if (count === 0 || addresses.length !== count) return undefined;
  const real = new Float64Array(count + 1);
  for (let number = 0; number < count; number++) {
    const address = addresses[number] ?? Number.NaN;
    if (!(address > (number === 0 ? -1 : (real[number - 1] ?? 0)))) return undefined;
    real[number] = address;
  }
  real[count] = (real[count - 1] ?? 0) + CODE_STEP;
  return real;
}

/** Names of places in code: those of functions, and one made for each other place. */
class Labels {
  readonly #assembly: Assembly;
  readonly #names = new Map<number, string>();

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
    for (const name of assembly.functions) {
      const place = assembly.symbols.place(name);
      if (place !== undefined && !this.#names.has(place.position))
        this.#names.set(place.position, name);
    }
  }

  at(address: number, position: number): string {
    const known = this.#names.get(position);
    if (known !== undefined) return known;
    const { section, symbols } = this.#assembly;
    const name = `.L_${address.toString(16)}`;
    symbols.table.set(name, { kind: 'place', place: { section, area: 'code', position } });
    this.#names.set(position, name);
    return name;
  }
}

function resolveBranch(
  assembly: Assembly,
  instruction: DraftInstruction,
  address: number,
  numbers: ReadonlyMap<number, number>,
  labels: Labels,
): void {
  const last = instruction.operands.length - 1;
  const operand = instruction.operands[last];
  if (operand?.kind !== 'integer') return;
  const distance = Number(BigInt.asIntN(16, operand.value));
  const target = address + 4 + 4 * distance;
  const position = numbers.get(target);
  if (position === undefined) {
    assembly.reportAt(messages.amdgcn.branchTarget(), instruction.span);
    return;
  }
  const name = labels.at(target, position);
  instruction.operands[last] = { kind: 'symbol', name, addend: 0 };
}

/** Replaces the distance that is added to the result of `s_getpc_b64` by the symbol at the sum. */
function resolvePair(
  assembly: Assembly,
  instructions: readonly DraftInstruction[],
  number: number,
  base: number,
  find: AddressSymbol,
  step: (from: number, to: number) => number,
): void {
  const pair = instructions[number]?.operands[0];
  if (pair?.kind !== 'register') return;
  let low: Addition | undefined;
  for (let i = number + 1; i <= number + pairDistance; i++) {
    const instruction = instructions[i];
    if (instruction === undefined || isBranch(instruction.mnemonic)) return;
    const { mnemonic } = instruction;
    const found = addition(instruction, pair.index + (low === undefined ? 0 : 1));
    if (found === undefined) continue;
    if (low === undefined && addsLow(mnemonic)) {
      low = { ...found, number: i };
    } else if (low !== undefined && addsHigh(mnemonic)) {
      const sum = (BigInt.asIntN(32, found.value) << 32n) + BigInt.asUintN(32, low.value);
      const target = find(base + Number(BigInt.asIntN(64, sum)));
      if (target === undefined) {
        assembly.reportAt(messages.amdgcn.pcRelative(), instruction.span);
        return;
      }
      place(instructions, number, low, 'rel32@lo', target, step);
      place(instructions, number, { ...found, number: i }, 'rel32@hi', target, step);
      return;
    }
  }
}

interface Addition {
  readonly number: number;
  /** Which operand is the constant. */
  readonly operand: number;
  readonly value: bigint;
}

/** The constant that an instruction adds to a scalar register. */
function addition(instruction: DraftInstruction, register: number): Addition | undefined {
  const [result, left, right] = instruction.operands;
  const same = (operand: Operand | undefined): boolean =>
    operand?.kind === 'register' && operand.file === 's' && operand.index === register;
  if (!same(result)) return undefined;
  if (same(left) && right?.kind === 'integer') return { number: 0, operand: 2, value: right.value };
  if (same(right) && left?.kind === 'integer') return { number: 0, operand: 1, value: left.value };
  return undefined;
}

/**
 * Puts a symbol in the place of a constant. The value of `rel32` is a distance from the constant itself, 4 bytes
 * into its instruction; the addend takes that back to the address that `s_getpc_b64` gave.
 */
function place(
  instructions: readonly DraftInstruction[],
  getpc: number,
  { number, operand }: Addition,
  relocation: string,
  { name, addend }: { readonly name: string; readonly addend: number },
  step: (from: number, to: number) => number,
): void {
  const instruction = instructions[number];
  if (instruction === undefined) return;
  const back = step(getpc + 1, number) + 4;
  instruction.operands[operand] = { kind: 'symbol', name, addend: addend + back, relocation };
}
