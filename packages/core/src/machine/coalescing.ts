/**
 * How much a transaction of global memory moves: a fact of the chip, and the simpler numbers that documents use.
 *
 * A wave's access takes one transaction for each different block of `transactionBytes` that it touches. A chip has a
 * default model and named others, as it has conflict models.
 */
import { documented, type Fact, inferred, measured } from './evidence.ts';
import { sources } from './sources.ts';

/** How a chip turns an access to global memory into transactions: of what size, and what of them counts as useful. */
export interface CoalescingModel {
  /** What `--coalescing` selects. */
  readonly name: string;
  readonly title: string;
  /** What holds in this model and what it leaves out. */
  readonly description: string;
  /** What the hardware calls the block. */
  readonly unit: 'line' | 'sector';
  /** Bytes that a transaction moves; a power of two, and transactions begin at its multiples. */
  readonly transactionBytes: Fact<number>;
  /** `distinct`: a byte that several lanes ask for is useful once. `every-lane`: each time. */
  readonly usefulBytes: 'distinct' | 'every-lane';
}

/** The default first. */
export type CoalescingModels = readonly [CoalescingModel, ...CoalescingModel[]];

/** The model with a name, or the default one when no name is given. */
export function findCoalescing(
  { coalescing }: { readonly coalescing: CoalescingModels },
  name?: string,
): CoalescingModel | undefined {
  return name === undefined ? coalescing[0] : coalescing.find((model) => model.name === name);
}

/** A line of the vector L1 cache of a chip of AMD. */
function vectorLines(transactionBytes: Fact<number>): CoalescingModel {
  return {
    name: 'default',
    title: `${transactionBytes.value}-byte lines of the vector L1 cache`,
    description:
      'A transaction for each different line that a wave asks for; lines that lanes share are fetched once. Caches ' +
      'are taken to be cold, and the cycles in which addresses are processed are not counted.',
    unit: 'line',
    transactionBytes,
    usefulBytes: 'distinct',
  };
}

/** The model of the deck: lines of 64 bytes on every chip, bytes counted lane by lane. */
const deckLines: CoalescingModel = {
  name: 'deck-64',
  title: '64-byte lines, as the CDNA deck counts',
  description:
    'One transaction of 64 bytes for each different line, useful bytes are lanes times bytes per lane: above 100 % ' +
    'where lanes share bytes. The line of the vector L1 cache has 64 bytes up to gfx90a and 128 from gfx942 on.',
  unit: 'line',
  transactionBytes: documented(64, sources.deck, 'named after HBM transactions'),
  usefulBytes: 'every-lane',
};

const lines64: CoalescingModels = [vectorLines(documented(64, sources.kfd)), deckLines];

/** gfx90a: the profiler's own bandwidth formulas use the same number. */
const lines64Profiler: CoalescingModels = [
  vectorLines(documented(64, `${sources.profilerLines}; ${sources.kfd}`)),
  deckLines,
];

const lines128: CoalescingModels = [
  vectorLines(
    documented(128, sources.profilerLines, 'lines of the L2 cache have 128 bytes as well'),
  ),
  deckLines,
];

const rdnaLines: CoalescingModels = [
  vectorLines(documented(128, sources.kfd, 'of the L0 cache of a compute unit')),
];

const gfx1250Lines: CoalescingModels = [
  vectorLines(inferred(128, sources.kfd, 'as gfx11 and gfx12; nothing is published')),
];

const LINES_OF_NVIDIA: CoalescingModel = {
  name: 'lines-128',
  title: '128-byte lines of the L1 cache',
  description:
    'What one tag look-up of L1 covers: four sectors. Says how many lines a request spreads over, not what is fetched.',
  unit: 'line',
  transactionBytes: documented(128, sources.nsight),
  usefulBytes: 'distinct',
};

function sectors(transactionBytes: Fact<number>): CoalescingModels {
  return [
    {
      name: 'default',
      title: '32-byte sectors',
      description:
        'A sector for each different block of 32 bytes that a warp asks for: what the counters of sectors per request ' +
        'count; of cp.async past L1 one for each line of 128 bytes and each 32 bytes of shared memory that it fills. Caches are ' +
        'taken to be cold.',
      unit: 'sector',
      transactionBytes,
      usefulBytes: 'distinct',
    },
    LINES_OF_NVIDIA,
  ];
}

/** The models of each family, for the files of the chips. */
export const coalescingOf = {
  vega: lines64,
  cdna2: lines64Profiler,
  cdna3: lines128,
  rdna: rdnaLines,
  gfx1250: gfx1250Lines,
  nvidia: sectors(documented(32, sources.nsight)),
  hopper: sectors(measured(32, sources.hopperGlobal)),
} as const satisfies Record<string, CoalescingModels>;
