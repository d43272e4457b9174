/**
 * Transposing reads: each lane loads 64, 96 or 128 bits at its own address, and groups of lanes exchange elements of w bits.
 *
 * gfx950, E elements in a lane, groups of 16 lanes, of which 16/E hold one row of 16 elements. Lane l of a group gets of row
 * n
 *
 *     element l mod E of lane n * (16/E) + floor(l / E)
 *
 * gfx1250, 8 elements in a lane. Lane l gets element l mod 8 of eight lanes:
 *
 *     16 bits   of lanes 8 * floor(l / 8) + n            four groups of 8 lanes, each an 8 x 8 transpose
 *      8 bits   of lanes 0-3 and 8-11, or 4-7 and 12-15   bit 3 of l is bit 2 of the source lane, bit 2 of n is its bit 3
 *
 * Sources. b16 of gfx950: ROCm/rocm-systems pull request 10175. b8 is the same rule; it is how HipKittens and Triton address
 * it, and Triton's fp8 matmuls give the right product with it here. b4 and b6 follow by analogy, unconfirmed. gfx1250: AMD's
 * article on how Triton lowers to MI450 (figures 1 and 4), which have this table of bases. Its 4 and 6-bit forms are not
 * executed.
 */
import { SINCE_CDNA4, SINCE_GFX1250, type Target } from '../../state/target.ts';
import { EXEC, type Wave } from '../../state/wave.ts';

/** The exchange of a transposing read. */
export interface Transposing {
  /** The form of `values.ts` that a lane loads. */
  readonly form: 'b64' | 'b96' | 'b128';
  readonly elementBits: 4 | 6 | 8 | 16;
  /** Where element n of the result of a lane comes from; `elements` are those of a lane. */
  readonly source: (lane: number, n: number, elements: number) => Place;
  /** True when the exchange is known. */
  readonly settled: boolean;
  readonly targets: readonly Target[];
}

/** An element of what a lane has loaded. */
type Place = readonly [lane: number, element: number];

function ofSixteen(lane: number, n: number, elements: number): Place {
  const column = lane & 15;
  const source = (lane & ~15) + n * (16 / elements) + Math.floor(column / elements);
  return [source, column % elements];
}

const ofEight = (lane: number, n: number): Place => [(lane & ~7) | n, lane & 7];

const ofTwoFours = (lane: number, n: number): Place => [
  (lane & ~15) | (n & 3) | ((lane & 8) >> 1) | ((n & 4) << 1),
  lane & 7,
];

const gfx950 = { source: ofSixteen, targets: SINCE_CDNA4 } as const;
const gfx1250 = { settled: true, targets: SINCE_GFX1250 } as const;

/** Transposing reads of LDS by mnemonic. */
export const transposings: Readonly<Record<string, Transposing>> = {
  ds_read_b64_tr_b16: { ...gfx950, form: 'b64', elementBits: 16, settled: true },
  ds_read_b64_tr_b8: { ...gfx950, form: 'b64', elementBits: 8, settled: true },
  ds_read_b64_tr_b4: { ...gfx950, form: 'b64', elementBits: 4, settled: false },
  ds_read_b96_tr_b6: { ...gfx950, form: 'b96', elementBits: 6, settled: false },
  ds_load_tr16_b128: { ...gfx1250, form: 'b128', elementBits: 16, source: ofEight },
  ds_load_tr8_b64: { ...gfx1250, form: 'b64', elementBits: 8, source: ofTwoFours },
};

/** Where each element comes from and goes to, in words and bits from the first row. */
export interface Exchange {
  readonly from: Uint16Array;
  readonly fromBit: Uint8Array;
  readonly to: Uint16Array;
  readonly toBit: Uint8Array;
  readonly mask: number;
  /** Elements of 6 bits may cross from one word to the next. */
  readonly straddles: boolean;
}

/** The exchange of a read that loads `words` registers per lane. */
export function exchangeOf(words: number, { elementBits, source }: Transposing): Exchange {
  const elements = Math.floor((32 * words) / elementBits);
  const count = 64 * elements;
  const exchange = {
    from: new Uint16Array(count),
    fromBit: new Uint8Array(count),
    to: new Uint16Array(count),
    toBit: new Uint8Array(count),
    mask: 2 ** elementBits - 1,
    straddles: 32 % elementBits !== 0,
  };
  for (let lane = 0; lane < 64; lane++) {
    for (let n = 0; n < elements; n++) {
      const [from, element] = source(lane, n, elements);
      const fromBit = element * elementBits;
      const toBit = n * elementBits;
      const index = elements * lane + n;
      exchange.from[index] = (fromBit >> 5) * 64 + from;
      exchange.fromBit[index] = fromBit & 31;
      exchange.to[index] = (toBit >> 5) * 64 + lane;
      exchange.toBit[index] = toBit & 31;
    }
  }
  return exchange;
}

/** True when all lanes of a wave are active, which an exchange between lanes requires. */
export function isFull({ s, size }: Wave): boolean {
  return s[EXEC] === 0xffffffff && (size === 32 || s[EXEC + 1] === 0xffffffff);
}
