/** A load of a wave, and what a fetch of it moves. */
import { coalescingScenarios } from '@ldscope/core';
import type { Preset } from '../../controls/form.tsx';
import { controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { tries } from '../parts/tries.ts';
import { fetches, fetchOf, parametersOf, WAVE, widths } from './model.ts';

export const coalescingControls = controls('', {
  baseBytes: whole('Base, bytes', 0, { max: 4096 }),
  strideBytes: whole('Stride, bytes', 4, { max: 8192 }),
  widthBytes: select('Bytes per lane', widths, 4),
  active: whole('Active lanes', WAVE, { min: 1, max: WAVE }),
  fetch: select(
    'What a fetch moves',
    fetches.map(({ value }) => value),
    'gfx942',
    { text: (value) => fetchOf(value).label },
  ),
});

type CoalescingState = StateOf<typeof coalescingControls>;

export const coalescingTries = tries(coalescingControls, [
  {
    name: 'Leave a gap after each element',
    state: { strideBytes: 8 },
    see: 'The same number of lanes needs twice the bytes: half of each line is not used.',
  },
  {
    name: 'Put each lane on a line of its own',
    state: { strideBytes: 128 },
    see: 'One line per lane. This is what a read down a column of a row-major matrix does.',
  },
  {
    name: 'Let all lanes read one address',
    state: { strideBytes: 0 },
    see: 'One line serves the whole wave.',
  },
  {
    name: 'Shift a contiguous load by 4 bytes',
    state: { baseBytes: 4 },
    see: 'The load now ends in one more line than it needs.',
  },
]);

interface ScenarioPreset extends Preset<CoalescingState> {
  /** What it is and means, in a sentence. */
  readonly text: string;
}

export const scenarios: readonly ScenarioPreset[] = coalescingScenarios.map((one, index) => ({
  name: `${index + 1} ${one.name}`,
  state: parametersOf(one),
  text: `${one.title}: ${one.meaning}.`,
}));
