/** The marks behind the lines of the kernel: ways and cycles of its instructions, lines of global memory, hazards. */
import {
  type GlobalSite,
  type Hazard,
  placeAccessText,
  type Report,
  type ReportedRace,
  type ReportedWait,
  type ReportSite,
  type Unserved,
} from '@ldscope/core';
import { unservedWords } from '@ldscope/render';
import { computed } from '@preact/signals';
import { grouped } from '../controls/words.ts';
import type { LineMark } from '../editor/editor.ts';
import { hintWords } from './hint.tsx';
import { report, timelineRun, terms, view } from './state.ts';
import { percent, ways } from './words.ts';

export const lineMarks = computed<readonly LineMark[]>(() => {
  const shown = report.value;
  const timed = view.value === 'timeline' ? timelineRun.value.result?.report : undefined;
  return [
    ...(shown === undefined ? [] : marksOf(shown)),
    ...(timed?.waits.flatMap(markOfWait) ?? []),
    ...(timed?.races.flatMap(markOfRace) ?? []),
  ];
});

/** The marks of a report; sites without a line have none. */
function marksOf({ sites, global, hazards }: Report): LineMark[] {
  return [
    ...sites.flatMap(markOfSite),
    ...(global?.sites.flatMap(markOfGlobalSite) ?? []),
    ...marksOfHazards(hazards),
  ];
}

function markOfSite(site: ReportSite): LineMark[] {
  const { id, location, worstWays, idxActive, bankConflict, unserved } = site;
  const { line } = location;
  if (line === undefined) return [];
  const free = bankConflict === 0;
  const { cycles, sharedMemory } = terms.value;
  return [
    {
      line,
      kind: 'lds',
      word: sharedMemory === 'LDS' ? 'LDS' : 'shared',
      tone: unserved !== undefined ? 'plain' : free ? 'good' : 'conflict',
      text:
        unserved !== undefined
          ? unservedMark(unserved)
          : free
            ? `no conflict · ${grouped(idxActive)} ${cycles}`
            : `${ways(worstWays)} · ${grouped(bankConflict)} of ${grouped(idxActive)} ${cycles}`,
      title:
        unserved !== undefined
          ? unservedWords[unserved]
          : free
            ? `${grouped(idxActive)} ${cycles}, none of them a conflict`
            : `${grouped(bankConflict)} of ${grouped(idxActive)} ${cycles} are conflicts (${percent(bankConflict, idxActive)})`,
      siteId: id,
    },
  ];
}

/** Short, for the end of a line. */
const unservedMark = (unserved: Unserved): string =>
  unserved === 'no-banks' ? 'passes by the banks' : 'not known';

function markOfGlobalSite({ id, location, efficiency, reason }: GlobalSite): LineMark[] {
  const { line } = location;
  // An access without wasted bytes needs no remark.
  if (line === undefined || efficiency >= 1) return [];
  return [
    {
      line,
      kind: 'global',
      tone: 'warn',
      text: `${(100 * efficiency).toFixed(0)} % of what it fetches`,
      title: reason,
      siteId: id,
    },
  ];
}

/** A mark per line, however many hazards it has. */
function marksOfHazards(hazards: readonly Hazard[]): LineMark[] {
  const lines = [...new Set(hazards.map(({ location }) => location.line))];
  return lines.flatMap((line) => {
    if (line === undefined) return [];
    const all = hazards.filter(({ location }) => location.line === line);
    const title = all.map(({ message, hint }) => `${message}. ${hintWords(hint)}`).join('\n');
    const text = all.length === 1 ? 'hazard' : `hazards: ${all.length}`;
    return [{ line, kind: 'hazard' as const, tone: 'conflict' as const, text, title }];
  });
}

function markOfRace({ second, first, place, kinds }: ReportedRace): LineMark[] {
  const { line } = second;
  if (line === undefined) return [];
  const title = `${placeAccessText(kinds[1])} ${place}, which line ${first.line ?? ''} ${placeAccessText(kinds[0])}, with no barrier between them`;
  return [{ line, kind: 'hazard', tone: 'conflict', text: 'no barrier', title }];
}

function markOfWait({ line, verdict, counter, deepest }: ReportedWait): LineMark[] {
  if (line === undefined || verdict === 'needed') return [];
  const deeper = deepest === undefined ? '' : `, ${counter}(${deepest}) is enough`;
  return [{ line, kind: 'wait', tone: 'warn', text: `${verdict}${deeper}` }];
}
