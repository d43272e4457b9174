/**
 * The budget of lines: `budget.json` has the most lines of source that each room may have, tests of a package as one room.
 *
 *     { "packages/core": { "": 200, "base": 1250, "tests": 30000 } }      '' are the files beside the folders
 *
 * A room without a budget is over it. Budgets are lowered by `npm run lines -- --lower`, to the next 50 lines, and raised by hand.
 */
import type { Census } from './rooms.ts';

export type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

const STEP = 50;

/** Each room that has more lines than its budget, as a line to print. */
export function overBudget(census: Census, budget: Budget): readonly string[] {
  return [...census].flatMap(([house, folders]) =>
    [...folders].flatMap(([folder, lines]) => {
      const most = budget[house]?.[folder] ?? 0;
      const room = folder === '' ? house : `${house}/${folder}`;
      return lines <= most
        ? []
        : [
            `${room}: ${lines} lines, budget ${most}: raise it in the commit that needs it, with the reason`,
          ];
    }),
  );
}

/** The budget without rooms that are gone, and with no more than the lines of a room, rounded up. */
export function loweredBudget(census: Census, budget: Budget): Budget {
  return mapped(budget, (folders, house) => {
    const now = census.get(house);
    if (now === undefined) return undefined;
    return mapped(folders, (most, folder) => {
      const lines = now.get(folder);
      return lines === undefined ? undefined : Math.min(most, Math.ceil(lines / STEP) * STEP);
    });
  });
}

/** The entries that a function gives a value, without those that it gives none. */
function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To | undefined,
): Readonly<Record<string, To>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const to = change(value, key);
      return to === undefined ? [] : [[key, to]];
    }),
  );
}
