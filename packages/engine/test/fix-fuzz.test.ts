/** `fix` on damaged kernels: it answers, and what it writes is proven. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLaunch, findMachine } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { forms } from '../../mlir/test/passes/kernels.ts';
import { leastCases } from '../../../test/cases.ts';

const machine = findMachine('gfx950');
const texts = Object.values(forms).map(({ text }) => text);

/** A text with lines left out, doubled or exchanged, or a piece of it replaced. */
const damaged: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(
      fc.record({
        how: fc.constantFrom('drop', 'double', 'swap', 'number', 'cut'),
        at: fc.nat(1000),
        by: fc.nat(200),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((now, { how, at, by }) => {
      const lines = now.split('\n');
      const i = at % lines.length;
      const line = lines[i] ?? '';
      const j = (i + 1) % lines.length;
      if (how === 'drop') return lines.toSpliced(i, 1).join('\n');
      if (how === 'double') return lines.toSpliced(i, 0, line).join('\n');
      if (how === 'swap')
        return lines
          .with(i, lines[j] ?? '')
          .with(j, line)
          .join('\n');
      if (how === 'number') return lines.with(i, line.replace(/\d+/, String(by))).join('\n');
      return now.slice(0, at % now.length) + now.slice((at % now.length) + (by % 8));
    }, text),
  );

describe('a damaged kernel', () => {
  it('is refused, or fixed with proof, and never a fault', () => {
    if (machine === undefined) return;
    forAll([damaged, fc.constantFrom(undefined, 'plain', 'pad = 72')], 120, (text, layout) => {
      const { report, text: fixed } = fixKernel(text, {
        machines: [machine],
        launch: emptyLaunch,
        maxSteps: 20_000,
        ...(layout === undefined ? {} : { layout }),
      });
      const written = report.verdict === 'fixed' || report.verdict === 'partial';
      const proven = report.proof.every(({ outcome }) => outcome !== 'fails');
      return written === (fixed !== undefined) && (!written || proven);
    });
    expect(texts.length).toBeGreaterThan(leastCases(0));
  }, 120_000);
});
