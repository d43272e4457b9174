/**
 * The data of the study: the rows of each source that has a store in the folder, and of any other source those that were kept, so
 * that one source can be swept again without the checkouts of all.
 */
import { existsSync } from 'node:fs';
import { groupsOf } from './figures.ts';
import { rowsOfStore, type StudyRow } from './rows.ts';
import { slugOf, type Source } from './sources.ts';
import { storeOf } from './sweep-sources.ts';

export interface StudyData {
  /** In the order of the sources. */
  readonly rows: readonly StudyRow[];
  /** Planned jobs without a result, of each source that has rows. */
  readonly pending: Readonly<Record<string, number>>;
}

export function collectSources(
  root: string,
  sources: readonly Source[],
  kept: StudyData,
  print: (line: string) => void,
): StudyData {
  const keptRows = new Map(groupsOf(kept.rows, ({ source }) => source));
  const pending: Record<string, number> = {};
  const rows = sources.flatMap((source) => {
    const { name } = source;
    const store = storeOf(root, slugOf(source));
    const isSwept = existsSync(store);
    const own = isSwept
      ? rowsOfStore(store, name)
      : { rows: keptRows.get(name) ?? [], pending: kept.pending[name] ?? 0 };
    if (own.rows.length === 0) return [];
    pending[name] = own.pending;
    print(`${name}: ${own.rows.length} rows, ${own.pending} not done${isSwept ? '' : ' (kept)'}`);
    return own.rows;
  });
  return { rows, pending };
}
