/**
 * The columns of an operation's row, so that analyses need no lists of names of their own.
 *
 *     arith.addi          effect 'none'     lanes 'own'     index 'add'        control 'none'
 *     memref.subview      effect 'view'     lanes 'own'     index 'subview'    control 'none'
 *     vector.store        effect 'store'    the first operand is data, those behind the memref are its indices
 *     gpu.shuffle         effect 'none'     lanes 'cross'
 *     gpu.block_id        id 'group'        the same in all lanes of a workgroup, and another in the next
 *
 * No column has a default: a row without one does not compile. An operation without a row has the facts `UNKNOWN`, the
 * weakest ones. `facts.ts` answers for an operation.
 */
import type { Operation } from '../ir/ir.ts';

/** The effect of an operation beside its results. */
export type Effect =
  /** It gives results of its operands, and nothing else. */
  | 'none'
  /** The same; what it gives may be memory, of its first operand unless `index` says otherwise. */
  | 'view'
  /** It tells sizes of memory. */
  | 'shape'
  /** It gives memory that it makes, or that of a global. */
  | 'allocation'
  | 'symbol'
  /** It gives a buffer or a scalar of the launch. */
  | 'binding'
  /** Promises and wishes: no value and no order changes. */
  | 'hint'
  /** It gives memory back. */
  | 'release'
  /** Barriers, fences, waits: the order of accesses. */
  | 'order'
  /** It is of the host: it starts kernels, or moves buffers. */
  | 'host'
  /** Data moves between memory and registers, and a lane that does not need it can leave it out. */
  | 'load'
  | 'store'
  /** Memory is read or written in another way. */
  | 'read'
  | 'write'
  /** Memory is read and written at one place: atomics. Each lane reads another value. */
  | 'update'
  /** From one memory to another, the first or the second memory operand. */
  | 'copy to first'
  | 'copy to second'
  /** To the second, where hardware puts lane behind lane. */
  | 'direct copy'
  | 'unknown';

/** The lanes on which a result in a lane depends. */
type Lanes =
  /** A result is a function of the lane's own operands; without operands all lanes have the same. */
  | 'own'
  /** And of which lane it is. */
  | 'id'
  /** And of the operands of other lanes of the wave. */
  | 'cross'
  /** And of the operands of other waves. */
  | 'workgroup';

/** The way of lanes through an operation. */
export type Control =
  | 'none'
  /** It holds a function. */
  | 'function'
  | 'if'
  /** A loop with a counter, one without, and one whose iterations are shared out to lanes. */
  | 'for'
  | 'while'
  | 'parallel'
  | 'branch'
  | 'call'
  /** The end of a function, and of a region inside of one. */
  | 'return'
  | 'yield'
  /** Regions that are executed once, or one of them is. */
  | 'region'
  /** Lanes may stop, or do so. */
  | 'assert'
  | 'unreachable';

/** The rule by which a number or an address follows from operands. */
export type Index =
  | 'none'
  | 'constant'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'xor'
  | 'and'
  | 'shift left'
  | 'shift right'
  | 'shift right signed'
  | 'divide'
  | 'divide signed'
  | 'divide down'
  | 'remainder'
  | 'remainder signed'
  | 'minimum'
  | 'maximum'
  /** The number stays, in another type; of the second kind where it is not negative. */
  | 'cast'
  | 'cast unsigned'
  /** Bits, elements or the place of a view stay. */
  | 'same'
  /** Each result is the operand of its number. */
  | 'each'
  | 'affine'
  | 'digits'
  | 'number of digits'
  /** One of the operands behind the first. */
  | 'choice'
  /** One lane gives its value to all. */
  | 'broadcast'
  | 'subview'
  | 'bytes'
  | 'pointer'
  | 'expand'
  | 'collapse'
  | 'reinterpret';

/** A number that the launch gives. */
export type IdKind =
  | 'item'
  | 'group'
  | 'global'
  | 'group size'
  | 'grid size'
  | 'global size'
  | 'lane'
  | 'wave'
  | 'waves'
  | 'wave size';

/** The operands behind the memory of an access. */
export type Address =
  /** The indices of the first of elements that follow each other, and nothing else. */
  | 'indices'
  /** And a mask or data. */
  | 'masked'
  /** The indices of the first of elements that a map places, all of them inside; or not surely inside. */
  | 'mapped'
  | 'checked'
  | 'other';

/** A column: the same for every operation of the name, or by the operation. */
type Column<T> = T | ((op: Operation) => T);

/** The facts of an operation. */
export interface Facts {
  readonly effect: Effect;
  readonly lanes: Lanes;
  readonly control: Control;
  readonly index: Index;
  /** `each`: an element of the result is made of the elements of the operands at its place, all in one way. */
  readonly elements: 'each' | 'other';
  /** The operand of an access that is data: those in front of the memory, or the last one. */
  readonly data: 'front' | 'last';
  readonly address: Address;
  /** A copy that can fill its places without what it copies, where that is not known. */
  readonly sourceless: boolean;
  /** The number of the launch, and its dimension where the name has it. */
  readonly id: IdKind | undefined;
  readonly dimension: 0 | 1 | 2 | undefined;
  /** The attribute by which an id promises the size of the launch. */
  readonly promise: 'upper_bound' | 'range' | undefined;
  /** Integers beyond 53 bits are computed or moved by their halves. */
  readonly wide: boolean;
  /** Its regions do not see the values around them. */
  readonly isolated: boolean;
}

/** A row, in which `address` may depend on the operation. */
export type Row = Omit<Facts, 'address'> & { readonly address: Column<Facts['address']> };
