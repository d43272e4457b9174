/** Layouts for elements of 4 bits in CK's LDS: what is suggested keeps the pair of a byte and the vector of an access together. */
import {
  allIndices,
  calculateOffsets,
  descriptorOfLayout,
  descriptorToCpp,
  makeDescriptor,
} from '@ldscope/core';
import { expect, test } from 'vitest';
import { analyzeKernel, suggestKernel } from '../src/index.ts';

const [ROWS, COLUMNS, VECTOR] = [32, 128, 32];

const specification = (lds: string): string =>
  `element: f4\nlds: |\n${lds.replaceAll(/^/gm, '  ')}\n` +
  `write: { distribution: { thread_raked: { rows: ${ROWS}, columns: ${COLUMNS}, vector: ${VECTOR}, threads: 64 } } }\n` +
  `read: { distribution: { warp_gemm: { operand: a, tile: [16, 16, 128], block: [${ROWS}, 16, ${COLUMNS}], waves: [1, 1] } } }\n`;

const plain = specification(
  `return make_naive_tensor_descriptor(make_tuple(number<${ROWS}>{}, number<${COLUMNS}>{}), ` +
    `make_tuple(number<${COLUMNS}>{}, number<1>{}), number<${VECTOR}>{}, number<1>{});`,
);

const conflictsOf = (text: string): number | undefined =>
  analyzeKernel(text, { machine: 'gfx950', file: 'f4.yaml' }).analysis?.report.totals.bankConflict;

test('f4 through raked patterns and a warp GEMM', () => {
  const { report, buffers } = suggestKernel(plain, { machines: ['gfx950'], file: 'f4.yaml' });
  const [buffer] = buffers;
  if (buffer === undefined) expect.unreachable(report?.diagnostics[0]?.message);
  expect(buffer.suggested.now.conflicts).toEqual([conflictsOf(plain)]);
  expect(buffer.suggested.front[0]?.conflicts).toEqual([0]);
  for (const [i, layout] of buffer.front.entries()) {
    const spec = descriptorOfLayout(layout);
    if (typeof spec === 'string') expect.unreachable(spec);
    const made = makeDescriptor(spec);
    if (!made.ok) expect.unreachable();
    const places = calculateOffsets(made.value, allIndices([ROWS, COLUMNS]));
    expect(new Set(places).size).toBe(ROWS * COLUMNS);
    // A vector is 16 bytes at a multiple of 16 bytes, so that no byte is parted either.
    const isTorn = places.some(
      (place, element) =>
        place !== (places[element - (element % VECTOR)] ?? 0) + (element % VECTOR),
    );
    expect(isTorn).toBe(false);
    expect(places.every((place, element) => element % VECTOR > 0 || place % VECTOR === 0)).toBe(
      true,
    );
    // The specification that has it, analyzed again, with as many and as wide instructions.
    expect(conflictsOf(specification(descriptorToCpp(spec)))).toBe(
      buffer.suggested.front[i]?.conflicts[0],
    );
  }
});
