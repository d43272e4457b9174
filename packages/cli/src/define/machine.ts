/** What `ldscope machine` takes. */
import { machineOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineMachine: Define = (program, answer) => {
  const command = program
    .command('machine')
    .summary('show what is known about a chip, or about two side by side')
    .description(
      'Lists the machines, shows the facts, service rules and models of one, or compares two, with sources.',
    )
    .argument('[name]', 'chip or product: gfx950, mi300x, sm_90, h100')
    .argument('[other]', 'a second chip, or the same one for two models of it');
  addOptions(command, machineOptions)
    .addHelpText(
      'after',
      `
Examples:
  ldscope machine                                             all chips
  ldscope machine gfx950
  ldscope machine gfx942 gfx950                               two chips side by side, what differs marked
  ldscope machine gfx950 gfx950 --other-model narrow-1x64     two models of one
  ldscope machine gfx942 --matrix v_mfma_f32_16x16x16_f16`,
    )
    .action(answer(async () => (await import('../commands/machine.ts')).machineCommand));
};
