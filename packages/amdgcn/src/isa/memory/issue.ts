/**
 * Issues a memory instruction: runs it, and puts it in flight on its counter.
 *
 * Memory is read when the instruction issues. In late mode the destination registers get their old values back,
 * and the new ones when the counter forces it: a kernel that waits correctly sees no difference.
 */
import { hasLane } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import { type Outstanding, SCALAR_ID } from '../../state/waits.ts';
import { EXEC, type Step, type Wave } from '../../state/wave.ts';

export type CounterKind = 'vector' | 'lds' | 'flat' | 'scalar';

/** Executes the access; gives the tag of its access to LDS, if it has one (`Lds.beginWrite`, `Lds.beginRead`). */
export type Run = (wave: Wave) => number | void;

/** Destination of a load: consecutive rows, and which bits of them it writes. */
export interface Destination {
  readonly row: number;
  readonly count: number;
  readonly mask: number;
}

function put(
  wave: Wave,
  kind: CounterKind,
  item: Outstanding,
  tag: number,
  deliver?: () => void,
): void {
  if (kind === 'vector') wave.waits.vector(item, tag, deliver);
  else if (kind === 'lds') wave.waits.lds(item, tag, deliver);
  else if (kind === 'flat') wave.waits.flat(item, tag, deliver);
  else wave.waits.scalar(item, deliver);
}

/** A load into vector registers, or one that writes none. */
export function issueVector(
  environment: Environment,
  number: number,
  kind: CounterKind,
  destination: Destination | undefined,
  run: Run,
): Step {
  const { row = 0, count = 0, mask = 0xffffffff } = destination ?? {};
  const item: Outstanding = {
    number,
    registers: Array.from({ length: count }, (_, i) => row + i),
  };
  if (!environment.late || count === 0) {
    return (wave) => {
      const tag = run(wave);
      put(wave, kind, item, tag ?? 0);
    };
  }
  const start = row * 64;
  const length = count * 64;
  return (wave) => {
    const rows = wave.u.subarray(start, start + length);
    const before = rows.slice();
    const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
    const tag = run(wave);
    const after = rows.slice();
    rows.set(before);
    put(wave, kind, item, tag ?? 0, () => {
      for (let i = 0; i < length; i++) {
        const lane = i & 63;
        if (!hasLane(low, high, lane)) continue;
        rows[i] = ((rows[i] ?? 0) & ~mask) | ((after[i] ?? 0) & mask);
      }
    });
  };
}

/** A load into scalar registers. */
export function issueScalar(
  environment: Environment,
  number: number,
  first: number,
  count: number,
  run: Step,
): Step {
  const item: Outstanding = {
    number,
    registers: Array.from({ length: count }, (_, i) => SCALAR_ID + first + i),
  };
  if (!environment.late || count === 0) {
    return (wave) => {
      run(wave);
      wave.waits.scalar(item);
    };
  }
  return (wave) => {
    const registers = wave.s.subarray(first, first + count);
    const before = registers.slice();
    run(wave);
    const after = registers.slice();
    registers.set(before);
    wave.waits.scalar(item, () => registers.set(after));
  };
}
