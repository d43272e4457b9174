/**
 * Pipelines of a GEMM as schedules, for any tile: nothing overlaps, global memory overlaps, reads from LDS overlap too.
 *
 *     nothing        load | write | read | MFMA            one after the other
 *     global         load . . . . . . . . | write          the next tile is fetched behind the matrix instructions of this one
 *                    read | MFMA MFMA MFMA
 *     global, LDS    load . . . . . . . . | write          and the operands of the next two slices are read behind those of
 *                    MFMA MFMA MFMA MFMA                   the present two
 *
 * Four waves share the tile as 2 x 2. A matrix instruction takes 32 rows, 32 columns and a slice of 8 in k; a read of 16
 * bytes per lane brings a row's operand for two slices. The tile has one place in LDS: it is overwritten when all have
 * read it.
 */
export const overlaps = ['nothing', 'global', 'global, LDS'] as const;
export type Overlap = (typeof overlaps)[number];

export interface GemmTile {
  /** Rows and columns of the result of a workgroup: multiples of 64. */
  readonly size: number;
  /** Depth of a step: a multiple of 32, so that there are slices to read ahead. */
  readonly depth: number;
}

const LANES = 64;
const WAVES = 4;
const ACCESS_BYTES = 16;
const HALF_BYTES = 2;
const OPERAND = 32;
const SLICE = 8;

/** The schedule in the language of `ldscope timeline`. */
export function pipelineText(
  overlap: Overlap,
  { size, depth }: GemmTile,
  chip: string,
  instruction: string,
  iterations: number,
): string {
  const operands = size / 2 / OPERAND;
  const pairs = depth / SLICE / 2;
  const copies = Math.ceil((2 * size * depth * HALF_BYTES) / WAVES / LANES / ACCESS_BYTES);
  const place = `tile[0:${copies - 1}]`;
  const each = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const loads = each(copies, (i) => `buffer_load_dwordx4 p[${i}]`);
  const writes = each(copies, (i) => `ds_write_b128 to tile[${i}] from p[${i}]`);
  const reads = (pair: number): string[] =>
    each(operands, (i) => i).flatMap((i) =>
      ['A', 'B'].map(
        (name) => `ds_read_b128 ${name}[${i},${2 * pair}:${2 * pair + 1}] from ${place}`,
      ),
    );
  const products = (pair: number): string[] =>
    each(2, (i) => 2 * pair + i).flatMap((k) =>
      each(operands * operands, (i) => {
        const [row, column] = [i % operands, Math.floor(i / operands)];
        return `MFMA A[${row},${k}], B[${column},${k}], C[${row},${column}]`;
      }),
    );
  const allPairs = each(pairs, (pair) => pair);
  const allReads = allPairs.flatMap(reads);
  const allProducts = allPairs.flatMap(products);
  const [loaded, there] = ['wait_cnt(vmcnt(0))', 'wait_cnt(lgkmcnt(0))'];
  const inLds = [...writes, there, 'sbarrier'];
  const fill = [...loads, loaded, ...inLds];

  const sections = ((): { prologue: string[]; loop: string[] } => {
    switch (overlap) {
      case 'nothing':
        return { prologue: [], loop: [...fill, ...allReads, there, 'sbarrier', ...allProducts] };
      case 'global':
        return {
          prologue: fill,
          loop: [...loads, ...allReads, there, 'sbarrier', ...allProducts, loaded, ...inLds],
        };
      case 'global, LDS': {
        const last = pairs - 1;
        // The writes of the next tile: each waits for its own load only.
        const stored = writes.flatMap((write, i) => [`wait_cnt(vmcnt(${copies - 1 - i}))`, write]);
        const body = allPairs.flatMap((pair) => {
          const ahead = pair === last ? [] : reads(pair + 1);
          return [
            there,
            ...(pair === last ? ['sbarrier'] : []),
            ...(pair === last
              ? [...products(pair), ...stored]
              : spread(products(pair), [...(pair === 0 ? loads : []), ...ahead])),
          ];
        });
        return {
          prologue: [...fill, ...reads(0)],
          loop: [...body, there, 'sbarrier', ...reads(0)],
        };
      }
    }
  })();
  const lines = (list: readonly string[]): string[] => list.map((line) => `  ${line}`);
  return [
    `// ${size} x ${size} x ${depth} f16, four waves; what overlaps: ${overlap}`,
    `machine ${chip}`,
    `waves ${WAVES}`,
    `mfma ${instruction}`,
    '',
    ...(sections.prologue.length === 0 ? [] : ['prologue:', ...lines(sections.prologue), '']),
    `loop ${iterations}:`,
    ...lines(sections.loop),
    '',
  ].join('\n');
}

/** The others between the first, as evenly as they go: one behind each of the first until there are none. */
function spread(first: readonly string[], others: readonly string[]): string[] {
  const every = Math.max(1, Math.floor(first.length / Math.max(1, others.length)));
  const result: string[] = [];
  let next = 0;
  for (const [index, line] of first.entries()) {
    result.push(line);
    const other = others[next];
    if (index % every === 0 && other !== undefined) {
      result.push(other);
      next++;
    }
  }
  return [...result, ...others.slice(next)];
}
