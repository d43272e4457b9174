/**
 * Options of the command line as views of shapes: the name of an option is its key in a table, its values are those of a shape,
 * and the type of what a command gets follows from its table.
 *
 *     const table = { workgroups: value('-w <n>', 'limit on the workgroups', count), all: flag('list every wait') };
 *     addOptions(command, table)        -w, --workgroups <n>    --all
 *     OptionsOf<typeof table>           { readonly workgroups?: number | undefined; readonly all?: boolean | undefined }
 */
import { readText, type Shape } from '@ldscope/core';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** An option whose value is a `T`; a command has it in any case where it has a default, is needed, or is a list. */
export interface OptionShape<T = unknown, Always extends boolean = boolean> {
  /** Its letter and its value: `-w <n>`, `[file]`; nothing of a switch. Whole where it has a second name. */
  readonly usage: string;
  readonly help: string;
  readonly choices?: readonly string[] | undefined;
  /** The value after a word of the command line, behind that of the words before it. A method: an option of names is an option. */
  read?(word: string, before: T | undefined): T;
  readonly usual?: T | undefined;
  readonly conflicts?: readonly string[] | undefined;
  readonly isAlways: Always;
  readonly isNeeded?: boolean | undefined;
}

export type OptionTable = Readonly<Record<string, OptionShape>>;

type NamesOf<Table extends OptionTable, Always extends boolean> = {
  [Name in keyof Table]: Table[Name]['isAlways'] extends Always ? Name : never;
}[keyof Table];

type ValueOf<O> = O extends OptionShape<infer T> ? T : never;

/** The options of a table, as a command gets them. */
export type OptionsOf<Table extends OptionTable> = {
  readonly [Name in NamesOf<Table, true>]: ValueOf<Table[Name]>;
} & {
  readonly [Name in NamesOf<Table, false>]?: ValueOf<Table[Name]> | undefined;
};

/** An option with a value of a shape; without one, any text. */
export function value(usage: string, help: string): OptionShape<string, false>;
export function value<T>(usage: string, help: string, shape: Shape<T>): OptionShape<T, false>;
export function value(usage: string, help: string, shape?: Shape): OptionShape<unknown, false> {
  const names = shape?.kind === 'choice' ? shape.names.map(String) : undefined;
  const hasReader = shape !== undefined && names === undefined;
  return { usage, help, choices: names, ...(hasReader && wordReader(shape)), isAlways: false };
}

/** An option whose value may be left out. */
export const valueOrFlag = (usage: string, help: string): OptionShape<string | true, false> => ({
  usage,
  help,
  isAlways: false,
});

export const flag = (help: string, usage = ''): OptionShape<boolean, false> => ({
  usage,
  help,
  isAlways: false,
});

/** An option that may be given again; the command gets all its values. */
export const several = (usage: string, help: string): OptionShape<readonly string[], true> => ({
  usage,
  help,
  read: (word, before = []) => [...before, word],
  usual: [],
  isAlways: true,
});

/** As `several`, and a value may hold several names with commas between: `-m gfx942,gfx950`; each once. */
export const severalNames = (
  usage: string,
  help: string,
): OptionShape<readonly string[], true> => ({
  ...several(usage, help),
  read: (word, before = []) => [...new Set([...before, ...namesIn(word)])],
});

export function namesIn(word: string): string[] {
  const names = word.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('It has an empty name.');
  return names;
}

/** The option with a default, which the help shows. */
export const usually = <T>(option: OptionShape<T>, usual: NoInfer<T>): OptionShape<T, true> => ({
  ...option,
  usual,
  isAlways: true,
});

/** The option, without which the command is not run. */
export const needed = <T>(option: OptionShape<T>): OptionShape<T, true> => ({
  ...option,
  isNeeded: true,
  isAlways: true,
});

const wordReader = <T>(shape: Shape<T>): Pick<Required<OptionShape<T>>, 'read'> => ({
  read: (word) => {
    const read = readText(word, shape);
    if ('value' in read) return read.value;
    throw new InvalidArgumentError(`It must be ${read.wanted}.`);
  },
});

/** Adds the options of a table in its order. */
export function addOptions(command: Command, table: OptionTable): Command {
  for (const [name, one] of Object.entries(table)) {
    const { choices, usual, conflicts, isNeeded = false } = one;
    const option = new Option(flagsOf(name, one.usage), one.help);
    if (choices !== undefined) option.choices(choices);
    if (one.read !== undefined) option.argParser((word, before) => one.read?.(word, before));
    if (usual !== undefined) option.default(usual);
    if (conflicts !== undefined) option.conflicts([...conflicts]);
    command.addOption(option.makeOptionMandatory(isNeeded));
  }
  return command;
}

/** `workgroups`, `-w <n>`: `-w, --workgroups <n>`. */
function flagsOf(name: string, usage: string): string {
  if (usage.startsWith('--')) return usage;
  const long = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const [, letter, value = ''] = /^(?:(-\w)(?: |$))?(.*)$/.exec(usage) ?? [];
  return [letter === undefined ? long : `${letter}, ${long}`, value].filter(Boolean).join(' ');
}
