/**
 * AMD assembly as data: the output of the parser, which everything else reads.
 *
 *     v_add_u32_e32 v1, s0, v2              mnemonic v_add_u32, encoding e32, operands v1, s0, v2
 *     ds_read_b128 v[4:7], v1 offset:64     modifiers { offset: 64 }
 *     s_waitcnt vmcnt(0) lgkmcnt(1)         operands: two calls
 *     v_pk_fma_f16 v0, v1, v2, v3 op_sel:[0,1,0] neg_lo:[1,0,0]
 *     v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0     v_dual_mov_b32 v0, v1, and `paired` what follows `::`
 *
 * An instruction has no address of its own in text. Code addresses are made up: instruction number i of the file is at
 * `CODE_BASE + 8 * i`, so that `s_getpc_b64`, `symbol@rel32@lo+4` and `s_setpc_b64` fit together. In disassembly it is where
 * the code object has it.
 */
import type { SourceLine, Span } from '@ldscope/core';
import type { LdsVariable } from './lds-notes.ts';

/** Where the first instruction is; far away from buffers. */
const CODE_BASE = 0x1000_0000_0000;
/** Distance of consecutive instructions. */
export const CODE_STEP = 8;

export type Encoding = 'e32' | 'e64' | 'sdwa' | 'dpp';

/**
 * Registers by file: vector, accumulator, scalar. `count` consecutive ones from `index`; `half` of one vector register
 * where the operand is `v1.l` or `v1.h` (gfx11 and later).
 */
export interface RegisterOperand {
  readonly kind: 'register';
  readonly file: 'v' | 'a' | 's';
  readonly index: number;
  readonly count: number;
  readonly half?: 'l' | 'h';
}

/** `vcc`, `exec_lo`, `m0`, `scc`, `off`, `null`, `src_lds_direct`, `src_shared_base`, ... as written. */
interface SpecialOperand {
  readonly kind: 'special';
  readonly name: string;
}

/** An integer literal or inline constant; up to 64 bits. */
interface IntegerOperand {
  readonly kind: 'integer';
  readonly value: bigint;
}

/** A float constant (`1.0`, `-0.5`, `0.15915494`): its bits depend on the operand's type. */
interface FloatOperand {
  readonly kind: 'float';
  readonly value: number;
}

/** A label or symbol plus an offset; `relocation` is `rel32@lo`, `rel32@hi`, `abs32@lo`, ... */
interface SymbolOperand {
  readonly kind: 'symbol';
  readonly name: string;
  readonly addend: number;
  readonly relocation?: string | undefined;
}

/** `vmcnt(0)`, `hwreg(HW_REG_MODE, 0, 4)`, `sendmsg(MSG_INTERRUPT)`, `SIZE_32`-like words are calls without arguments. */
export interface CallOperand {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly (bigint | string)[];
}

/** How a source is changed before it is used: `-v1`, `|v1|`, `neg(..)`, `abs(..)`, `sext(..)`. */
export interface OperandModifiers {
  readonly negate?: true;
  readonly absolute?: true;
  readonly signExtend?: true;
}

export type Operand = (
  | RegisterOperand
  | SpecialOperand
  | IntegerOperand
  | FloatOperand
  | SymbolOperand
  | CallOperand
) &
  OperandModifiers;

/** `glc` is true, `offset:16` a number, `op_sel:[0,1]` a list, `dst_sel:BYTE_0` a word. */
export type ModifierValue = true | number | readonly number[] | string;

export interface Instruction {
  /** Without the suffix that names an encoding. */
  readonly mnemonic: string;
  readonly encoding?: Encoding;
  readonly operands: readonly Operand[];
  readonly modifiers: ReadonlyMap<string, ModifierValue>;
  /** VOPD: the second of two operations that read their sources before either writes. */
  readonly paired?: Instruction;
  /** In the text of the file; of an instruction that a macro makes, the line in the macro's body. */
  readonly span: Span;
  /** The line could not be read: operands are those before the error, and its effect is unknown. */
  readonly malformed?: true;
  /** Bytes follow that are written as data: execution continues into bytes that are not decoded. */
  readonly beforeData?: true;
  /** The statement of the file whose macro or repetition made this instruction. */
  readonly expansion?: Span;
  /** The source lines that `.loc` and its comment name, the innermost function first. */
  readonly source?: readonly SourceLine[];
}

/** Bytes that a data section puts into memory (`.rodata`, `.data`), with the symbols in them. */
export interface DataSection {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Byte offsets of labels. */
  readonly symbols: ReadonlyMap<string, number>;
  /** Places that hold the address of a symbol (`.quad symbol+4`). */
  readonly relocations: readonly {
    readonly offset: number;
    readonly bytes: 4 | 8;
    readonly symbol: string;
    readonly addend: number;
  }[];
}

/** `.amdhsa_*` of a kernel: numbers by directive name without `.amdhsa_`. */
export type KernelDescriptor = ReadonlyMap<string, number>;

/** One argument as the metadata has it. */
export interface ArgumentMetadata {
  readonly name?: string | undefined;
  readonly offset: number;
  readonly size: number;
  /** `global_buffer`, `by_value`, `hidden_block_count_x`, ... */
  readonly valueKind: string;
}

export interface KernelMetadata {
  readonly name: string;
  readonly symbol: string;
  readonly arguments: readonly ArgumentMetadata[];
  readonly kernargSegmentSize: number;
  readonly groupSegmentSize: number;
  readonly privateSegmentSize: number;
  readonly maxFlatWorkgroupSize?: number | undefined;
  readonly requiredWorkgroupSize?: readonly [number, number, number] | undefined;
  readonly wavefrontSize: number;
  readonly dynamicStack?: boolean;
}

export interface Kernel {
  readonly name: string;
  /** Number of its first instruction. */
  readonly entry: number;
  readonly descriptor?: KernelDescriptor;
  readonly metadata?: KernelMetadata | undefined;
}

/** `.amdgpu_lds name, size, align`. */
export interface LdsObject {
  readonly name: string;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  readonly alignmentBytes: number;
}

/** The address of an instruction: its place in a code object, or a made-up one (`CODE_STEP` apart) in text. */
export function codeAddress({ addresses }: Program, number: number): number {
  return CODE_BASE + (addresses?.[number] ?? CODE_STEP * number);
}

/** The instruction at an address; `undefined` between and behind them. */
export function instructionAt(
  { addresses, instructions }: Program,
  address: number,
): number | undefined {
  const offset = address - CODE_BASE;
  if (addresses === undefined) {
    const number = offset / CODE_STEP;
    return Number.isInteger(number) && number >= 0 ? number : undefined;
  }
  let low = 0;
  let high = instructions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((addresses[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return addresses[low] === offset ? low : undefined;
}

/** A parsed file. */
export interface Program {
  /** `gfx942`, when the file names its target. */
  readonly target?: string | undefined;
  readonly instructions: readonly Instruction[];
  /**
   * Bytes from the beginning of the code to each instruction and to the end of the last, ascending. Of disassembly; in text,
   * addresses are made up.
   */
  readonly addresses?: Float64Array;
  /** Labels and functions: number of the instruction that follows. */
  readonly labels: ReadonlyMap<string, number>;
  readonly data: readonly DataSection[];
  /** Symbols with a number (`.set`), and LDS byte offsets of `.amdgpu_lds name, size, align`. */
  readonly constants: ReadonlyMap<string, number>;
  /** LDS objects in the order of the file; their offsets are among the constants. */
  readonly ldsObjects: readonly LdsObject[];
  /** Variables of kernels whose source was compiled. */
  readonly ldsVariables?: readonly LdsVariable[];
  readonly kernels: readonly Kernel[];
}

/** A modifier that is a number; 0 when it is not written. */
export function numberModifier({ modifiers }: Instruction, name: string): number {
  const value = modifiers.get(name);
  return typeof value === 'number' ? value : 0;
}
