/** Fingerprints are the same for the same accesses and answer, and others for any other; the program says in what lines differ. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccessTrace, GlobalTraceBuilder, opcodeNumber, TraceBuilder } from '@ldscope/core';
import { describe, expect, it, test } from 'vitest';
import { amdKernel, amdModule } from '../../test/amd-kernel.ts';
import { inFolderLong } from '../../test/in-folder.ts';
import { rows } from '../../test/rows.ts';
import { main } from './command.ts';
import { analyzed, type Fingerprint } from './fingerprint.ts';
import { Rows } from '../slice/rows.ts';

const AMD = amdModule(
  'gfx942',
  amdKernel(`  v_lshlrev_b32 v1, 2, v0
  s_mov_b64 exec, -1
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v2, v1`),
);

const PTX = `.version 8.5
.target sm_90
.address_size 64
.visible .entry k()
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .shared .align 4 .b8 s[1024];
  mov.u32 %r0, %tid.x;
  mad.lo.u32 %r1, %r0, 4, 0;
  setp.lt.u32 %p, %r0, 64;
  @%p st.shared.u32 [%r1], %r0;
  bar.sync 0;
  ld.shared.u32 %r2, [%r1];
  ret;
}
`;

const seen = (text: string): Fingerprint => analyzed(text, { launch: 'block=64' });

/** What of a fingerprint another text changes. */
function changes(text: string, from: string, to: string): string {
  const [before, after] = [seen(text), seen(text.replace(from, to))];
  expect(text).toContain(from);
  const names = ['frontend', 'rows', 'trace', 'answer'] as const;
  return names.filter((name) => before[name] !== after[name]).join(' ');
}

describe('a kernel', () => {
  test.each([
    ['amdgcn', AMD],
    ['ptx', PTX],
  ])('of %s has one fingerprint', (frontend, text) => {
    expect(seen(text)).toEqual(seen(text));
    expect(seen(text)).toMatchObject({ frontend, rows: frontend === 'ptx' ? 4 : 2 });
  });

  test.each(rows`
    address          | amd | v_lshlrev_b32 v1, 2, v0  | v_lshlrev_b32 v1, 3, v0      | trace
    mask             | amd | s_mov_b64 exec, -1       | s_mov_b64 exec, 1            | trace
    line             | amd | s_mov_b64 exec, -1       | s_nop 0\ns_mov_b64 exec, -1  | trace
    instruction      | amd | ds_read_b32 v2, v1       | ds_read_u16 v2, v1           | trace
    number of rows   | amd | ds_read_b32 v2, v1       | s_nop 0                      | rows trace answer
    size             | amd | fixed_size 8192          | fixed_size 4096              | answer
    address          | ptx | %r0, 4, 0;               | %r0, 8, 0;                   | trace
    mask             | ptx | %r0, 64;                 | %r0, 63;                     | trace answer
    comment          | ptx | mov.u32 %r0, %tid.x;     | mov.u32 %r0, %tid.x; // x    |
  `)('with another %s of %s', (_, of, from, to, expected) => {
    expect(changes(of === 'amd' ? AMD : PTX, from, to)).toBe(expected);
  });

  it('has it in every folder', () => {
    const [here, there] = ['/a/k.s', '/b/c/k.s'].map((file) => analyzed(AMD, { file }));
    expect(here).toEqual(there);
  });

  it('has no frontend and a digest of its reasons where it is refused', () => {
    expect(analyzed('nothing', {})).toMatchObject({ frontend: '-', rows: 0 });
    expect(analyzed('nothing', {})).not.toEqual(analyzed(AMD, { machine: 'gfx1' }));
  });
});

const [READ, WRITE] = ['ds_read_b32', 'ds_write_b32'].map((name) => opcodeNumber(name) ?? NaN);

/** Two rows, at sites of which a table has more. */
function trace(sites: readonly string[]): AccessTrace {
  const builder = new TraceBuilder(
    64,
    sites.map((id) => ({ id })),
  );
  const addresses = Uint32Array.from({ length: 64 }, (_, lane) => 4 * lane);
  builder.add(WRITE ?? 0, sites.indexOf('a'), 0, 0, addresses);
  builder.add(READ ?? 0, sites.indexOf('b'), 1, 2, addresses, 0xff);
  return builder.finish();
}

function digest(given: AccessTrace, times = 1): string {
  const all = new Rows();
  all.addShared(given, times);
  return all.digest();
}

describe('rows', () => {
  const columns = ['addressBytes', 'activeMask', 'op', 'site', 'wave', 'order'] as const;

  it.each(columns)('count with their %s', (name) => {
    const plain = trace(['a', 'b']);
    const column = plain[name].slice();
    column[1] = (column[1] ?? 0) + (name === 'site' || name === 'op' ? -1 : 1);
    expect(digest({ ...plain, [name]: column })).not.toBe(digest(plain));
  });

  it.each(['id', 'line', 'column', 'text'])('count with the %s of their sites', (name) => {
    const plain = trace(['a', 'b']);
    const sites = plain.sites.map((site, i) => (i === 1 ? { ...site, [name]: 7 } : site));
    expect(digest({ ...plain, sites })).not.toBe(digest(plain));
  });

  it('count with their barriers, and with how many workgroups make them', () => {
    const plain = trace(['a', 'b']);
    expect(digest({ ...plain, barriers: Uint32Array.of(0, 1) })).not.toBe(digest(plain));
    expect(digest(plain, 2)).not.toBe(digest(plain));
  });

  it('have the instruction and the site that they are of, whatever their numbers are', () => {
    expect(digest(trace(['c', 'b', 'a']))).toBe(digest(trace(['a', 'b'])));
  });

  it('begin again where everything is executed after a part was not enough', () => {
    const again = new Rows();
    for (const [done, sites] of [
      [1, ['b', 'a', 'c']],
      [1, ['a', 'b']],
    ] as const) {
      again.begin(done);
      again.addShared(trace(sites), 1);
    }
    expect(again.digest()).toBe(digest(trace(['a', 'b'])));
  });

  it('of global memory are the same in other batches, with the instructions in another order', () => {
    const inBatches = (widths: readonly number[], ...sizes: readonly number[]): string => {
      const all = new Rows();
      const builder = new GlobalTraceBuilder(32, [{ id: 'a' }]);
      const [narrow, wide] = widths.map((widthBytes) =>
        builder.addInstruction({ name: 'load', direction: 'load', widthBytes }),
      );
      let row = 0;
      for (const size of sizes) {
        builder.clear();
        for (let i = 0; i < size; i++, row++) {
          const instruction = row % 2 === widths.indexOf(4) ? narrow : wide;
          builder.add(instruction ?? 0, 0, 0, row, new Float64Array(32).fill(2 ** 40 + row));
        }
        all.addGlobal(builder.finish(), 1);
      }
      return `${all.count} ${all.digest()}`;
    };
    expect(inBatches([4, 8], 1, 2)).toBe(inBatches([4, 8], 3));
    expect(inBatches([8, 4], 1, 2)).toBe(inBatches([4, 8], 3));
    expect(inBatches([8, 2], 3)).not.toBe(inBatches([4, 8], 3));
    expect(inBatches([4, 8], 2)).not.toBe(inBatches([4, 8], 3));
  });
});

describe('the program', () => {
  it('prints lines, writes them, and says in what others differ', () =>
    inFolderLong(async (folder) => {
      const file = join(folder, 'before.txt');
      const items = ['one', 'two', 'three', 'three'].map((name) => ({
        name,
        see: () => seen(PTX),
      }));
      const run = async (...args: readonly string[]) => {
        const lines: string[] = [];
        const print = (line: string): void => void lines.push(line);
        const all = { some: () => items, others: () => [] };
        const code = await main(args, { print, complain: print }, all);
        return { code, lines };
      };
      const written = await run('--write', file);
      expect(written).toMatchObject({ code: 0 });
      const all = readFileSync(file, 'utf8').trim().split('\n');
      expect(written.lines).toEqual([`${all.length} kernels and launches`]);
      expect(all.map((line) => line.split('\t')[1])).toEqual(['one', 'two', 'three', 'three (2)']);
      expect(await run('--against', file)).toEqual({
        code: 0,
        lines: ['4 kernels and launches, 0 differ'],
      });
      const [one = '', two = '', ...rest] = all;
      const cells = one.split('\t');
      const changed = [...cells.slice(0, 3), '9', cells[4], 'x'].join('\t');
      writeFileSync(
        file,
        [changed, two.replace('two', 'gone'), 'others\tgone', ...rest].join('\n'),
      );
      expect(await run('--against', file, 'some')).toEqual({
        code: 1,
        lines: [
          'some one: rows 9 -> 4, answer',
          'some two: new',
          'some gone: gone',
          '4 kernels and launches, 3 differ',
        ],
      });
    }));

  it.each([[['--against']], [['nothing']], [['--write', 'a', '--against', 'b']]])(
    'refuses %j',
    async (args) => {
      const said: string[] = [];
      const output = { print: () => undefined, complain: (line: string) => void said.push(line) };
      expect(await main(args, output)).toBe(2);
      expect(said.join()).toContain('npm run validate -- traces');
    },
  );
});
