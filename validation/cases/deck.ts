/**
 * `npm run validate -- tutorials`: the counters of CK Tile's bank-conflict tutorials, as the slides "LDS Bank Conflicts on CDNA"
 * give them, beside what our model predicts for both chips; then the same under every reading of the rules.
 */
import {
  findMachine,
  findTutorial,
  readings,
  replay,
  replayUnder,
  tutorials,
  waveTiles,
} from '@ldscope/core';
import type { Main } from '../base/output.ts';
import { grouped, markdown } from '../base/markdown.ts';

/** SQ_LDS_BANK_CONFLICT and SQ_INSTS_LDS at M = 65536, K = 256, as the slides print them. */
const DECK: Readonly<Record<string, readonly [number, number]>> = {
  '01': [3_670_016, 294_912],
  '02': [1_572_864, 294_912],
  '03': [786_432, 327_680],
  '05': [0, 294_912],
  '08': [0, 65_536],
  '10': [0, 294_912],
};

const M = 65536;
const K = 256;

/** The two tables, as Markdown. */
export function deckTables(): string[] {
  const tiles = waveTiles(M, K);
  const chips = ['gfx942', 'gfx950'];
  const rows = tutorials
    .filter(({ name }) => !name.includes('fp32'))
    .map(({ name, title }) => {
      const [conflicts, instructions] = DECK[name] ?? [];
      const replays = chips.map((chip) => replayOn(name, chip));
      const executed = (replays[0]?.instructionsPerWaveTile ?? 0) * tiles;
      const cells = replays.flatMap((result) => {
        const each = result?.conflictsPerWaveTile ?? 0;
        return [String(each), grouped(each * tiles)];
      });
      const agrees = replays.map(
        (result) => (result?.conflictsPerWaveTile ?? 0) * tiles === conflicts,
      );
      const verdict = conflicts === undefined ? 'not on the slides' : verdictOf(agrees);
      return [
        `${name} ${title}`,
        conflicts === undefined ? '-' : grouped(conflicts),
        ...cells,
        instructions === undefined ? '-' : grouped(instructions),
        grouped(executed),
        verdict,
      ];
    });
  const names = tutorials.map(({ name }) => name);
  const byReading = readings.map((reading) => [
    reading.title,
    ...names.map((name) => {
      const tutorial = findTutorial(name);
      const result = tutorial && replayUnder(tutorial, reading);
      return result?.ok === true ? String(result.value.conflictsPerWaveTile) : '-';
    }),
  ]);
  return [
    ...markdown(
      'tutorial | slides: conflicts | gfx942 each | total | gfx950 each | total | slides: instructions | ours | reproduced'.split(
        ' | ',
      ),
      rows,
    ),
    '',
    ...markdown(['reading', ...names], byReading),
  ];
}

function replayOn(name: string, chip: string) {
  const [tutorial, machine] = [findTutorial(name), findMachine(chip)];
  const result = tutorial && machine && replay(tutorial, machine);
  return result?.ok === true ? result.value : undefined;
}

function verdictOf([gfx942, gfx950]: readonly boolean[]): string {
  if (gfx942 === true && gfx950 === true) return 'on both';
  if (gfx950 === true) return 'on gfx950 only';
  return gfx942 === true ? 'on gfx942 only' : 'no';
}

/** Prints the tables. */
export const main: Main = (_, { print }) => {
  deckTables().forEach(print);
  return 0;
};
