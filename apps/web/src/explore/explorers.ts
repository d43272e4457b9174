/** The explorers in the order in which they build on each other; each is `explore/SLUG.html` and `src/explore/SLUG/`. */
export interface Explorer {
  readonly slug: string;
  readonly title: string;
  /** What one can find out there, in a sentence. */
  readonly summary: string;
}

export const explorers: readonly Explorer[] = [
  {
    slug: 'gpu',
    title: 'From the grid to a bank',
    summary:
      'Workgroups land on compute units, waves on SIMDs, and their slices of LDS on one set of banks.',
  },
  {
    slug: 'coalescing',
    title: 'Coalescing',
    summary:
      'Sixty-four lanes, and the cache lines that their addresses need: seven scenarios and your own.',
  },
  {
    slug: 'gcd',
    title: 'The gcd rule',
    summary: 'How many banks a stride reaches, from one greatest common divisor.',
  },
  {
    slug: 'rules',
    title: 'R1, R2, R3, and the hardware',
    summary: 'Three rules of thumb for conflicts, each beside what counters measure.',
  },
  {
    slug: 'checklist',
    title: 'The checklist',
    summary: 'A stride, a width, a chip: step by step to the cycles of one instruction.',
  },
  {
    slug: 'phases',
    title: 'Phases',
    summary: 'Which lanes of a wave meet: the groups in which each instruction is served.',
  },
  {
    slug: 'padding-xor',
    title: 'Padding against XOR',
    summary: 'Two ways to move rows apart, what each costs, and where each ends.',
  },
  {
    slug: 'xor-descriptor',
    title: 'The XOR descriptor in four steps',
    summary: 'A tile reshaped, swizzled, unmerged and merged, element by element.',
  },
  {
    slug: 'ck-tile',
    title: "CK Tile's index swapping",
    summary: 'XOR, unmerge, merge: coordinates on their way to an address.',
  },
  {
    slug: 'tutorials',
    title: 'Six transposes',
    summary: 'One tile through LDS in six ways, counted instruction by instruction.',
  },
  {
    slug: 'wave',
    title: "Wave's tile",
    summary:
      'From global memory through gather_to_lds to banks, plain and swizzled; and the 8x8 tile.',
  },
  {
    slug: 'operands',
    title: 'MFMA operands',
    summary: 'Which lane holds which element of A, B and C, and what that makes of LDS reads.',
  },
  {
    slug: 'iree',
    title: "IREE's swizzle flow",
    summary: 'A hint from allocation to address, and what 110 attention shapes make of it.',
  },
  {
    slug: 'hot-loop',
    title: 'The hot loop of a GEMM',
    summary: 'Budgets, two levels of pipelining, and every wait judged on one compute unit.',
  },
];
