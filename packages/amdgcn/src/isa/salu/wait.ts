/**
 * Instructions that wait for memory: for which counters, and how many operations each may have left.
 *
 *     CDNA      s_waitcnt vmcnt(3) lgkmcnt(0)      s_waitcnt 0x0c70      vmcnt 3-0 and 15-14, expcnt 6-4, lgkmcnt 11-8
 *     RDNA 3    the same                           s_waitcnt 0x0c07      vmcnt 15-10, lgkmcnt 9-4, expcnt 2-0
 *               s_waitcnt_vscnt null, 0x0
 *     RDNA 4    s_wait_loadcnt 0x3                 s_wait_loadcnt_dscnt 0x301      the first in bits 8-13, dscnt in 0-5
 *
 * LIMITATION. Exports, samples and the hazards of `s_waitcnt_depctr` and `s_wait_alu` are not modelled: nothing that is
 * executed is counted by them.
 */
import { messages } from '@ldscope/core';
import type { CallOperand, Instruction } from '../../text/program.ts';
import {
  type CodeMode,
  CDNA,
  codeOf,
  RDNA,
  SINCE_GFX1250,
  SINCE_RDNA4,
  type Target,
  UNTIL_RDNA35,
} from '../../state/target.ts';
import { type Counter, counterNames, COUNTERS } from '../../state/waits.ts';
import { computes, row, type SaluRow } from './row.ts';

/** The counts that a wait leaves, by counter; counters that it does not wait for are missing. */
export type WaitLimits = ReadonlyMap<Counter, number>;

const CALLS: Readonly<Record<string, Counter | undefined>> = {
  vmcnt: 'vmcnt',
  vmcnt_sat: 'vmcnt',
  lgkmcnt: 'lgkmcnt',
  lgkmcnt_sat: 'lgkmcnt',
};
const EXPORTS = new Set(['expcnt', 'expcnt_sat']);

/** One wait by its mnemonic: the counters that its number has, and from which bit on. */
const COUNTED: Readonly<Record<string, readonly (readonly [Counter, number])[]>> = {
  s_waitcnt_vmcnt: [['vmcnt', 0]],
  s_waitcnt_vscnt: [['vscnt', 0]],
  s_waitcnt_lgkmcnt: [['lgkmcnt', 0]],
  s_wait_loadcnt: [['loadcnt', 0]],
  s_wait_storecnt: [['storecnt', 0]],
  s_wait_dscnt: [['dscnt', 0]],
  s_wait_kmcnt: [['kmcnt', 0]],
  s_wait_asynccnt: [['asynccnt', 0]],
  s_wait_loadcnt_dscnt: [
    ['loadcnt', 8],
    ['dscnt', 0],
  ],
  s_wait_storecnt_dscnt: [
    ['storecnt', 8],
    ['dscnt', 0],
  ],
};

/** The counts that a wait leaves; `undefined` when an operand is not a counter. */
export function waitLimits(
  instruction: Instruction,
  { target }: Pick<CodeMode, 'target'>,
): WaitLimits | undefined {
  const { mnemonic, operands } = instruction;
  const code = codeOf(target);
  const most = COUNTERS[code.counters.value];
  const limits = new Map<Counter, number>();
  const limit = (counter: Counter, left: number): void => {
    if (left < (most[counter] ?? 0)) limits.set(counter, left);
  };
  if (mnemonic === 's_wait_idle') {
    for (const counter of Object.keys(most)) limit(counter as Counter, 0);
    return limits;
  }
  const fields = COUNTED[mnemonic];
  const number = operands.at(-1);
  if (fields !== undefined) {
    // `s_waitcnt_vscnt s0, 1` adds the value of s0: only `null` is known.
    const [first] = operands;
    const named = operands.length === 2 && (first?.kind !== 'special' || first.name !== 'null');
    if (number?.kind !== 'integer' || named) return undefined;
    const value = Number(BigInt.asUintN(16, number.value));
    const [[, high] = ['', 0]] = fields;
    const width = high === 0 ? 0xffff : 63;
    for (const [counter, shift] of fields) limit(counter, (value >>> shift) & width);
    return limits;
  }
  for (const operand of operands) {
    if (operand.kind === 'integer') {
      const value = Number(BigInt.asUintN(16, operand.value));
      const isCdna = code.family === 'cdna';
      limit('vmcnt', isCdna ? (value & 15) | ((value >>> 10) & 0x30) : (value >>> 10) & 63);
      limit('lgkmcnt', isCdna ? (value >>> 8) & 15 : (value >>> 4) & 63);
    } else if (operand.kind === 'call' && CALLS[operand.name] !== undefined) {
      limit(CALLS[operand.name] ?? 'vmcnt', callCount(operand));
    } else if (operand.kind !== 'call' || !EXPORTS.has(operand.name)) {
      return undefined;
    }
  }
  return limits;
}

function callCount(operand: CallOperand): number {
  const [count] = operand.arguments;
  return typeof count === 'bigint' ? Number(count) : 0;
}

/** The instruction that waits until a counter has fallen to a number, for the message of a hazard. */
export function waitText(counter: Counter, left: number): string {
  switch (counter) {
    case 'vmcnt':
    case 'lgkmcnt':
      return `s_waitcnt ${counter}(${left})`;
    case 'vscnt':
      return `s_waitcnt_vscnt null, ${left}`;
    default:
      return `s_wait_${counter} ${left}`;
  }
}

/** The instruction that waits for an access to LDS: one of the LDS unit, a direct load, or a copy of gfx1250. */
export function ldsWaitText(access: 'lds' | 'load' | 'async', target: Target): string {
  return waitText(counterNames(codeOf(target).counters.value)[access], 0);
}

const waitRow = (mnemonic: string, targets: SaluRow['targets']): SaluRow =>
  row(
    mnemonic,
    '',
    ({ instruction, context }) => {
      const limits = waitLimits(instruction, context);
      if (limits === undefined) {
        const what =
          mnemonic === 's_waitcnt'
            ? 'counters are vmcnt(n), lgkmcnt(n) and expcnt(n)'
            : 'it takes one number';
        context.report(messages.execute.malformed(mnemonic, what));
        return undefined;
      }
      const pairs = [...limits];
      const [[counter, left] = []] = pairs;
      if (pairs.length === 1 && counter !== undefined && left !== undefined)
        return (wave) => wave.waits.wait(counter, left);
      return (wave) => {
        for (const [counter, left] of pairs) wave.waits.wait(counter, left);
      };
    },
    { ...computes, memory: 'order', short: true, targets },
  );

const sopk = ['s_waitcnt_vmcnt', 's_waitcnt_vscnt', 's_waitcnt_lgkmcnt'];

export const waitRows: readonly SaluRow[] = [
  waitRow('s_waitcnt', [...CDNA, ...UNTIL_RDNA35]),
  ...sopk.map((mnemonic) => waitRow(mnemonic, UNTIL_RDNA35)),
  ...Object.keys(COUNTED)
    .filter((mnemonic) => !sopk.includes(mnemonic))
    .map((mnemonic) =>
      waitRow(mnemonic, mnemonic === 's_wait_asynccnt' ? SINCE_GFX1250 : SINCE_RDNA4),
    ),
  waitRow('s_wait_idle', RDNA),
];
