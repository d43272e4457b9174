/** Matrix instructions as JSON. */
import { type Machine } from '@ldscope/core';
import { type ShownMatrix } from '../text/shown-matrix.ts';
import { json } from './parts.ts';

/**
 * Matrix instructions of a machine, schema `ldscope-matrix/1`; `lanes`: by operand, lane and element, `[row, k, block]` of
 * A, `[column, k, block]` of B, `[row, column, block]` of C and D.
 */
export function matricesJson(
  machine: Machine,
  matrices: readonly ShownMatrix[],
  lanes: boolean,
): string {
  return json({
    schema: 'ldscope-matrix/1',
    machine: machine.name,
    instructions: matrices.map((matrix) => ({
      names: matrix.names,
      m: matrix.m,
      n: matrix.m,
      k: matrix.k,
      blocks: matrix.blocks,
      a: matrix.a,
      b: matrix.b,
      d: matrix.d,
      sparse: matrix.sparse,
      passes: matrix.passes,
      elements: {
        a: matrix.operands.a.elements,
        b: matrix.operands.b.elements,
        d: matrix.operands.d.elements,
      },
      lanes: lanes ? laneLists(matrix) : undefined,
      evidence: matrix.evidence,
      source: matrix.source,
    })),
  });
}

function laneLists({ lanes, operands }: ShownMatrix): object {
  const list = (elements: number, at: (lane: number, element: number) => readonly number[]) =>
    Array.from({ length: lanes }, (_l, lane) =>
      Array.from({ length: elements }, (_e, element) => at(lane, element)),
    );
  const operand = ({ elements, at }: ShownMatrix['operands']['a']) =>
    list(elements, (lane, element) => {
      const { row, k, block } = at(lane, element);
      return [row, k, block];
    });
  return {
    a: operand(operands.a),
    b: operand(operands.b),
    d: list(operands.d.elements, (lane, element) => {
      const { row, column, block } = operands.d.at(lane, element);
      return [row, column, block];
    }),
  };
}
