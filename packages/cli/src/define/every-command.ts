/** Options that every command has: colour, quiet, and to run again when a file changes. */
import { type Command, Option } from 'commander';
import type { Io } from '../io/io.ts';

interface EveryOptions {
  readonly color?: 'auto' | 'always' | 'never';
  readonly quiet?: boolean;
  readonly watch?: boolean;
  readonly launch?: unknown;
}

/** Commands whose answer is of files. */
const WATCHED = new Set(['analyze', 'explain', 'suggest', 'check', 'timeline', 'compare']);

/** Adds them to each command of the program, and what holds for the options of all. */
export function addEveryOption(program: Command): void {
  for (const command of program.commands) {
    command
      .addOption(
        new Option('--color <when>', 'colour of the output (default: on a terminal)').choices([
          'auto',
          'always',
          'never',
        ]),
      )
      .option('-q, --quiet', 'print the answer and errors alone');
    if (WATCHED.has(command.name()))
      command.option('--watch', 'run again when a file changes, until interrupted');
    refuseLostValues(command);
  }
}

/**
 * Refuses values that would be lost: an empty one, as of a variable that is not set, and the first of two where an option takes
 * one. An option that takes several has a list as its default.
 */
function refuseLostValues(command: Command): void {
  for (const option of command.options) {
    let isGiven = false;
    command.on(`option:${option.name()}`, (value: unknown) => {
      if (typeof value !== 'string') return;
      if (value === '') command.error(`error: option '${option.flags}' has an empty value`);
      if (isGiven && !Array.isArray(option.defaultValue))
        command.error(`error: option '${option.flags}' is given twice`);
      isGiven = true;
    });
  }
  for (const inner of command.commands) refuseLostValues(inner);
}

/** The surroundings as these options change them. */
export function ioFor(io: Io, command: Command): Io {
  const { color, quiet } = command.opts<EveryOptions>();
  const forced =
    color === 'always' ? { FORCE_COLOR: '1' } : color === 'never' ? { FORCE_COLOR: '0' } : {};
  return { ...io, env: { ...io.env, ...forced }, isQuiet: quiet };
}

/** Runs a command once, or again and again; the exit code is that of the last time. */
export async function runWatched(
  io: Io,
  command: Command,
  once: () => number | Promise<number>,
): Promise<number> {
  const { watch = false, launch } = command.opts<EveryOptions>();
  if (!watch) return await once();
  const files = [...command.args, ...(typeof launch === 'string' ? [launch] : [])].filter(
    (path) => path !== '-',
  );
  const paths = files.length === 0 ? ['.'] : files;
  for (;;) {
    if (io.stdout.isTTY) io.stdout.write('\u001B[2J\u001B[H');
    const code = await once();
    if (io.stderr.isTTY) io.stderr.write(`watching ${paths.join(', ')} (Ctrl+C ends)\n`);
    const hasChanged = await Promise.race([
      io.changed(paths),
      ...(io.stdout.isTTY ? [io.interrupted().then(() => false)] : []),
    ]);
    if (!hasChanged) return code;
  }
}
