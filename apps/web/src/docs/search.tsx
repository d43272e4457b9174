/**
 * The search of the documentation: sections whose words begin with those that are typed, headings first. The index is loaded
 * when the field is first used, and the page's own server is the only one asked. `/` goes to the field, arrow keys go
 * through the results.
 */
import type MiniSearch from 'minisearch';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { excerptOf } from './excerpt.ts';

interface Row {
  readonly id: number;
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

interface Loaded {
  readonly search: MiniSearch<Row>;
  readonly rows: readonly Row[];
}

const MOST_FOUND = 12;

async function load(root: string): Promise<Loaded> {
  const [{ default: Index }, response] = await Promise.all([
    import('minisearch'),
    fetch(`${root}docs/search.json`),
  ]);
  const rows = (await response.json()) as readonly Row[];
  const search = new Index<Row>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, combineWith: 'AND' },
  });
  search.addAll(rows);
  return { search, rows };
}

export function Search({ root }: { readonly root: string }): JSX.Element {
  const [query, setQuery] = useState('');
  const [loaded, setLoaded] = useState<Loaded | 'failed' | undefined>();
  const loading = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const begin = (): void => {
    if (loading.current) return;
    loading.current = true;
    load(root).then(setLoaded, () => {
      loading.current = false;
      setLoaded('failed');
    });
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const types = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (key !== '/' || ctrlKey || metaKey || altKey || types) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const found =
    loaded === undefined || loaded === 'failed'
      ? []
      : loaded.search
          .search(query)
          .slice(0, MOST_FOUND)
          .flatMap(({ id, terms }) => {
            const row = loaded.rows[Number(id)];
            return row === undefined ? [] : [{ row, terms }];
          });
  const close = (): void => setQuery('');
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      close();
      field.current?.focus();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <search class="docs-search" onKeyDown={onKeyDown}>
      <label>
        <span class="visually-hidden">Search the documentation</span>
        <input
          ref={field}
          class="field"
          type="search"
          placeholder="Search  /"
          value={query}
          onFocus={begin}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </label>
      {query.trim() === '' ? undefined : (
        <div class="docs-found">
          <p role="status">{statusOf(loaded, found.length)}</p>
          <ul>
            {found.map(({ row, terms }) => (
              <li key={row.id}>
                <a href={root + row.address} onClick={close}>
                  <strong>{row.heading}</strong>
                  {row.heading === row.page ? undefined : <span class="soft"> in {row.page}</span>}
                  <span class="docs-excerpt">{excerptOf(row.text, terms)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}

function statusOf(loaded: Loaded | 'failed' | undefined, count: number): string {
  if (loaded === 'failed') return 'The index could not be loaded.';
  if (loaded === undefined) return 'The index is loading ...';
  return count === 0 ? 'Nothing found' : count === 1 ? '1 section' : `${count} sections`;
}
