/**
 * The columns of an instruction's row, so that analyses need no lists of opcodes of their own.
 *
 *     ld      first 'result'   memory 'load'     lanes 'own'     control 'none'       chips 70, 100 for 256 bits
 *     red     first 'source'   memory 'atomic'   lanes 'cross'   control 'none'
 *     shfl    first 'result'   memory 'none'     lanes 'cross'   control 'none'
 *     wmma    by its first word: 'load' gives its first operand, 'store' takes it
 *
 * No column has a default: a row without one does not compile. An opcode without a row has the facts `UNKNOWN`, the weakest
 * ones. `facts.ts` answers for an instruction.
 */

/** The role of the first operand. An address is always a source. */
type First = 'result' | 'source' | 'both';

/** Which lanes a result depends on: its own, those that execute the instruction together, or the whole warp. */
type Lanes = 'own' | 'cross' | 'all';

/** The effect of an instruction on memory. */
export type Memory =
  /** Registers alone. */
  | 'none'
  /** No effect here: caches, time, registers of the chip. */
  | 'hint'
  /** Visibility of accesses to copies and products: fences of proxies, groups and waits. */
  | 'order'
  /** A fence of the memory that threads share. */
  | 'fence'
  /** A barrier object. */
  | 'mbarrier'
  /** A test of such an object: lanes wait where it fails. */
  | 'mbarrier-test'
  /** Fields of a tensor map. */
  | 'map'
  /** Each lane at its own address, in elements of its type. */
  | 'load'
  | 'store'
  | 'atomic'
  /** A store or reduction in another block, whose bytes a barrier counts. */
  | 'async'
  /** Rows of 16 bytes, whose addresses lanes give. */
  | 'matrix-load'
  | 'matrix-store'
  /** A tile by one address and a pitch. */
  | 'tile-load'
  | 'tile-store'
  /** From one memory to another: first operand to, second from. */
  | 'copy'
  /** Matrices by descriptors in registers, and accumulators. */
  | 'product'
  /** Texels, at any coordinates. */
  | 'texture'
  | 'texture-query'
  /** Elements of a surface, at coordinates inside of it. */
  | 'surface-load'
  | 'surface-store'
  | 'unknown';

/** The control flow of lanes. */
type Control =
  | 'none'
  | 'branch'
  | 'table'
  | 'call'
  | 'return'
  | 'exit'
  | 'trap'
  /** They go on, and a debugger or an exception of the chip may stop them. */
  | 'break'
  | 'barrier';

/** State of each lane that no operand names: the carry, and the end of the stack. */
type Hidden = 'none' | 'carry' | 'stack';

/** What a result is, where analyses look for it. */
type Gives =
  | 'value'
  | 'copy'
  /** A relation of numbers, as a predicate. */
  | 'comparison'
  /** An address of another kind: generic, in a space, or in another block of the cluster. */
  | 'generic-address'
  | 'space-address'
  | 'block-address';

/** A column: the same for every form, or by its words. */
export type Column<T> = T | ((words: readonly string[]) => T);

/** The columns of an instruction. */
interface Columns {
  readonly first: Column<First>;
  readonly memory: Column<Memory>;
  readonly lanes: Column<Lanes>;
  readonly control: Control;
  /** State that it reads and may change, apart from its operands. */
  readonly hidden: Hidden;
  readonly gives: Column<Gives>;
  /** The chips that have it, as `chips.ts` reads them. */
  readonly chips: string;
}

/** Words that go together. */
export interface Shape {
  /** The group of each word: a form has one word of a group, and any number of those of group -1. */
  readonly groups: ReadonlyMap<string, number>;
  /** Groups of which a form has a word. */
  readonly required: readonly number[];
  readonly alternatives: readonly (readonly string[])[];
}

interface Executed {
  /** A form has the words of one of these shapes: another one is refused. */
  readonly words: readonly Shape[];
  /** How many types it names; 1 by default. */
  readonly types?: number;
  readonly refused?: undefined;
}

interface Refused {
  /** Why it is not executed. */
  readonly refused: string;
  readonly words?: undefined;
  readonly types?: undefined;
}

/** What is behind an opcode, in its chapter. */
export type Row = Columns & (Executed | Refused);

/** A row, and the chapter of the ISA. */
export type InstructionRow = Row & { readonly chapter: string };

/** The facts of one form. */
export interface Facts {
  readonly first: First;
  readonly memory: Memory;
  readonly lanes: Lanes;
  readonly control: Control;
  readonly hidden: Hidden;
  readonly gives: Gives;
}
