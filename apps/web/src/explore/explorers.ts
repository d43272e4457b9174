/** The course: explorers by level, in the order in which they build on each other. Each is `explore/SLUG.html` and `src/explore/SLUG/`. */
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

export const levels: readonly Level[] = [
  {
    name: 'Basics',
    text: 'Start here if you write HIP or CUDA kernels. Nothing else is required.',
    explorers: [
      {
        slug: 'gpu',
        title: 'From the grid to a bank',
        learn:
          'How a launch becomes workgroups, waves and lanes, and how the address of one lane ends in one bank of shared memory.',
        words: 'occupancy LDS workgroup compute unit SIMD launch block threads',
      },
      {
        slug: 'coalescing',
        title: 'Coalescing',
        learn:
          'Which cache lines a load of one wave fetches, and how much of what it fetches it uses.',
        words: 'global memory HBM cache line sector transaction stride efficiency L2',
      },
      {
        slug: 'gcd',
        title: 'The gcd rule',
        learn:
          'Why a tile with rows of 128 elements conflicts and one with 132 does not: one greatest common divisor decides.',
        words: 'leading dimension LD stride padding power of two column',
      },
      {
        slug: 'phases',
        title: 'Phases',
        learn:
          'Which lanes of a wave the hardware serves together. Only those lanes can conflict with each other.',
        words: 'ds_read_b128 ds_read_b64 half-wave lanes groups GF(2) span gfx950',
      },
      {
        slug: 'rules',
        title: 'Three rules of thumb',
        learn:
          'Which popular rules for conflicts hold, where they fail, and what counters measure instead.',
        words: 'R1 R2 R3 same bank broadcast multicast counters measured',
      },
      {
        slug: 'checklist',
        title: 'A checklist for one instruction',
        learn:
          'How to get from a stride, a width and a chip to the cycles of one instruction, by hand.',
        words: 'checks half-wave stride cycles ds_write conflict count',
      },
      {
        slug: 'padding-xor',
        title: 'Padding or XOR',
        learn:
          'What padding and XOR swizzles each do to the rows of a tile, what they cost, and where each stops working.',
        words: 'swizzle pitch exclusive or alignment vector occupancy sweep',
      },
    ],
  },
  {
    name: 'AMD Composable Kernel',
    text: 'For readers of CK Tile: tensor descriptors, their transforms, and what they do to LDS.',
    explorers: [
      {
        slug: 'xor-descriptor',
        title: 'The XOR descriptor in four steps',
        learn:
          'How four transforms of a CK descriptor turn a plain tile into a swizzled one, element by element.',
        words: 'tensor descriptor MLdsLayer KPack unmerge merge xor transform ck_tile',
      },
      {
        slug: 'ck-tile',
        title: "CK Tile's index swapping",
        learn:
          'How CK Tile computes the address of an element from its coordinates, transform by transform.',
        words: 'lds_index_swapping xor unmerge merge coordinates GEMM MPerBlock KPerBlock KPack',
      },
      {
        slug: 'tutorials',
        title: 'Six transposes',
        learn:
          'How much six ways to transpose a tile through LDS cost, instruction by instruction.',
        words: 'tutorial transpose padding vector ds_write_b16 toy counters bandwidth',
      },
    ],
  },
  {
    name: 'IREE and Wave',
    text: 'For compiler engineers: how a swizzle is chosen, expressed in IR, and carried to addresses.',
    explorers: [
      {
        slug: 'wave',
        title: "Wave's swizzled tile",
        learn:
          'How Wave fills a swizzled tile with gather_to_lds, which cannot scatter its lanes, and what reads of it cost.',
        words: 'gather_to_lds swizzle_unit max_phase MI350 direct to LDS python',
      },
      {
        slug: 'iree',
        title: "IREE's swizzle flow",
        learn:
          'How IREE expresses a swizzle as a hint, decides whether to give one, and resolves it to addresses.',
        words: 'xor_shuffle rotate_rows swizzle_hint passes attention padding MLIR',
      },
    ],
  },
  {
    name: 'Matrix instructions and performance',
    text: 'For those who tune a GEMM: operands in registers, and time on one compute unit.',
    explorers: [
      {
        slug: 'operands',
        title: 'MFMA operands',
        learn: 'Which lane holds which element of A, B and C, and which LDS reads deliver them.',
        words: 'matrix core mfma wmma smfmac fp8 fp4 ds_read_tr registers fragment layout',
      },
      {
        slug: 'hot-loop',
        title: 'The hot loop of a GEMM',
        learn:
          'What limits the inner loop of a GEMM, how to hide latency with pipelining, and which waits cost time.',
        words: 'pipeline s_waitcnt vmcnt lgkmcnt timeline budget schedule double buffer',
      },
    ],
  },
];

/** All of them in their order. */
export const explorers: readonly Explorer[] = levels.flatMap((level) => level.explorers);

/** The level that an explorer belongs to. */
export const levelOf = (slug: string): Level | undefined =>
  levels.find((level) => level.explorers.some((explorer) => explorer.slug === slug));
