/**
 * What a reference document describes, and how ldscope shows it: by commands, whose answers have to contain given figures,
 * or by tests, which have to exist. Pages of the app are shown by the tests that open them.
 */

export interface Capability {
  /** Its number in the list of the document: `W7`. */
  readonly id: string;
  /** What the document describes. */
  readonly what: string;
  readonly shown: readonly Evidence[];
  /** Where ldscope and the document differ. */
  readonly differs?: string | undefined;
}

export type Evidence =
  | {
      readonly kind: 'command';
      /** The command line after `ldscope`; files that it writes are read by later ones of the same capability. */
      readonly line: string;
      /** Each is part of what the command prints, with runs of spaces as one. */
      readonly prints: readonly string[];
      readonly exit: number;
    }
  | {
      readonly kind: 'test';
      readonly file: string;
      /** Begins a title in the file. */
      readonly title: string;
    };

export interface ReferenceDocument {
  readonly title: string;
  readonly capabilities: readonly Capability[];
}

/** A command that ends with exit code 0. */
export function run(line: string, ...prints: readonly string[]): Evidence {
  return { kind: 'command', line, prints, exit: 0 };
}

/** A command that refuses (2), or whose result is not met (1). */
export function refuses(exit: 1 | 2, line: string, ...prints: readonly string[]): Evidence {
  return { kind: 'command', line, prints, exit };
}

export function tested(file: string, title: string): Evidence {
  return { kind: 'test', file, title };
}
