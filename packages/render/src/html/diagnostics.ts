/** Errors, warnings and hazards: diagnostics with their place in the source, and hazards with both of their places. */
import {
  groupBy,
  type Hazard,
  hintText,
  LineMap,
  type ReportDiagnostic,
  type Severity,
} from '@ldscope/core';
import { clean } from '../text/measure.ts';
import { counted } from '../text/numbers.ts';
import { framesText } from '../text/source-place.ts';
import { h, type HtmlNode } from './node.ts';

export interface DiagnosticsSource {
  readonly file: string;
  readonly source?: string | undefined;
}

const MOST_MESSAGES = 50;
const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

/** Diagnostics, errors first. */
export function diagnosticList(
  diagnostics: readonly ReportDiagnostic[],
  { file, source }: DiagnosticsSource,
): HtmlNode[] {
  const map = source === undefined ? undefined : new LineMap(source);
  const sorted = ORDER.flatMap((wanted) =>
    diagnostics.filter(({ severity }) => severity === wanted),
  );
  return capped(
    sorted.map(({ severity, code, message, hint, line, column }) =>
      h(
        'div',
        { class: 'message' },
        heading(severity, code, message),
        line !== undefined && h('p', { class: 'soft mono' }, placeText(file, line, column)),
        line !== undefined && map !== undefined && frame(map.line(line), line, column),
        hint !== '' && h('p', { class: 'soft' }, `Hint: ${hintText(hint)}`),
      ),
    ),
  );
}

const accessWords = { read: 'read', write: 'write', atomic: 'atomic', async: 'copy' } as const;

/** Hazards; the same hazard at several places has one heading. */
export function hazardList(hazards: readonly Hazard[]): HtmlNode[] {
  const groups = groupBy(hazards, (hazard) =>
    JSON.stringify([hazard.code, hazard.message, hazard.hint]),
  );
  return capped(
    [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const shown = group.slice(0, MOST_MESSAGES);
      return [
        h(
          'div',
          { class: 'message' },
          heading(first.severity, first.code, first.message),
          h('ul', {}, ...shown.map((hazard) => h('li', { class: 'mono' }, hazardText(hazard)))),
          group.length > shown.length &&
            h('p', { class: 'soft' }, `and ${counted(group.length - shown.length, 'more place')}`),
          first.hint !== '' && h('p', { class: 'soft' }, `Hint: ${hintText(first.hint)}`),
        ),
      ];
    }),
  );
}

function hazardText({ location, count, other, witness }: Hazard): string {
  const place = ({ file = 'line', line, column }: Hazard['location']): string =>
    line === undefined ? '' : placeText(file, line, column);
  const from = (one: Hazard['location']): string => {
    const text = framesText(one);
    return text === undefined ? '' : ` (from ${text})`;
  };
  const times = counted(count, 'time');
  const against =
    other === undefined
      ? ''
      : `, with the ${accessWords[other.access]} at ${place(other.location)}${from(other.location)}`;
  const first =
    witness === undefined
      ? ''
      : `; first: wave ${witness.wave}, lane ${witness.lane}` +
        (witness.otherWave === undefined
          ? ''
          : ` and wave ${witness.otherWave}, lane ${witness.otherLane ?? 0}`) +
        `, ${counted(witness.bytes, 'byte')} from byte ${witness.byte}` +
        (witness.buffer === '' ? '' : ` of ${witness.buffer}`);
  return `${[place(location) + from(location), times].filter((part) => part !== '').join(', ')}${against}${first}`;
}

function heading(severity: Severity, code: string, message: string): HtmlNode {
  return h(
    'p',
    {},
    h('span', { class: `tag ${severity}` }, severity),
    ' ',
    h('code', {}, code),
    ` ${message}`,
  );
}

function placeText(file: string, line: number, column: number | undefined): string {
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

const BEFORE = 60;
const AFTER = 60;

/** The line with a caret under the column; of a long line the part around it. */
function frame(text: string, line: number, column = 1): HtmlNode {
  const at = Math.max(0, Math.min(column - 1, text.length));
  const from = Math.max(text.length - text.trimStart().length, at - BEFORE);
  const begin = Math.min(from, at);
  const lead = `${begin > 0 && text.slice(0, begin).trim() !== '' ? '...' : ''}${clean(text.slice(begin, at))}`;
  const rest = text.slice(at, at + AFTER);
  const head = `${line} | `;
  return h(
    'pre',
    { class: 'frame scroll', tabindex: 0 },
    `${head}${lead}${clean(rest)}${text.length > at + AFTER ? '...' : ''}\n${' '.repeat(head.length + lead.length)}^`,
  );
}

function capped(messages: readonly HtmlNode[]): HtmlNode[] {
  const rest = messages.length - MOST_MESSAGES;
  return [
    ...messages.slice(0, MOST_MESSAGES),
    ...(rest > 0 ? [h('p', { class: 'soft' }, `and ${counted(rest, 'more message')}`)] : []),
  ];
}
