/**
 * The hazards of a schedule, as `ldscope analyze` and `check` report them: at each operation that lacks a barrier or a wait.
 *
 *     ds_read_b128 A from t      reads t, which 'ds_write_b128 to t from p' (line 8) writes, with no barrier between them
 */
import { LineMap } from '../base/span.ts';
import { messages } from '../base/messages.ts';
import { checkWaits } from '../timing/check-waits.ts';
import type { PlaceRace } from '../timing/place-order.ts';
import type { TimedProgram } from '../timing/program.ts';
import type { Hazard } from './report.ts';

/** What one access does to a place: `'ds_read_b128 A from t' (line 11) reads`. */
export function placeAccessText(kind: 'read' | 'write', where = ''): string {
  return `${where === '' ? '' : `${where} `}${kind}s`;
}

/** The races of each second operation, the first of them before the others. */
export function racesBySecond<Race>(
  races: readonly Race[],
  secondOf: (race: Race) => unknown,
): readonly (readonly [first: Race, ...others: Race[]])[] {
  const found = new Map<unknown, [Race, ...Race[]]>();
  for (const race of races) {
    const second = secondOf(race);
    const known = found.get(second);
    if (known === undefined) found.set(second, [race]);
    else known.push(race);
  }
  return [...found.values()];
}

/** `text` is the one that the spans of the program are in. */
export function scheduleHazards(program: TimedProgram, text: string): readonly Hazard[] {
  const lines = new LineMap(text);
  const { races, notJudged, missing } = checkWaits(program);
  const locationOf = (instruction: number): Hazard['location'] => {
    const { span, text: words } = program.instructions[instruction] ?? {};
    return span === undefined ? { text: words } : { ...lines.place(span.start), text: words };
  };
  const nameOf = (instruction: number): string => {
    const { line, text: words = '' } = locationOf(instruction);
    return `'${words}'${line === undefined ? '' : ` (line ${line})`}`;
  };
  const raceHazards = (
    all: readonly PlaceRace[],
    messageOf: (race: PlaceRace, second: string, first: string) => Hazard,
  ): Hazard[] =>
    racesBySecond(all, ({ second }) => second).map(([race, ...others]) => {
      const { first, kinds } = race;
      const second = placeAccessText(kinds[1]);
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
      return {
        ...messageOf(race, second, `${placeAccessText(kinds[0], nameOf(first))}${more}`),
        count: 1 + others.length,
      };
    });
  const placed = (race: PlaceRace) => ({
    location: locationOf(race.second),
    count: 1,
    other: { access: race.kinds[0], location: locationOf(race.first) },
  });
  return [
    ...raceHazards(races, (race, second, first) => ({
      ...messages.hazard.unorderedPlaces(second, first, race.place, race.waves),
      ...placed(race),
    })),
    ...raceHazards(notJudged, (race, second, first) => ({
      ...messages.hazard.unjudgedPlaces(second, first, race.place),
      ...placed(race),
    })),
    ...missing.map(({ instruction, operation, counter, value, executions }) => ({
      ...messages.hazard.unfinishedPlace(nameOf(operation), counter, value),
      location: locationOf(instruction),
      count: executions,
    })),
  ];
}
