/** Hazards and diagnostics as items of a list. */
import { hintText, type Location, type Report, type ReportDiagnostic } from '@ldscope/core';
import { counted } from '../text/numbers.ts';
import { code, prose } from './syntax.ts';

const MOST_MESSAGES = 10;

/** An item for each hazard, error and warning, the first ten of them; notes are left out. */
export function messageItems(
  hazards: Report['hazards'],
  diagnostics: readonly ReportDiagnostic[],
): string[] {
  const items = [
    ...hazards.map(
      ({ severity, code: id, message, location }) =>
        `- **${severity}** ${code(id)}${placeText(location)}: ${prose(message)}`,
    ),
    ...diagnostics
      .filter(({ severity }) => severity !== 'note')
      .map(
        ({ severity, code: id, message, hint, ...location }) =>
          `- **${severity}** ${code(id)}${placeText(location)}: ${prose(message)}` +
          (hint === '' ? '' : ` (${prose(hintText(hint))})`),
      ),
  ];
  const rest = items.length - MOST_MESSAGES;
  return [
    ...items.slice(0, MOST_MESSAGES),
    ...(rest > 0 ? [`- and ${counted(rest, 'more message')}`] : []),
  ];
}

function placeText({ line, column }: Pick<Location, 'line' | 'column'>): string {
  if (line === undefined) return '';
  return column === undefined ? ` at line ${line}` : ` at ${line}:${column}`;
}
