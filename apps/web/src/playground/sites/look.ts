/** The reader's filter and grouping of the table of sites. */
import { authoredLine, type Direction, type ReportSite } from '@ldscope/core';
import { linePlace } from '@ldscope/render';
import { computed, signal } from '@preact/signals';
import { loopOfLine, outline } from '../outline.ts';
import { report } from '../state.ts';
import type { GroupKey } from './arrange.ts';

export type Grouping = 'none' | 'loop' | 'line' | 'buffer' | 'instruction';

export const filterText = signal('');
export const isConflictsOnly = signal(false);
/** `undefined` for all. */
export const direction = signal<Direction | undefined>(undefined);
export const grouping = signal<Grouping>('none');

export const groupingTitles: Readonly<Record<Grouping, string>> = {
  none: 'nothing',
  loop: 'loop',
  line: 'source line',
  buffer: 'buffer',
  instruction: 'instruction',
};

/** Fewer rows than these are all seen at once: there is nothing to filter. */
const MANY = 8;

export const isFiltered = computed(() => (report.value?.sites.length ?? 0) >= MANY);

/** Reads, writes, ...: those that the kernel has. */
export const directionsThere = computed<readonly Direction[]>(() => [
  ...new Set((report.value?.sites ?? []).map((site) => site.direction)),
]);

/** Useful groupings: those with a title for some site. */
export const groupings = computed<readonly Grouping[]>(() => {
  const sites = report.value?.sites ?? [];
  return [
    'none',
    ...(sites.some(({ location }) => location.line !== undefined) ? (['loop'] as const) : []),
    ...(sites.some(({ location }) => authoredLine(location.source ?? []) !== undefined)
      ? (['line'] as const)
      : []),
    ...(sites.some(({ buffer }) => buffer !== '') ? (['buffer'] as const) : []),
    'instruction',
  ];
});

/** True for the sites that are shown. */
export const keep = computed(() => {
  if (!isFiltered.value) return undefined;
  const words = filterText.value.toLowerCase().split(/\s+/).filter(Boolean);
  const only = isConflictsOnly.value;
  const which = directionsThere.value.find((one) => one === direction.value);
  if (words.length === 0 && !only && which === undefined) return undefined;
  return (site: ReportSite): boolean => {
    if (only && site.bankConflict === 0) return false;
    if (which !== undefined && site.direction !== which) return false;
    const { id, op, direction: kind, buffer, location } = site;
    const frames = (location.source ?? []).map(linePlace).join(' ');
    const said = `${id} ${op} ${kind} ${buffer} ${location.text ?? ''} ${frames}`.toLowerCase();
    return words.every((word) => said.includes(word));
  };
});

/** The group of a site; `undefined` for one list. */
export const groupOf = computed(() => {
  const by = grouping.value;
  if (!isFiltered.value || !groupings.value.includes(by)) return undefined;
  if (by !== 'loop') return groupers[by];
  const around = loopOfLine.value;
  const loops = outline.value?.loops;
  // Until the loops are read there is one list.
  return (
    loops && ((site: ReportSite): GroupKey => loopGroup(loops, around.get(site.location.line ?? 0)))
  );
});

type Loops = NonNullable<(typeof outline)['value']>['loops'];

function loopGroup(loops: Loops, number: number | undefined): GroupKey {
  const loop = number === undefined ? undefined : loops[number];
  if (loop === undefined) return { key: '', title: 'not in a loop', order: Infinity };
  const { first, last } = loop;
  return { key: String(number), title: `loop at lines ${first} to ${last}`, order: first };
}

const groupers: Readonly<
  Record<Exclude<Grouping, 'loop'>, ((site: ReportSite) => GroupKey) | undefined>
> = {
  none: undefined,
  line: ({ location }) => {
    const place = authoredLine(location.source ?? []);
    if (place === undefined) return { key: '', title: 'no line', order: Infinity };
    const { file, line } = place;
    return { key: `${line} ${file}`, title: linePlace({ ...place, column: 0 }), order: line };
  },
  buffer: ({ buffer }) => ({ key: buffer, title: buffer === '' ? 'no buffer' : buffer }),
  instruction: ({ op }) => ({ key: op, title: op }),
};
