/** `ldscope shapes`: sweeps of parameters under layouts. */
import { readFileSync } from 'node:fs';
import type { ShapesReport } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('shapes');

const spec = `element: f16
tile: \${M}x\${K}
waves: 4
accesses:
  - write: row-copy b128
  - read: mfma-a v_mfma_f32_16x16x16_f16 b128
`;

const files = { 't.yaml': spec };

async function sweep(argv: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const done = await ldscope(['shapes', ...argv, '-f', 'json'], { files: { ...files, ...more } });
  return { ...done, report: JSON.parse(done.stdout) as ShapesReport };
}

/** Conflict cycles that executing the specification counts. */
async function executed(text: string, machine: string): Promise<number> {
  const done = await ldscope(['analyze', 's.yaml', '-m', machine, '-f', 'json'], {
    files: { 's.yaml': text },
  });
  return (JSON.parse(done.stdout) as { totals: { bankConflict: number } }).totals.bankConflict;
}

const at = (text: string, values: Readonly<Record<string, number>>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values[name]));

describe('shapes', () => {
  it('counts what executing each shape under each layout counts, on every chip', async () => {
    const chips = ['gfx942', 'gfx950'];
    const argv = ['t.yaml', '--set', 'M=64,128', '--set', 'K=32..128*2', '-m', chips.join(',')];
    const { report, code } = await sweep([
      ...argv,
      '--layouts',
      'now,none,pad,swizzle',
      '--layout',
      'pad ${columns + 4}',
    ]);
    expect(code).toBe(0);
    expect(report.shapes).toHaveLength(6);
    let compared = 0;
    for (const { values, cells } of report.shapes) {
      expect(cells).toHaveLength(10);
      for (const { machine, layout, conflictCycles, buffers } of cells) {
        const [buffer] = buffers;
        // The layout in words is of the best; as the specification takes it: a pitch, or an XOR.
        const pitch = /rows of (\d+) B/.exec(buffer?.layout ?? '')?.[1];
        const [, unit, phases] =
          /XOR of (\d+) B units with row mod (\d+)$/.exec(buffer?.layout ?? '') ?? [];
        const written =
          pitch !== undefined
            ? `layout: pad ${Number(pitch) / 2}\n`
            : unit !== undefined
              ? `layout: { wave: { swizzle_unit: ${Number(unit) / 2}, max_phase: ${phases} } }\n`
              : buffer?.layout === 'plain'
                ? ''
                : undefined;
        if (written === undefined) continue;
        compared++;
        const text = `${at(spec, values)}${written}`;
        expect(conflictCycles, `${machine} ${layout} ${JSON.stringify(values)}`).toBe(
          await executed(text, machine),
        );
      }
    }
    // Other XORs than of rows mod phases have another spelling.
    expect(compared).toBeGreaterThan(50);
  });

  it('takes the best of a family: no pad and no XOR that are written have fewer', async () => {
    const argv = ['t.yaml', '--set', 'M=64', '--set', 'K=32,64', '-m', 'gfx942'];
    const pads = Array.from({ length: 8 }, (_, i) => [
      '--layout',
      `pad \${columns + ${8 * (i + 1)}}`,
    ]);
    const { report } = await sweep([...argv, '--layouts', 'pad', ...pads.flat()]);
    for (const { cells } of report.shapes) {
      const [best = Infinity, ...others] = cells.map(
        ({ conflictCycles = Infinity }) => conflictCycles,
      );
      expect(best).toBe(Math.min(...others));
    }
  });

  it('draws a heat map and a table with the same figures', async () => {
    const argv = ['shapes', 't.yaml', '--set', 'M=64,128', '--set', 'K=64', '-m', 'gfx942'];
    const svg = await ldscope([...argv, '-f', 'svg'], { files });
    const text = await ldscope(argv, { files });
    const html = await ldscope([...argv, '-f', 'html'], { files });
    const { report } = await sweep(argv.slice(1));
    for (const { cells } of report.shapes)
      for (const { conflictCycles = 0 } of cells) {
        const figure = conflictCycles.toLocaleString('en-US');
        for (const { stdout } of [svg, text, html]) expect(stdout).toContain(figure);
      }
    expect(svg.stdout).toMatch(/^<\?xml/);
    expect(html.stdout).toContain('<svg');
  });

  it('gives C++ its parameters as macros', async () => {
    const flags: (readonly string[])[] = [];
    const assembly = readFileSync(
      new URL('../../../examples/compiled-transpose/kernel.s', import.meta.url),
      'utf8',
    );
    const done = await ldscope(
      'shapes k.hip --set TILE=32,64 --tile 64x${TILE}xf16 -m gfx942 -l block=256',
      {
        files: { 'k.hip': '__shared__ half tile[TILE];' },
        compile: (request) => {
          flags.push(request.flags ?? []);
          return { assembly, sources: new Map() };
        },
      },
    );
    expect(flags).toEqual([['-DTILE=32'], ['-DTILE=64']]);
    expect(done.stderr).toBe('');
  });
});
