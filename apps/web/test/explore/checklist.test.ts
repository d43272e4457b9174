import { describe, expect, it } from 'vitest';
import { checksPicture } from '../../src/explore/checklist/picture.ts';
import { chips, cycleSum, sides, sideView, widths } from '../../src/explore/checklist/model.ts';
import { presets, readControls, writeControls } from '../../src/explore/checklist/controls.ts';
import { strided } from '../../src/explore/parts/lane-pattern.ts';
import { named } from './answers.ts';
import { combinations } from './combinations.ts';

describe('the checklist', () => {
  it("puts the deck's worked example on banks 0 and 16, four words each", () => {
    const { checks } = sideView('gfx942', 'read', named(presets, 'CK 01, as argued').read);
    const [half] = checks;
    const words = half?.wordsOnBank.map((count, bank) => `${count} on ${bank}`);
    expect(words?.filter((text) => !text.startsWith('0'))).toEqual(['4 on 0', '4 on 16']);
    expect(half?.ways).toBe(4);
  });

  it('comes to the counted cycles of the tiles as they run', () => {
    for (const { name, address, read, write, counted } of presets) {
      expect(writeControls.write(write, readControls.write(read, ''))).toBe(address);
      if (counted === undefined) continue;
      const conflict = (['read', 'write'] as const).reduce((sum, side) => {
        const one = side === 'read' ? read : write;
        return sum + one.times * sideView('gfx942', side, one).explanation.bankConflict;
      }, 0);
      expect([name, conflict]).toEqual([name, counted]);
    }
    expect(presets.filter(({ counted }) => counted !== undefined)).toHaveLength(3);
  });

  it('passes padding as it is argued, and fails plain wide accesses', () => {
    expect(sideView('gfx942', 'read', named(presets, 'CK 03, as argued').read).passes).toBe(true);
    const wide = sideView('gfx942', 'write', { widthBytes: 16, ...strided(16) });
    expect([wide.passes, wide.worstWays, wide.explanation.bankConflict]).toEqual([false, 4, 0]);
  });

  it('has W / 4 checks of each half-wave, and cycles that add up', () => {
    const pattern = { pitch: [0, 1, 4, 16, 68, 128, 8192], active: [1, 32, 64] };
    for (const one of combinations({ chip: chips, side: sides, widthBytes: widths, ...pattern })) {
      const { chip, side, widthBytes } = one;
      const view = sideView(chip, side, { widthBytes, ...strided(one.pitch, one.active) });
      const halves = chip === 'sm_90' ? 1 : 2;
      expect(view.checks).toHaveLength(halves * Math.max(1, widthBytes / 4));
      const { phases, idxActive, rule } = view.explanation;
      const aligned = view.addresses.every((address) => address % rule.alignmentBytes === 0);
      const sum = phases.reduce((cycles, phase) => cycles + phase.cycles, 0);
      if (aligned) expect(sum).toBe(idxActive);
      expect(cycleSum(view.explanation).length).toBeGreaterThan(0);
    }
  });

  it('draws a row for each check, and nothing below the last', () => {
    for (const widthBytes of widths) {
      const view = sideView('gfx942', 'read', { widthBytes, ...strided(128) });
      const { height, content } = checksPicture(view);
      const bottoms = content.flatMap((node) =>
        typeof node === 'string' || node.tag !== 'rect'
          ? []
          : [Number(node.attributes['y']) + Number(node.attributes['height'])],
      );
      expect(height - Math.max(...bottoms)).toBeLessThan(10);
    }
  });
});
