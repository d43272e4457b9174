/**
 * LDS instructions that move data between lanes: swizzle, permute, bpermute, and the transposing reads of gfx950.
 *
 * A transposing read loads 64 or 96 bits at each lane's own address and exchanges elements inside groups of 16
 * lanes. With elements of w bits, E of them in a lane, 16/E lanes hold one row of 16 elements; result lane l of the
 * group gets column l, that is of each row n
 *
 *     element l mod E of source lane n * (16/E) + floor(l / E)
 *
 * b16 is published (ROCm/rocm-systems pull request 10175). b8 is the same rule; it is how HipKittens and Triton
 * address it, and Triton's fp8 matmuls give the right product with it here. b4 and b6 follow by analogy, unconfirmed.
 *
 * A lane that is inactive gives 0 to swizzle and bpermute. Source: AMD CDNA3 ISA, "Data Share"; hw-lds 9.2.
 */
import { messages } from '@ldscope/core';
import { requireOpcode } from '../../state/environment.ts';
import { EXEC, type Step, type Wave } from '../../state/wave.ts';
import { type DsContext, type DsRow, dsRow } from './row.ts';
import { issueVector } from '../memory/issue.ts';
import { type LoadForm, loadForms, wordsOf } from '../memory/values.ts';
import { SINCE_CDNA4 } from '../../state/target.ts';

/** Where lane `lane` of a `ds_swizzle_b32` reads. */
function swizzleSource(offset: number, lane: number): number {
  const group = lane & ~31;
  const within = lane & 31;
  if (offset >= 0xe000) return group + butterfly(within, offset & 31);
  if (offset >= 0xc000) {
    const by = (offset >> 5) & 31;
    const kept = offset & 31;
    const moved = (offset & 0x400) === 0 ? within + by : within - by;
    return group + ((within & kept) | (moved & 31 & ~kept));
  }
  if (offset >= 0x8000) return (lane & ~3) + ((offset >> (2 * (lane & 3))) & 3);
  const masked = (within & (offset & 31)) | ((offset >> 5) & 31);
  return group + (masked ^ ((offset >> 10) & 31));
}

/** FFT mode: bit-reversed addresses of 32 lanes under a mask. */
function butterfly(lane: number, mask: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 5; bit++) reversed |= ((lane >> bit) & 1) << (4 - bit);
  if (mask === 31) return lane;
  const ones = mask === 0 ? 0 : 32 - Math.clz32(mask);
  const kept = lane & mask;
  const turned = (reversed >> ones) & ~mask & 31;
  return (kept | turned) & 31;
}

const one = (row: number): { row: number; count: number; mask: number } => ({
  row,
  count: 1,
  mask: 0xffffffff,
});

const swizzle = ({ environment, number, rows, offset }: DsContext): Step => {
  const op = requireOpcode('ds_swizzle_b32');
  const [target = 0, source = 0] = rows;
  const from = Uint8Array.from({ length: 64 }, (_, lane) => swizzleSource(offset, lane));
  const addresses = new Uint32Array(64);
  const result = new Uint32Array(64);
  return issueVector(environment, number, 'lds', one(target), (wave) => {
    const { u, s } = wave;
    environment.recorder.record(op, number, wave, addresses, s[EXEC] ?? 0, s[EXEC + 1] ?? 0);
    wave.order++;
    for (let lane = 0; lane < 64; lane++) {
      const other = from[lane] ?? 0;
      result[lane] = wave.isActive(other) ? (u[source * 64 + other] ?? 0) : 0;
    }
    for (let lane = 0; lane < 64; lane++)
      if (wave.isActive(lane)) u[target * 64 + lane] = result[lane] ?? 0;
  });
};

/** `bpermute` pulls from the lane that the address names, `permute` pushes to it; the highest pushing lane wins. */
function permute(name: string, pull: boolean): (context: DsContext) => Step {
  const op = requireOpcode(name);
  return ({ environment, number, rows, offset }) => {
    const [target = 0, address = 0, data = 0] = rows;
    const addresses = new Uint32Array(64);
    const result = new Uint32Array(64);
    return issueVector(environment, number, 'lds', one(target), (wave) => {
      const { u, s } = wave;
      environment.recorder.record(op, number, wave, addresses, s[EXEC] ?? 0, s[EXEC + 1] ?? 0);
      wave.order++;
      result.fill(0);
      for (let lane = 0; lane < 64; lane++) {
        if (!wave.isActive(lane)) continue;
        const other = (((u[address * 64 + lane] ?? 0) + offset) >>> 2) & 63;
        if (!pull) result[other] = u[data * 64 + lane] ?? 0;
        else if (wave.isActive(other)) result[lane] = u[data * 64 + other] ?? 0;
      }
      for (let lane = 0; lane < 64; lane++)
        if (wave.isActive(lane)) u[target * 64 + lane] = result[lane] ?? 0;
    });
  };
}

/** Where each element of a transposing read comes from and goes to, in words and bits from the first row. */
interface Exchange {
  readonly from: Uint16Array;
  readonly fromBit: Uint8Array;
  readonly to: Uint16Array;
  readonly toBit: Uint8Array;
  readonly mask: number;
  /** Elements of 6 bits may lie across two words. */
  readonly straddles: boolean;
}

/** Elements of `width` bits, `words` registers a lane: see the head of this file. */
function exchangeOf(words: number, width: number): Exchange {
  const elements = Math.floor((32 * words) / width);
  const lanesPerRow = 16 / elements;
  const count = 64 * elements;
  const exchange = {
    from: new Uint16Array(count),
    fromBit: new Uint8Array(count),
    to: new Uint16Array(count),
    toBit: new Uint8Array(count),
    mask: 2 ** width - 1,
    straddles: 32 % width !== 0,
  };
  for (let lane = 0; lane < 64; lane++) {
    const [group, column] = [lane & ~15, lane & 15];
    for (let n = 0; n < elements; n++) {
      const source = group + n * lanesPerRow + Math.floor(column / elements);
      const fromBit = (column % elements) * width;
      const toBit = n * width;
      const index = elements * lane + n;
      exchange.from[index] = (fromBit >> 5) * 64 + source;
      exchange.fromBit[index] = fromBit & 31;
      exchange.to[index] = (toBit >> 5) * 64 + lane;
      exchange.toBit[index] = toBit & 31;
    }
  }
  return exchange;
}

/** What was loaded, while it is exchanged. */
const LOADED = new Uint32Array(4 * 64);

/** Exchanges what the lanes have loaded into the rows of `row` on. */
function transpose({ u }: Wave, row: number, words: number, exchange: Exchange): void {
  const { from, fromBit, to, toBit, mask, straddles } = exchange;
  const base = row * 64;
  const source = LOADED;
  for (let i = 0; i < 64 * words; i++) {
    source[i] = u[base + i] ?? 0;
    u[base + i] = 0;
  }
  for (let n = 0; n < from.length; n++) {
    const at = from[n] ?? 0;
    const shift = fromBit[n] ?? 0;
    const left = toBit[n] ?? 0;
    const target = base + (to[n] ?? 0);
    let value = (source[at] ?? 0) >>> shift;
    if (straddles && shift > 26) value |= (source[at + 64] ?? 0) << (32 - shift);
    value &= mask;
    u[target] = (u[target] ?? 0) | (value << left);
    if (straddles && left > 26) u[target + 64] = (u[target + 64] ?? 0) | (value >>> (32 - left));
  }
}

function transposingRead(
  name: string,
  form: LoadForm,
  width: number,
): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const words = wordsOf(form.bytes);
  const alignment = form.bytes === 12 ? 4 : 8;
  const exchange = exchangeOf(words, width);
  return ({ environment, number, rows, offset, access }) => {
    const { lds, findings } = environment;
    const [target = 0, address = 0] = rows;
    const destination = { row: target, count: words, mask: form.mask };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      access.fromRegister(wave, address, offset);
      access.record(environment, op, number, wave);
      wave.order++;
      if (!access.full) findings.problem(number, messages.execute.partialWave(name));
      if (width < 8) findings.problem(number, messages.emulate.unsettledData(name));
      access.admit(environment, number, form.bytes, alignment);
      access.checkRead(lds, wave, number, form.bytes);
      access.load(lds, wave, target, form);
      transpose(wave, target, words, exchange);
    });
  };
}

const nothing: Step = () => {};

export const laneRows: readonly DsRow[] = [
  dsRow('ds_swizzle_b32', 'w1 r1', 0, swizzle),
  dsRow('ds_permute_b32', 'w1 r1 r1', 0, permute('ds_permute_b32', false)),
  dsRow('ds_bpermute_b32', 'w1 r1 r1', 0, permute('ds_bpermute_b32', true)),
  ...(
    [
      ['ds_read_b64_tr_b16', 'b64', 16],
      ['ds_read_b64_tr_b8', 'b64', 8],
      ['ds_read_b64_tr_b4', 'b64', 4],
      ['ds_read_b96_tr_b6', 'b96', 6],
    ] as const
  ).flatMap(([name, width, bits]) => {
    const form = loadForms[width];
    if (form === undefined) return [];
    const make = transposingRead(name, form, bits);
    return [dsRow(name, 'w1 r1', form.bytes, make, { targets: SINCE_CDNA4 })];
  }),
  // Global wave sync orders workgroups; one workgroup runs at a time here.
  ...['init', 'sema_br', 'barrier'].map((verb) => dsRow(`ds_gws_${verb}`, 'r1', 0, () => nothing)),
  ...['sema_v', 'sema_p', 'sema_release_all'].map((verb) =>
    dsRow(`ds_gws_${verb}`, '', 0, () => nothing),
  ),
  dsRow('ds_nop', '', 0, () => nothing),
];
