/** What `ldscope machine` takes. */
import { addFormatOption } from '../options.ts';
import type { Define } from './define.ts';

export const defineMachine: Define = (program, answer) => {
  const command = program
    .command('machine')
    .summary('show what is known about a chip')
    .description(
      'Lists the machines, or shows the facts, service rules and models of one, with sources.',
    )
    .argument('[name]', 'chip or product: gfx950, mi300x, sm_90, h100')
    .option('--model <name>', 'show the service rules of this model')
    .option(
      '--matrix [instruction]',
      'list matrix instructions (MFMA, WMMA), or show which lane holds which element of one',
    );
  addFormatOption(command).action(
    answer(async () => (await import('../commands/machine.ts')).machineCommand),
  );
};
