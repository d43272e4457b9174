import { analyzeKernel } from '@ldscope/engine';
import { coalescingScenarios } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import {
  type CoalescingParameters,
  coalescingView,
  fetches,
  fetchOf,
  kernelText,
  parametersOf,
  summary,
  widths,
} from '../../src/explore/coalescing/model.ts';
import { percent } from '../../src/explore/coalescing/picture.ts';
import { named } from './answers.ts';

const deck = fetchOf('deck');

/** The deck's own procedure, byte by byte. */
function linesOf(parameters: CoalescingParameters, size: number, waveSize: number): Set<number> {
  const lines = new Set<number>();
  for (let lane = 0; lane < Math.min(parameters.active, waveSize); lane++) {
    for (let byte = 0; byte < parameters.widthBytes; byte++) {
      const at = parameters.baseBytes + lane * parameters.strideBytes + byte;
      lines.add(Math.floor(at / size));
    }
  }
  return lines;
}

const some: readonly CoalescingParameters[] = [
  ...coalescingScenarios.map(parametersOf),
  { baseBytes: 4096, strideBytes: 8192, widthBytes: 16, active: 64 },
  { baseBytes: 63, strideBytes: 1, widthBytes: 1, active: 1 },
  { baseBytes: 60, strideBytes: 0, widthBytes: 8, active: 33 },
  { baseBytes: 7, strideBytes: 9, widthBytes: 16, active: 32 },
];

describe('coalescing', () => {
  it('gives the transactions that the deck publishes', () => {
    expect(summary(deck).map(({ deck: view }) => view.explanation.blocks.length)).toEqual(
      coalescingScenarios.map(({ transactions }) => transactions),
    );
  });

  it('counts the lines that a walk over the bytes finds', () => {
    for (const fetch of fetches) {
      const waveSize = /^(?:sm|gfx1)/.test(fetch.chip) ? 32 : 64;
      for (const parameters of some) {
        const view = coalescingView(parameters, fetch);
        const lines = linesOf(parameters, fetch.model.transactionBytes.value, waveSize);
        expect(view.explanation.blocks.length).toBe(lines.size);
      }
    }
  });

  it('cuts requests into slices that lose no byte and cross no line', () => {
    for (const fetch of fetches) {
      const size = fetch.model.transactionBytes.value;
      for (const parameters of some) {
        const { slices, explanation } = coalescingView(parameters, fetch);
        expect(slices.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(explanation.requestedBytes);
        for (const { lane, line, offsetBytes, bytes } of slices) {
          expect(offsetBytes + bytes).toBeLessThanOrEqual(size);
          expect(explanation.blocks[line]?.lanes).toContain(lane);
        }
      }
    }
  });

  it('has more slices than lanes only where a lane crosses a line', () => {
    const slices = (name: string) =>
      coalescingView(parametersOf(named(coalescingScenarios, name)), deck).slices;
    expect(slices('misaligned-b128')).toHaveLength(64 + 16);
    expect(slices('contiguous-b128')).toHaveLength(64);
  });

  it('passes 100 % only in the model of the deck', () => {
    const shared = { baseBytes: 0, strideBytes: 0, widthBytes: 4, active: 64 };
    expect(percent(coalescingView(shared, deck).efficiency)).toBe('400 %');
    expect(percent(coalescingView(shared, fetchOf('gfx942')).efficiency)).toBe('3.13 %');
  });

  it('opens kernels that the engine analyses to the same lines', () => {
    for (const parameters of some) {
      const text = kernelText(parameters);
      if (text === undefined) continue;
      const options = { machine: 'gfx942', file: 'load.mlir' };
      const { analysis, diagnostics } = analyzeKernel(text, options);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const lines = analysis?.report.global?.sites.map(({ transactions }) => transactions) ?? [];
      const { blocks } = coalescingView(parameters, fetchOf('gfx942')).explanation;
      expect(lines).toEqual([blocks.length]);
    }
    for (const widthBytes of widths)
      expect(kernelText({ baseBytes: 0, strideBytes: 64, widthBytes, active: 64 })).toBeDefined();
  });
});
