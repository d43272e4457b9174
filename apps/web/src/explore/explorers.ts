/** The course: explorers by level, in the order in which they build on each other. Each is `explore/SLUG.html` and `src/explore/SLUG/`. */
import { rowsOf } from './parts/rows.ts';

export interface Level {
  readonly name: string;
  /** Whom it is for, and what they need to know. */
  readonly text: string;
  readonly explorers: readonly Explorer[];
}

export interface Explorer {
  readonly slug: string;
  readonly title: string;
  /** What a reader learns there, in one sentence, on the card and at the top of the page. */
  readonly learn: string;
  /** Words that a reader may search for and that the title and the sentence lack. */
  readonly words: string;
}

const level =
  (name: string, text: string) =>
  (...table: Parameters<typeof rowsOf>): Level => ({
    name,
    text,
    explorers: rowsOf(...table).map(([slug = '', title = '', learn = '', words = '']) => ({
      slug,
      title,
      learn,
      words,
    })),
  });

/** Slug, title, what is learnt, and words to search by. */
export const levels: readonly Level[] = [
  level('Basics', 'Start here if you write HIP or CUDA kernels. Nothing else is required.')`
gpu | From the grid to a bank | How a launch becomes workgroups, waves and lanes, and how the address of one lane ends in one bank of shared memory. | occupancy LDS workgroup compute unit SIMD launch block threads
coalescing | Coalescing | Which cache lines a load of one wave fetches, and how much of what it fetches it uses. | global memory HBM cache line sector transaction stride efficiency L2
gcd | The gcd rule | Why a tile with rows of 128 elements conflicts and one with 132 does not: one greatest common divisor decides. | leading dimension LD stride padding power of two column
phases | Phases | Which lanes of a wave the hardware serves together. Only those lanes can conflict with each other. | ds_read_b128 ds_read_b64 half-wave lanes groups GF(2) span gfx950
rules | Three rules of thumb | Which popular rules for conflicts hold, where they fail, and what counters measure instead. | R1 R2 R3 same bank broadcast multicast counters measured
checklist | A checklist for one instruction | How to get from a stride, a width and a chip to the cycles of one instruction, by hand. | checks half-wave stride cycles ds_write conflict count
padding-xor | Padding or XOR | What padding and XOR swizzles each do to the rows of a tile, what they cost, and where each stops working. | swizzle pitch exclusive or alignment vector occupancy sweep
`,
  level(
    'AMD Composable Kernel',
    'For readers of CK Tile: tensor descriptors, their transforms, and what they do to LDS.',
  )`
xor-descriptor | The XOR descriptor in four steps | How four transforms of a CK descriptor turn a plain tile into a swizzled one, element by element. | tensor descriptor MLdsLayer KPack unmerge merge xor transform ck_tile
ck-tile | CK Tile's index swapping | How CK Tile computes the address of an element from its coordinates, transform by transform. | lds_index_swapping xor unmerge merge coordinates GEMM MPerBlock KPerBlock KPack
tutorials | Six transposes | How much six ways to transpose a tile through LDS cost, instruction by instruction. | tutorial transpose padding vector ds_write_b16 toy counters bandwidth
`,
  level(
    'IREE and Wave',
    'For compiler engineers: how a swizzle is chosen, expressed in IR, and carried to addresses.',
  )`
wave | Wave's swizzled tile | How Wave fills a swizzled tile with gather_to_lds, which cannot scatter its lanes, and what reads of it cost. | gather_to_lds swizzle_unit max_phase MI350 direct to LDS python
iree | IREE's swizzle flow | How IREE expresses a swizzle as a hint, decides whether to give one, and resolves it to addresses. | xor_shuffle rotate_rows swizzle_hint passes attention padding MLIR
`,
  level(
    'Matrix instructions and performance',
    'For those who tune a GEMM: operands in registers, and time on one compute unit.',
  )`
operands | MFMA operands | Which lane holds which element of A, B and C, and which LDS reads deliver them. | matrix core mfma wmma smfmac fp8 fp4 ds_read_tr registers fragment layout
hot-loop | The hot loop of a GEMM | What limits the inner loop of a GEMM, how to hide latency with pipelining, and which waits cost time. | pipeline s_waitcnt vmcnt lgkmcnt timeline budget schedule double buffer
`,
];

/** All of them in their order. */
export const explorers: readonly Explorer[] = levels.flatMap((level) => level.explorers);

/** The level that an explorer belongs to. */
export const levelOf = (slug: string): Level | undefined =>
  levels.find((level) => level.explorers.some((explorer) => explorer.slug === slug));
