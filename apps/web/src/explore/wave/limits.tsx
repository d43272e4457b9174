/** Tiles on which the swizzle does not remove all conflicts, counted. */
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import { limitControls } from './controls.ts';
import { type Chip } from './model.ts';
import { limitRows } from './limit-rows.ts';

export const LimitsFigure = show.of('Limits of the swizzle', limitControls, (form) => [
  show.table(limitTable(form.state.chip)),
  show.fields(form),
  show.prose([
    '**Gathers wider than reads.** A unit of 16 elements covers eight banks. Lanes that read two elements each, from different rows at one chunk position, still share a bank, and no key over such units changes that.',
    '**Short rows.** A phase can have more rows than a row has chunks. A key that differs in every row then conflicts. But on gfx950 a row of four chunks fills half the banks, so two rows are side by side and need the same key: floor(row / 2) has no conflicts, at no cost.',
    '**Long rows.** The cap of 8 phases leaves two ways on gfx950, where a phase of ds_read_b128 has 16 lanes; 16 phases have none. On gfx942 a phase has 8 lanes, and 8 phases suffice. So the best key depends on row length and chip.',
  ]),
]);

const limitTable = (chip: Chip): DataTable =>
  tableOf(`Most ways of the operand's reads on ${chip}`, limitRows(chip), [
    ['case', 'title'],
    ['tile', ({ parameters }) => `32 x ${parameters.columns}`],
    ['gather, read', ({ parameters }) => `${parameters.gather}, ${parameters.read}`],
    ['unit, phases', ({ parameters }) => `${parameters.unit}, ${parameters.phases}`],
    ['plain', 'plainWays'],
    ['Wave', ({ swizzledWays }) => swizzledWays ?? 'not legal', 'numeric'],
    ['best key', ({ best }) => best.ways],
    [
      'which',
      ({ best: { rowsPerPhase, phases } }) =>
        `${rowsPerPhase === 1 ? 'row' : `floor(row / ${rowsPerPhase})`} mod ${phases}`,
    ],
  ]);
