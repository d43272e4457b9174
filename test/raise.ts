/** An error as an expression: `found ?? raise('not there')`. */
export function raise(message: string): never {
  throw new Error(message);
}
