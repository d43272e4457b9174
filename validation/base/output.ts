/** Where a program prints: a line each, errors apart, and how far it is where somebody watches. */
export interface Output {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly progress?: (text: string) => void;
}

/** A program: 0 when everything agrees, 1 when something does not, 2 for bad usage. */
export type Main = (args: readonly string[], output: Output) => number | Promise<number>;
