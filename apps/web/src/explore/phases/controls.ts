/** A chip with one of its models, and a pair of them. */
import { machines } from '@ldscope/core';
import { choice, controls, select } from '../../controls/schema.ts';
import { tries } from '../parts/tries.ts';
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
    waveSize: choice('Lanes per wave', [32, 64], 64),
  },
  {
    depends: {
      model: ({ chip }) => ({ values: modelsOf(chip).map(({ value }) => value) }),
      waveSize: ({ model }) => ({ values: choiceOf(model).machine.waveSizes }),
    },
  },
);

export const mapTries = tries(mapControls, [
  {
    name: 'The wider port of gfx950',
    state: { chip: 'gfx950', model: 'gfx950 default' },
    see: 'Reads of 64 and 128 bits need half as many phases as on gfx942, on twice as many banks. Writes do not change.',
  },
  {
    name: 'A warp of an H200',
    state: { chip: 'sm_90', model: 'sm_90 default', waveSize: 32 },
    see: 'Up to 32 bits the whole warp is one phase; 128-bit reads are served eight lanes at a time.',
  },
]);

export const compareControls = controls('compare', {
  first: select('Compare', named, 'gfx942 default'),
  second: select('with', named, 'gfx950 default'),
  kind: choice('Instructions', kinds, 'reads'),
});
