/**
 * What a reader can do about a diagnostic: words, and options of the command in them as data.
 *
 *     hint`give it: ${option('launch', 'block=256')}`
 *
 *     command   give it: --launch "block=256"
 *     page      give it: [Launch: block=256]       a button that writes it into the field
 *
 *     hint`compile it: ${shell('nvcc -ptx kernel.cu')}`
 *
 *     command   compile it: nvcc -ptx kernel.cu
 *     page      compile it: nvcc -ptx kernel.cu [Copy]
 */

/** The options that hints name, without their dashes. */
export type OptionName =
  | 'after'
  | 'at'
  | 'baseline'
  | 'before'
  | 'buffer'
  | 'chunk'
  | 'compiler'
  | 'correct'
  | 'define'
  | 'dump'
  | 'fill'
  | 'interleavings'
  | 'kernel'
  | 'launch'
  | 'layout'
  | 'machine'
  | 'max-steps'
  | 'model'
  | 'pass'
  | 'port'
  | 'read'
  | 'seconds'
  | 'seed'
  | 'through'
  | 'tile'
  | 'triton'
  | 'workgroups'
  | 'write';

/** An option, and what to give it where that is known. */
export interface HintOption {
  readonly option: OptionName;
  readonly value?: string;
}

/** A command of another program, ready to be run in a shell. */
export interface HintCommand {
  readonly shell: string;
}

/** Words alone are a string. */
export type Hint = string | readonly HintPart[];
export type HintPart = string | HintOption | HintCommand;

export function option(name: OptionName, value?: string): HintOption {
  return value === undefined ? { option: name } : { option: name, value };
}

export function shell(command: string): HintCommand {
  return { shell: command };
}

export function isOption(part: HintPart): part is HintOption {
  return typeof part !== 'string' && 'option' in part;
}

/** A template literal as a hint: its options and commands stay apart from its words. */
export function hint(words: TemplateStringsArray, ...values: readonly (HintPart | number)[]): Hint {
  const parts: HintPart[] = [];
  const add = (part: HintPart): void => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts.splice(-1, 1, last + part);
    else if (part !== '') parts.push(part);
  };
  for (const [index, text] of words.entries()) {
    add(text);
    const value = values[index];
    if (value !== undefined) add(typeof value === 'number' ? String(value) : value);
  }
  return parts;
}

/** The parts of a hint, in order; none of an empty one. */
export function hintParts(hint: Hint): readonly HintPart[] {
  return typeof hint === 'string' ? (hint === '' ? [] : [hint]) : hint;
}

/** The hint as the command words it, or with its options in other words. */
export function hintText(hint: Hint, wordsOf: (option: HintOption) => string = optionText): string {
  return hintParts(hint)
    .map((part) => (isOption(part) ? wordsOf(part) : typeof part === 'string' ? part : part.shell))
    .join('');
}

/** `--launch "block=256"`, as it is typed. */
export function optionText({ option, value }: HintOption): string {
  if (value === undefined) return `--${option}`;
  return `--${option} ${/^[\w.]+$/.test(value) ? value : `"${value}"`}`;
}
