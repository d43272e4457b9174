/** A load of a wave, and what a fetch of it moves. */
import { coalescingScenarios } from '@ldscope/core';
import type { Preset } from '../../controls/form.tsx';
import { controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { fetches, fetchOf, parametersOf, WAVE, widths } from './model.ts';

export const coalescingControls = controls('', {
  baseBytes: whole('Base, bytes', 0, { max: 4096 }),
  strideBytes: whole('Stride, bytes', 4, { max: 8192 }),
  widthBytes: select('Bytes a lane', widths, 4),
  active: whole('Active lanes', WAVE, { min: 1, max: WAVE }),
  fetch: select(
    'What a fetch moves',
    fetches.map(({ value }) => value),
    'deck',
    { text: (value) => fetchOf(value).label },
  ),
});

type CoalescingState = StateOf<typeof coalescingControls>;

interface ScenarioPreset extends Preset<CoalescingState> {
  /** What it is and means, in a sentence. */
  readonly text: string;
}

export const scenarios: readonly ScenarioPreset[] = coalescingScenarios.map((one, index) => ({
  name: `${index + 1} ${one.name}`,
  state: parametersOf(one),
  text: `${one.title}: ${one.meaning}.`,
}));
