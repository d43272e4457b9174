/** What can be completed, as data: the commands with their options, from the definitions that the program itself has. */
import { machineNames } from '@ldscope/engine';
import type { Command, Option } from 'commander';

export interface CommandWords {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionWords[];
  /** What its first operand can be: chips, shells; empty where it is a file or any text. */
  readonly operands: readonly string[];
  /** The command takes files. */
  readonly takesFiles: boolean;
}

export interface OptionWords {
  /** `--machine`. */
  readonly long: string;
  /** `-m`. */
  readonly short?: string | undefined;
  readonly about: string;
  /** Absent for an option without a value; empty where any text, or a file, may follow. */
  readonly values?: readonly string[] | undefined;
}

/** The words of a program, in the order of its help. */
export function completionWords(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => {
    const [operand] = command.registeredArguments;
    const chips = command.name() === 'machine' ? machineNames() : [];
    const operands = operand?.argChoices ?? chips;
    return {
      name: command.name(),
      about: sentence(command.summary() || command.description()),
      options: [...command.options.map(optionWords), help],
      operands,
      takesFiles: operand !== undefined && operands.length === 0,
    };
  });
}

const help: OptionWords = { long: '--help', short: '-h', about: 'print help' };

function optionWords(option: Option): OptionWords {
  const { long, short, description, argChoices, required, optional } = option;
  const takesValue = required || optional;
  return {
    long: long ?? '',
    short,
    about: sentence(description),
    values: takesValue ? (argChoices ?? (long === '--machine' ? machineNames() : [])) : undefined,
  };
}

/** One line without what the shells read as their own. */
const sentence = (text: string): string =>
  (text.split(/[;(:]/)[0] ?? '').replaceAll(/["'`$\\[\]]/g, '').trim();
