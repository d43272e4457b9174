/** A chip with one of its models, and a pair of them. */
import { machines } from '@ldscope/core';
import { choice, controls, select } from '../../controls/schema.ts';
import { cases, tries } from '../parts/known-states.ts';
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

export const mapTries = tries(mapControls)`
The wider port of gfx950 | chip=gfx950&model=gfx950+default | Reads of 64 and 128 bits need half as many phases as on gfx942, on twice as many banks. Writes do not change.
A warp of an H200 | chip=sm_90&model=sm_90+default&waveSize=32 | Up to 32 bits the whole warp is one phase; 128-bit reads are served eight lanes at a time.
`;

export const compareControls = controls('compare', {
  first: select('Compare', named, 'gfx942 default'),
  second: select('with', named, 'gfx950 default'),
  kind: choice('Instructions', kinds, 'reads'),
});

/** Pairs that are worth a comparison, with the reason. */
export const pairs = cases(compareControls, 'kind')`
MI300X, MI355X | | gfx950 has a wider port: its 64- and 128-bit reads take half as many phases on twice as many banks. Writes are the same on both.
MI300X, MI250X | compare.second=gfx90a+default | Both use the same tables; the evidence differs.
MI300X, RDNA 3 | compare.second=gfx1100+default | A wave of 64 is served in the same way; a wave of 32 has the first half of the phases.
RDNA 3, RDNA 4 | compare.first=gfx1100+default&compare.second=gfx1201+default | RDNA 4 serves 128-bit reads in groups of eight consecutive lanes.
MI300X, H200 | compare.second=sm_90+default | A warp is one phase up to 32 bits and two or four phases beyond. Lanes that pair up on one address halve that number.
half-waves | compare.second=gfx942+deck-r1-r3 | A common model: half-waves for every width, and one step per word. It is right up to 32 bits.
4 x 16 lanes | compare.second=gfx942+talk-4x16 | Another common model: four phases of 16 lanes for every width. It is right for 64 bits.
gfx950, disputed reads | compare.first=gfx950+default&compare.second=gfx950+narrow-1x64 | Sources disagree about reads of up to 32 bits: two phases on 32 banks, or one phase on 64.
H200, as documented | compare.first=sm_90+default&compare.second=sm_90+guide | Documents describe half and quarter warps for every access. Measured: lanes that pair up on one address halve the number of phases.
`;
