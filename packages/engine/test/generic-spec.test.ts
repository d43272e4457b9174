/** Specifications of a tile, its layout and its accesses: what each lane accesses. */
import { describe, expect, test } from 'vitest';
import {
  accessFromLanes,
  findMatrixInstruction,
  machineNamed,
  matrixInstructions,
  opcodeAt,
  operandPosition,
} from '@ldscope/core';
import { analyzeKernel } from '../src/index.ts';
import { readGenericSpec } from '../src/spec/generic/read-generic.ts';
import { leastCases } from '../../../test/cases.ts';
import { numbersIn, rows } from '../../../test/rows.ts';

const gfx950 = machineNamed('gfx950');

/** The accesses of plain data, which is right. */
function accessesOf(data: Readonly<Record<string, unknown>>, machine = gfx950) {
  const { value, diagnostics } = readGenericSpec(data, machine, 'test');
  expect(diagnostics).toEqual([]);
  return value?.problem.accesses ?? [];
}

/** Where the lanes of a text are: `4: 1 0` is lane 4 at row 1 and column 0. */
const placesOf = (access: ReturnType<typeof accessesOf>[number] | undefined, lanes: string) =>
  lanes
    .split('; ')
    .map((one) => parseInt(one))
    .map((lane) => `${lane}: ${access?.rows[lane]} ${access?.columns[lane]}`)
    .join('; ');

const tile = (accesses: readonly object[], rest: object = {}) => ({
  element: 'f16',
  tile: '128x64',
  accesses,
  ...rest,
});

const lines = (access: string): string => `element: f16\ntile: 128x64\naccesses:\n  - ${access}\n`;

describe('formulas', () => {
  test('give every lane of every wave and repetition its element', () => {
    const read = {
      read: 'b128',
      row: 'lane % 16 + wave * 16',
      column: '(lane / 16) * 8 + i * 32',
      repeat: 2,
    };
    const [access] = accessesOf(tile([read], { waves: 2 }));
    const expected = accessFromLanes({
      name: 'read.0',
      op: access?.op ?? 0,
      waveSize: 64,
      instances: 4,
      wave: (instance) => instance % 2,
      place: (lane, instance) => ({
        row: (lane % 16) + 16 * (instance % 2),
        column: 8 * Math.floor(lane / 16) + 32 * Math.floor(instance / 2),
      }),
    });
    expect(access).toEqual(expected);
    expect(opcodeAt(access?.op ?? 0).name).toBe('ds_read_b128');
  });

  test('may stand behind a colon, with lanes that take no part', () => {
    const [access] = accessesOf(tile([{ read: 'b16: row = lane; column = 1; where = lane < 40' }]));
    expect([...(access?.activeMask ?? [])]).toEqual([0xffffffff, 0xff]);
    expect(access?.columns[39]).toBe(1);
  });
});

describe('names', () => {
  test('row-copy and column-walk touch every element once', () => {
    for (const name of ['row-copy b128', 'column-walk b32', 'direct-to-lds b32']) {
      const [access] = accessesOf(tile([{ write: name }], { waves: 4 }));
      const vector = opcodeAt(access?.op ?? 0).widthBytes / 2;
      const starts = (access?.rows ?? []).map((row, i) => row * 64 + (access?.columns[i] ?? 0));
      const wanted = Array.from({ length: (128 * 64) / vector }, (_, i) => i * vector);
      expect([...starts].sort((a, b) => a - b)).toEqual(wanted);
    }
  });

  test('operands of every dense instruction of gfx950 lie where its layout says', () => {
    const bytes: Readonly<Record<string, readonly [string, number]>> = {
      f16: ['f16', 2],
      bf16: ['bf16', 2],
      f32: ['f32', 4],
      f64: ['f64', 8],
      i8: ['i8', 1],
      fp8: ['f8', 1],
      bf8: ['bf8', 1],
    };
    let tried = 0;
    for (const matrix of matrixInstructions) {
      const [element, elementBytes] = bytes[matrix.a] ?? ['', 0];
      if (matrix.sparse || matrix.passes.gfx950 === undefined || elementBytes === 0) continue;
      const { m, k, blocks } = matrix;
      const held = (m * k * blocks) / 64;
      if (held * elementBytes > 16 || ![1, 2, 4, 8, 16].includes(held * elementBytes)) continue;
      const spec = {
        element,
        tile: [m * blocks, k],
        accesses: [{ read: `mfma-a ${matrix.name}` }],
      };
      const [access] = accessesOf(spec);
      for (let lane = 0; lane < 64; lane++) {
        const { row, k: column, block } = operandPosition(matrix, lane, 0);
        expect([access?.rows[lane], access?.columns[lane]]).toEqual([block * m + row, column]);
      }
      tried++;
    }
    expect(tried).toBeGreaterThan(leastCases(20));
  });

  test('a wide load of an operand is that of several instructions', () => {
    const name = 'mfma-a v_mfma_f32_16x16x16_f16 b128';
    const [access] = accessesOf({ element: 'f16', tile: '16x32', accesses: [{ read: name }] });
    expect(access?.instances).toBe(1);
    const places = Array.from({ length: 64 }, (_, lane) => [lane % 16, 8 * Math.floor(lane / 16)]);
    expect(places.map((_, lane) => [access?.rows[lane], access?.columns[lane]])).toEqual(places);
    expect(findMatrixInstruction('v_mfma_f32_16x16x16_f16', 'gfx942')?.k).toBe(16);
  });

  test('transposed reads take rows of k, as the hardware exchanges lanes', () => {
    const accesses = [{ read: 'transposed-read' }];
    const [access] = accessesOf({ element: 'f16', tile: '16x16', accesses });
    // Lanes 0 to 3 have row 0, lanes 4 to 7 row 1; the second 16 lanes begin at row 4.
    const places = '0: 0 0; 3: 0 12; 4: 1 0; 16: 4 0';
    expect(placesOf(access, places)).toBe(places);
  });

  test('ldmatrix gives 8 rows of 16 bytes for each matrix', () => {
    const hopper = machineNamed('sm_90');
    const accesses = [{ read: 'ldmatrix' }];
    const [access] = accessesOf({ element: 'f16', tile: '16x16', accesses }, hopper);
    expect(opcodeAt(access?.op ?? 0).name).toBe('ldmatrix.x4');
    const places = '0: 0 0; 8: 8 0; 16: 0 8; 24: 8 8';
    expect(placesOf(access, places)).toBe(places);
  });

  test('over a part of the tile that each wave takes', () => {
    const read = { read: 'mfma-b v_mfma_f32_32x32x8_f16', rows: 32, row: 'wave * 32', columns: 8 };
    const [access] = accessesOf(tile([read], { waves: 4 }));
    expect(access?.instances).toBe(4);
    expect([0, 64, 192].map((lane) => access?.rows[lane])).toEqual([0, 32, 96]);
  });
});

// What a step covers, and the part of 128 x 64 elements that it does not divide.
test.each(rows`
  gfx950 | f16 | row-copy b128, columns: 12                              | 1 x 8    | 128 x 12
  gfx950 | f16 | column-walk b64, columns: 6                             | 1 x 4    | 128 x 6
  gfx950 | f16 | mfma-a v_mfma_f32_16x16x16_f16, rows: 8                 | 16 x 16  | 8 x 64
  gfx950 | f16 | mfma-a v_mfma_f32_16x16x16_f16 b128, columns: 16        | 16 x 32  | 128 x 16
  gfx950 | f16 | mfma-b v_mfma_f32_4x4x4_16b_f16, rows: 32               | 64 x 4   | 32 x 64
  gfx950 | f16 | mfma-a v_mfma_f32_16x16x32_f16 b96, rows: 16            | 16 x 32  | 16 x 64
  gfx950 | f8  | mfma-a v_mfma_f32_16x16x128_f8f6f4 b128, rows: 16       | 16 x 128 | 16 x 64
  gfx942 | f16 | mfma-a v_smfmac_f32_16x16x32_f16 b64, columns: 8        | 16 x 16  | 128 x 8
  gfx942 | f16 | mfma-b v_smfmac_f32_16x16x32_f16 b64, columns: 16       | 16 x 32  | 128 x 16
  gfx950 | f16 | transposed-read, columns: 8                             | 16 x 16  | 128 x 8
  gfx950 | f8  | ds_read_b64_tr_b8 transposed-read, rows: 16             | 32 x 16  | 16 x 64
  sm_90  | f16 | ldmatrix, columns: 8                                    | 16 x 16  | 128 x 8
  sm_90  | f16 | ldmatrix.x2 ldmatrix, columns: 4                        | 16 x 8   | 128 x 4
  sm_90  | f16 | ldmatrix.x1 ldmatrix, columns: 4                        | 8 x 8    | 128 x 4
`)('on %s %s %s covers %s, not %s', (machine, element, access, step, part) => {
  const text = lines(`{ read: ${access} }`).replace('f16', element);
  const { diagnostics } = analyzeKernel(text, { machine, file: 'a.yaml' });
  const first = diagnostics.find(({ severity }) => severity === 'error');
  expect([first?.code, first?.message]).toEqual([
    'spec/block',
    expect.stringMatching(new RegExp(`\\b${step}\\b.*\\b${part}\\b`)),
  ]);
});

// Places are the row and the column of a lane.
test.each(rows`
  row-copy b128   | 8x8 | 255, 0   | 0: 0 0; 7: 7 0
  column-walk b32 | 4x8 | 65535, 0 | 0: 0 0; 3: 3 0; 4: 0 2; 15: 3 6
`)('%s of %s leaves lanes that are too many', (read, size, mask = '', places = '') => {
  const [access] = accessesOf({ element: 'f16', tile: size, accesses: [{ read }] });
  expect([...(access?.activeMask ?? [])]).toEqual(numbersIn(mask));
  expect(placesOf(access, places)).toBe(places);
});

test('an operand of 32 elements a lane is read in two runs of 16', () => {
  const read = 'mfma-a v_mfma_f32_16x16x128_f8f6f4 b128';
  const [access] = accessesOf({ element: 'f8', tile: '16x128', accesses: [{ read }] });
  const places = Array.from({ length: 128 }, (_, i) => {
    const [lane, run] = [i % 64, Math.floor(i / 64)];
    return [lane % 16, 64 * run + 16 * Math.floor(lane / 16)];
  });
  expect(places.map((_, i) => [access?.rows[i], access?.columns[i]])).toEqual(places);
});

const LAYOUTS = [
  ['pad 72', 'pad 72'],
  ['a mapping', { wave: { swizzle_unit: 8, max_phase: 8 } }],
  ['IREE', '#iree_codegen.xor_shuffle<64, 8>'],
  [
    'Triton',
    { triton: '#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>' },
  ],
  ['CuTe', { cute: 'Sw<3,3,3> o 0 o (128,64):(64,1)' }],
  ['C', { c: '(col ^ row % 8 * 8) + row * 64' }],
] as const;

test.each(LAYOUTS)('the layout in %s', (_, layout) => {
  const { value, diagnostics } = readGenericSpec(
    tile([{ read: 'row-copy b128' }], { layout }),
    gfx950,
    '',
  );
  expect(diagnostics).toEqual([]);
  expect(value?.layout.kind).toBe('rows');
});

test.each([
  [lines('{ read: b128, row: lane * 3, column: 0 }'), 'spec/leaves-tile', '4:7'],
  [lines('{ read: b128, row: lane << 30, column: 0 }'), 'expression/overflow', '4:24'],
  [lines('{ read: b128, row: lane, column: lan }'), 'expression/unknown-name', '4:38'],
  [lines('{ read: "b128: row = lane / 0; column = 0" }'), 'expression/division-by-zero', '4:33'],
  [lines('{ read: b128, row: "r = 1", column: 0 }'), 'expression/no-result', '4:19'],
  [lines('{ read: bogus b128 }'), 'spec/unknown-name', '4:7'],
  [lines('{ read: b128 b64, row: 0, column: 0 }'), 'spec/twice', '4:7'],
  [lines('{ read: row-copy }'), 'spec/width', '4:7'],
  [lines('{ read: b128 }'), 'spec/no-place', '4:5'],
  [lines('{ read: b8, row: 0, column: 0 }'), 'spec/torn', '4:7'],
  [lines('{ read: ds_write_b32, row: 0, column: 0 }'), 'spec/direction', '4:7'],
  [lines('{ read: ld.shared.b32, row: 0, column: 0 }'), 'spec/no-instruction', '4:7'],
  [lines('{ read: mfma-a b64 }'), 'spec/matrix', '4:7'],
  [lines('{ read: mfma-a v_mfma_f32_1x1x1_f16 }'), 'spec/no-matrix-instruction', '4:7'],
  [lines('{ read: mfma-a v_mfma_f32_16x16x4_f32 }'), 'spec/matrix-element', '4:7'],
  [lines('{ read: mfma-a v_mfma_f32_16x16x16_f16, rows: 8 }'), 'spec/block', '4:7'],
  [lines('{ read: b128, write: b128, row: 0, column: 0 }'), 'spec/one-of', '4:5'],
  [lines('{ read: b128, row: 0, column: 3 }'), 'mitigate/misaligned', '4:5'],
  [`layout: pad 3\n${lines('{ read: row-copy b128 }')}`, 'notation/parameter', '1:1'],
  [`layout: #x\n${lines('{ read: row-copy b128 }')}`, 'spec/layout', '1:1'],
  [
    `layout: { wave: { swizzle_unit: 8, max_phase: 64 } }\n${lines('{ read: row-copy b128 }')}`,
    'notation/',
    '1:',
  ],
  ['element: f16\ntile: 1x\naccesses: [{ read: row-copy b32 }]\n', 'spec/tile', '2:1'],
  ['element: f99\ntile: 1x1\naccesses: []\n', 'spec/unknown-name', '1:1'],
  ['tile: 1x1\naccesses: [{ read: b32, row: 0, column: 0 }]\n', 'spec/missing', '1:1'],
  ['element: f32\ntile: 60000x60000\naccesses: [{ read: row-copy b32 }]\n', 'spec/too-many', '2:1'],
])('%j: %s at %s', (text, code, place) => {
  const { analysis, diagnostics } = analyzeKernel(text, { machine: 'gfx950', file: 'a.yaml' });
  const first = diagnostics.find(({ severity }) => severity === 'error');
  expect(first?.code).toMatch(new RegExp(`^${code}`));
  expect(`${first?.line}:${first?.column}`).toMatch(
    new RegExp(`^${place}${place.endsWith(':') ? '' : '$'}`),
  );
  expect(first?.hint).not.toBe('');
  expect(analysis?.report.sites ?? []).toEqual([]);
});
