/**
 * A PTX module as data: its text with names resolved.
 *
 *     .visible .entry k(.param .u64 p)        Function 'k', isEntry, one parameter
 *     .shared .align 4 .b8 tile[4096];        Variable 'tile' in space 'shared'
 *     @!%p1 ld.shared.v2.f32 {%f1,%f2}, [%r3+8];
 *                                             Instruction: guard, opcode 'ld', modifiers ['shared', 'v2', 'f32'], operands
 *
 * Source: NVIDIA, Parallel Thread Execution ISA 9.0, sections 4 (syntax), 5 (state spaces, types), 11 (directives).
 */
import type { Span, SourceLine } from '@ldscope/core';
import type { AuthoredParameter } from './parameter-notes.ts';
import type { AuthoredArray } from './shared-notes.ts';
import type { AuthoredTypes } from './type-notes.ts';

/** Fundamental types of registers and memory; sizes in `types.ts`. */
export type Type =
  | 'pred'
  | 'b8'
  | 'b16'
  | 'b32'
  | 'b64'
  | 'b128'
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 's8'
  | 's16'
  | 's32'
  | 's64'
  | 'f16'
  | 'f16x2'
  | 'bf16'
  | 'bf16x2'
  | 'tf32'
  | 'f32'
  | 'f64';

/** State spaces that variables live in. */
export type Space = 'global' | 'const' | 'shared' | 'local' | 'param';

/** Spaces by their directives. */
export const SPACES: ReadonlyMap<string, Space> = new Map([
  ['.global', 'global'],
  ['.const', 'const'],
  ['.shared', 'shared'],
  ['.local', 'local'],
  ['.param', 'param'],
]);

/** A virtual register; `id` is its number in its function. */
export interface Register {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
}

export type Operand =
  | {
      readonly kind: 'register';
      readonly register: Register;
      readonly negated: boolean;
      /** The part that video instructions take: `b0`, `h1`, `b3210`. */
      readonly part?: string;
      /** Of `-%r1`, which `vmad` takes. */
      readonly minus?: true;
      /** Of `%r1+4`, as read; the body adds it by an instruction of its own. */
      readonly plus?: bigint;
    }
  /** `%tid.x`, `%laneid`, `%clock64`: by its name without the `%`. */
  | { readonly kind: 'special'; readonly name: string }
  /** An integer as written; a negative one is below 0. */
  | { readonly kind: 'integer'; readonly value: bigint }
  /** `0f3F800000`, `0d...`, or decimal digits with a point. */
  | { readonly kind: 'float'; readonly value: number }
  /** A label, function or variable; `offset` in bytes. */
  | { readonly kind: 'symbol'; readonly name: string; readonly offset: number }
  /** `[base + offset]`; further coordinates are those of a tensor. */
  | {
      readonly kind: 'address';
      readonly base: Operand | undefined;
      readonly offset: number;
      readonly coordinates: readonly Operand[];
    }
  /** `{a, b}`. */
  | { readonly kind: 'vector'; readonly elements: readonly Operand[] }
  /** `p|q`: two results. */
  | { readonly kind: 'pair'; readonly first: Operand; readonly second: Operand }
  /** `(a, b)` of a call. */
  | { readonly kind: 'list'; readonly elements: readonly Operand[] }
  /** `_`: a result that is not used. */
  | { readonly kind: 'sink' };

export interface Guard {
  readonly register: Register;
  readonly negated: boolean;
}

export interface Instruction {
  readonly opcode: string;
  /** The modifiers behind the opcode, without dots: `['shared', 'v2', 'f32']`. */
  readonly modifiers: readonly string[];
  readonly operands: readonly Operand[];
  readonly guard: Guard | undefined;
  readonly span: Span;
  /** Lines of the source that it was compiled from, the innermost function first. */
  readonly source?: readonly SourceLine[] | undefined;
}

/** Memory that has a name: a variable, or a parameter. */
export interface Variable {
  readonly name: string;
  readonly space: Space;
  readonly type: Type;
  /** Elements of a vector, where it is of such. */
  readonly lanes?: number;
  /** Bytes in all; 0 of an extern array without a size. */
  readonly bytes: number;
  readonly alignment: number;
  /** Initial content; addresses of other variables are in `references`. */
  readonly content: Uint8Array | undefined;
  readonly references: readonly {
    readonly at: number;
    readonly name: string;
    readonly offset: number;
    /** Which byte of the address is there, of `0xff00(name)`; all of them where it is absent. */
    readonly byte?: number;
  }[];
  readonly isExtern: boolean;
  /** Of a shared array, where its declaration in the source is known. */
  readonly authored?: AuthoredArray | undefined;
  /** A parameter that is an address: `.ptr`. */
  readonly isPointer?: boolean;
  /** Of a parameter or result of a function that is in a register. */
  readonly register?: Register;
}

export interface PtxFunction {
  readonly name: string;
  readonly isEntry: boolean;
  readonly parameters: readonly Variable[];
  /** Its parameters as the source has them, where that is known. */
  readonly authored?: readonly AuthoredParameter[] | undefined;
  readonly results: readonly Variable[];
  readonly registers: readonly Register[];
  /** In `.local`, `.shared` and `.param` space. */
  readonly variables: readonly Variable[];
  readonly instructions: readonly Instruction[];
  /** The instruction that a label is before. */
  readonly labels: ReadonlyMap<string, number>;
  /** `.branchtargets`: the labels of a table, by its own. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  /** `.reqntid`; absent dimensions are 1. */
  readonly requiredBlock: readonly [number, number, number] | undefined;
  /** `.maxntid`: as many threads as its product. */
  readonly mostThreads: number | undefined;
  /** `.reqnctapercluster`: blocks of a cluster. */
  readonly requiredCluster: readonly [number, number, number] | undefined;
  /** False for a declaration. */
  readonly hasBody: boolean;
  readonly span: Span;
}

export interface Module {
  readonly version: string | undefined;
  /** `sm_90a`. */
  readonly target: string | undefined;
  /** Where the module names it. */
  readonly targetSpan: Span | undefined;
  readonly addressBits: 32 | 64;
  /** Of module scope. */
  readonly variables: readonly Variable[];
  readonly functions: readonly PtxFunction[];
  /** Structs and types of constants as the source has them, where that is known. */
  readonly authored: AuthoredTypes;
}
