/** `ldscope suggest` of a source: what was tried is recommended, and nothing else. */
import { describe, expect, it } from 'vitest';
import { ldscope } from './fake-io.ts';
import { toySource } from './toy-compiler.ts';

const line = 'suggest kernel.hip -l launch.yaml -m gfx942';

interface Answer {
  readonly candidates: readonly object[];
}

describe('suggest of a source with a launch', () => {
  it('recommends the change that was tried, and no layout of the search', async () => {
    const { code, stdout, stderr } = await ldscope(line, toySource());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/verdict {3}no conflicts are left: compiled, executed and compared/);
    expect(stdout).toMatch(/as it is +124 .*\n.*t\[64\]\[33\] +0 .*\n +recommended/);
    expect(stdout.match(/recommended/g)).toHaveLength(2);
    expect(stdout).toContain('Searched, not tried');
    expect(stdout).toContain('none is recommended: ');
    expect(stdout).toContain('ldscope fix kernel.hip -m gfx942 -l launch.yaml | git apply');
  });

  it('has the candidates of fix in its JSON', async () => {
    const suggested = await ldscope(`${line} -f json`, toySource());
    const fixed = await ldscope('fix kernel.hip -l launch.yaml -m gfx942 -f json', toySource());
    const [a, b] = [suggested, fixed].map(({ stdout }) => JSON.parse(stdout) as Answer);
    expect(a?.candidates[0]).toMatchObject({ buffer: 't', says: 't[64][33]' });
    expect(a).toMatchObject({
      schema: 'ldscope-suggest/1',
      verdict: 'fixed',
      buffers: [{ names: ['t'], untried: true, recommendation: '' }],
    });
    for (const key of ['verdict', 'candidates', 'diff'] as const)
      expect(Reflect.get(a ?? {}, key), key).toEqual(Reflect.get(b ?? {}, key));
  });

  it('keeps no layout of the search where every change computes something else', async () => {
    const wrong = Array.from({ length: 64 }, (_, index) => 33 + index);
    const { code, stdout } = await ldscope(`${line} -f json`, toySource({ wrong }));
    expect(code).toBe(1);
    const answer = JSON.parse(stdout) as Answer;
    expect(answer.candidates[0]).toMatchObject({ out: { reason: 'other results' } });
    expect(answer).toMatchObject({
      verdict: 'stuck',
      buffers: [{ verdict: 'unknown', front: [], obstacles: [{ kind: 'other-access' }] }],
    });
  });

  it('says why nothing is tried where the launch is not given', async () => {
    const given = 'suggest kernel.hip -m gfx942 -l block=64';
    const { code, stdout, stderr } = await ldscope(given, toySource());
    expect(code).toBe(0);
    expect(stderr).toContain('warning suggest/not-tried');
    expect(stderr).toContain('not executed to its end: the launch gives no grid or no arguments');
    expect(stdout).toContain('none is recommended: ');
    expect(stdout).not.toContain('* recommended');
    expect(stdout).not.toMatch(/^next/m);
  });

  it('names the arrays where there is none of the name that is asked for', async () => {
    const { code, stderr } = await ldscope(`${line} -b nope`, toySource());
    expect(code).toBe(2);
    expect(stderr).toContain('there is no workgroup buffer nope');
    expect(stderr).toContain('it has t');
    const fixed = await ldscope('fix kernel.hip -l launch.yaml -b nope', toySource());
    expect(fixed.code).toBe(2);
    expect(fixed.stderr).toContain('it has t');
  });
});
