/** Keys of a launch that nothing takes, and chips of commands that take one: refused, never ignored. */
import { describe, expect, it } from 'vitest';
import { ldscope } from './fake-io.ts';
import { copy } from './kernels.ts';

const files = {
  'copy.mlir': copy,
  'good.yaml': 'grid: 1\nblock: 64\n',
  'top.yaml': 'grid: 1\nblok: 64\n',
  'buffer.yaml': 'grid: 1\nargs:\n  - { dtype: f32, shpe: [64] }\n',
  'value.yaml': 'grid: 1\nargs:\n  - { i32: 1, f32: 2 }\n',
  'struct.yaml': 'grid: 1\nargs:\n  - { struct: [{ i32: 1 }], sizes: 8 }\n',
};

describe('a key that is not known', () => {
  it.each([
    ['gird=2', 'gird', 'grid'],
    ['threads=64', 'threads', undefined],
    ['top.yaml', 'blok', 'block'],
    ['buffer.yaml', 'shpe', 'shape'],
    ['value.yaml', 'f32', 'i32'],
    ['struct.yaml', 'sizes', 'size'],
  ])('%s: %s is refused with the nearest name, %s', async (launch, key, nearest) => {
    const argv = ['analyze', 'copy.mlir', '-m', 'gfx942', '-l', launch];
    const { code, stderr } = await ldscope(argv, { files });
    const said = stderr.replaceAll(/\s+/g, ' ');
    expect(code).toBe(2);
    expect(said).toContain(`launch/unknown-key: '${key}' is not a part of this launch`);
    if (nearest === undefined) expect(said).not.toContain("hint: write '");
    else expect(said).toContain(`hint: write '${nearest}'`);
  });

  it('what is known is taken', async () => {
    const argv = ['analyze', 'copy.mlir', '-m', 'gfx942', '-l', 'good.yaml'];
    expect((await ldscope(argv, { files })).code).toBe(0);
  });
});

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
