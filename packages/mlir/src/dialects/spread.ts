/** One syntax for many operations: `spread('add sub', line)` is `{ add: line, sub: line }`. */
export function spread<Line>(names: string, line: Line): Record<string, Line> {
  return Object.fromEntries(names.split(' ').map((name) => [name, line]));
}
