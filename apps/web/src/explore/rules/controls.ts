/** An access of a wave, and the chip that serves it; and the instruction whose strides are swept. */
import { machineNamed, type RequestClass } from '@ldscope/core';
import { choice, controls, select } from '../../controls/schema.ts';
import {
  patternControls,
  patternLimits,
  type Request,
  requests,
  strided,
  widthOf,
} from '../parts/lane-pattern.ts';
import { instructionOf, waveOf } from '../parts/one-access.ts';
import { cases, tries } from '../parts/known-states.ts';

export const chips = ['gfx906', 'gfx90a', 'gfx942', 'gfx950', 'sm_90'] as const;
export type Chip = (typeof chips)[number];

export const ruleNames = ['R1', 'R2', 'R3'] as const;
export type RuleName = (typeof ruleNames)[number];

/** The rule that decides about an access of this width; R1 is in all of them. */
export function ruleOf(request: RequestClass): RuleName {
  const width = widthOf(request);
  return width < 4 ? 'R2' : width === 4 ? 'R1' : 'R3';
}

const instruction = select('Instruction', requests, 'read.b128');

/** What an instruction is called on the chip. */
const named = ({ chip }: { readonly chip: Chip }) => ({
  text: (request: Request): string => instructionOf(machineNamed(chip), request)?.name ?? request,
});

export const accessControls = controls(
  '',
  {
    chip: choice('Chip', chips, 'gfx942'),
    request: instruction,
    ...patternControls(strided(16)),
  },
  {
    depends: {
      request: named,
      rows: ({ chip }) => patternLimits(waveOf(machineNamed(chip))).rows,
      active: ({ chip }) => patternLimits(waveOf(machineNamed(chip))).active,
    },
  },
);

export const accessTries = tries(accessControls)`
Read both halves of four words | request=read.b16&pitchBytes=2&active=8 | Rule R2 predicts a conflict between the halves of a word. Counters of an MI300X find none.
Write one word from all lanes | request=write.b32&pitchBytes=0 | Rule R1 calls this a broadcast. AMD chips combine equal addresses of reads only.
Do the same on NVIDIA | chip=sm_90&request=write.b32&pitchBytes=0&rows=32&active=32 | Here lanes that write one word are combined, and the rule is right.
`;

export const sweepControls = controls(
  'strides',
  { chip: choice('Chip', chips, 'gfx942'), request: instruction },
  { depends: { request: named } },
);

export const presets = cases(accessControls, 'chip')`
a row | request=read.b32&pitchBytes=4 | Each lane reads the next word: every bank serves one lane of a half-wave.
every second word | request=read.b32&pitchBytes=8 | Sixteen of 32 banks serve two words each. 64 banks would avoid the conflict, but this instruction uses only 32.
a column | request=read.b32&pitchBytes=128 | Rows of 128 bytes are one period of 32 banks: all lanes read from one bank.
a broadcast | request=read.b32&pitchBytes=0 | All lanes read one word; its bank serves it once per half-wave.
one word, written | request=write.b32&pitchBytes=0 | The second half of R1 holds for reads only. On AMD chips lanes that write one word are not combined: each takes a cycle. NVIDIA chips combine them.
both halves of four words | request=read.b16&pitchBytes=2&active=8 | Eight lanes read the eight halves of four words. R2 predicts a conflict between halves, but a bank serves whole words, so there is none.
f16 column, read | request=read.b16&pitchBytes=512&rows=8&stepBytes=2 | Eight rows down a column, four columns per half-wave: two columns share each word. R2 predicts twice what is counted. This is the read of CK Tile tutorial 01.
f16 column, written | request=write.b16&pitchBytes=1024&rows=4&stepBytes=2 | Two lanes write the two halves of each word, and the hardware merges them: four rows are four words. This is the write of CK Tile tutorial 02.
64-bit vectors, in a row | request=read.b64&pitchBytes=8 | R3 checks one word of 32 lanes at a time and finds two on every second bank. Hardware moves the whole vectors of 16 lanes, which cover each bank once.
128-bit vectors, in a row | | The plainest wide read. R3 finds four lanes on every fourth bank at each of four steps. Hardware moves the whole vectors of eight lanes, and counters show no conflict.
every second 128-bit vector | pitchBytes=32 | The eight lanes of a phase read 32 words, two from each of 16 banks: 2 ways, where R3 finds 8.
a column of 128-bit vectors | pitchBytes=128 | Rows of 128 bytes are one period of 32 banks: all lanes of a phase begin at one bank. That is 8 ways in each of 8 phases, not 32 ways in 8 checks.
`;
