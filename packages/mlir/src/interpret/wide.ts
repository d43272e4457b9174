/**
 * 64-bit integers that a double cannot hold: registers have room for them beside their doubles.
 *
 *     value -7          double -7
 *     value 2^60 + 1    double NaN, and the halves 1 and 2^28 in `wave.wide` at the same place
 *
 * Nearly all integers of kernels are small and cost what they did. Wide values mostly are not numbers: eight fp8 values for
 * a matrix instruction, two floats that are moved as one. So halves are moved without arithmetic, and arithmetic goes
 * through `bigint`.
 *
 * Invariant: a NaN in an integer register of an active lane has halves here, or nobody knows its value; then using it gives
 * a diagnostic. Operations that know nothing of halves do not get such a value: the wave stops before them.
 */
import { messages } from '@ldscope/core';
import { isActive } from './registers.ts';
import type { Wave } from './wave.ts';

/** The value at a place of an integer register; `undefined` when it is unknown. */
export function readWide(wave: Wave, slot: number, at: number): bigint | undefined {
  const value = wave.values(slot)[at] ?? 0;
  if (value === value) return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  const halves = wave.wide[slot];
  const [low = 0, high = 0] = [halves?.[2 * at], halves?.[2 * at + 1]];
  if (halves === undefined || fitsDouble(low, high)) return undefined;
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

/** Writes a value of 64 bits. */
export function writeWide(wave: Wave, slot: number, at: number, value: bigint): void {
  const signed = BigInt.asIntN(64, value);
  const number = Number(signed);
  if (Number.isSafeInteger(number)) {
    wave.values(slot)[at] = number;
    return;
  }
  writeHalves(wave, slot, at, Number(BigInt.asIntN(32, signed)), Number(signed >> 32n));
}

/** Writes a value by its halves, both signed. */
export function writeHalves(wave: Wave, slot: number, at: number, low: number, high: number): void {
  const values = wave.values(slot);
  if (fitsDouble(low, high)) {
    values[at] = high * 2 ** 32 + (low >>> 0);
    return;
  }
  values[at] = NaN;
  const halves = wave.wideValues(slot);
  halves[2 * at] = low;
  halves[2 * at + 1] = high;
}

/** True when a double holds the number exactly, and is not what an empty place looks like. */
function fitsDouble(low: number, high: number): boolean {
  return high >= -(2 ** 21) && high < 2 ** 21 && Number.isSafeInteger(high * 2 ** 32 + (low >>> 0));
}

/** The low half of a place; NaN when it is unknown. */
export function lowHalf(wave: Wave, slot: number, at: number): number {
  const value = wave.values(slot)[at] ?? 0;
  return value === value ? value | 0 : halfOf(wave, slot, at, 0);
}

/** The high half of a place; NaN when it is unknown. */
export function highHalf(wave: Wave, slot: number, at: number): number {
  const value = wave.values(slot)[at] ?? 0;
  return value === value ? Math.floor(value / 2 ** 32) : halfOf(wave, slot, at, 1);
}

function halfOf(wave: Wave, slot: number, at: number, half: 0 | 1): number {
  const halves = wave.wide[slot];
  const [low = 0, high = 0] = [halves?.[2 * at], halves?.[2 * at + 1]];
  if (halves === undefined || fitsDouble(low, high)) return NaN;
  return half === 0 ? low : high;
}

/** Copies registers of all lanes with their halves: `count` of them, between places counted in registers. */
export function copyRegisters(
  wave: Wave,
  from: number,
  fromRegister: number,
  to: number,
  toRegister: number,
  count: number,
): void {
  const { lanes } = wave;
  const [start, end] = [fromRegister * lanes, (fromRegister + count) * lanes];
  wave.values(to).set(wave.values(from).subarray(start, end), toRegister * lanes);
  const halves = wave.wide[from];
  if (halves === undefined) return;
  wave.wideValues(to).set(halves.subarray(2 * start, 2 * end), 2 * toRegister * lanes);
}

/** Copies one place of a slot to one of another, with its halves. */
export function copyPlace(wave: Wave, from: number, at: number, to: number, place: number): void {
  wave.values(to)[place] = wave.values(from)[at] ?? 0;
  const halves = wave.wide[from];
  if (halves === undefined) return;
  const out = wave.wideValues(to);
  out[2 * place] = halves[2 * at] ?? 0;
  out[2 * place + 1] = halves[2 * at + 1] ?? 0;
}

/** Stops the wave when an active lane has an unknown integer. */
export function requireIntegers(wave: Wave, slot: number, name: string): void {
  const values = wave.values(slot);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value === value || !isActive(wave.mask, i % wave.lanes)) continue;
    if (readWide(wave, slot, i) !== undefined) continue;
    failWide(wave, name);
    return;
  }
}

/** Stops the wave when an active lane has an integer in one of the slots that a double does not hold. */
export function requireDoubles(wave: Wave, slots: readonly number[], name: string): boolean {
  for (const slot of slots) {
    if (wave.wide[slot] === undefined) continue;
    const values = wave.values(slot);
    const place = values.findIndex(
      (value, i) => value !== value && isActive(wave.mask, i % wave.lanes),
    );
    if (place < 0) continue;
    failWide(wave, name);
    return false;
  }
  return true;
}

export function failWide(wave: Wave, name: string): undefined {
  return wave.fail(messages.execute.unsupported(name, 'an integer beyond 53 bits'));
}
