/**
 * Programs and what they leave in memory, a file each:
 *
 *     // A table of branches sends each lane its way.
 *     // out[32] = 10 * (i % 3 + 1)         a buffer of 32 zeros, and its words afterwards
 *       rem.u32 %r1, %r0, 3;                %r0 is the thread, %rd0 the address of its words in the first buffer
 *       ...
 *
 * `// in[64]: i` is a buffer that is given and stays as it is, `// launch: block=64 grid=4x2 cluster=2` another launch than that
 * of one warp, `// finds: ptx/deadlock` what is reported. Functions and variables stand before a line `// kernel`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernel, run, words } from '../harness.ts';

const wordsOf = (length: number, formula: string): Int32Array =>
  Int32Array.from({ length }, new Function('_', 'i', `return ${formula}`) as () => number);

test.each(readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ptx')))(
  '%s',
  (name) => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    const extentOf = (of: string): [number, number, number] | undefined => {
      const [, x, y = 1] =
        new RegExp(`^// launch:.* ${of}=(\\d+)(?:x(\\d+))?`, 'm').exec(text) ?? [];
      return x === undefined ? undefined : [Number(x), Number(y), 1];
    };
    const [block = [32, 1, 1], grid = [1, 1, 1], cluster] = ['block', 'grid', 'cluster'].map(
      extentOf,
    );
    const buffers = Array.from(text.matchAll(/^\/\/ (\w+)\[(\d+)\]( =|:) (.*)$/gm), (found) => {
      const [, of = '', length, kind, formula = ''] = found;
      const expected = wordsOf(Number(length), formula);
      return {
        name: of,
        expected,
        data: kind === ':' ? expected.slice() : new Int32Array(Number(length)),
      };
    });
    const parameters = buffers.map((one) => one.name);
    const threads = block[0] * grid[0] * grid[1];
    const bytes = Math.max(4, (4 * (buffers[0]?.data.length ?? 0)) / threads);
    const [body = '', before] = text.split('// kernel\n').toReversed();
    const { codes, execution } = run(
      kernel(parameters, `${words(parameters, bytes)}\n${body}  ret;`, before),
      buffers.map(({ data }) => data),
      { block, grid, ...(cluster && { cluster }) },
    );
    // Of accesses of other blocks the counts are not known.
    const found = [...codes, ...execution.hazards.map(({ code }) => code)];
    const [, finds = ''] = /^\/\/ finds: (.*)$/m.exec(text) ?? [];
    expect(found.filter((code) => code !== 'ptx/not-counted').join(' ')).toBe(finds);
    for (const { name: of, data, expected } of buffers) expect(data, of).toEqual(expected);
  },
);
