/**
 * The manual page `ldscope(1)`, from the definitions that the help is printed from, in the macros of man(7).
 *
 *     .SS "ldscope machine [options] [name]"
 *     .TP
 *     \fB\-\-model\fR \fI<name>\fR
 *     show the service rules of this model
 */
import type { Command, Option } from 'commander';

/** The page of a program; what `everyCommand` names is described once. */
export function manPage(program: Command, version: string): string {
  const shared = new Map(
    program.commands.flatMap(({ options }) => options.map((one) => [one.long ?? '', one])),
  );
  const everywhere = [...shared].filter(([long]) =>
    program.commands.every(({ options }) => options.some((one) => one.long === long)),
  );
  const names = new Set(everywhere.map(([long]) => long));
  const lines = [
    `.TH LDSCOPE 1 "" "ldscope ${version}" "User Commands"`,
    '.SH NAME',
    'ldscope \\- find, explain and remove bank conflicts in GPU kernels',
    '.SH SYNOPSIS',
    '.B ldscope',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    text(program.description()),
    '.PP',
    'The standard input is the file \\-. Flags of a compiler follow \\-\\-.',
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => commandLines(command, names)),
    '.SH OPTIONS OF EVERY COMMAND',
    ...everywhere.flatMap(([, option]) => optionLines(option)),
    '.TP',
    '\\fB\\-h\\fR, \\fB\\-\\-help\\fR',
    'print help',
    '.SH EXIT STATUS',
    '0 done; 1 not met: over a limit, not proven, a hazard; 2 bad usage or bad input.',
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, about]) => ['.TP', `.B ${text(name)}`, text(about)]),
    '.SH EXAMPLES',
    ...examplesOf(program),
  ];
  return `${lines.join('\n')}\n`;
}

const environment = [
  ['NO_COLOR, FORCE_COLOR', 'no colour, or colour without a terminal'],
  ['XDG_CACHE_HOME', 'where what compilers give is kept, and our compiled code'],
  ['NODE_DISABLE_COMPILE_CACHE', 'set to keep none of our compiled code'],
  ['LDSCOPE_DEBUG=1', 'print the stack of an error that nobody expected'],
] as const;

function commandLines(command: Command, everywhere: ReadonlySet<string>): string[] {
  const operands = command.registeredArguments.filter(({ description }) => description !== '');
  const options = command.options.filter(
    ({ long, hidden }) => !hidden && !everywhere.has(long ?? ''),
  );
  return [
    `.SS "ldscope ${text(command.name())} ${text(command.usage())}"`,
    text(command.description()),
    ...operands.flatMap((one) => [
      '.TP',
      `.I ${text(one.name())}`,
      text(one.description) + choicesOf(one.argChoices),
    ]),
    ...options.flatMap(optionLines),
    ...examplesOf(command),
  ];
}

const optionLines = ({ flags, description, argChoices, defaultValue }: Option): string[] => [
  '.TP',
  flags
    .split(/(?<=,) /)
    .map((one) =>
      one.replace(/^(\S+?)(,?)( .+)?$/, (_, name: string, comma: string, value = '') => {
        const given = String(value).trim();
        return `\\fB${text(name)}\\fR${given === '' ? '' : ` \\fI${text(given)}\\fR`}${comma}`;
      }),
    )
    .join(' '),
  text(description) +
    choicesOf(argChoices) +
    (typeof defaultValue === 'string' ? ` (default: ${text(defaultValue)})` : ''),
];

const choicesOf = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : ` (${text(choices.join(', '))})`;

/** What the help has below its lists, as it is written. */
function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (words) => (help += words) });
  command.outputHelp();
  const below = help.slice(command.helpInformation().length).trim();
  return below === '' ? [] : ['.PP', '.nf', ...below.split('\n').map(text), '.fi'];
}

/** Words as roff prints them: no escape, no request, and hyphens that can be copied. */
const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/, '\\&');
