/** A tile: its chip, its write and its read, and which of the two is looked at. */
import { choice, controls, whole } from '../../controls/schema.ts';
import { patternControls } from '../parts/lane-pattern.ts';
import { chips, type Side, type SideName, sides, widths } from './model.ts';
import { presets } from './presets.ts';

export const checklistControls = controls('', {
  chip: choice('Chip', chips, 'gfx942'),
  side: choice('Side', sides, 'read'),
});

const sideControls = (name: SideName, { widthBytes, times, ...pattern }: Side) =>
  controls(name, {
    widthBytes: choice('Bytes a lane, W', widths, widthBytes),
    ...patternControls(pattern),
    times: whole('Times a wave', times, { min: 1, max: 64 }),
  });

export const readControls = sideControls('read', presets[0].read);
export const writeControls = sideControls('write', presets[0].write);
