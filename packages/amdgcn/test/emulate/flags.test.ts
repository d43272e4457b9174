/** Flags in LDS: what they keep in order, and that loops which wait for them have no counts; other loops are in `cases/spins.s`. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { buffer, hazardCodes, kernelText, runKernel } from './harness.ts';

/** s8: the number of the wave; v1: 4 * lane in the wave; v3: 0, the address of the flag; v4: 1. Data is from byte 256 on. */
const begin = `
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshrrev_b32 v5, 6, v0
  v_readfirstlane_b32 s8, v5
  v_and_b32 v1, 63, v0
  v_lshlrev_b32 v1, 2, v1
  v_mov_b32 v3, 0
  v_mov_b32 v4, 1
  v_mov_b32 v6, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v3, v6
  ds_write_b32 v3, v6 offset:4
  s_waitcnt lgkmcnt(0)
  s_barrier
`;

/** One wave, by its number, hands over to all others. */
const handOver = (producer: number, publish: string, wait: string, more = ''): string => `${begin}
  s_cmp_lg_u32 s8, ${producer}
  s_cbranch_scc1 CONSUMER
  ${publish}
  s_endpgm
CONSUMER:
  ${wait}
  ds_read_b32 v7, v1 offset:256
  s_waitcnt lgkmcnt(0)
  ${more}`;

const poll = (load: string): string => `
WAIT:
  ${load}
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 WAIT`;

const DATA = 'ds_write_b32 v1, v0 offset:256';
const POLL = poll('ds_read_b32 v8, v3');

const launch = () => ({ arguments: [buffer(new Uint8Array(4096))] });

const run = (text: string, waves = 2): ReturnType<typeof runKernel>['execution'] =>
  runKernel(kernelText(text), { ...launch(), block: [64 * waves, 1, 1] }).execution;

const codesOf = ({ diagnostics }: ReturnType<typeof run>): string[] => [
  ...new Set(diagnostics.map(({ code }) => code)),
];

describe.each([0, 1])('a flag of wave %i', (producer) => {
  it.each([
    ['a store', 'ds_write_b32 v3, v4'],
    ['an atomic', 'ds_add_u32 v3, v4'],
    ['an atomic that returns', 'ds_wrxchg_rtn_b32 v9, v3, v4'],
    ['compare and swap', 'ds_cmpst_b32 v3, v6, v4'],
  ])('that is %s orders what waves do before and after', (_, publish) => {
    // A store and an atomic in no order race: either may be lost.
    const updates = ['ds_add_rtn_u32 v8, v3, v6', 'ds_or_rtn_b32 v8, v3, v6'];
    for (const load of ['ds_read_b32 v8, v3', ...(publish.includes('write') ? [] : updates)]) {
      const execution = run(handOver(producer, `${DATA}\n  ${publish}`, poll(load)));
      expect(execution.hazards).toEqual([]);
      expect(codesOf(execution)).toEqual(['emulate/spin']);
      expect(execution.kernel.ldsInstructions?.missing).toEqual([
        { reason: 'of a loop that spins', instructions: 1 },
      ]);
    }
  });

  it.each([
    ['the flag is set before the data', `ds_write_b32 v3, v4\n  ${DATA}`, POLL],
    ['the consumer does not look', `${DATA}\n  ds_add_u32 v3, v4`, 'ds_add_rtn_u32 v8, v3, v6'],
    ['the consumer does not wait for the flag', `${DATA}\n  ds_add_u32 v3, v4`, ''],
    [
      'the consumer leaves its loop before the flag is set',
      `${DATA}\n  ds_add_u32 v3, v4`,
      POLL.replace('s_cmp_eq_u32 s9, 0', 's_cmp_eq_u32 s9, 7'),
    ],
    [
      'the loop counts its turns',
      `${DATA}\n  ds_write_b32 v3, v4`,
      `s_mov_b32 s10, 0\n${POLL.replace('s_cbranch', 's_cselect_b32 s9, 1, 0\n  s_add_u32 s10, s10, 1\n  s_cmp_lt_u32 s10, 3\n  s_cselect_b32 s9, s9, 0\n  s_cmp_lg_u32 s9, 0\n  s_cbranch')}`,
    ],
    [
      'the consumer reads before it polls',
      `${DATA}\n  ds_write_b32 v3, v4`,
      `ds_read_b32 v9, v1 offset:256\n${POLL}`,
    ],
    [
      'data is written again',
      `${DATA}\n  ds_write_b32 v3, v4\n  ${DATA.replace('v0', 'v3')}`,
      POLL,
    ],
  ])('races where %s', (_, publish, wait) => {
    expect(hazardCodes(run(handOver(producer, publish, wait)))).toEqual(['hazard/lds-race']);
  });
});

/**
 * Programs of two waves beside brute force: of data each wave stores, loads and copies, and flags that it counts up and polls.
 *
 * Every state that can be reached is visited: instructions issued by each wave, and its copies that have happened. Two accesses race where
 * both may happen next in some state.
 */
type Op =
  | { readonly kind: 'store' | 'load' | 'copy' | 'set'; readonly at: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'poll'; readonly at: number; readonly least: number };

type Waves = readonly [readonly Op[], readonly Op[]];

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constantFrom('store' as const, 'load' as const), at: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constantFrom('set' as const, 'set' as const), at: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constant('copy' as const), at: fc.nat({ max: 1 }) }),
  fc.constant({ kind: 'wait' as const }),
  fc.record({
    kind: fc.constant('poll' as const),
    at: fc.nat({ max: 1 }),
    least: fc.constantFrom(1, 1, 2),
  }),
);
const wave = fc.array(op, { minLength: 1, maxLength: 5 });

/** What a wave copies it does not touch otherwise: that is a matter of its own waits. */
const isApart = (ops: readonly Op[]): boolean =>
  ops.every(
    (one) =>
      one.kind !== 'copy' ||
      ops.every((two) => (two.kind !== 'load' && two.kind !== 'store') || two.at !== one.at),
  );

const isData = (one: Op | undefined): one is Op & { readonly at: number } =>
  one?.kind === 'store' || one?.kind === 'load' || one?.kind === 'copy';

/** Pairs that race, `wave 0 op, wave 1 op`; `undefined` where some schedule never ends. */
function racesOf(waves: Waves, most: number): string[] | undefined {
  const races = new Set<string>();
  const seen = new Set<string>();
  let ends = true;
  const copiesOf = (wave: 0 | 1, pc: number): number[] =>
    [...waves[wave].keys()].filter((at) => at < pc && waves[wave][at]?.kind === 'copy');
  const visit = (pcs: readonly [number, number], done: readonly [number, number]): void => {
    const key = [...pcs, ...done].join();
    if (seen.has(key)) return;
    seen.add(key);
    const flag = (at: number): number =>
      Math.min(
        most,
        ([0, 1] as const)
          .map(
            (wave) =>
              waves[wave].slice(0, pcs[wave]).filter((one) => one.kind === 'set' && one.at === at)
                .length,
          )
          .reduce((a, b) => a + b),
      );
    let moves = 0;
    const next: number[][] = [[], []];
    for (const wave of [0, 1] as const) {
      const [pc, copies] = [pcs[wave], copiesOf(wave, pcs[wave])];
      const head = copies[done[wave]];
      const put = (pair: readonly [number, number], to: number): readonly [number, number] =>
        wave === 0 ? [to, pair[1]] : [pair[0], to];
      if (head !== undefined) {
        next[wave]?.push(head);
        moves++;
        visit(pcs, put(done, done[wave] + 1));
      }
      const one = waves[wave][pc];
      if (one === undefined) continue;
      if (one.kind === 'poll' && flag(one.at) < one.least) continue;
      if (one.kind === 'wait' && head !== undefined) continue;
      if (isData(one) && one.kind !== 'copy') next[wave]?.push(pc);
      moves++;
      visit(put(pcs, pc + 1), done);
    }
    if (moves === 0 && (pcs[0] < waves[0].length || pcs[1] < waves[1].length)) ends = false;
    for (const a of next[0] ?? [])
      for (const b of next[1] ?? []) {
        const [one, two] = [waves[0][a], waves[1][b]];
        if (!isData(one) || !isData(two) || one.at !== two.at) continue;
        if (one.kind === 'load' && two.kind === 'load') continue;
        // Both copy the same data.
        if (one.kind === 'copy' && two.kind === 'copy') continue;
        races.add(`${a}, ${b}`);
      }
  };
  visit([0, 0], [0, 0]);
  return ends ? [...races].sort() : undefined;
}

/** The text of a wave; every data access has a label as its comment. */
function textOf(ops: readonly Op[], wave: number, set: string): string {
  const lines = ops.map((one, at) => {
    const offset = 'at' in one ? 256 + 256 * one.at : 0;
    const name = ` ; @${wave}:${at}`;
    switch (one.kind) {
      case 'store':
        return `ds_write_b32 v1, v0 offset:${offset}${name}`;
      case 'load':
        return `ds_read_b32 v7, v1 offset:${offset}${name}`;
      case 'copy':
        return `s_mov_b32 m0, ${offset}\n  global_load_lds_dword v1, s[20:21]${name}`;
      case 'wait':
        return 's_waitcnt vmcnt(0)';
      case 'set':
        return `s_mov_b64 exec, 1\n  ${set} offset:${4 * one.at}\n  s_mov_b64 exec, -1`;
      case 'poll':
        return `WAIT_${wave}_${at}:
  ds_read_b32 v8, v3 offset:${4 * one.at}
  s_waitcnt lgkmcnt(0)
  v_cmp_gt_u32 vcc, ${one.least}, v8
  s_cbranch_vccnz WAIT_${wave}_${at}`;
    }
  });
  return `${lines.join('\n  ')}\n  s_waitcnt vmcnt(0) lgkmcnt(0)`;
}

const bodyOf = ([first, second]: Waves, set: string): string => `${begin}
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 SECOND
  ${textOf(first, 0, set)}
  s_endpgm
SECOND:
  ${textOf(second, 1, set)}`;

function shownRaces(waves: Waves, set: string): string[] {
  const body = bodyOf(waves, set);
  const lines = kernelText(body).split('\n');
  const nameAt = (line = 0): string =>
    /@(\d:\d)/.exec(lines[line - 1] ?? '')?.[1] ?? `line ${line}`;
  const pairs = run(body).hazards.flatMap(({ location, other }) => {
    // Data that nothing has written is not what this is about.
    if (other === undefined) return [];
    const names = [nameAt(location.line), nameAt(other.location.line)].sort();
    return [names.map((name) => name.slice(2)).join(', ')];
  });
  return [...new Set(pairs)].sort();
}

describe('flags of two waves', () => {
  it.each([
    ['that count', 'ds_add_u32 v3, v4', 9],
    ['that are stored', 'ds_write_b32 v3, v4', 1],
  ])(
    '%s order accesses as brute force shows',
    (_, set, most) => {
      forAll([fc.tuple(wave, wave)], 200, (waves) => {
        fc.pre(waves.every(isApart));
        const wanted = racesOf(waves, most);
        fc.pre(wanted !== undefined);
        expect(shownRaces(waves, set)).toEqual(wanted);
      });
    },
    120_000,
  );
});

describe('counts that depend on which wave is first', () => {
  it('are said to be so of every kernel that two schedules count differently', () => {
    forAll([fc.tuple(wave, wave)], 100, (waves) => {
      fc.pre(waves.every(isApart) && racesOf(waves, 9) !== undefined);
      const text = kernelText(bodyOf(waves, 'ds_add_u32 v3, v4'));
      const [one, other] = [false, true].map(
        (lastFirst) => runKernel(text, { ...launch(), block: [128, 1, 1], lastFirst }).execution,
      );
      const differs = one?.executions.some((count, number) => count !== other?.executions[number]);
      if (differs === true) expect(codesOf(one ?? run(''))).toContain('emulate/spin');
    });
  }, 120_000);
});
