/** What the files in `packed/` hold: made the same way each time, so that only the packed forms are kept. */
import { encodeUtf8 } from '../../src/text/utf8.ts';

/** Instructions that repeat with other registers. */
export function listing(lines: number): Uint8Array {
  const line = (i: number): string =>
    `\tv_add_u32_e32 v${(i * 7) % 61}, v${(i * i) % 53}, v${i % 3}\n${i % 40 === 0 ? '\ts_endpgm\n\n' : ''}`;
  return encodeUtf8(Array.from({ length: lines }, (_, i) => line(i)).join(''));
}

/** Bytes without repetitions, of which small ones are more frequent: for entropy codes alone. */
export function skewedBytes(count: number): Uint8Array {
  let state = 1;
  const next = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
  return Uint8Array.from({ length: count }, () => (next() * next() * next()) / 2 ** 43);
}

/** One byte all over, then a few others. */
export const runs: Uint8Array = Uint8Array.from({ length: 70_000 }, (_, i) =>
  i < 69_990 ? 7 : i % 256,
);
