/** A tile: its chip, its write and its read, and which of the two is shown. */
import { choice, controls, whole } from '../../controls/schema.ts';
import { patternControls, strided } from '../parts/lane-pattern.ts';
import { tries } from '../parts/tries.ts';
import { chips, type Side, type SideName, sides, widths } from './model.ts';
import { presets } from './presets.ts';

export const checklistControls = controls('', {
  chip: choice('Chip', chips, 'gfx942'),
  side: choice('Side', sides, 'read'),
});

const sideControls = (name: SideName, { widthBytes, times, ...pattern }: Side) =>
  controls(name, {
    widthBytes: choice('Bytes per lane, W', widths, widthBytes),
    ...patternControls(pattern),
    times: whole('Instructions per wave', times, { min: 1, max: 64 }),
  });

export const readControls = sideControls('read', presets[0].read);
export const readTries = tries(readControls, [
  {
    name: 'Read a column of f32',
    state: { widthBytes: 4, ...strided(128), times: 1 },
    see: 'One bank holds all words of each half-wave: the checklist fails, and so does the hardware.',
  },
  {
    name: 'Pad its rows by one word',
    state: { widthBytes: 4, ...strided(132), times: 1 },
    see: 'Every lane is on a bank of its own: both agree that there is no conflict.',
  },
  {
    name: 'Read 16 bytes per lane, contiguous',
    state: { widthBytes: 16, ...strided(16), times: 1 },
    see: 'Every check fails, and still the hardware needs no extra cycle: it serves whole vectors of fewer lanes.',
  },
]);

export const writeControls = sideControls('write', presets[0].write);
