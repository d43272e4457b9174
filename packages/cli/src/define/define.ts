/**
 * How a command is defined: a file here has its options and its help, a file of `commands/` does the work, which is
 * loaded only on demand, so that help and `ldscope machine` answer at once.
 *
 *     export const defineOpt: Define = (program, answer) => {
 *       program.command('opt').argument('[file]').action(answer(async () => (await import('../commands/opt.ts')).optCommand));
 *     };
 */
import type { Command } from 'commander';
import type { Io } from '../io/io.ts';

/** What a command does with its arguments and options; it returns the exit code. */
type Work<Given extends unknown[]> = (io: Io, ...given: Given) => number | Promise<number>;

/** Makes an action, as commander takes it, of a command's work. */
export type Answer = <Given extends unknown[]>(
  load: () => Promise<Work<Given>>,
) => (...given: Given) => Promise<void>;

/** Adds a command to the program. */
export type Define = (program: Command, answer: Answer) => void;
