/**
 * Random contents for the buffers of a kernel: finite numbers of the type that it sees, the same in every run.
 *
 * Floats are in [-1, 1), so that no infinity or NaN hides a difference; integers are small and not negative, because some
 * are used as indices.
 */
import { smallFloats } from '@ldscope/core';
import type { KernelBuffer } from '@ldscope/mlir';
import { elementType, elementTypes, smallFloat } from '../launch/dtypes.ts';

const LARGEST_INTEGER = 63;

type Write = (view: DataView, byte: number, random: number) => void;

const signed = (random: number): number => 2 * random - 1;
const small = (random: number): number => Math.floor(random * (LARGEST_INTEGER + 1));

/** How a random number in [0, 1) becomes an element, and the bytes of one. */
function writerOf(element: string): { readonly bytes: number; readonly write: Write } {
  const width = Number(/\d+/.exec(element === 'index' ? 'i64' : element)?.[0] ?? 8);
  // Elements that share bytes have no infinities and NaNs: any byte will do.
  if (width > 1 && width < 8) {
    return { bytes: 1, write: (view, byte, random) => view.setUint8(byte, 256 * random) };
  }
  if (width === 1) {
    return { bytes: 1, write: (view, byte, random) => view.setUint8(byte, Math.round(random)) };
  }
  const format = smallFloats[element];
  const bytes = 2 ** Math.ceil(Math.log2(width / 8));
  const known = elementType(element) ?? (format && smallFloat('', bytes === 1 ? 1 : 2, format));
  const type = known ?? elementType(`i${8 * bytes}`) ?? elementTypes['u8'];
  return {
    bytes: known?.bytes ?? bytes,
    write: (view, byte, random) =>
      type?.write(view, byte, type.float ? signed(random) : small(random)),
  };
}

/** Contents by buffer number, the same numbers for the same kernel. `unknownBytes` are of a buffer of unknown size. */
export function randomData(
  buffers: readonly KernelBuffer[],
  unknownBytes: number,
): Map<number, Uint8Array> {
  return new Map(
    buffers.map(({ number, element, bytes = unknownBytes }) => {
      const data = new Uint8Array(bytes);
      const view = new DataView(data.buffer);
      const { bytes: size, write } = writerOf(element);
      let state = (number + 1) * 0x9e3779b1;
      for (let byte = 0; byte + size <= bytes; byte += size) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        write(view, byte, (state >>> 8) / 2 ** 24);
      }
      return [number, data] as const;
    }),
  );
}

/** The first byte that differs between two sets of buffers; `undefined` when there is none. */
export function firstChange(
  a: ReadonlyMap<number, Uint8Array>,
  b: ReadonlyMap<number, Uint8Array>,
): { readonly buffer: number; readonly byte: number } | undefined {
  for (const [buffer, bytes] of a) {
    const other = b.get(buffer);
    const byte = bytes.findIndex((value, i) => value !== other?.[i]);
    if (byte >= 0) return { buffer, byte };
  }
  return undefined;
}
