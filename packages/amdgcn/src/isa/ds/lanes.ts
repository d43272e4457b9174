/**
 * LDS instructions that move data between lanes: swizzle, permute, bpermute, and the transposing reads of gfx950 and gfx1250.
 *
 * Swizzle works inside 32 lanes everywhere. Permute and bpermute name any lane of the wave, but on RDNA 3 in waves of 64, where
 * each half is on its own. A lane that is inactive gives 0 to swizzle and bpermute; `ds_bpermute_fi_b32` reads it nevertheless.
 *
 * A transposing read loads 64, 96 or 128 bits at each lane's own address and exchanges elements inside groups of lanes:
 * `transposing.ts` says which. Source: AMD CDNA3 and RDNA4 ISA, "Data Share"; for waves of 64 on RDNA, how LLVM lowers
 * `llvm.amdgcn.wave.shuffle`, which permutes both halves separately before GFX12 (AMD's pseudocode of RDNA 3 has lane numbers modulo 32).
 */
import { messages } from '@ldscope/core';
import { requireOpcode } from '../../state/environment.ts';
import { EXEC, type Step } from '../../state/wave.ts';
import { type DsContext, type DsRow, dsRow } from './row.ts';
import { issueVector } from '../memory/issue.ts';
import { type LoadForm, loadForms, wordsOf } from '../memory/values.ts';
import { type CodeMode, targets, SINCE_RDNA4, UNTIL_RDNA35 } from '../../state/target.ts';
import { transposeOf } from './transpose.ts';
import { isFull, type Transposing, transposings } from './transposing.ts';

/** Lanes that permute and bpermute reach. */
function permuteLanes({ target, waveSize }: CodeMode): number {
  return UNTIL_RDNA35.includes(target) ? 32 : waveSize;
}

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
  const [target, source] = rows;
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
function permute(name: string, pull: boolean, readsInactive = false): (context: DsContext) => Step {
  const op = requireOpcode(name);
  return ({ environment, number, rows, offset }) => {
    // Lanes of a group reach each other.
    const within = permuteLanes(environment) - 1;
    const [target, address, data] = rows;
    const addresses = new Uint32Array(64);
    const result = new Uint32Array(64);
    return issueVector(environment, number, 'lds', one(target), (wave) => {
      const { u, s } = wave;
      environment.recorder.record(op, number, wave, addresses, s[EXEC] ?? 0, s[EXEC + 1] ?? 0);
      wave.order++;
      result.fill(0);
      for (let lane = 0; lane < 64; lane++) {
        if (!wave.isActive(lane)) continue;
        const named = ((u[address * 64 + lane] ?? 0) + offset) >>> 2;
        const other = (lane & ~within) | (named & within);
        if (!pull) result[other] = u[data * 64 + lane] ?? 0;
        else if (readsInactive || wave.isActive(other)) result[lane] = u[data * 64 + other] ?? 0;
      }
      for (let lane = 0; lane < 64; lane++)
        if (wave.isActive(lane)) u[target * 64 + lane] = result[lane] ?? 0;
    });
  };
}

function transposingRead(
  name: string,
  form: LoadForm,
  transposing: Transposing,
): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const words = wordsOf(form.bytes);
  const alignment = form.bytes === 12 ? 4 : form.bytes;
  return ({ environment, number, rows, offset, access }) => {
    const transpose = transposeOf(transposing, words);
    const { lds, findings } = environment;
    const [target, address] = rows;
    const destination = { row: target, count: words, mask: form.mask };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      access.fromRegister(wave, address, offset);
      access.record(environment, op, number, wave);
      wave.order++;
      if (!isFull(wave)) findings.problem(number, messages.execute.partialWave(name));
      if (!transposing.settled) findings.problem(number, messages.emulate.unsettledData(name));
      access.admit(environment, number, form.bytes, alignment);
      const tag = access.checkRead(lds, wave, number, form.bytes);
      access.load(lds, wave, target, form);
      if (access.movesData) transpose(wave, target);
      return tag;
    });
  };
}

const nothing: Step = () => {};

const EXCHANGE = { memory: 'none', lanes: 'cross' } as const;
const IDLE = { memory: 'hint', lanes: 'own' } as const;

export const laneRows: readonly DsRow[] = [
  dsRow('ds_swizzle_b32', 'w1 r1', 0, swizzle, { ...EXCHANGE, targets }),
  dsRow('ds_permute_b32', 'w1 r1 r1', 0, permute('ds_permute_b32', false), {
    ...EXCHANGE,
    targets,
  }),
  dsRow('ds_bpermute_b32', 'w1 r1 r1', 0, permute('ds_bpermute_b32', true), {
    ...EXCHANGE,
    targets,
  }),
  dsRow('ds_bpermute_fi_b32', 'w1 r1 r1', 0, permute('ds_bpermute_fi_b32', true, true), {
    memory: 'none',
    lanes: 'all',
    targets: SINCE_RDNA4,
  }),
  ...Object.entries(transposings).flatMap(([name, transposing]) => {
    const form = loadForms[transposing.form];
    if (form === undefined) return [];
    const make = transposingRead(name, form, transposing);
    const loads = { memory: 'load', lanes: 'all', targets: transposing.targets } as const;
    return [dsRow(name, 'w1 r1', form.bytes, make, loads)];
  }),
  // Global wave sync orders workgroups; one workgroup runs at a time here.
  ...['init', 'sema_br', 'barrier'].map((verb) =>
    dsRow(`ds_gws_${verb}`, 'r1', 0, () => nothing, IDLE),
  ),
  ...['sema_v', 'sema_p', 'sema_release_all'].map((verb) =>
    dsRow(`ds_gws_${verb}`, '', 0, () => nothing, IDLE),
  ),
  dsRow('ds_nop', '', 0, () => nothing, { ...IDLE, targets }),
];
