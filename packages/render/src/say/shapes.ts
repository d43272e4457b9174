/** `ldscope shapes`: every shape under every layout, and how many each layout clears. */
import type { ShapesReport } from '@ldscope/core';
import { type Block, type Document, factOf } from '../document/document.ts';
import { standalone } from '../document/site-sheet.ts';
import { cellText, columnsOf, shapeMapPicture, shapeMapTable } from '../svg/shape-map.ts';
import { grouped } from '../text/numbers.ts';

/** A sweep of shapes as a document, without its diagnostics. */
export function sayShapes(report: ShapesReport): Document {
  const { files, machines, parameters, shapes } = report;
  const title = `shapes of ${files.join(', ')}`;
  const facts = [
    ...factOf('machines', machines.join(', ')),
    ...factOf(
      'shapes',
      `${grouped(shapes.length)}: ${parameters.map(({ name, values }) => `${name} ${values.join(', ')}`).join('; ')}`,
    ),
  ];
  return {
    title,
    sections: [
      { level: 1, heading: title, blocks: [{ kind: 'facts', facts }] },
      { level: 2, heading: 'Layouts', blocks: [totalsTable(report)] },
      { level: 2, heading: 'Conflict cycles', blocks: [table(report), map(report)] },
    ],
  };
}

function totalsTable({ totals }: ShapesReport): Block {
  return {
    kind: 'table',
    columns: [
      { title: 'layout' },
      { title: 'machine' },
      { title: 'shapes', align: 'right' },
      { title: 'cleared', align: 'right' },
      { title: 'median conflicts', align: 'right' },
    ],
    rows: totals.map(({ layout, machine, shapes, cleared, medianConflictCycles: median }) => ({
      cells: [
        { text: layout },
        { text: machine },
        { text: grouped(shapes) },
        { text: grouped(cleared), ...(cleared === shapes && { style: 'good' as const }) },
        { text: median === undefined ? '-' : grouped(median) },
      ],
    })),
  };
}

function table(report: ShapesReport): Block {
  const { parameters, machines, shapes } = report;
  const columns = columnsOf(report);
  return {
    kind: 'table',
    columns: [
      ...parameters.map(({ name }) => ({ title: name, align: 'right' }) as const),
      ...columns.map(
        ({ machine, layout }) =>
          ({
            title: machines.length > 1 ? `${layout}, ${machine}` : layout,
            align: 'right',
          }) as const,
      ),
    ],
    rows: shapes.map(({ values, cells, diagnostics }) => ({
      cells: [
        ...parameters.map(({ name }) => ({ text: String(values[name] ?? '') })),
        ...columns.map((_, i) => {
          const cell = cells[i];
          if (cell === undefined)
            return { text: diagnostics[0]?.code ?? '-', style: 'bad' as const };
          return cell.conflictCycles === 0
            ? { text: '0', style: 'good' as const }
            : { text: cellText(cell) };
        }),
      ],
    })),
  };
}

/** The heat map as a file. */
export const svgOfShapes = (report: ShapesReport): string => standalone(shapeMapPicture(report));

/** A page also has the heat map. */
function map(report: ShapesReport): Block {
  return {
    kind: 'drawing',
    picture: () => shapeMapPicture(report),
    table: () => shapeMapTable(report),
  };
}
