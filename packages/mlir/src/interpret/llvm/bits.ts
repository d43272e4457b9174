/**
 * The bits of registers: a lane's values written into a buffer as their type has them, and read as another type. Types
 * of less than a byte share bytes, the first element in the low bits.
 */
import type { ElementType } from '../elements.ts';
import { loadBits, storeBits } from '../packed.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import type { Scalars } from './types.ts';
import { failWide, highHalf, lowHalf, writeHalves } from '../wide.ts';

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

/** `first`: the register of the target that gets the first element. */
type BitMove = (wave: Wave, from: number, to: number, lane: number, first?: number) => void;

/** Moves the bits of a lane's registers into those of another type. */
export function bitMove(from: Scalars, into: Scalars): BitMove {
  const view = bitBuffer(from);
  return (wave, source, target, lane, first = 0) => {
    writeLane(wave, source, lane, from, view);
    for (let i = 0; i < into.count; i++) {
      const at = (first + i) * wave.lanes + lane;
      readBits(wave, target, at, into.element, view, i * into.element.width);
    }
  };
}

/** Writes an element's bits at a bit of a buffer; elements of less than a byte share one. */
function writeBits(
  wave: Wave,
  slot: number,
  at: number,
  element: ElementType,
  view: DataView,
  bit: number,
): void {
  if (element.float || element.width !== 64) {
    storeBits(view, bit, element, wave.values(slot)[at] ?? 0);
    return;
  }
  const low = lowHalf(wave, slot, at);
  if (low !== low) failWide(wave, 'a value read as another type');
  view.setInt32(bit >> 3, low, true);
  view.setInt32((bit >> 3) + 4, highHalf(wave, slot, at), true);
}

function readBits(
  wave: Wave,
  slot: number,
  at: number,
  element: ElementType,
  view: DataView,
  bit: number,
): void {
  const byte = bit >> 3;
  if (element.float || element.width !== 64) {
    wave.values(slot)[at] = loadBits(view, bit, element);
  } else writeHalves(wave, slot, at, view.getInt32(byte, true), view.getInt32(byte + 4, true));
}
