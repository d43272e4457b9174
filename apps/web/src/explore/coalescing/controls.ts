/** A load of a wave, and what a fetch of it moves. */
import { coalescingScenarios } from '@ldscope/core';
import type { Preset } from '../../controls/form.tsx';
import { controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { sentenceOf } from '../parts/answer.ts';
import { tries } from '../parts/known-states.ts';
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

export const coalescingTries = tries(coalescingControls)`
Leave a gap after each element | strideBytes=8 | The same number of lanes needs twice the bytes: half of each line is not used.
Put each lane on a line of its own | strideBytes=128 | One line per lane. This is what a read down a column of a row-major matrix does.
Let all lanes read one address | strideBytes=0 | One line serves the whole wave.
Shift a contiguous load by 4 bytes | baseBytes=4 | The load now ends in one more line than it needs.
`;

interface ScenarioPreset extends Preset<CoalescingState> {
  /** What it is and means, in a sentence. */
  readonly text: string;
}

export const scenarios: readonly ScenarioPreset[] = coalescingScenarios.map((one, index) => ({
  name: `${index + 1} ${one.name}`,
  state: parametersOf(one),
  text: sentenceOf(`${one.title}: ${one.meaning}`),
}));
