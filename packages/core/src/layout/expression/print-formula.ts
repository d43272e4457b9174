import { binaryOperators, type Formula, type FormulaProgram } from './formula.ts';

/** The program as it would be written: a statement per line. */
export function printFormulas({ definitions, result }: FormulaProgram): string {
  const lines = definitions.map((definition) =>
    definition.kind === 'table'
      ? `const unsigned ${definition.name}[${definition.values.length}] = {${definition.values.join(', ')}};`
      : `${definition.name} = ${printFormula(definition.formula)};`,
  );
  if (result !== undefined) lines.push(`return ${printFormula(result)};`);
  return lines.join('\n');
}

/** The formula with the parentheses that C needs, and no others. */
export function printFormula(formula: Formula, level = 0): string {
  switch (formula.kind) {
    case 'number':
      return String(formula.value);
    case 'name':
      return formula.name;
    case 'element':
      return `${formula.table}[${printFormula(formula.index)}]`;
    case 'unary': {
      const of = printFormula(formula.of, UNARY);
      // `- -x`, since `--x` is another operator in C.
      const space = formula.of.kind === 'unary' && formula.of.operator === formula.operator;
      return `${formula.operator}${space ? ' ' : ''}${of}`;
    }
    case 'binary': {
      const own = binaryOperators[formula.operator];
      const left = printFormula(formula.left, own);
      const right = printFormula(formula.right, own + 1);
      return enclosed(`${left} ${formula.operator} ${right}`, own < level);
    }
    case 'choice': {
      const [condition, yes, no] = [formula.condition, formula.yes, formula.no];
      const text = `${printFormula(condition, 1)} ? ${printFormula(yes)} : ${printFormula(no)}`;
      return enclosed(text, level > 0);
    }
  }
}

/** Binds tighter than every binary operator. */
const UNARY = 11;

const enclosed = (text: string, needed: boolean): string => (needed ? `(${text})` : text);
