/** `ldscope completion SHELL`: what a shell completes, from the definitions of the commands. */
import type { Command } from 'commander';
import { completionScript, type Shell } from '../completion/scripts.ts';
import { completionWords } from '../completion/words.ts';
import { exitCode } from '../failure.ts';
import type { Io } from '../io.ts';

/** The command for a program. */
export const completionCommand =
  (program: Command) =>
  (io: Io, shell: Shell): number => {
    io.stdout.write(completionScript(shell, completionWords(program)));
    return exitCode.done;
  };
