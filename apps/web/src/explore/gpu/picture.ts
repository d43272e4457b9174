/**
 * The path of one lane in a picture, level under level; what is followed is outlined and joined by lines.
 *
 *     grid     |  .  .  |  .  .  |        workgroups of one unit
 *     units    . . . . . [] . . . .
 *     unit     SIMD 0..3 with waves       LDS with slices
 *     wave     0 1 2 3 4 5 6 [7] 8 ...
 *     banks    0 1 2 3 4 5 6 [7] 8 ...
 */
import { grouped } from '../../controls/words.ts';
import {
  type DataTable,
  label,
  laneColor,
  type Picture,
  rect,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { gpuControls } from './controls.ts';
import {
  banksLevel,
  bottomOf,
  LEFT,
  levels,
  levelTop,
  RIGHT,
  unitLevel,
  waveLevel,
  WIDTH,
} from './levels.ts';
import { type GpuView, gpuView } from './model.ts';

/** Levels up to `last` are lit. */
export function pathPicture(view: GpuView, last: number): Picture {
  const { parameters, unit, device, bank, byte } = view;
  const drawn = [gridLevel, unitsLevel, unitLevel, waveLevel, banksLevel];
  return {
    width: WIDTH,
    height: bottomOf('banks') + 8,
    title: `From the grid to a bank on ${device.name}`,
    description: `Workgroup ${parameters.workgroup} of ${parameters.grid} is on unit ${unit} of ${device.units}; lane ${parameters.lane} of its wave ${parameters.wave} reads ${byte === undefined ? 'nothing' : `byte ${byte} of the LDS, in bank ${bank ?? 0}`}.`,
    content: levels.map((level, index) =>
      svg(
        'g',
        { class: index > last ? 'dimmed' : undefined },
        label(
          8,
          levelTop(level.name) + 12,
          level.title,
          index === last ? 'start strong' : 'start soft',
        ),
        ...(drawn[index]?.(view) ?? []),
      ),
    ),
  };
}

/** The grid as a bar, with the workgroups of the unit marked. */
function gridLevel({ parameters, ofUnit, resident, occupancy }: GpuView): SvgNode[] {
  const { grid, workgroup } = parameters;
  const y = levelTop('grid') + 4;
  const width = RIGHT - LEFT;
  const cell = Math.max(2, width / grid);
  const place = (one: number): number => LEFT + (one / grid) * width;
  const slots = new Map(resident.map((one) => [one.workgroup, one.slot]));
  return [
    rect(LEFT, y, width, 22, 'empty'),
    ...ofUnit.slice(0, 400).map((one) => {
      const slot = slots.get(one);
      return rect(
        Math.min(place(one), RIGHT - cell),
        y,
        cell,
        22,
        {
          ...(slot === undefined
            ? { class: 'bar-soft' }
            : { fill: laneColor(slot, Math.max(2, occupancy.workgroups)) }),
          'data-workgroup': one,
        },
        svg('title', {}, `workgroup ${one}`),
      );
    }),
    rect(Math.min(place(workgroup), RIGHT - cell) - 2, y - 2, cell + 4, 26, 'ring'),
    label(
      LEFT,
      y + 36,
      `${grouped(grid)} workgroups; those of the unit below are marked`,
      'start small soft',
    ),
    label(RIGHT, y + 36, `workgroup ${workgroup}`, 'end small strong'),
  ];
}

/** All units of the device; one cell each. */
function unitsLevel({ device, unit, parameters, occupancy, ofUnit }: GpuView): SvgNode[] {
  const { units } = device;
  const y = levelTop('units') + 4;
  const perRow = Math.ceil(units / Math.ceil(units / 76));
  const cell = Math.min(18, (RIGHT - LEFT) / perRow);
  const busy = Math.min(units, parameters.grid);
  const mine = Math.min(ofUnit.length, occupancy.workgroups);
  return [
    ...Array.from({ length: units }, (_, index) =>
      rect(LEFT + (index % perRow) * cell, y + Math.floor(index / perRow) * 14, cell - 2, 12, {
        'class': index === unit ? 'accent' : index < busy ? 'good' : 'empty',
        'data-unit': index,
      }),
    ),
    rect(
      LEFT + (unit % perRow) * cell - 2,
      y + Math.floor(unit / perRow) * 14 - 2,
      cell + 2,
      16,
      'ring',
    ),
    label(
      LEFT,
      levelTop('units') + 76,
      `${units} units with an LDS each, ${busy} with work`,
      'start small soft',
    ),
    label(
      RIGHT,
      levelTop('units') + 76,
      `unit ${unit}: ${mine} of at most ${occupancy.workgroups} workgroups`,
      'end small strong',
    ),
  ];
}

export function pathTable(view: GpuView): DataTable {
  const { parameters, unit, chosen, device, byte, bank, phase, access } = view;
  const wave = chosen?.waves.find((one) => one.wave === parameters.wave);
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['grid', `workgroup ${parameters.workgroup} of ${parameters.grid}`],
    ['unit', `${unit} of ${device.units}`],
    ['place on the unit', chosen?.slot ?? 'none'],
    ['slice of LDS from byte', chosen?.baseBytes],
    ['wave', `${parameters.wave}, on SIMD ${wave?.simd ?? '-'}`],
    ['lane', parameters.lane],
    ['byte of the LDS', byte ?? 'outside of the slice'],
    ['bank', bank === undefined ? undefined : `${bank} of ${access.rule.banks}`],
    ['phase', phase === undefined ? undefined : `${phase + 1} of ${access.phases.length}`],
  ];
  return tableOf('The followed lane', rows, [
    ['level', ([level]) => level],
    ['which', ([, which]) => which],
  ]);
}

export const thumbnail = (): Picture => pathPicture(gpuView(gpuControls.start), levels.length - 1);
