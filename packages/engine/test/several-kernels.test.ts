/** A file with several kernels: what is wrong with one leaves the others alone. */
import { analyzeKernels, readSource, suggestKernel, timelineKernel } from '@ldscope/engine';
import { describe, expect, it } from 'vitest';
import { oneBank, openLoop, ownWords, programText } from './program-text.ts';

const errorsOf = (text: string): string[][] =>
  analyzeKernels(text).map(({ diagnostics }) =>
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
  );

const good = { name: 'good', body: oneBank };

describe('an error', () => {
  const text = programText([good, { name: 'bad', body: `${ownWords}\n  s_branch nowhere` }]);

  it('in one kernel does not concern the other', () => {
    expect(errorsOf(text)).toEqual([[], ['amdgcn/undefined-symbol']]);
    const [first] = analyzeKernels(text);
    expect(first?.analysis?.report.totals.bankConflict).toBeGreaterThan(0);
  });

  it('leaves timeline and suggest of the other', () => {
    const named = { kernel: 'good' };
    expect(timelineKernel(text, named).report?.name).toBe('good');
    expect(suggestKernel(text, { ...named, tile: '64x32xf32' }).report?.kernel).toBe('good');
    expect(timelineKernel(text, { kernel: 'bad' }).report).toBeUndefined();
  });

  it.each([
    ['of an operand', 'v_add_u32 v1, v2'],
    ['of a mnemonic', 'v_nosuch_b32 v1, v2'],
    ['of a register', 'v_mov_b32 v1, s1000'],
  ])('%s is found by the kernel that executes it alone', (_what, line) => {
    const [first, second] = errorsOf(
      programText([good, { name: 'bad', body: `  ${line}\n${ownWords}` }]),
    );
    expect(first).toEqual([]);
    expect(second).not.toEqual([]);
  });

  it('in a function concerns every kernel that comes to it', () => {
    const jumps = { name: 'jumps', body: `${ownWords}\n  s_branch shared` };
    const kernels = [jumps, good, { ...jumps, name: 'too' }];
    const shared = 'shared:\n  s_branch nowhere\n  s_endpgm';
    const codes = ['amdgcn/undefined-symbol'];
    expect(errorsOf(programText(kernels, shared))).toEqual([codes, [], codes]);
  });

  it('in code that no kernel is seen to reach concerns the kernel around it', () => {
    const body = `${oneBank}\n  s_endpgm\n  s_branch nowhere`;
    const kernels = [
      { name: 'k1', body },
      { ...good, name: 'k2' },
    ];
    expect(errorsOf(programText(kernels))).toEqual([['amdgcn/undefined-symbol'], []]);
  });

  it('outside of all code concerns every kernel', () => {
    const text = programText([good, { ...good, name: 'other' }], '  .set a, )\n');
    for (const codes of errorsOf(text)) expect(codes).not.toEqual([]);
  });

  it('in a line to which a computed jump leads is an error of its own', () => {
    // The address is a number that is made so far before the jump that nothing sees where it leads: 28 instructions on.
    const far = Array.from({ length: 20 }, () => '  s_nop 0').join('\n');
    const jump = `  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, ${8 * 28}
  s_addc_u32 s5, s5, 0
${far}
  s_setpc_b64 s[4:5]`;
    const text = programText(
      [{ name: 'jumps', body: `${oneBank}\n${jump}` }, good],
      'hidden:\n  s_branch nowhere\n  s_endpgm',
    );
    expect(errorsOf(text)[0]).toContain('emulate/unreadable');
  });
});

it.each([
  ['one', ['one']],
  ['ne', ['one']],
  ['o*', ['one']],
  ['t*', ['two', 'three']],
  ['*e', ['one', 'three']],
  ['e', ['e']],
  ['x*', ['x*']],
])('named %s, %j are analyzed', (kernel, wanted) => {
  const text = programText(['one', 'two', 'three'].map((name) => ({ ...good, name })));
  const analyzed = analyzeKernels(text, { kernel });
  expect(analyzed.map((each) => each.kernel)).toEqual(wanted);
  expect(analyzed.every(({ analysis }) => analysis !== undefined)).toBe(
    wanted[0] !== kernel || kernel === 'one',
  );
});

it('gives all that was read where no kernel is named', () => {
  const text = programText([good, { name: 'bad', body: '  s_branch nowhere' }]);
  const read = readSource(text);
  const source = read.ok ? read.value : undefined;
  expect(source?.diagnostics).not.toEqual([]);
  expect(source?.diagnosticsOf?.(undefined)).toEqual(source?.diagnostics);
  expect(source?.diagnosticsOf?.('good')).toEqual([]);
});

it('refuses the kernels that are left when the time of a file is over', () => {
  const kernels = ['k1', 'k2', 'k3'].map((name) => ({ ...good, name }));
  let seconds = 0;
  const analyzed = analyzeKernels(programText(kernels), { now: () => seconds, seconds: 5 });
  expect(analyzed.map(({ analysis }) => analysis !== undefined)).toEqual([true, true, true]);
  const late = analyzeKernels(programText(kernels), {
    now: () => seconds,
    seconds: 5,
    onProgress: () => (seconds += 3),
  });
  expect(late.map(({ diagnostics }) => diagnostics[0]?.code)).toEqual([
    'usage/machine-of-kernel',
    'usage/machine-of-kernel',
    'execute/time-budget',
  ]);
});

describe('the time of a suggestion', () => {
  const text = programText([{ name: 'k', body: openLoop }]);
  const suggest = (now: () => number, seconds: number): readonly string[] =>
    suggestKernel(text, { tile: '64x32xf32', launch: 'block=64', now, seconds })
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);

  it('refuses what is unknown when it is over', () => {
    expect(suggest(() => 0, 5)).toEqual([]);
    expect(suggest(() => 0, 0)).toEqual(['execute/time-budget']);
  });

  it('passes while waves are executed', () => {
    // The clock moves with every look at it: at the start, then in the execution.
    let seconds = 0;
    expect(suggest(() => seconds++, 1000)).toEqual([]);
    const looks = seconds;
    expect(looks).toBeGreaterThan(2);
    seconds = 0;
    expect(suggest(() => seconds++, 1)).toEqual(['execute/time-budget']);
    expect(seconds).toBeLessThan(looks);
  });

  it('does not matter where every value is given', () => {
    const known = programText([{ name: 'k', body: oneBank }]);
    const options = { tile: '64x32xf32', launch: 'block=64' };
    const given = { arguments: [], extents: { grid: [1, 1, 1] as const } };
    const { report, diagnostics } = suggestKernel(known, {
      ...options,
      ...given,
      now: () => 0,
      seconds: 0,
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report?.kernel).toBe('k');
  });

  it('counts what reading has taken, up to half of it', () => {
    const refused = (seconds: number, readSeconds: number): boolean => {
      let clock = 0;
      const { diagnostics } = suggestKernel(text, {
        tile: '64x32xf32',
        launch: 'block=64',
        now: () => clock++,
        seconds,
        readSeconds,
      });
      return diagnostics.some(({ code }) => code === 'execute/time-budget');
    };
    const least =
      Array.from({ length: 100 }, (_, index) => index).find((seconds) => !refused(seconds, 0)) ?? 0;
    expect(least).toBeGreaterThan(1);
    expect(refused(2 * least, 0)).toBe(false);
    expect(refused(2 * least, 1000)).toBe(false);
    expect(refused(2 * least - 2, 1000)).toBe(true);
    expect(refused(least, 1)).toBe(true);
  });
});
