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
  /** Visibility of accesses: fences, groups of copies, fences and waits of products. */
  | 'order'
  /** A barrier object. */
  | 'mbarrier'
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
  /** The chips that have it, as `chips.ts` reads them. */
  readonly chips: string;
}

interface Executed {
  /** Words that may be behind the opcode: a form with another one is refused. */
  readonly words: ReadonlySet<string>;
  /** How many types it names; 1 by default, and then no word is there twice. */
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
}
