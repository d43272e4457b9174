/**
 * Kernels for IREE's passes and what each pass does; the passes themselves are in `run-flow.ts`, which is
 * loaded when they are requested.
 */
import lanes from '../../../../../examples/swizzle-flow/lanes.mlir?raw';
import twelve from '../../../../../examples/swizzle-flow/twelve-groups.mlir?raw';
import unaligned from '../../../../../examples/swizzle-flow/unaligned.mlir?raw';
import vector from '../../../../../examples/swizzle-flow/vector.mlir?raw';
import { rowsOf } from '../parts/rows.ts';

export interface FlowKernel {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly passes: readonly string[];
  readonly note: string;
}

const resolving = [
  'fold-swizzle-hints',
  'flatten-swizzle-hint-allocs',
  'gpu-reduce-bank-conflicts{padding-bits=64}',
  'absorb-swizzle-hint-to-alloc',
  'reinsert-swizzle-hints',
  'fold-memref-alias-ops',
  'propagate-constant-offsets',
  'cse',
  'resolve-swizzle-hints',
  'canonicalize',
  'cse',
] as const;

const whole = [
  'gpu-vector-alloc',
  'iree-comprehensive-bufferize',
  'llvmgpu-vector-distribute',
  ...resolving,
] as const;

/** The kernel that the reader pastes. */
export const OWN = 'own';

export const flowKernels: readonly FlowKernel[] = [
  {
    name: 'lanes',
    title: 'A hinted tile',
    text: lanes,
    passes: resolving,
    note: 'A tile of 16 x 128 f16 with a hint, written 8 elements per lane and read 4.',
  },
  {
    name: 'vector',
    title: 'A vector to LDS',
    text: vector,
    passes: whole,
    note: 'The whole flow: a vector of 16 x 128 f16 changes to the layout of a matrix instruction, vector allocation inserts a round trip through LDS, and in the end each thread has its resolved accesses.',
  },
  {
    name: 'twelve-groups',
    title: 'Twelve groups',
    text: twelve,
    passes: resolving,
    note: 'A hint that is not a permutation: an exclusive or of twelve groups leaves the row.',
  },
  {
    name: 'unaligned',
    title: 'Odd columns',
    text: unaligned,
    passes: resolving,
    note: 'A read of two words that begins at odd columns, so it can touch two groups of two.',
  },
  {
    name: OWN,
    title: 'Your own MLIR',
    text: vector,
    passes: whole,
    note: 'The whole flow over the text above. A function that a pass cannot change stays as it is, and the others go on.',
  },
];

/** Whose resolver has to lower what is hinted. */
export const resolvers = [
  { value: 'ldscope', label: 'what ldscope resolves' },
  { value: 'iree', label: 'what IREE resolves' },
] as const;

type Resolver = (typeof resolvers)[number]['value'];

/** Bits that a thread writes at once; 0: what costs the fewest cycles. */
export const writerWidths = [128, 64, 32, 0] as const;

/** How the flow decides, beside the chip. */
export type FlowOptions = Readonly<{ like: Likeness; resolver: Resolver; writerBits: number }>;

export const likenesses = [
  { value: 'corrected', label: 'corrected' },
  { value: 'iree', label: 'IREE main' },
  { value: 'iree-pr-23778', label: 'IREE pull request 23778' },
] as const;

type Likeness = (typeof likenesses)[number]['value'];

/** What each pass does, by its name without options. */
const passTexts = new Map(
  rowsOf`
gpu-vector-alloc | Inserts a round trip through LDS where a vector changes its layout, and decides on a hint while the tensor still has its shape.
iree-comprehensive-bufferize | Makes memory of tensors: the round trip is an allocation now.
llvmgpu-vector-distribute | Gives each thread its part of every vector, by the layouts, with the loads and stores of that part.
fold-swizzle-hints | Moves hints through slices and reshapes of empty tensors, so that they are on the allocation. After bufferization it changes nothing.
flatten-swizzle-hint-allocs | Gives the hinted allocation one dimension; a view restores the rows. The hint is about offsets in a flat buffer.
gpu-reduce-bank-conflicts | Pads the rows of allocations, except for those with a hint.
absorb-swizzle-hint-to-alloc | Turns the hint into an attribute of the allocation, so that prefetching can copy the allocation with it.
reinsert-swizzle-hints | Puts a hint in front of every access that traces back to an allocation with the attribute.
fold-memref-alias-ops | Folds views into the indices of accesses, which then index the flat buffer.
propagate-constant-offsets | Moves constants of an index to its end, so that accesses that differ by a period share their arithmetic.
cse | Removes repeated computations.
resolve-swizzle-hints | Rewrites the offset of every load and store by the attribute, splits accesses that are wider than a group, and drops the hint: for all accesses of an allocation, or for none.
canonicalize | Simplifies the remaining operations.
`.map(([name = '', text = '']) => [name, text]),
);

export const passText = (pass = ''): string | undefined => passTexts.get(pass.replace(/\{.*/, ''));

/** The text behind a pass. */
export interface Stage {
  /** Absent in front of the first. */
  readonly pass?: string;
  readonly text: string;
  readonly decisions: readonly string[];
  /** Why nothing follows. */
  readonly failed?: string;
  /** Cycles of LDS accesses when it is executed; absent for what cannot be. */
  readonly cost?: StageCost;
  /** Why it cannot be executed. */
  readonly stuck?: string;
  /** Where it leaves other memory than the kernel. */
  readonly difference?: string;
}

type StageCost = Readonly<{ conflicts: number; cycles: number; instructions: number }>;
