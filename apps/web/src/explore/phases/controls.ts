/** A chip with one of its models, and a pair of them. */
import { machines } from '@ldscope/core';
import { choice, controls, select } from '../../controls/schema.ts';
import { choiceOf, choices, kinds, modelsOf } from './model.ts';

const named = choices.map(({ value }) => value);

export const mapControls = controls(
  '',
  {
    chip: choice(
      'Chip',
      machines.map(({ name }) => name),
      'gfx942',
    ),
    model: select('Model', named, 'gfx942 default', {
      text: (value) => `${choiceOf(value).model.name}: ${choiceOf(value).model.title}`,
    }),
    waveSize: choice('Lanes of a wave', [32, 64], 64),
  },
  {
    depends: {
      model: ({ chip }) => ({ values: modelsOf(chip).map(({ value }) => value) }),
      waveSize: ({ model }) => ({ values: choiceOf(model).machine.waveSizes }),
    },
  },
);

export const compareControls = controls('compare', {
  first: select('This', named, 'gfx942 default'),
  second: select('beside this', named, 'gfx950 default'),
  kind: choice('Instructions', kinds, 'reads'),
});
