/**
 * The bits of registers: a lane's values written into a buffer as their type has them, and read as another type. Types
 * of less than a byte share bytes, the first element in the low bits.
 */
import type { ElementType } from '../elements.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import type { Scalars } from './types.ts';
import { failWide, highHalf, lowHalf, writeHalves } from './wide.ts';

/**
 * True when integers that an active lane reads as floats do not come back: all NaNs of a float are one here. The sign
 * of a NaN does not count.
 */
export function losesBits(
  wave: Wave,
  integers: number,
  from: Scalars,
  floats: number,
  into: Scalars,
): boolean {
  const { width } = into.element;
  if (width % 8 !== 0 || !wave.values(floats).some(Number.isNaN)) return false;
  const bytes = (into.count * width) / 8;
  const [given, kept] = [bitBuffer(from), bitBuffer(into)];
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(wave.mask, lane)) continue;
    writeLane(wave, integers, lane, from, given);
    writeLane(wave, floats, lane, into, kept);
    for (let byte = 0; byte < bytes; byte++) {
      const sign = (byte + 1) % (width / 8) === 0 ? 0x7f : 0xff;
      if (((given.getUint8(byte) ^ kept.getUint8(byte)) & sign) !== 0) return true;
    }
  }
  return false;
}

/** Room for the bits of a lane's registers. */
function bitBuffer({ element, count }: Scalars): DataView {
  return new DataView(new ArrayBuffer(Math.ceil((count * element.width) / 64) * 8 + 8));
}

function writeLane(
  wave: Wave,
  slot: number,
  lane: number,
  { element, count }: Scalars,
  view: DataView,
): void {
  for (let i = 0; i < count; i++) {
    writeBits(wave, slot, i * wave.lanes + lane, element, view, i * element.width);
  }
}

type BitMove = (wave: Wave, from: number, to: number, lane: number) => void;

/** Moves the bits of a lane's registers into those of another type. */
export function bitMove(from: Scalars, into: Scalars): BitMove {
  const view = bitBuffer(from);
  return (wave, source, target, lane) => {
    writeLane(wave, source, lane, from, view);
    for (let i = 0; i < into.count; i++) {
      readBits(wave, target, i * wave.lanes + lane, into.element, view, i * into.element.width);
    }
  };
}

/** Writes an element's bits at a bit of a buffer; elements of less than a byte share one. */
export function writeBits(
  wave: Wave,
  slot: number,
  at: number,
  element: ElementType,
  view: DataView,
  bit: number,
): void {
  const byte = bit >> 3;
  if (!element.float && element.width === 64) {
    const low = lowHalf(wave, slot, at);
    if (low !== low) failWide(wave, 'a value read as another type');
    view.setInt32(byte, low, true);
    view.setInt32(byte + 4, highHalf(wave, slot, at), true);
    return;
  }
  const value = wave.values(slot)[at] ?? 0;
  if (element.width % 8 === 0) {
    element.store(view, byte, value);
    return;
  }
  const raw = element.float ? smallBits(element, value) : value;
  for (let i = 0; i < element.width; i++) {
    const [place, mask] = [(bit + i) >> 3, 1 << ((bit + i) & 7)];
    const old = view.getUint8(place);
    const set = Math.floor(raw / 2 ** i) % 2 !== 0;
    view.setUint8(place, set ? old | mask : old & ~mask);
  }
}

export function readBits(
  wave: Wave,
  slot: number,
  at: number,
  element: ElementType,
  view: DataView,
  bit: number,
): void {
  const byte = bit >> 3;
  if (!element.float && element.width === 64) {
    writeHalves(wave, slot, at, view.getInt32(byte, true), view.getInt32(byte + 4, true));
    return;
  }
  const values = wave.values(slot);
  if (element.width % 8 === 0) {
    values[at] = element.load(view, byte);
    return;
  }
  let raw = 0;
  for (let i = 0; i < element.width; i++) {
    if (((view.getUint8((bit + i) >> 3) >> ((bit + i) & 7)) & 1) === 1) raw += 2 ** i;
  }
  values[at] = element.float ? smallValue(element, raw) : element.round(raw);
}

/** The bits of a float of less than a byte. */
function smallBits(element: ElementType, value: number): number {
  scratch.setUint8(0, 0);
  element.store(scratch, 0, value);
  return scratch.getUint8(0);
}

function smallValue(element: ElementType, bits: number): number {
  scratch.setUint8(0, bits);
  return element.load(scratch, 0);
}

const scratch = new DataView(new ArrayBuffer(1));
