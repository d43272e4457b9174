/** The head of a picture that is saved: it stays inside, whatever its texts are. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { textWidth } from '../../src/svg/bank-grid-frame.ts';
import { rect } from '../../src/svg/node.ts';
import { titledPicture } from '../../src/svg/titled.ts';
import { textsOf, withClass } from './trees.ts';

test('the head stays in the width of the picture, and the picture below it', () => {
  forAll(
    [
      fc.integer({ min: 300, max: 1200 }),
      fc.array(fc.string({ maxLength: 300 }), { minLength: 1, maxLength: 3 }),
    ],
    { seed: 9, numRuns: 100 },
    (width, lines) => {
      const picture = {
        width,
        height: 50,
        title: 'x',
        description: 'x',
        content: [rect(0, 0, width, 50, 'cell')],
      };
      const titled = titledPicture(picture, lines, 'ldscope 0.0.0');
      expect(titled.width).toBe(width);
      expect(titled.height).toBeGreaterThanOrEqual(50 + 16 * lines.length);
      expect(withClass(titled, 'cell')).toHaveLength(1);
      for (const text of textsOf(titled)) expect(textWidth(text, 9)).toBeLessThanOrEqual(width);
      expect(textsOf(titled)).toContain('ldscope 0.0.0');
    },
  );
});
