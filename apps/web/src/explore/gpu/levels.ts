import { counted, grouped } from '../../controls/words.ts';
import { label, laneColor, rect, svg, type SvgNode } from '@ldscope/render';
import type { GpuView, Resident } from './model.ts';

/** The levels of the path, from the launch down. */
export const levels = [
  {
    name: 'grid',
    title: 'The grid',
    text: 'A launch makes workgroups. They are independent: nothing guarantees which of them run at the same time.',
  },
  {
    name: 'units',
    title: 'Compute units',
    text: 'Each workgroup runs on one compute unit and stays there. When all units are full, the other workgroups wait.',
  },
  {
    name: 'unit',
    title: 'One unit',
    text: 'Waves occupy slots of the SIMDs, and each workgroup has a slice of the LDS. Registers, slots or LDS: one of them runs out first.',
  },
  {
    name: 'wave',
    title: 'One wave',
    text: 'An instruction executes for all lanes of a wave at once. Each lane has its own address.',
  },
  {
    name: 'banks',
    title: 'The banks',
    text: 'Slices hold different bytes but share the same banks. Lanes of one phase that read different words of one bank wait for each other.',
  },
] as const;

export type Level = (typeof levels)[number]['name'];

export const WIDTH = 940;
export const LEFT = 120;
export const RIGHT = 928;

const heights: Readonly<Record<Level, number>> = {
  grid: 58,
  units: 96,
  unit: 190,
  wave: 66,
  banks: 144,
};

const order: readonly Level[] = ['grid', 'units', 'unit', 'wave', 'banks'];

export function levelTop(level: Level): number {
  return order.slice(0, order.indexOf(level)).reduce((sum, name) => sum + heights[name], 10);
}

export function bottomOf(level: Level): number {
  return levelTop(level) + heights[level];
}

const BODY = 144;
const SIMDS = 400;
const GAP = 36;

export function unitLevel(view: GpuView): SvgNode[] {
  return [...simdNodes(view), ...ldsNodes(view)];
}

const colorOf = (view: GpuView, { slot }: Resident): string =>
  laneColor(slot, Math.max(2, view.occupancy.workgroups));

function simdNodes(view: GpuView): SvgNode[] {
  const { simds, slotsPerSimd, resident, parameters } = view;
  const top = levelTop('unit') + 22;
  const column = SIMDS / simds;
  const row = BODY / slotsPerSimd;
  return [
    ...Array.from({ length: simds }, (_, simd) => [
      label(LEFT + (simd + 0.5) * column, top - 10, `SIMD ${simd}`, 'small soft'),
      ...Array.from({ length: slotsPerSimd }, (__, index) =>
        rect(LEFT + simd * column + 1, top + index * row + 1, column - 4, row - 2, 'empty'),
      ),
    ]).flat(),
    ...resident.flatMap((one) =>
      one.waves.flatMap(({ wave, simd, row: index }) => {
        const x = LEFT + simd * column + 1;
        const y = top + index * row + 1;
        const followed = one.workgroup === parameters.workgroup && wave === parameters.wave;
        return [
          rect(
            x,
            y,
            column - 4,
            row - 2,
            {
              'fill': colorOf(view, one),
              'class': followed ? 'lane selected' : 'lane',
              'data-workgroup': one.workgroup,
              'data-wave': wave,
            },
            svg('title', {}, `workgroup ${one.workgroup}, wave ${wave}`),
          ),
          ...(row >= 12
            ? [
                label(x + column / 2 - 2, y + row / 2 - 1, `${one.workgroup}: wave ${wave}`, {
                  'class': 'small on-lane',
                  'pointer-events': 'none',
                }),
              ]
            : []),
        ];
      }),
    ),
    label(LEFT, top + BODY + 12, 'wave slots', 'start small soft'),
  ];
}

function ldsNodes(view: GpuView): SvgNode[] {
  const { machine, resident, occupancy, parameters } = view;
  const top = levelTop('unit') + 22;
  const left = LEFT + SIMDS + GAP;
  const width = RIGHT - left;
  const total = machine.sharedMemory.bytes.value;
  const perByte = width / total;
  const kibi = (bytes: number): string => `${Number((bytes / 1024).toFixed(2))} KiB`;
  const used = resident.length * occupancy.allocatedLdsBytes;
  return [
    label(left, top - 10, `LDS, ${kibi(total)}`, 'start small soft'),
    rect(left, top, width, BODY, 'empty'),
    ...resident.flatMap((one) => {
      const x = left + one.baseBytes * perByte;
      const wide = occupancy.allocatedLdsBytes * perByte;
      const asked = parameters.ldsBytes * perByte;
      if (wide <= 0) return [];
      const followed = one.workgroup === parameters.workgroup;
      return [
        rect(x, top, wide, BODY, 'gap'),
        rect(
          x,
          top + 1,
          Math.max(1, asked - 1),
          BODY - 2,
          {
            'fill': colorOf(view, one),
            'class': followed ? 'lane selected' : 'lane',
            'data-workgroup': one.workgroup,
          },
          svg(
            'title',
            {},
            `workgroup ${one.workgroup}: bytes ${one.baseBytes} to ${one.baseBytes + parameters.ldsBytes - 1}`,
          ),
        ),
        ...(wide > 34
          ? [
              label(x + asked / 2, top + BODY / 2, one.workgroup, {
                'class': 'small on-lane',
                'pointer-events': 'none',
              }),
            ]
          : []),
      ];
    }),
    rect(left, top, width, BODY, 'axis'),
    label(left, top + BODY + 12, 'slices, one per workgroup', 'start small soft'),
    label(RIGHT, top + BODY + 12, `${kibi(total - used)} free`, 'end small soft'),
  ];
}

const LANE_HEIGHT = 26;

export function waveLevel({ access, parameters, byte }: GpuView): SvgNode[] {
  const count = access.addressBytes.length;
  const cell = (RIGHT - LEFT) / count;
  const y = levelTop('wave') + 4;
  return [
    ...access.addressBytes.flatMap((address, lane) => [
      rect(
        LEFT + lane * cell,
        y,
        cell - 1,
        LANE_HEIGHT,
        {
          ...(address === undefined
            ? { class: lane === parameters.lane ? 'ghost-selected ghost' : 'ghost' }
            : {
                fill: laneColor(lane, count),
                class: lane === parameters.lane ? 'lane selected' : 'lane',
              }),
          'data-lane': lane,
        },
        svg(
          'title',
          {},
          address === undefined
            ? `lane ${lane}: inactive`
            : `lane ${lane}: byte ${address} of the LDS`,
        ),
      ),
      ...(lane % 4 === 0
        ? [
            label(LEFT + (lane + 0.5) * cell, y + LANE_HEIGHT / 2, lane, {
              'class': 'small on-lane',
              'pointer-events': 'none',
            }),
          ]
        : []),
    ]),
    label(
      LEFT,
      y + LANE_HEIGHT + 11,
      `${access.opcode}, wave ${parameters.wave}`,
      'start small soft',
    ),
    label(
      RIGHT,
      y + LANE_HEIGHT + 11,
      `lane ${parameters.lane}: ${byte === undefined ? 'inactive' : `byte ${grouped(byte)}`}`,
      'end small strong',
    ),
  ];
}

const LINES = 56;
const BANK = 34;

export function banksLevel({ access, parameters, phase, bank }: GpuView): SvgNode[] {
  const shown = access.phases[phase ?? 0];
  const { banks } = access.rule;
  const count = access.addressBytes.length;
  const cell = (RIGHT - LEFT) / banks;
  const laneWidth = (RIGHT - LEFT) / count;
  const top = levelTop('banks');
  const y = top + LINES;
  const from = levelTop('wave') + 4 + LANE_HEIGHT + 20;
  const requests = new Map(shown?.banks.map((request) => [request.bank, request]));
  return [
    ...(shown?.lanes ?? []).map((lane) => {
      const address = access.addressBytes[lane] ?? 0;
      const to = Math.floor(address / 4) % banks;
      return svg('path', {
        'd': `M${(LEFT + (lane + 0.5) * laneWidth).toFixed(1)} ${from}L${(LEFT + (to + 0.5) * cell).toFixed(1)} ${y}`,
        'fill': 'none',
        'stroke': laneColor(lane, count),
        'stroke-width': lane === parameters.lane ? 3 : 1.25,
      });
    }),
    ...Array.from({ length: banks }, (_, index): SvgNode[] => {
      const request = requests.get(index);
      const slots = request?.slots ?? 0;
      const x = LEFT + index * cell;
      return [
        rect(
          x,
          y,
          cell - 1,
          BANK,
          {
            'class':
              (slots > 1 ? 'conflict' : slots === 1 ? 'good' : 'empty') +
              (index === bank ? ' selected' : ''),
            'data-bank': index,
          },
          svg('title', {}, `bank ${index}: ${slots} words`),
        ),
        ...(banks <= 32 || index % 4 === 0
          ? [label(x + cell / 2, y + 11, index, 'small faint')]
          : []),
        ...(slots > 0 ? [label(x + cell / 2, y + 24, slots, slots > 1 ? 'conflict' : 'good')] : []),
      ];
    }).flat(),
    label(
      LEFT,
      y + BANK + 14,
      `phase ${(shown?.index ?? 0) + 1} of ${access.phases.length}: words on each bank`,
      'start small soft',
    ),
    label(
      RIGHT,
      y + BANK + 14,
      bank === undefined
        ? 'no bank'
        : `bank ${bank}; this phase takes ${counted(shown?.cycles ?? 0, 'cycle')}`,
      'end small strong',
    ),
    label(
      LEFT,
      y + BANK + 32,
      `the instruction: ${access.idxActive} cycles, ${access.bankConflict} of them conflicts`,
      access.bankConflict > 0 ? 'start conflict' : 'start good',
    ),
  ];
}
