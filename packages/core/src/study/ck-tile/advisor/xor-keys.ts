/**
 * The XOR keys that an access meets: rows with one key keep their distance, so what conflicted before the XOR still
 * does among them.
 */
import { allElements } from '../../../vendors/ck-tile/distribution.ts';
import type { LdsSwapping } from '../../../vendors/ck-tile/swapping.ts';
import type { TileAccessPlan } from '../../../vendors/ck-tile/tile-access.ts';

export interface XorKeys {
  /** Rows and keys among the lanes of the first half-wave, at one register. */
  readonly rows: number;
  readonly keys: number;
  /** Keys among the registers of lane 0. */
  readonly keysOfLane: number;
}

const HALF = 32;

/** Counts for wave 0; `swapping` has the view that the access goes through. */
export function xorKeys(plan: TileAccessPlan, swapping: LdsSwapping): XorKeys {
  const { distribution } = plan.access;
  const { registers } = distribution;
  const rows = allElements(distribution)[swapping.view === 'km' ? 1 : 0];
  const { mLdsLayer, kPerBlock, kPack } = swapping;
  const length = (kPerBlock / kPack) * mLdsLayer;
  const keyOf = (row: number): number => Math.floor(row / mLdsLayer) % length;
  const register = plan.instructions[0]?.addressRegisters[0] ?? 0;
  const together = Array.from(
    { length: HALF },
    (_, lane) => rows?.[lane * registers + register] ?? 0,
  );
  const own = Array.from({ length: registers }, (_, r) => rows?.[r] ?? 0);
  return {
    rows: new Set(together).size,
    keys: new Set(together.map(keyOf)).size,
    keysOfLane: new Set(own.map(keyOf)).size,
  };
}
