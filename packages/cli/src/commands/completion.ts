/** `ldscope completion SHELL`: what a shell completes, or the manual page, from the definitions of the commands. */
import type { Command } from 'commander';
import { completionScript, type Shell } from '../completion/scripts.ts';
import { completionWords } from '../completion/words.ts';
import { manPage } from '../completion/man-page.ts';
import { ownVersion } from '../system/package-files.ts';
import { exitCode } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';

/** The command for a program. */
export const completionCommand =
  (program: Command) =>
  (io: Io, shell: Shell | 'man'): number => {
    io.stdout.write(
      shell === 'man'
        ? manPage(program, ownVersion())
        : completionScript(shell, completionWords(program)),
    );
    return exitCode.done;
  };
