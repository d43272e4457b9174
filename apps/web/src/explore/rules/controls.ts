/** An access of a wave, and the chip that serves it; and the instruction whose strides are swept. */
import { machineNamed, type RequestClass } from '@ldscope/core';
import { choice, controls, select, type StateOf } from '../../controls/schema.ts';
import { patternControls, patternLimits, strided, widthOf } from '../parts/lane-pattern.ts';
import { instructionOf, waveOf } from '../parts/one-access.ts';
import { tries } from '../parts/tries.ts';

export const chips = ['gfx906', 'gfx90a', 'gfx942', 'gfx950', 'sm_90'] as const;
export type Chip = (typeof chips)[number];

export const requests = [
  'read.b8',
  'read.b16',
  'read.b32',
  'read.b64',
  'read.b128',
  'write.b8',
  'write.b16',
  'write.b32',
  'write.b64',
  'write.b128',
] as const satisfies readonly RequestClass[];
export type Request = (typeof requests)[number];

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

export type Access = StateOf<typeof accessControls>;

export const accessTries = tries(accessControls, [
  {
    name: 'Read both halves of four words',
    state: { request: 'read.b16', ...strided(2, 8) },
    see: 'Rule R2 predicts a conflict between the halves of a word. Counters of an MI300X find none.',
  },
  {
    name: 'Write one word from all lanes',
    state: { request: 'write.b32', ...strided(0) },
    see: 'Rule R1 calls this a broadcast. AMD chips combine equal addresses of reads only.',
  },
  {
    name: 'Do the same on NVIDIA',
    state: { chip: 'sm_90', request: 'write.b32', ...strided(0, 32), rows: 32 },
    see: 'Here lanes that write one word are combined, and the rule is right.',
  },
]);

export const sweepControls = controls(
  'strides',
  { chip: choice('Chip', chips, 'gfx942'), request: instruction },
  { depends: { request: named } },
);
