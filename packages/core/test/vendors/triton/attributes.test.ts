/** Triton's attributes: read, printed, and what is said of those that are wrong. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeProblem } from '../../../src/vendors/triton/distributed.ts';
import {
  distributedToLinear,
  expectValue,
  isDistributedEncoding,
  isSharedEncoding,
  parseTritonAttribute,
  placeShared,
  printTritonAttribute,
  type TritonEncoding,
} from '@ldscope/core';
import { rows } from '../../../../../test/rows.ts';
import { forAll } from '../../../../../test/for-all.ts';

const TEXTS = [
  '#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>',
  '#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>',
  '#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CTAsPerCGA = [2], CTASplitNum = [2], CTAOrder = [0]}>',
  '#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [1, 0]], warp = [], block = []}>',
  '#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>',
  '#ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true, tilesPerWarp = [2, 2], elementBitWidth = 64}>',
  '#ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = true}>',
  '#ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 4], tilesPerWarp = [1, 2], instrShape = [16, 16, 32]}>',
  '#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 32]}>',
  '#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>',
  '#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>',
  '#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>',
  '#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [0, 1]}>',
  '#ttg.padded_shared<[512:+16, 1024:+32] {order = [1, 0], shape = [64, 128]}>',
  '#ttg.padded_shared<[4:+2] {offset = [[0, 1], [0, 2], [1, 0]], block = []}>',
  '#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>',
  '#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true, CGALayout = [[0, 0]], rank = 3}>',
  '#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>',
  '#ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[2, 0]]}, alignment = 128>',
] as const;

function parsed(text: string): TritonEncoding {
  return expectValue(parseTritonAttribute(text));
}

it.each(TEXTS)('prints back %s', (text) => {
  expect(printTritonAttribute(parsed(text))).toBe(text);
});

describe('names and older text', () => {
  const mma = parsed(TEXTS[4]);
  const dot = '#ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>';

  it('resolves aliases and prints them', () => {
    const result = parseTritonAttribute(dot, { aliases: new Map([['mma', mma]]) });
    expect(result.ok && result.value).toEqual({ kind: 'dot_op', opIdx: 1, parent: mma, kWidth: 4 });
    const printed =
      result.ok && printTritonAttribute(result.value, { names: new Map([[mma, 'mma']]) });
    expect(printed).toBe(dot);
  });

  it('reads the dialect under its first name', () => {
    const old =
      '#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = false}>';
    expect(printTritonAttribute(parsed(old), { dialect: 'triton_gpu' })).toBe(old);
  });

  it('reads types of numbers, and any white space', () => {
    const text = '#ttg.swizzled_shared<{ vec=4 : i32,perPhase = 1,\n maxPhase = 16, order=[1,0] }>';
    expect(printTritonAttribute(parsed(text))).toBe(TEXTS[11]);
  });
});

const WRONG = rows`
   | syntax/expected          |
  #ttg.blocket<{}> | triton/unknown-attribute | #ttg.blocket<{}>
  #mma | triton/unknown-alias     | #mma
  #ttg.swizzled_shared<{vec = 4}> | triton/missing-field     | #ttg.swizzled_shared<{vec = 4}>
  #ttg.slice<{dim = 0, parent = 4}> | syntax/expected          | 4
  #ttg.slice<{dim = 0, parent = ${TEXTS[11]}}> | triton/wrong-field       | parent = ${TEXTS[11]}
  #ttg.slice<{dim = [0], parent = ${TEXTS[4]}}> | triton/wrong-field       | [0]
  #ttg.linear<{register = [1], lane = [], warp = [], block = []}> | triton/wrong-field       | [1]
  ${TEXTS[11].slice(0, -2)}, vek = 4}> | triton/unknown-field     | vek = 4
  #ttg.shared_linear<{offset = []}> | triton/missing-field     | #ttg.shared_linear<{offset = []}>
  #ttg.swizzled_shared<{vec = 99999999999999999999}> | syntax/too-large         | 99999999999999999999
  #ttg.swizzled_shared<{vec = 4 | syntax/expected          | 4
  #ttg.swizzled_shared<{vec = @}> | syntax/unknown-character | @
`;

it.each(WRONG)('says what is wrong with %s', (text, code, at) => {
  const { ok, diagnostics } = parseTritonAttribute(text);
  expect(ok).toBe(false);
  const [first] = diagnostics;
  expect(first?.code).toBe(code);
  expect(first?.hint).not.toBe('');
  expect(text.slice(first?.span?.start, first?.span?.end)).toBe(at);
});

it('bears lists that nest too deep', () => {
  const { diagnostics } = parseTritonAttribute(`#ttg.linear<{register = ${'['.repeat(50_000)}`);
  expect(diagnostics[0]?.code).toBe('syntax/too-deep');
});

/** Texts with a few characters cut, doubled, or taken from elsewhere. */
const damaged = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(
      fc.tuple(
        fc.nat(400),
        fc.nat(12),
        fc.constantFrom(...'|0|-1|4|[|]|{|}|, |#|<|>|=|é|99999999|order'.split('|')),
      ),
      { minLength: 1, maxLength: 5 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce<string>((now, [at, cut, put]) => {
      const from = at % (now.length + 1);
      return now.slice(0, from) + put + now.slice(from + cut);
    }, text),
  );

it('never throws, and what it reads has a meaning or a reason', () => {
  forAll(
    [damaged, fc.array(fc.constantFrom(1, 2, 3, 16, 64, 128, 0), { maxLength: 4 })],
    3000,
    (text, shape) => {
      const result = parseTritonAttribute(text);
      if (!result.ok) {
        expect(result.diagnostics.length).toBeGreaterThan(0);
        return;
      }
      const { value } = result;
      expect(printTritonAttribute(parsed(printTritonAttribute(value)))).toBe(
        printTritonAttribute(value),
      );
      if (isDistributedEncoding(value)) distributedToLinear(value, shape);
      if (isSharedEncoding(value)) placeShared(value, shape);
    },
  );
});

it.each([
  [[], 'triton/too-large'],
  [[3], 'triton/not-power-of-two'],
  [[2 ** 15, 2 ** 16], undefined],
  [[2 ** 16, 2 ** 16], 'triton/too-large'],
])('a tensor of %j', (shape, code) => {
  expect(shapeProblem(shape)?.code).toBe(code);
});
