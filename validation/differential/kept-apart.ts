/**
 * IR in which selection cannot join a value with the operation that uses it.
 *
 *     %p = fmul float %a, %b                     %p = fmul float %a, %b
 *     %h = fptrunc float %p to half              %q = call float asm "", "=v,0"(float %p)
 *                                                %h = fptrunc float %q to half
 *
 * An empty asm gives its operand back, and no pattern matches through it. Code that is right with it and wrong without shows
 * that the joined instruction is at fault, by the same selector and without an instruction switched off.
 */

const FLOAT = 'half|float|double';
const RULES = {
  'rounded products': String.raw`fptrunc float (%[\w.]+) to half`,
  'differences from zero': String.raw`fsub (?:${FLOAT}) (?:0\.0+e\+00|0xH0000), %[\w.]+`,
  'selected floats': String.raw`select i1 %[\w.]+, (${FLOAT}) (%[\w.]+), .*`,
} as const;

/** What is kept apart from the operation that uses it. */
export type Kept = keyof typeof RULES;

const opaque = (type: string, from: string, to: string): string =>
  `  ${to} = call ${type} asm "", "=v,0"(${type} ${from})`;

/** The IR with a kind of values kept apart. */
export function keptApart(ir: string, kept: Kept): string {
  const products = new Set(
    [...ir.matchAll(/^ {2}(%[\w.]+) = fmul (?:[a-z]+ )*float /gm)].map(([, name]) => name),
  );
  let made = 0;
  const lines = ir.split('\n').flatMap((line) => {
    const found = new RegExp(`^  (%[\\w.]+) = (${RULES[kept]})$`).exec(
      line.replace(/, !\w+ !\d+.*$/, ''),
    );
    const [, result, operation = '', first = '', second = ''] = found ?? [];
    if (result === undefined) return [line];
    const name = `%kept.${made++}`;
    switch (kept) {
      case 'rounded products':
        return products.has(first)
          ? [opaque('float', first, name), `  ${result} = ${operation.replace(first, name)}`]
          : [line];
      case 'differences from zero':
        return [`  ${name} = ${operation}`, opaque(operation.split(' ')[1] ?? '', name, result)];
      case 'selected floats':
        return [
          opaque(first, second, name),
          `  ${result} = ${operation.replace(`${first} ${second}`, `${first} ${name}`)}`,
        ];
    }
  });
  return lines.join('\n');
}
