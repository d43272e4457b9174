/** Where a program prints: a line each, errors apart, and how far it is where somebody watches. */
export interface Output {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly progress?: (text: string) => void;
}
