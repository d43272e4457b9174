/**
 * `npm run validate -- study FOLDER sweep [SOURCE ...]`: sweeps the collections of [sources](sources.ts) that FOLDER has, each into
 * FOLDER/stores, and goes on where it was. `study FOLDER collect` makes the data of these stores and keeps the rows of sources that
 * have none there; `study` makes the page and its pictures of the data.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { dataFile, givenPath, inRepository } from '../base/paths.ts';
import type { Main } from '../base/output.ts';
import { collectSources, type StudyData } from './collect.ts';
import { studyPage } from './page.ts';
import { studyPictures, svgOf } from './pictures.ts';
import { csvOf, rowsOfCsv } from './rows.ts';
import { sources } from './sources.ts';
import { sweepSources } from './sweep-sources.ts';

const DATA = dataFile('study.csv');
const PENDING = dataFile('study-pending.json');
const CHECKED = dataFile('study-checked.md');
const docFile = (name: string): string => inRepository(`docs/${name}`);

export const main: Main = async ([path, verb, ...rest], output) => {
  if (path !== undefined && verb === 'sweep') return sweepSources(givenPath(path), rest, output);
  if (path !== undefined && verb === 'collect') return collect(givenPath(path), output.print);
  if (path !== undefined) {
    output.complain('npm run validate -- study [FOLDER sweep [SOURCE ...] | FOLDER collect]');
    return 2;
  }
  const { rows, pending } = readData();
  const page = studyPage(rows, pending, readFileSync(CHECKED, 'utf8'));
  writeFileSync(docFile('study.md'), (await format('study.md', page)).code);
  for (const picture of studyPictures(rows)) {
    writeFileSync(docFile(`images/${picture.name}.svg`), svgOf(picture, 'light'));
    writeFileSync(docFile(`images/${picture.name}-dark.svg`), svgOf(picture, 'dark'));
  }
  output.print(`${rows.length} rows; docs/study.md`);
  return 0;
};

/** The rows of the data, and the planned jobs without a result. */
function readData(): StudyData {
  return {
    rows: rowsOfCsv(readFileSync(DATA, 'utf8')),
    pending: JSON.parse(readFileSync(PENDING, 'utf8')) as StudyData['pending'],
  };
}

function collect(root: string, print: (line: string) => void): number {
  const { rows, pending } = collectSources(root, sources, readData(), print);
  writeFileSync(DATA, csvOf(rows));
  writeFileSync(PENDING, `${JSON.stringify(pending, undefined, 2)}\n`);
  return rows.length === 0 ? 1 : 0;
}
