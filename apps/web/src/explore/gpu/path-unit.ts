/** One unit: the slots of its SIMDs with the waves in them, and its LDS with the slices of workgroups. */
import { label, laneColor, rect, svg, type SvgNode } from '@ldscope/render';
import { LEFT, levelTop, RIGHT } from './path-frame.ts';
import type { GpuView, Resident } from './model.ts';

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
