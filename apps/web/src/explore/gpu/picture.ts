/**
 * The path of one lane in a picture, level under level; what is followed is outlined and joined by lines.
 *
 *     grid     |  .  .  |  .  .  |        workgroups of one unit
 *     units    . . . . . [] . . . .
 *     unit     SIMD 0..3 with waves       LDS with slices
 *     wave     0 1 2 3 4 5 6 [7] 8 ...
 *     banks    0 1 2 3 4 5 6 [7] 8 ...
 */
import { type Machine, range, timingOf } from '@ldscope/core';
import {
  cellBox,
  cellsOf,
  columnNames,
  type DataTable,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { counted, grouped } from '../../controls/words.ts';
import { tableOf, tableOfRows } from '../../picture/table-of.ts';
import { waveOf } from '../parts/one-access.ts';
import { rowsOf } from '../parts/rows.ts';
import { gpuControls } from './controls.ts';
import { type GpuView, gpuView } from './model.ts';

const LEFT = 120;
const RIGHT = 928;
const WIDTH = RIGHT - LEFT;

/** The levels of the path, from the launch down, each with the nodes of its picture from a place on. */
export const levels = [
  {
    title: 'The grid',
    text: 'A launch makes workgroups. They are independent: nothing guarantees which of them run at the same time.',
    height: 58,
    draw: gridLevel,
  },
  {
    title: 'Compute units',
    text: 'Each workgroup runs on one compute unit and stays there. When all units are full, the other workgroups wait.',
    height: 96,
    draw: unitsLevel,
  },
  {
    title: 'One unit',
    text: 'Waves occupy slots of the SIMDs, and each workgroup has a slice of the LDS. Registers, slots or LDS: one of them runs out first.',
    height: 190,
    draw: unitLevel,
  },
  {
    title: 'One wave',
    text: 'An instruction executes for all lanes of a wave at once. Each lane has its own address.',
    height: 66,
    draw: waveLevel,
  },
  {
    title: 'The banks',
    text: 'Slices hold different bytes but share the same banks. Lanes of one phase that read different words of one bank wait for each other.',
    height: 144,
    draw: banksLevel,
  },
] as const;

/** Levels up to `last` are lit. */
export function pathPicture(view: GpuView, last: number): Picture {
  const { parameters, unit, device, bank, byte } = view;
  let top = 10;
  const content = levels.map(({ title, height, draw }, index) => {
    const look = index === last ? 'start strong' : 'start soft';
    const nodes = [label(8, top + 12, title, look), ...draw(view, top)];
    top += height;
    return svg('g', { class: index > last ? 'dimmed' : undefined }, ...nodes);
  });
  return {
    width: 940,
    height: top + 8,
    title: `From the grid to a bank on ${device.name}`,
    description: `Workgroup ${parameters.workgroup} of ${parameters.grid} is on unit ${unit} of ${device.units}; lane ${parameters.lane} of its wave ${parameters.wave} reads ${byte === undefined ? 'nothing' : `byte ${byte} of the LDS, in bank ${bank ?? 0}`}.`,
    content,
  };
}

/** What is below a level: of all, and of what is followed. */
const notes = (y: number, all: string, own: string, left = LEFT): SvgNode[] => [
  label(left, y, all, 'start small soft'),
  label(RIGHT, y, own, 'end small strong'),
];

/** The grid as a bar, with the workgroups of the unit marked. */
function gridLevel({ parameters, ofUnit, resident, colorOf }: GpuView, top: number): SvgNode[] {
  const { grid, workgroup } = parameters;
  const y = top + 4;
  const cell = Math.max(2, WIDTH / grid);
  const place = (one: number): number => Math.min(LEFT + (one / grid) * WIDTH, RIGHT - cell);
  const slots = new Map(resident.map((one) => [one.workgroup, one.slot]));
  return [
    rect(LEFT, y, WIDTH, 22, 'empty'),
    ...ofUnit.slice(0, 400).map((one) => {
      const slot = slots.get(one);
      const look = slot === undefined ? { class: 'bar-soft' } : { fill: colorOf(slot) };
      const title = svg('title', {}, `workgroup ${one}`);
      return rect(place(one), y, cell, 22, { ...look, 'data-workgroup': one }, title);
    }),
    rect(place(workgroup) - 2, y - 2, cell + 4, 26, 'ring'),
    ...notes(
      y + 36,
      `${grouped(grid)} workgroups; those of the unit below are marked`,
      `workgroup ${workgroup}`,
    ),
  ];
}

/** All units of the device; one cell each. */
function unitsLevel(view: GpuView, top: number): SvgNode[] {
  const { device, unit, parameters, occupancy, ofUnit } = view;
  const { units } = device;
  const rows = Math.ceil(units / 76);
  const columns = Math.ceil(units / rows);
  const width = columns * Math.min(18, WIDTH / columns);
  const grid = { left: LEFT, top: top + 4, width, height: 14 * rows, columns, rows, gap: 2 };
  const placeOf = (one: number) => ({ column: one % columns, row: Math.floor(one / columns) });
  const busy = Math.min(units, parameters.grid);
  const mine = Math.min(ofUnit.length, occupancy.workgroups);
  const own = cellBox(grid, placeOf(unit).column, placeOf(unit).row);
  return [
    ...cellsOf(
      grid,
      range(units).map((one) => ({
        ...placeOf(one),
        look: {
          'class': one === unit ? 'accent' : one < busy ? 'good' : 'empty',
          'data-unit': one,
        },
      })),
    ),
    rect(own.x - 1, own.y - 1, own.width + 2, own.height + 2, 'ring'),
    ...notes(
      top + 76,
      `${units} units with an LDS each, ${busy} with work`,
      `unit ${unit}: ${mine} of at most ${occupancy.workgroups} workgroups`,
    ),
  ];
}

const BODY = 144;
const SIMDS = 400;
const GAP = 36;

function unitLevel(view: GpuView, above: number): SvgNode[] {
  const top = above + 22;
  return [...simdNodes(view, top), ...ldsNodes(view, top)];
}

function simdNodes(view: GpuView, top: number): SvgNode[] {
  const { simds, slotsPerSimd, resident, parameters, colorOf } = view;
  const grid = { left: LEFT, top, width: SIMDS, height: BODY, gap: 2 };
  const slots = { ...grid, columns: simds, rows: slotsPerSimd };
  return [
    ...columnNames(slots, range(simds), {
      text: (simd) => `SIMD ${simd}`,
      look: 'small soft',
      pixels: 10,
    }),
    ...cellsOf(
      slots,
      range(simds * slotsPerSimd).map((slot) => ({
        column: slot % simds,
        row: Math.floor(slot / simds),
        look: { class: 'empty' },
      })),
    ),
    ...cellsOf(
      slots,
      resident.flatMap(({ workgroup, slot, waves }) =>
        waves.map(({ wave, simd, row }) => {
          const isOwn = workgroup === parameters.workgroup && wave === parameters.wave;
          return {
            column: simd,
            row,
            look: {
              'fill': colorOf(slot),
              'class': isOwn ? 'lane selected' : 'lane',
              'data-workgroup': workgroup,
              'data-wave': wave,
            },
            title: `workgroup ${workgroup}, wave ${wave}`,
            text: BODY / slotsPerSimd >= 12 ? `${workgroup}: wave ${wave}` : undefined,
          };
        }),
      ),
    ),
    label(LEFT, top + BODY + 12, 'wave slots', 'start small soft'),
  ];
}

/** The LDS by bytes, of which each workgroup has a slice. */
function ldsNodes(view: GpuView, top: number): SvgNode[] {
  const { machine, resident, occupancy, parameters, colorOf } = view;
  const { ldsBytes, workgroup: followed } = parameters;
  const total = machine.sharedMemory.bytes.value;
  const left = LEFT + SIMDS + GAP;
  const area = { left, top, width: RIGHT - left, height: BODY };
  const grid = { ...area, columns: total, rows: 1, gap: 1 };
  const { width } = cellBox(grid, 0, 0, occupancy.allocatedLdsBytes);
  const used = resident.length * occupancy.allocatedLdsBytes;
  return [
    label(left, top - 10, `LDS, ${kibi(total, 2)}`, 'start small soft'),
    rect(left, top, area.width, BODY, 'empty'),
    ...resident.flatMap(({ workgroup, slot, baseBytes }) => {
      if (width <= 0) return [];
      const { x } = cellBox(grid, baseBytes, 0);
      return [
        rect(x, top, width, BODY, 'gap'),
        ...cellsOf(grid, [
          {
            column: baseBytes,
            row: 0,
            across: Math.max(ldsBytes, (2 * total) / area.width),
            look: {
              'fill': colorOf(slot),
              'class': workgroup === followed ? 'lane selected' : 'lane',
              'data-workgroup': workgroup,
            },
            title: `workgroup ${workgroup}: bytes ${baseBytes} to ${baseBytes + ldsBytes - 1}`,
            text: width > 34 ? workgroup : undefined,
          },
        ]),
      ];
    }),
    rect(left, top, area.width, BODY, 'axis'),
    label(left, top + BODY + 12, 'slices, one per workgroup', 'start small soft'),
    label(RIGHT, top + BODY + 12, `${kibi(total - used, 2)} free`, 'end small soft'),
  ];
}

const LANE_HEIGHT = 26;

function waveLevel({ access, parameters, byte }: GpuView, top: number): SvgNode[] {
  const { addressBytes, opcode } = access;
  const columns = addressBytes.length;
  const area = { left: LEFT, top: top + 4, width: WIDTH, height: LANE_HEIGHT };
  return [
    ...cellsOf(
      { ...area, columns, rows: 1, gap: 1 },
      addressBytes.map((address, lane) => {
        const isOwn = lane === parameters.lane;
        const active = isOwn ? 'lane selected' : 'lane';
        return {
          column: lane,
          row: 0,
          look: {
            ...(address === undefined
              ? { class: isOwn ? 'ghost-selected ghost' : 'ghost' }
              : { fill: laneColor(lane, columns), class: active }),
            'data-lane': lane,
          },
          title: `lane ${lane}: ${address === undefined ? 'inactive' : `byte ${address} of the LDS`}`,
          text: lane % 4 === 0 ? lane : undefined,
        };
      }),
    ),
    ...notes(
      top + 4 + LANE_HEIGHT + 11,
      `${opcode}, wave ${parameters.wave}`,
      `lane ${parameters.lane}: ${byte === undefined ? 'inactive' : `byte ${grouped(byte)}`}`,
    ),
  ];
}

const LINES = 56;
const BANK = 34;

function banksLevel({ access, parameters, phase, bank }: GpuView, top: number): SvgNode[] {
  const shown = access.phases[phase ?? 0];
  const { banks } = access.rule;
  const { length: count } = access.addressBytes;
  const y = top + LINES;
  const grid = { left: LEFT, top: y, width: WIDTH, height: BANK, columns: banks, rows: 1, gap: 1 };
  const from = top - 66 + 4 + LANE_HEIGHT + 20;
  const wordsOn = new Map(shown?.banks.map(({ bank: on, slots }) => [on, slots]));
  const middle = (one: number): number => cellBox(grid, one + 0.5, 0).x;
  return [
    ...(shown?.lanes ?? []).map((lane) => {
      const to = Math.floor((access.addressBytes[lane] ?? 0) / 4) % banks;
      const start = LEFT + ((lane + 0.5) * WIDTH) / count;
      return svg('path', {
        'd': `M${start.toFixed(1)} ${from}L${middle(to).toFixed(1)} ${y}`,
        'fill': 'none',
        'stroke': laneColor(lane, count),
        'stroke-width': lane === parameters.lane ? 3 : 1.25,
      });
    }),
    ...cellsOf(
      grid,
      range(banks).map((one) => {
        const words = wordsOn.get(one) ?? 0;
        const look = words > 1 ? 'conflict' : words === 1 ? 'good' : 'empty';
        return {
          column: one,
          row: 0,
          look: { 'class': look + (one === bank ? ' selected' : ''), 'data-bank': one },
          title: `bank ${one}: ${words} words`,
        };
      }),
    ),
    ...everyNth(banks, banks <= 32 ? 1 : 4).map((one) =>
      label(middle(one), y + 11, one, 'small faint'),
    ),
    ...[...wordsOn]
      .filter(([, words]) => words > 0)
      .map(([one, words]) => label(middle(one), y + 24, words, words > 1 ? 'conflict' : 'good')),
    ...notes(
      y + BANK + 14,
      `phase ${(shown?.index ?? 0) + 1} of ${access.phases.length}: words on each bank`,
      bank === undefined
        ? 'no bank'
        : `bank ${bank}; this phase takes ${counted(shown?.cycles ?? 0, 'cycle')}`,
    ),
    label(
      LEFT,
      y + BANK + 32,
      `the instruction: ${access.idxActive} cycles, ${access.bankConflict} of them conflicts`,
      access.bankConflict > 0 ? 'start conflict' : 'start good',
    ),
  ];
}

export function pathTable(view: GpuView): DataTable {
  const { parameters, unit, chosen, device, byte, bank, phase, access } = view;
  const wave = chosen?.waves.find((one) => one.wave === parameters.wave);
  const rows = rowsOf`
grid | workgroup ${parameters.workgroup} of ${parameters.grid}
unit | ${unit} of ${device.units}
place on the unit | ${chosen?.slot ?? 'none'}
slice of LDS from byte | ${chosen?.baseBytes ?? '-'}
wave | ${parameters.wave}, on SIMD ${wave?.simd ?? '-'}
lane | ${parameters.lane}
byte of the LDS | ${byte ?? 'outside of the slice'}
bank | ${bank === undefined ? '-' : `${bank} of ${access.rule.banks}`}
phase | ${phase === undefined ? '-' : `${phase + 1} of ${access.phases.length}`}
`;
  return tableOfRows('The followed lane', ['level', 'which'], rows);
}

export const thumbnail = (): Picture => pathPicture(gpuView(gpuControls.start), levels.length - 1);

export function boundsTable({ occupancy, machine }: GpuView): DataTable {
  const allocated = grouped(occupancy.allocatedLdsBytes);
  return tableOf(
    `What limits workgroups of this size on ${machine.name}: each is allocated ${occupancy.allocatedRegisters} registers per lane and ${allocated} bytes of LDS`,
    occupancy.bounds,
    ['limit', ['workgroups per unit', 'workgroups'], ['because', 'words']],
  );
}

const kibi = (bytes: number, places = 1): string => `${Number((bytes / 1024).toFixed(places))} KiB`;

/** From the registers outwards. Sizes of chip-wide memories are AMD's for MI300X; the rest is computed. */
export function memoryTable(machine: Machine): DataTable {
  const { occupancy, sharedMemory } = machine;
  const { lds, vmem } = timingOf(machine) ?? {};
  const simds = occupancy.simdsPerUnit.value;
  const vector = simds * occupancy.vectorRegistersPerSimd.value * waveOf(machine) * 4;
  const scalars = occupancy.scalarRegistersPerSimd?.value;
  const cycles = (fact?: { readonly value: number; readonly evidence: string }) =>
    fact === undefined ? '-' : `about ${fact.value} (${fact.evidence})`;
  const latency = cycles(vmem?.latency);
  const own = rowsOf`
vector registers | a unit | ${kibi(vector)} | - | compiler
scalar registers | a unit | ${scalars === undefined ? '' : kibi(simds * scalars * 4)} | - | compiler
LDS | a unit, one slice per workgroup | ${kibi(sharedMemory.bytes.value)}, ${sharedMemory.banks.value} banks | ${cycles(lds?.latency)} | the program
`;
  const outside =
    machine.name === 'gfx942'
      ? rowsOf`
L1 vector cache | a unit | 32 KiB | - | hardware
L2 | a die of 38 units | 4 MiB each, 32 MiB | - | hardware
Infinity Cache | the device | 256 MiB | - | hardware
HBM3 | the device | 192 GB, 5.3 TB/s | ${latency} | the program
`
      : rowsOf`
global memory | the device | - | ${latency} | the program
`;
  return tableOfRows(
    `Memories around a unit of ${machine.name}`,
    ['memory', 'scope', 'size', 'latency in cycles, idle', 'managed by'],
    [...own.filter(([, , size]) => size !== ''), ...outside],
  );
}
