/** The lanes of one wave, and the banks that those of one phase go to. */
import { label, laneColor, rect, svg, type SvgNode } from '@ldscope/render';
import { LEFT, levelTop, RIGHT } from './path-frame.ts';
import { counted, grouped } from '../../controls/words.ts';
import type { GpuView } from './model.ts';

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
