/**
 * How many cases a test tries: as many as it states; of all a share (`FUZZ_SHARE=0.1`), or another number (`FUZZ_RUNS=20`).
 *
 *     const random = randomNumbers(firstCase(7));                 7, or another one with another FUZZ_SEED
 *     for (let round = 0; round < casesOf(300); round++) ...      30 with a share of 0.1
 *     test.each(chosenOf(kernels))('%s', ...)                     a tenth of the rows, others with another FUZZ_ROWS
 *     expect(swizzled).toBeGreaterThan(leastCases(100))           only where all cases are tried
 */
const share = (): number => Number(process.env['FUZZ_SHARE'] ?? 1);

/** A share, at least two where there are as many. */
const part = (all: number, least = 2): number =>
  Math.max(Math.min(all, least), Math.ceil(all * share()));

/** The number of cases in place of a stated one. */
export const casesOf = (stated: number): number => Number(process.env['FUZZ_RUNS'] ?? part(stated));

/** Where a generator of a test's own begins: as stated, or at others with another FUZZ_SEED. */
export const firstCase = (stated = 0): number =>
  stated + (Number(process.env['FUZZ_SEED'] ?? 0) % 2 ** 24 || 0);

/** As many cases as stated are tried. */
export const triesAll = (): boolean => process.env['FUZZ_RUNS'] === undefined && share() === 1;

/** The cases are the stated ones, and all of them. */
export const triesStated = (): boolean => triesAll() && process.env['FUZZ_SEED'] === undefined;

/** True for a share of all numbers, at least for one of a thousand, which FUZZ_ROWS chooses. */
export const isChosen = (number: number): boolean =>
  (number + Number(process.env['FUZZ_ROWS'] ?? 0)) % Math.min(1000, Math.round(1 / share())) === 0;

/** How many cases of a property have to be of a kind, so that the property is not true of nothing. */
export const leastCases = (least: number): number => (triesAll() ? least : -1);

/** Rows of a table that are like each other: all, or a share of them, at least `least`, which FUZZ_ROWS chooses. */
export function chosenOf<T>(rows: readonly T[], least = 2): readonly T[] {
  const count = part(rows.length, least);
  const first = Number(process.env['FUZZ_ROWS'] ?? 0) % rows.length;
  const chosen = new Set(
    Array.from(
      { length: count },
      (_, i) => (first + Math.floor((i * rows.length) / count)) % rows.length,
    ),
  );
  return rows.filter((_, index) => chosen.has(index));
}
