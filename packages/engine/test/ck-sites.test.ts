/** Sites of CK Tile's specifications name y of the registers that they move, as the encoding has it. */
import { analyzeKernel } from '@ldscope/engine';
import { expect, test } from 'vitest';

test('a site has its registers, y and the first address', () => {
  // The write has 8 elements along y; each read takes one.
  const sites = analyzeKernel('tutorial: "01"\n', { machine: 'gfx942' }).analysis?.report.sites;
  const textOf = (id: string): string | undefined =>
    sites?.find((site) => site.id === id)?.location.text;
  expect(textOf('write.0')).toMatch(
    /^registers 0, .*, 7, y \(0, 0\) to \(0, 7\); lane 0 at byte 0$/,
  );
  expect(textOf('read.3')).toMatch(/^register 3, y \(0, 3\); lane 0 at byte \d+$/);
});
