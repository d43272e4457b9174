/** The tables of a sweep, as Markdown: what `npm run validate -- attention` prints and docs/attention.md keeps. */
import type { Mitigation } from '@ldscope/core';
import { grouped, markdown } from '../base/markdown.ts';
import { mitigationsOf, type TileMitigations } from './mitigations.ts';
import { nameOfShape } from './shapes.ts';
import {
  costOf,
  type Kernel,
  launchOf,
  type SweepPlan,
  type SweepRow,
  type Totals,
  type Variant,
  variants,
} from './sweep.ts';
import type { StagedTile } from './tiles.ts';
import { compareWithTalk, freeShapes, ldsSavedPercent } from './verdicts.ts';

const titles: Readonly<Record<Variant, string>> = {
  baseline: 'baseline',
  padding: 'padding',
  swizzle: 'swizzle (PR)',
  hinted: 'V hinted too',
  searched: 'ours',
};

const headOf = (...first: readonly string[]): string[] => [
  ...first,
  ...variants.map((variant) => titles[variant]),
];

/** Kernels that differ in more than batch and length, each with its first row. */
function distinctRows(rows: readonly SweepRow[]): SweepRow[] {
  const seen = new Map<string, SweepRow>();
  for (const row of rows) {
    const { element, shape, tasks } = row.kernel;
    const key = [element, shape.headDim, ...tasks].join(' ');
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}

const nameOfKernel = ({ element, shape }: Kernel): string => `${element}, head ${shape.headDim}`;

/** Intrinsics and tiles of each kernel. */
export function kernelTable(rows: readonly SweepRow[]): string[] {
  const head = ['kernel', 'Q K^T', 'P V', 'waves', 'queries x columns x keys', 'tiles in LDS'];
  return markdown(
    head,
    distinctRows(rows).map(({ kernel }) => {
      const { qk, pv, waves, tileM, tileN, tileK2 } = kernel.schedule;
      return [
        nameOfKernel(kernel),
        qk.name,
        pv.name,
        String(waves),
        `${tileM} x ${tileN} x ${tileK2}`,
        kernel.tiles.map(nameOfTile).join(', '),
      ];
    }),
  );
}

const nameOfTile = ({ name, rows, columns }: StagedTile): string => `${name} ${rows} x ${columns}`;

/** Conflicts of each tile, write and read, each once by a whole workgroup. */
export function tileTable(plan: SweepPlan, rows: readonly SweepRow[]): string[] {
  const lines = distinctRows(rows).flatMap(({ kernel, results }) => {
    const mitigations = mitigationsOf(kernel.tiles, plan.machine);
    return results.map((result, i) => {
      const tile = kernel.tiles[i];
      const own = mitigations[i];
      if (tile === undefined || own === undefined) return [];
      const widths = [tile.writer, tile.reader].map(({ element_tile }) => element_tile.at(-1) ?? 1);
      return [
        `${nameOfKernel(kernel)}: ${nameOfTile(tile)}`,
        widths.join(', '),
        hintText(own),
        ...variants.map((variant) => {
          const { writeConflicts, readConflicts } = costOf(result, variant);
          return `${grouped(writeConflicts)} + ${grouped(readConflicts)}`;
        }),
      ];
    });
  });
  return markdown(headOf('tile', 'neighbours, write and read', 'PR decides'), lines);
}

function hintText({ swizzle, hinted }: TileMitigations): string {
  const text = mitigationText(swizzle);
  return swizzle.kind === hinted.kind ? text : `${text}; without rule 4 ${mitigationText(hinted)}`;
}

function mitigationText(mitigation: Mitigation): string {
  switch (mitigation.kind) {
    case 'none':
      return 'nothing';
    case 'padding':
      return `rows + ${mitigation.elements}`;
    case 'swizzle':
      return `\`<${mitigation.swizzle.rowWidth}, ${mitigation.swizzle.accessWidth}>\``;
  }
}

/** The layouts that the search takes, with what is proven of them. */
export function searchedTable(rows: readonly SweepRow[]): string[] {
  const proofs = {
    'every-layout': 'no layout has less',
    'linear': 'no linear layout has less',
    'listed': 'the best of the families',
  } as const;
  return markdown(
    ['tile', 'layout', 'in IREE', 'conflicts', 'LDS bytes', 'proof'],
    distinctRows(rows).flatMap(({ kernel, results }) =>
      results.map(({ searched }, i) => {
        const tile = kernel.tiles[i];
        const { writeConflicts, readConflicts, ldsBytes } = searched.cost;
        return [
          `${nameOfKernel(kernel)}: ${tile === undefined ? '' : nameOfTile(tile)}`,
          searched.layout,
          searched.attribute === undefined ? '-' : `\`${searched.attribute}\``,
          grouped(writeConflicts + readConflicts),
          grouped(ldsBytes),
          proofs[searched.proof],
        ];
      }),
    ),
  );
}

/** Conflicts, LDS instructions and LDS bytes of one shape per kernel: the first of the sweep. */
export function totalTable(rows: readonly SweepRow[]): string[] {
  const line = (
    { kernel, totals }: SweepRow,
    what: string,
    of: (one: Totals) => string,
  ): string[] => [
    `${kernel.element} ${nameOfShape(kernel.shape)}`,
    what,
    ...variants.map((variant) => of(totals[variant])),
  ];
  const lines = distinctRows(rows).flatMap((row) => [
    line(row, 'conflict cycles', ({ conflicts }) => grouped(conflicts)),
    line(row, 'LDS instructions', ({ instructions, joinable }) =>
      joinable === 0
        ? grouped(instructions)
        : `${grouped(instructions - joinable)} to ${grouped(instructions)}`,
    ),
    line(row, 'LDS bytes', ({ ldsBytes }) => grouped(ldsBytes)),
  ]);
  return markdown(headOf('shape', 'figure'), lines);
}

/** Over all shapes of the sweep: how many are free of conflicts, and what LDS they save. */
export function summaryTable(rows: readonly SweepRow[]): string[] {
  const lines = (['f16', 'f32'] as const).flatMap((element) => {
    const own = rows.filter(({ kernel }) => kernel.element === element);
    if (own.length === 0) return [];
    return [
      [
        `${element}: shapes without conflicts, of ${own.length}`,
        ...variants.map((variant) => String(freeShapes(own, variant))),
      ],
      [
        `${element}: LDS saved against padding, median`,
        ...variants.map((v) => `${ldsSavedPercent(own, v, 'allocatedBytes').toFixed(1)} %`),
      ],
    ];
  });
  return markdown(headOf('all shapes'), lines);
}

/** Conflicts of every shape. */
export function shapeTable(rows: readonly SweepRow[]): string[] {
  return markdown(
    headOf('shape', 'workgroups', 'iterations'),
    rows.map(({ kernel, totals }) => {
      const { workgroups, iterations } = launchOf(kernel);
      return [
        `${kernel.element} ${nameOfShape(kernel.shape)}`,
        grouped(workgroups),
        grouped(iterations),
        ...variants.map((variant) => grouped(totals[variant].conflicts)),
      ];
    }),
  );
}

export function talkTable(rows: readonly SweepRow[]): string[] {
  return markdown(
    ['figure', 'the talk', 'ours', 'verdict'],
    compareWithTalk(rows).map(({ figure, talk, ours, verdict }) => [figure, talk, ours, verdict]),
  );
}

/** Plain data for `--json`, without the schedules' layouts. */
export function jsonOf(plan: SweepPlan, rows: readonly SweepRow[]): unknown {
  return {
    machine: plan.machine.name,
    shapes: rows.map(({ kernel, totals }) => {
      const { qk, pv, waves, tileM, tileN, tileK2 } = kernel.schedule;
      return {
        element: kernel.element,
        shape: nameOfShape(kernel.shape),
        qk: qk.name,
        pv: pv.name,
        waves,
        tile: { queries: tileM, columns: tileN, keys: tileK2 },
        ...launchOf(kernel),
        totals,
      };
    }),
  };
}
