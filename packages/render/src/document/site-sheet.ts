/**
 * A site as one picture that stands alone: its instruction and cost, which lanes are served together, and the banks of all
 * phases and of each phase.
 */
import { greatestOf } from '@ldscope/core';
import { bankGridPicture } from '../svg/bank-grid.ts';
import { isServedLaneByLane } from '../svg/bank-grid-words.ts';
import { globalLinesPicture } from '../svg/global-lines.ts';
import { label, markup, type Picture, pictureNode, svg, type SvgNode } from '../svg/node.ts';
import { phaseStripPicture } from '../svg/phase-strip.ts';
import { pictureStyles, tokenDeclarations } from '../svg/theme.ts';
import { termsFor } from '../text/terminology.ts';
import { clean, fit } from '../text/measure.ts';
import type { Explained } from './explained.ts';
import type { GlobalExplained } from './explained.ts';
import { counted, grouped } from '../text/numbers.ts';

/** The file of a site of shared memory; it has both themes and takes that of its reader. */
export function svgOfSite(drawn: Explained): string {
  return standalone(sitePicture(drawn));
}

/** The banks of a site alone, all phases in one picture: for a place without room for more. */
export function svgOfBanks({ machine, explanation }: Explained): string {
  return standalone(bankGridPicture(explanation, 'all', { machine, compact: true }));
}

/** The file of an access of global memory. */
export function svgOfGlobalSite({ explanation }: GlobalExplained): string {
  return standalone(globalLinesPicture(explanation));
}

/** A picture as a file. */
export function standalone(picture: Picture): string {
  const styles =
    `.picture{${tokenDeclarations('light')}background:var(--panel)}` +
    `@media (prefers-color-scheme:dark){.picture{${tokenDeclarations('dark')}}}${pictureStyles}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup(pictureNode(picture, styles))}\n`;
}

const MARGIN = 14;
const GAP = 26;
const HEAD = 62;

/** The whole sheet. */
function sitePicture({ machine, model, site, explanation }: Explained): Picture {
  const { phases, reasons } = explanation;
  const isUnphased = isServedLaneByLane(explanation) || phases.length < 2;
  const options = { machine, compact: !isUnphased };
  const strip = phaseStripPicture(explanation, { machine });
  const all = bankGridPicture(explanation, 'all', { machine });
  const each = isUnphased
    ? []
    : phases.map(({ index }) => bankGridPicture(explanation, index, options));
  const pair = Math.max(0, greatestOf(each.map((one) => 2 * one.width + GAP)));
  const width = Math.max(strip.width, all.width, pair) + 2 * MARGIN;
  const placed: SvgNode[] = [];
  let y = HEAD;
  const place = (row: readonly Picture[]): void => {
    let x = MARGIN;
    for (const picture of row) {
      placed.push(svg('g', { transform: `translate(${x} ${y})` }, ...picture.content));
      x += picture.width + GAP;
    }
    y += greatestOf(row.map(({ height }) => height)) + GAP;
  };
  place([strip]);
  place([all]);
  for (const row of rowsOf(each, width)) place(row);
  const { cycles, memoryCycles } = termsFor(machine);
  const cost =
    `${counted(site.worstWays, 'way')}; ${grouped(site.bankConflict)} of ${grouped(site.idxActive)} ` +
    `${memoryCycles} of ${counted(site.executions, 'run')} are conflicts`;
  const name = clean(
    [`${site.id} ${site.op}`, site.buffer].filter((part) => part !== '').join(' of '),
  );
  const source = `${machine.name}, model ${model.name}; ${fit(site.location.text?.trim() ?? '', 90)}`;
  return {
    width,
    height: y - GAP + MARGIN,
    title: `${name} on ${machine.name}`,
    description: [
      `${cost}.`,
      ...reasons.map((reason) => `${reason}.`),
      `Shown: the execution that takes most ${cycles}.`,
    ].join(' '),
    content: [
      label(MARGIN, 16, name, 'start large strong'),
      label(MARGIN, 34, cost, `start ${site.bankConflict > 0 ? 'conflict' : 'good'}`),
      label(MARGIN, 50, source, 'start small soft'),
      ...placed,
    ],
  };
}

function rowsOf(pictures: readonly Picture[], width: number): Picture[][] {
  const rows: Picture[][] = [];
  let room = 0;
  for (const picture of pictures) {
    const row = rows.at(-1);
    if (row !== undefined && picture.width <= room) row.push(picture);
    else {
      rows.push([picture]);
      room = width - 2 * MARGIN + GAP;
    }
    room -= picture.width + GAP;
  }
  return rows;
}
