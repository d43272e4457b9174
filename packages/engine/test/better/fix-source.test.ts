/** The loop over changes of a source, with a compiler of one kernel. */
import { describe, expect, it } from 'vitest';
import { fixSource } from '@ldscope/engine';
import { assemblyOf, launch, PATH, type Quirks, sourceWith } from './toy-source.ts';

async function fixed(
  declaration: string,
  quirks: Quirks = {},
  launches = [launch()],
  assemble?: Parameters<typeof fixSource>[0]['assemble'],
) {
  const text = sourceWith(declaration);
  const tried: string[] = [];
  const result = await fixSource({
    path: PATH,
    texts: new Map([[PATH, text]]),
    language: 'hip',
    compiled: new Map([['gfx942', assemblyOf(text, {}) ?? '']]),
    launches,
    kernel: undefined,
    buffer: undefined,
    editsHeaders: undefined,
    options: {},
    assemble,
    compile: (texts) => {
      const changed = texts.get(PATH) ?? '';
      tried.push(/float t.*;/.exec(changed)?.[0] ?? '');
      const assembly = assemblyOf(changed, quirks);
      return Promise.resolve(
        assembly === undefined ? { problem: 'no such kernel' } : { text: assembly },
      );
    },
  });
  return { ...result, tried, declared: /float t.*;/.exec(result.texts?.get(PATH) ?? '')?.[0] };
}

describe('a change of a source', () => {
  it('is what was tried, and leaves no conflicts', async () => {
    const { report, declared } = await fixed('__shared__ float t[64][32];');
    expect(declared).toBe('float t[64][33];');
    expect(report).toMatchObject({ verdict: 'fixed', kernel: 'k', machines: ['gfx942'] });
    const [best] = report.candidates ?? [];
    expect(best).toMatchObject({ says: 't[64][33]', kind: 'bound' });
    // 64 lanes of two accesses on one bank, each 2 phases of 32 lanes.
    expect(best?.runs[0]).toMatchObject({
      equalBytes: 512,
      before: { conflicts: 124, ldsBytes: 8256 },
      after: { conflicts: 0, ldsBytes: 8512 },
    });
  });

  it('is compiled, or is out', async () => {
    const { report, declared } = await fixed('__shared__ float t[64][32];', { uncompiled: [33] });
    expect(declared).not.toBe('float t[64][33];');
    expect(report.candidates).toContainEqual(
      expect.objectContaining({
        says: 't[64][33]',
        out: { reason: 'does not compile', detail: 'no such kernel' },
      }),
    );
  });

  it('that computes something else is out, and so are others of its kind', async () => {
    const every = Array.from({ length: 32 }, (_, index) => 33 + index);
    const { report, texts, tried } = await fixed('__shared__ float t[64][32];', { wrong: every });
    expect(texts).toBeUndefined();
    expect(report.verdict).toBe('stuck');
    const first = report.candidates?.find(({ out }) => out?.reason === 'other results');
    // 0 twice is 0.
    expect(first?.out?.detail).toMatch(/^\d+ of 256 bytes of out differ$/);
    expect(tried.filter((text) => text !== 'float t[64][32];')).toHaveLength(1);
  });

  it('that misaligns an access is out', async () => {
    const { report, declared } = await fixed('__shared__ float t[64][32];', { misaligned: [33] });
    const out = report.candidates?.find(({ says }) => says === 't[64][33]')?.out;
    expect(out?.reason).toMatch(/misaligned|stops/);
    expect(declared).not.toBe('float t[64][33];');
  });

  it('is not needed where nothing conflicts', async () => {
    const { report, tried } = await fixed('__shared__ float t[64][33];');
    expect(report.verdict).toBe('nothing');
    expect(tried).toEqual([]);
  });

  it('is out where the assembler refuses it', async () => {
    const { report } = await fixed('__shared__ float t[64][32];', {}, undefined, (text) =>
      Promise.resolve(
        text.includes(`fixed_size ${64 * 33 * 4 + 64}`)
          ? { problem: 'too much shared data' }
          : undefined,
      ),
    );
    expect(report.candidates?.find(({ says }) => says === 't[64][33]')?.out).toEqual({
      reason: 'does not compile',
      detail: 'too much shared data',
    });
  });

  it('serves every launch', async () => {
    const one = launch();
    const { report } = await fixed('__shared__ float t[64][32];', {}, [one, launch()]);
    expect(report.candidates?.[0]?.runs).toHaveLength(2);
  });

  it('is not made without a launch', async () => {
    const { report, texts } = await fixed('__shared__ float t[64][32];', {}, [
      { extents: { block: [64, 1, 1] as const } } as ReturnType<typeof launch>,
    ]);
    expect(texts).toBeUndefined();
    expect(report.verdict).toBe('failed');
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['suggest/not-tried']);
  });

  it('leaves the data of the launch as it is', async () => {
    const one = launch();
    await fixed('__shared__ float t[64][32];', {}, [one]);
    expect(one.arguments[0]?.data.every((byte) => byte === 0)).toBe(true);
  });
});
