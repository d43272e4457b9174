/** Keys of a launch that nothing takes, and chips of commands that take one: refused, never ignored. */
import { describe, expect, it } from 'vitest';
import { ldscope } from './fake-io.ts';
import { copy } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('launch-keys');

const files = { 'copy.mlir': copy };

describe('chips', () => {
  const both = [
    ['-m', 'gfx942,gfx950'],
    ['-m', 'gfx942', '-m', 'gfx950'],
  ] as const;

  it.each(['explain', 'opt', 'convert', 'run'])('%s takes one', async (command) => {
    for (const chips of both) {
      const { code, stderr } = await ldscope([command, 'copy.mlir', ...chips], { files });
      expect(code).toBe(2);
      if (command !== 'convert') expect(stderr).toContain('It takes one chip');
    }
  });

  it.each(['analyze', 'suggest', 'fix'])('%s takes both forms alike', async (command) => {
    const [one, other] = await Promise.all(
      both.map((chips) => ldscope([command, 'copy.mlir', ...chips, '-f', 'json'], { files })),
    );
    expect(one?.stdout).toContain('"gfx950"');
    expect(one?.stdout).toBe(other?.stdout);
  });
});
