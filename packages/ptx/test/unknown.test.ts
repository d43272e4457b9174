/**
 * Kernels without arguments: what is counted is what every launch executes. Random kernels are executed without arguments and
 * with several, and accesses are compared lane by lane.
 */
import { type AccessTrace, isActive, machineNamed, range } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { analyze, kernel, run } from './harness.ts';
import { leastCases } from '../../../test/cases.ts';
import { rows } from '../../../test/rows.ts';
import { textsIn } from '../../../test/texts.ts';
import { forAll } from '../../../test/for-all.ts';

const WARP = { block: [32, 1, 1] } as const;
const SHARED = '.shared .align 16 .b8 tile[4096];';
const ADDRESS = `  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  mad.lo.u32 %r2, %r0, 4, %r1;`;

/** A kernel with a word of shared memory for each thread at `%r2`. */
const withWords = (parameters: readonly string[], body: string, before = ''): string =>
  kernel(parameters, `${SHARED}\n${ADDRESS}\n${body}\n  ret;`, before);

const buffer = { kind: 'buffer', data: new Uint8Array(4096) } as const;
const WAYS = [
  ['arguments', ['p'], { ...WARP, accessesOnly: true, arguments: [buffer] }],
  ['no parameters', [], WARP],
  ['no arguments', ['p'], WARP],
] as const;

describe.each(WAYS)('registers that no launch gives, with %s', (_, parameters, given) => {
  it.each(rows`
    %smid           | where the block runs
    %nsmid          | where the block runs
    %clock          | the clock
    %globaltimer_lo | the clock
    %pm0            | the clock
    %nctaid.x       | the size of the grid
  `)('%s: an address depends on %s, data on nothing', (name, why) => {
    const inAddress = `mov.u32 %r5, ${name}; mad.lo.u32 %r2, %r0, %r5, %r2; st.shared.u32 [%r2], %r0;`;
    const { reasons } = analyze(withWords(parameters, inAddress), given);
    expect(reasons).toEqual([`whose address depends on ${why}`]);
    // Only stored, it decides nothing.
    const inData = `mov.u32 %r5, ${name}; st.shared.u32 [%r2], %r5; st.shared.u32 [%r2], %r0;`;
    expect(analyze(withWords(parameters, inData), given).counted).toBe('2 of 2');
  });
});

/** A function that the rows below may call. */
const TWICE = `.func (.param .b32 r) twice(.param .b32 a)
{ .reg .b32 %t<4>; ld.param.u32 %t1, [a]; add.u32 %t2, %t1, %t1; st.param.b32 [r], %t2; ret; }`;
const call = (value: string): string =>
  `{ .param .b32 a; .param .b32 r; st.param.b32 [a], ${value}; call (r), twice, (a); ld.param.b32 %r4, [r]; } mad.lo.u32 %r5, %r4, 4, %r1; ld.shared.u32 %r6, [%r5];`;
/** `%r4` is 4 or 8, by an argument, and a factor of the address of a load. */
const way = (statements: string): string =>
  `ld.param.u32 %r3, [n]; setp.lt.s32 %p1, %r3, 5; mov.u32 %r4, 4; ${statements} mad.lo.u32 %r5, %r0, %r4, %r1; ld.shared.u32 %r6, [%r5];`;

describe('without arguments', () => {
  it.each(rows`
    addresses without them           | 1 of 1 | | | ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1; ld.global.f32 %f1, [%rd2]; st.shared.f32 [%r2], %f1;
    each entry of a table in turn    | 2 of 2 | | ptx/unknown-branch | ld.param.u32 %r3, [n]; mov.u32 %r4, 0; AGAIN: add.u32 %r4, %r4, 1; T: .branchtargets ONE, OTHER; brx.idx %r3, T; ONE: st.shared.u32 [%r2], %r0; bra END; OTHER: st.shared.u32 [%r2+2048], %r0; END: setp.lt.u32 %p1, %r4, 2; @%p1 bra AGAIN;
    what an address depends on       | 1 of 3 | arg1 | ptx/unknown-address ptx/unknown-address | ld.param.u32 %r3, [n]; mad.lo.u32 %r4, %r0, %r3, %r1; st.shared.u32 [%r4], %r0; ld.shared.u32 %r5, [%r2]; mad.lo.u32 %r6, %r5, 4, %r1; ld.shared.u32 %r7, [%r6];
    both ways of a branch            | 2 of 2 | | ptx/unknown-branch | ld.param.u32 %r3, [n]; setp.lt.s32 %p1, %r3, 5; @%p1 bra SMALL; st.shared.u32 [%r2], %r0; bra JOIN; SMALL: st.shared.u32 [%r2+128], %r0; JOIN:
    one turn of a loop               | 1 of 1 | | ptx/unknown-branch | ld.param.u32 %r3, [n]; mov.u32 %r5, 0; LOOP: ld.shared.u32 %r6, [%r2]; add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, %r3; @%p2 bra LOOP;
    what one way of a branch makes   | 0 of 1 | arg1 | ptx/unknown-branch ptx/unknown-address | ${way('@%p1 bra JOIN; mov.u32 %r4, 8; JOIN:')}
    what a guard makes               | 0 of 1 | arg1 | ptx/unknown-address | ${way('@%p1 mov.u32 %r4, 8;')}
    what is selected                 | 0 of 1 | arg1 | ptx/unknown-address | ${way('selp.b32 %r4, 4, 8, %p1;')}
    what a loop makes                | 0 of 1 | arg1 | ptx/unknown-branch ptx/unknown-address | ${way('LOOP: add.u32 %r4, %r4, 4; setp.lt.u32 %p2, %r4, %r3; @%p2 bra LOOP;')}
    what goes through shared memory  | 2 of 3 | arg1 | ptx/unknown-branch ptx/unknown-address | ${way('@%p1 bra JOIN; st.shared.u32 [%r2], 8; JOIN: ld.shared.u32 %r4, [%r2];')}
    what goes through private memory | 0 of 1 | arg1 | ptx/unknown-branch ptx/unknown-address | ${way('.local .align 4 .b8 own[16]; mov.u32 %r7, own; st.local.u32 [%r7], %r4; @%p1 bra JOIN; st.local.u32 [%r7], 8; JOIN: ld.local.u32 %r4, [%r7];')}
    a function of a known value      | 1 of 1 | | | ${call('%r0')}
    a function of an argument        | 0 of 1 | arg1 | ptx/unknown-address | ld.param.u32 %r3, [n]; ${call('%r3')}
  `)('%s: %s', (_, counted, argument, codes, body) => {
    const text = withWords(['p', 'n'], body, TWICE);
    const analysis = analyze(text, WARP);
    expect(analysis.counted).toBe(counted);
    const depends = argument === '' ? [] : [`whose address depends on argument ${argument}`];
    expect(analysis.reasons).toEqual(depends);
    expect(analysis.codes.join(' ')).toBe(codes);
    expect(analysis.traces[0]?.count ?? 0).toBe(Number(counted.split(' ')[0]));
  });

  it('counts accesses to global memory at addresses that are known, once for both ways of a branch', () => {
    const body = `mov.u64 %rd3, table; mad.wide.u32 %rd4, %r0, 4, %rd3; ld.param.u64 %rd1, [p];
  ld.global.u32 %r5, [%rd4];
  ld.global.u32 %r6, [%rd1];
  ld.param.u32 %r3, [n]; setp.lt.s32 %p1, %r3, 5; @%p1 bra SMALL;
  ld.global.u32 %r7, [%rd4+128];
  st.shared.u32 [%r2], %r0; bra JOIN;
SMALL:
  ld.global.u32 %r8, [%rd4+256];
  st.shared.u32 [%r2], %r1;
JOIN:
  ld.global.u32 %r9, [%rd4+512];`;
    const text = withWords(['p', 'n'], body, '.global .align 4 .b8 table[4096];');
    expect(analyze(text, WARP).globals).toEqual([
      'ld.global.u32 %r5, [%rd4];',
      'ld.global.u32 %r7, [%rd4+128];',
      'ld.global.u32 %r9, [%rd4+512];',
      'ld.global.u32 %r8, [%rd4+256];',
    ]);
  });

  it('takes lanes of an unknown guard to be active', () => {
    const body = `ld.param.u32 %r3, [n]; setp.lt.u32 %p1, %r0, %r3; @%p1 st.shared.u32 [%r2], %r0;`;
    const { codes, traces } = analyze(withWords(['n'], body), WARP);
    expect(codes).toEqual(['ptx/unknown-guard']);
    expect(traces[0]?.activeMask[0]).toBe(2 ** 32 - 1);
  });

  it('asks for the block, or takes what the kernel is compiled for', () => {
    const text = withWords(['n'], '  st.shared.u32 [%r2], %r0;');
    const none = analyze(text).execution;
    expect(none.blockQuestion).toMatchObject({ items: undefined, axes: 1 });
    const bounded = text.replace('\n{', '\n.maxntid 64\n{');
    const { kernel: found, blockQuestion } = analyze(bounded).execution;
    expect(found.block).toEqual({ shape: [64, 1, 1], from: '.maxntid' });
    expect(blockQuestion).toMatchObject({ items: 64, isChosen: true });
  });

  it('knows neither the size of the grid nor that of dynamic shared memory', () => {
    const text = kernel(
      ['n'],
      `mov.u32 %r0, %nctaid.x; mad.lo.u32 %r1, %r0, 4, 0; mov.u32 %r2, dynamic; add.u32 %r3, %r1, %r2;
  st.shared.u32 [%r3], %r0; st.shared.u32 [%r2+4096], %r0; ret;`,
      '.extern .shared .align 16 .b8 dynamic[];',
    );
    const { reasons, execution } = analyze(text, WARP);
    expect(reasons).toEqual(['whose address depends on the size of the grid']);
    expect(execution.kernel.ldsBytes).toBe(4100);
  });

  it.each(rows`
    what nothing wrote                     | hazard/uninitialized-lds |
    what a store wrote perhaps             |                      | ld.param.u32 %r3, [n]; mad.lo.u32 %r4, %r0, %r3, %r1; st.shared.u32 [%r4], %r0;
    what the other way of a branch wrote   |                      | ld.param.u32 %r3, [n]; setp.lt.s32 %p1, %r3, 5; @%p1 bra READ; st.shared.u32 [%r2], %r0; READ:
    private memory that a branch left alone |                     | mov.u32 %r6, own; st.local.u32 [%r6], 4; ld.param.u32 %r3, [n]; setp.lt.s32 %p1, %r3, 5; @%p1 bra JOIN; mov.u32 %r7, 1; JOIN: ld.local.u32 %r8, [%r6]; mad.lo.u32 %r2, %r0, %r8, %r1; st.shared.u32 [%r2], %r0;
  `)('reads %s', (_, hazards, before) => {
    const own = `.local .align 4 .b8 own[16]; ${before} ld.shared.u32 %r5, [%r2];`;
    const analysis = analyze(withWords(['n'], own), WARP);
    expect(analysis.hazards.join(' ')).toBe(hazards);
    expect(analysis.reasons.length).toBe(before.includes('[%r4]') ? 1 : 0);
  });

  it('follows the ways of the first block in later ones, and no others', () => {
    const either = `ld.param.u32 %r3, [n]; setp.lt.s32 %p1, %r3, 5; @%p1 bra SMALL;
  st.shared.u32 [%r2], %r0; ret;
SMALL: st.shared.u32 [%r2+128], %r0; ret;`;
    const text = kernel(['n'], `${SHARED}\n${ADDRESS}\n${either}`);
    const counts: number[] = [];
    executePtx(parsePtx(text).module, text, {
      machine: machineNamed('sm_90'),
      // All ways together may take four times as many steps: those of both blocks take fewer.
      maxSteps: 30,
      launch: { block: [32, 1, 1], grid: [2, 1, 1], scalars: new Map() },
      onWorkgroup: ({ count }) => void counts.push(count),
    });
    expect(counts).toEqual([2, 2]);
  });

  it('does not ask for the cost of a field of a tensor map', () => {
    const field = 'tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r4], 0, 64;';
    const body = `ld.param.u32 %r3, [n]; mad.lo.u32 %r4, %r3, 128, %r1; ${field} st.shared.u32 [%r2], %r0;`;
    const text = kernel(['n'], `${SHARED}\n${ADDRESS}\n${body}\n  ret;`);
    const { counted, codes } = analyze(text.replace('sm_90', 'sm_90a'), WARP);
    expect([counted, codes]).toEqual(['1 of 1', []]);
  });

  it('claims no race of lanes that perhaps do not take part', () => {
    const store = 'st.shared.u32 [tile+4], %r0;';
    const text = withWords(
      ['n'],
      `ld.param.u32 %r3, [n]; setp.lt.u32 %p1, %r0, %r3; @%p1 st.shared.u32 [tile], %r0;\n${store}`,
    );
    const { hazards } = analyze(text, { block: [64, 1, 1] }).execution;
    expect(hazards.map(({ code, location }) => [code, location?.text])).toEqual([
      ['hazard/lds-race', store],
      ['hazard/lane-collision', store],
    ]);
  });
});

/** Registers %r8 to %r13 hold values; %r14 is the address of an access. */
const registers = [8, 9, 10, 11, 12, 13].map((number) => `%r${number}`);
const register = fc.constantFrom(...registers);

type Statement =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'access'; readonly text: string }
  | {
      readonly kind: 'branch';
      readonly a: string;
      readonly b: string;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | { readonly kind: 'loop'; readonly bound: string; readonly body: readonly Statement[] };

/** Statements of registers D, A and B. */
const LINES = [
  ...['add.u32', 'sub.u32', 'xor.b32', 'and.b32', 'min.u32'].map((name) => `${name} D, A, B;`),
  'shfl.sync.bfly.b32 D, A, 1, 31, -1;',
  'setp.lt.u32 %p3, A, B; vote.sync.ballot.b32 D, %p3, -1;',
  'setp.lt.u32 %p3, A, B; selp.b32 D, A, 3, %p3;',
  'setp.ge.s32 %p3, A, B; @!%p3 mov.u32 D, A;',
];
const line = fc
  .tuple(fc.constantFrom(...LINES), register, register, register)
  .map(([text, d, a, b]): Statement => {
    const registers: Readonly<Record<string, string>> = { D: d, A: a, B: b };
    return { kind: 'line', text: text.replaceAll(/\b[DAB]\b/g, (one) => registers[one] ?? one) };
  });

/** What is done at `%r14`, by the memory that it is an offset in; accesses that are counted are alone in their line. */
const ACCESSES = {
  shared: [
    'ld.shared.u32 DATA, [%r14];',
    'st.shared.u32 [%r14], DATA;',
    'atom.shared.add.u32 DATA, [%r14], 5;',
  ],
  global: ['cvt.u64.u32 %rd3, %r14; add.u64 %rd4, %rd2, %rd3; ld.global.u32 DATA, [%rd4];'],
  local: ['add.u32 %r14, %r14, %r15; st.local.u32 [%r14], DATA; ld.local.u32 PLACE, [%r14];'],
};
const access = fc
  .tuple(fc.constantFrom(...Object.values(ACCESSES).flat()), register, register)
  .map(([text, place, data]): Statement => {
    const own = text.replace('DATA', data).replace('PLACE', place);
    const at = `  and.b32 %r14, ${place}, 255; shl.b32 %r14, %r14, 2;`;
    return ACCESSES.shared.includes(text)
      ? { kind: 'access', text: `${at} add.u32 %r14, %r14, %r1;\n  ${own}` }
      : { kind: 'line', text: `${at} ${own}` };
  });

const { statements } = fc.letrec<{ statement: Statement; statements: readonly Statement[] }>(
  (tie) => ({
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      line,
      access,
      access,
      fc.record({
        kind: fc.constant('branch' as const),
        a: register,
        b: register,
        yes: tie('statements'),
        no: tie('statements'),
      }),
      fc.record({ kind: fc.constant('loop' as const), bound: register, body: tie('statements') }),
    ),
    statements: fc.array(tie('statement'), { maxLength: 4 }),
  }),
);

function written(
  list: readonly Statement[],
  next: { label: number; counter: number },
  looped = false,
): string {
  return list
    .map((statement) => {
      const label = next.label++;
      if (statement.kind === 'line') return statement.text;
      if (statement.kind === 'access')
        return statement.text.replace(/;$/, looped ? '; // looped' : ';');
      if (statement.kind === 'branch') {
        return `  setp.lt.u32 %p1, ${statement.a}, ${statement.b};
  @%p1 bra YES${label};
${written(statement.no, next, looped)}
  bra JOIN${label};
YES${label}:
${written(statement.yes, next, looped)}
JOIN${label}:`;
      }
      const counter = `%r${next.counter++}`;
      const bound = `%r${next.counter++}`;
      return `  and.b32 ${bound}, ${statement.bound}, 3;
  mov.u32 ${counter}, 0;
LOOP${label}:
${written(statement.body, next, true)}
  add.u32 ${counter}, ${counter}, 1;
  setp.lt.u32 %p2, ${counter}, ${bound};
  @%p2 bra LOOP${label};`;
    })
    .join('\n');
}

function programOf(list: readonly Statement[]): string {
  const body = written(list, { label: 0, counter: 16 });
  return kernel(
    ['p', 'n0', 'n1'],
    `.local .align 16 .b8 own[1024];
${SHARED}
  mov.u32 %r1, tile;
  mov.u32 %r15, own;
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r8, %tid.x;
  mul.lo.u32 %r9, %r8, 3;
  ld.param.u32 %r10, [n0];
  mov.u32 %r11, 2;
  ld.param.u32 %r12, [n1];
  and.b32 %r13, %r8, 5;
${body}
  ret;`,
  ).replaceAll('%r<64>', '%r<200>');
}

/** Rows of a line as `lane:address`, and by lane the addresses in order. */
interface LineRows {
  readonly rows: string[];
  readonly lanes: Map<number, number[]>;
}

function rowsOf(trace: AccessTrace): Map<number, LineRows> {
  const found = new Map<number, LineRows>();
  for (let row = 0; row < trace.count; row++) {
    const at = trace.sites[trace.site[row] ?? 0]?.line ?? 0;
    const one = found.get(at) ?? { rows: [], lanes: new Map<number, number[]>() };
    found.set(at, one);
    const active = range(32).filter((lane) => isActive(trace, row, lane));
    const address = (lane: number): number => trace.addressBytes[32 * row + lane] ?? 0;
    one.rows.push(active.map((lane) => `${lane}:${address(lane)}`).join(' '));
    for (const lane of active) one.lanes.set(lane, [...(one.lanes.get(lane) ?? []), address(lane)]);
  }
  return found;
}

describe('what is counted without arguments', () => {
  it('is the same with any arguments', () => {
    let exact = 0;
    let compared = 0;
    forAll(
      [statements, fc.array(fc.nat(40), { minLength: 6, maxLength: 6 })],
      200,
      (list, values) => {
        const text = programOf(list);
        const lines = text.split('\n');
        const analysis = analyze(text, WARP);
        const [trace] = analysis.traces;
        if (trace === undefined) return;
        const missing = new Set(
          analysis.execution.diagnostics
            .filter(({ code }) => code === 'ptx/unknown-address' || code === 'ptx/not-reached')
            .map(({ span }) => text.slice(0, span?.start).split('\n').length),
        );
        const claimed = rowsOf(trace);
        const decided = analysis.codes.some(
          (code) => code === 'ptx/unknown-branch' || code === 'ptx/unknown-guard',
        );
        for (let i = 0; i < 6; i += 2) {
          const memory = Uint32Array.from(
            { length: 256 },
            (_, at) => (at * 7 + (values[i] ?? 0)) % 41,
          );
          const { traces, codes } = run(text, [memory, values[i] ?? 0, values[i + 1] ?? 0]);
          expect(codes).toEqual([]);
          const trace = traces[0];
          if (trace === undefined) throw new Error('the kernel did not end');
          const real = rowsOf(trace);
          for (const [at, { rows, lanes }] of real) {
            if (missing.has(at)) continue;
            const own = claimed.get(at);
            const place = `${lines[at - 1]} of\n${text}`;
            if (own === undefined) throw new Error(`not counted, and nobody says so: ${place}`);
            compared++;
            if (!decided) {
              exact++;
              expect(own.rows, place).toEqual(rows);
            } else if (!(lines[at - 1] ?? '').includes('looped')) {
              for (const [lane, addresses] of lanes) {
                const before = own.lanes.get(lane);
                if (before !== undefined) expect(before, place).toEqual(addresses);
              }
            }
          }
        }
      },
    );
    expect(exact).toBeGreaterThan(leastCases(50));
    expect(compared - exact).toBeGreaterThan(leastCases(50));
  });
});

describe('a box by a tensor map that nobody gave', () => {
  const text = textsIn(new URL('unknown.ptx', import.meta.url))('a box');
  const withBox = (body = ''): string => text.replace('// BODY', body);

  it('ends the phase that waits for it; the accesses behind are counted', () => {
    const { counted, traces, codes } = analyze(withBox());
    expect(codes).toEqual(['ptx/not-counted']);
    expect(counted).toBe('1 of 2');
    expect([...(traces[0]?.addressBytes.subarray(0, 3) ?? [])]).toEqual([0, 128, 256]);
  });

  it('brings what is unknown: an address that comes of it is not counted', () => {
    const load = 'and.b32 %r6, %r5, 124; add.u32 %r6, %r6, %r1; ld.shared.b32 %r7, [%r6];';
    expect(analyze(withBox(load)).counted).toBe('1 of 3');
  });

  it('makes no fault of a phase that another value of an argument would end', () => {
    const expectMore = '@%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 4096;';
    const { codes } = analyze(
      withBox(`ld.param.u32 %r8, [n]; setp.gt.s32 %p3, %r8, 0; and.pred %p3, %p3, %p1;
  ${expectMore} ${expectMore}`),
    );
    expect(codes).not.toContain('ptx/barrier-overflow');
  });
});
