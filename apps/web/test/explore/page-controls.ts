/** The controls and the suggestions of each explorer, as its module `controls.ts` exports them. */
import type { Controls } from '../../src/controls/schema.ts';
import type { Tries } from '../../src/explore/parts/known-states.ts';

type AnyState = Readonly<Record<string, string | number>>;
export type AnyControls = Controls<AnyState>;

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../src/explore/*/controls.ts',
  { eager: true },
);

export const slugs = Object.keys(modules).map((path) => path.split('/').at(-2) ?? '');

const exported = (slug: string): readonly unknown[] =>
  Object.values(modules[`../../src/explore/${slug}/controls.ts`] ?? {});

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value;

const isControls = (value: unknown): value is AnyControls => has(value, 'settled');
const isTries = (value: unknown): value is Tries<AnyState> => has(value, 'trials');

export const controlsOf = (slug: string): readonly AnyControls[] =>
  exported(slug).filter(isControls);

export const triesOf = (slug: string): readonly Tries<AnyState>[] => exported(slug).filter(isTries);
