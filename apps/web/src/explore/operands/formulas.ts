/**
 * Where a matrix instruction has its elements, as formulas in `lane` and `e`, the number of an element in its lane. They
 * are in the language of tile specifications, so that a test evaluates them against every element.
 *
 *     v_mfma_f32_16x16x16_f16    A    row = lane % 16    k = (lane / 16) * 4 + e
 */
import type { ShownMatrix } from '@ldscope/render';
import { heldBy, type OperandName } from './registers.ts';

interface OperandFormulas {
  readonly row: string;
  readonly column: string;
  /** Absent where there is one block. */
  readonly block?: string;
}

export function formulasOf(matrix: ShownMatrix, name: OperandName): OperandFormulas {
  return name === 'd' ? resultFormulas(matrix) : operandFormulas(matrix, name);
}

function operandFormulas(matrix: ShownMatrix, name: 'a' | 'b'): OperandFormulas {
  const { m, blocks, lanes, operands } = matrix;
  const { elements } = operands[name];
  const groups = lanes / (m * blocks);
  const chunk = consecutiveOf(matrix, name);
  const k = sum([
    times(over('lane', m * blocks, groups), chunk),
    modulo('e', chunk, elements),
    times(over('e', chunk, elements / chunk), chunk * groups),
  ]);
  const along = modulo('lane', m, lanes);
  return {
    ...(name === 'a' ? { row: along, column: k } : { row: k, column: along }),
    ...(blocks === 1 ? {} : { block: blockOf(m, blocks, lanes) }),
  };
}

/** Elements with consecutive k that a lane begins with. */
export function consecutiveOf(matrix: ShownMatrix, name: 'a' | 'b'): number {
  const { elements, at } = matrix.operands[name];
  const first = at(0, 0).k;
  let count = 1;
  while (count < elements && at(0, count).k === first + count) count++;
  return count;
}

function resultFormulas(matrix: ShownMatrix): OperandFormulas {
  const { m, blocks, lanes, operands } = matrix;
  const { elements } = operands.d;
  const rows = elements > 1 && heldBy(matrix, 'd', 0, 1).row === 1 ? 4 : 1;
  const rowGroups = Math.min(m / rows, lanes / m);
  const laneBlocks = lanes / (m * rowGroups);
  const perBlock = m / rowGroups;
  const own = elements > perBlock ? `e % ${perBlock}` : 'e';
  return {
    row: sum([
      times(over('lane', m * laneBlocks, rowGroups), rows),
      times(over(own, rows, perBlock / rows), rows * rowGroups),
      modulo('e', rows, elements),
    ]),
    column: modulo('lane', m, lanes),
    ...(blocks === 1
      ? {}
      : {
          block: sum([
            times(over('e', perBlock, elements / perBlock), laneBlocks),
            laneBlocks === 1 ? '' : blockOf(m, laneBlocks, lanes),
          ]),
        }),
  };
}

const blockOf = (m: number, blocks: number, lanes: number): string =>
  modulo(over('lane', m, lanes / m), blocks, lanes / m);

const isName = (text: string): boolean => /^\w+$/.test(text);
const wrapped = (text: string): string => (isName(text) ? text : `(${text})`);

/** The quotient of what has a given number of values; empty where it is always 0. */
function over(text: string, divisor: number, values: number): string {
  if (values <= 1) return '';
  return divisor === 1 ? text : `${wrapped(text)} / ${divisor}`;
}

function times(text: string, factor: number): string {
  if (text === '' || factor === 1) return text;
  return `${wrapped(text)} * ${factor}`;
}

/** The remainder of what is below `limit`. */
function modulo(text: string, divisor: number, limit: number): string {
  if (text === '' || divisor === 1) return '';
  return limit <= divisor ? text : `${wrapped(text)} % ${divisor}`;
}

function sum(terms: readonly string[]): string {
  const present = terms.filter((term) => term !== '');
  return present.length === 0
    ? '0'
    : present
        .map((term) =>
          /[/%]/.test(term) && present.length > 1 && !term.includes('*') ? `(${term})` : term,
        )
        .join(' + ');
}
