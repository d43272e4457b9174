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
import { join } from 'node:path';
import type { Extent } from '@ldscope/core';
import { kernel, words } from '../harness.ts';

export interface PtxCase {
  readonly name: string;
  readonly text: string;
  readonly block: Extent;
  readonly grid: Extent;
  readonly cluster?: Extent;
  readonly buffers: readonly {
    readonly name: string;
    readonly data: Int32Array;
    /** Its words afterwards. */
    readonly expected: Int32Array;
  }[];
  /** Codes of what is reported. */
  readonly finds: string;
}

const wordsOf = (length: number, formula: string): Int32Array =>
  Int32Array.from({ length }, new Function('_', 'i', `return ${formula}`) as () => number);

/** The programs of this folder, by its path, with buffers of their own each time. */
export const readCases = (folder: string): PtxCase[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ptx'))
    .map((name) => readCase(name, readFileSync(join(folder, name), 'utf8')));

function readCase(name: string, text: string): PtxCase {
  const extentOf = (of: string): Extent | undefined => {
    const [, x, y = 1] = new RegExp(`^// launch:.* ${of}=(\\d+)(?:x(\\d+))?`, 'm').exec(text) ?? [];
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
  const [, finds = ''] = /^\/\/ finds: (.*)$/m.exec(text) ?? [];
  return {
    name,
    text: kernel(parameters, `${words(parameters, bytes)}\n${body}  ret;`, before),
    block,
    grid,
    ...(cluster && { cluster }),
    buffers,
    finds,
  };
}
