/**
 * Copies of gfx1250 between global memory and LDS, with the addresses of both sides in registers.
 *
 *     global_load_async_to_lds_b128 v0, v[2:3], off offset:16      LDS at v0 + 16 gets memory at v[2:3] + 16
 *     global_store_async_from_lds_b32 v2, v0, s[4:5]               memory at s[4:5] + v2 gets LDS at v0
 *
 * The offset enters both addresses. They count in asynccnt; other waves see the data in LDS after a wait for it and a
 * barrier. LIMITATION: all copies of a wave are assumed to complete in order, those from LDS and those to LDS together.
 * Source: LLVM's intrinsics and how kernels of FlyDSL address them.
 */
import { hasLane, type Lds } from '@ldscope/core';
import { requireOpcode } from '../../state/environment.ts';
import type { Outstanding } from '../../state/waits.ts';
import type { Step } from '../../state/wave.ts';
import { LdsAccess, loadWord, storeWord } from '../ds/access.ts';
import type { Access } from './actions.ts';
import { VectorAccess } from './access.ts';
import { type LoadForm, type StoreForm, wordsOf } from './values.ts';

export interface Copy {
  readonly direction: 'to-lds' | 'from-lds';
  readonly form: StoreForm;
  /** Row with the addresses in LDS. */
  readonly ldsRow: number;
  readonly offset: number;
}

/** The form of a lane's data when it is loaded: bytes are widened to a word. */
const loaded = ({ bytes }: StoreForm): LoadForm =>
  bytes < 4 ? { bytes, mask: 0xffffffff, merge: (_old, raw) => raw } : { bytes, mask: 0xffffffff };

export function asyncStep(
  { environment, number, mnemonic, address }: Access,
  { direction, form, ldsRow, offset }: Copy,
): Step {
  const op = requireOpcode(mnemonic);
  const { bytes } = form;
  const words = wordsOf(bytes);
  const vector = new VectorAccess(environment, number, mnemonic);
  const shared = new LdsAccess(vector.movesData);
  const { lds, late } = environment;
  const toLds = direction === 'to-lds';
  const record = environment.global?.of(number, mnemonic, toLds ? 'load' : 'store', bytes);
  /** Rows that the data passes through. */
  const passage = new Int32Array(64 * words);
  const item: Outstanding = { number, registers: [] };
  const load = loaded(form);
  return (wave) => {
    vector.begin(wave);
    address(wave, vector);
    if (record !== undefined) record(wave, vector);
    shared.fromRegister(wave, ldsRow, offset);
    shared.record(environment, op, number, wave);
    wave.order++;
    shared.admit(environment, number, bytes, bytes);
    if (!toLds) {
      const tag = shared.checkRead(lds, wave, number, bytes, lds.beginRead(wave), true);
      passage.fill(0);
      eachLane(shared, (lane, at) => {
        for (let word = 0; word < words; word++)
          passage[64 * word + lane] = wordAt(lds, at + 4 * word, bytes);
      });
      vector.store(passage, 0, form);
      wave.waits.async(item, tag);
      return;
    }
    vector.load(passage, 0, load);
    const copied = lds.beginWrite(
      wave,
      'copy',
      vector.movesData ? byLane(passage, bytes) : undefined,
    );
    const tag = shared.checkWrite(lds, wave, number, bytes, 'copy', copied);
    const places = { low: shared.low, high: shared.high, addresses: shared.addresses.slice() };
    const data = late ? passage.slice() : passage;
    const deliver = (): void => {
      if (!vector.movesData) return;
      eachLane(places, (lane, at) => {
        if (bytes === 1) lds.data[at] = data[lane] ?? 0;
        else
          for (let word = 0; word < words; word++)
            storeWord(lds, at + 4 * word, data[64 * word + lane] ?? 0);
      });
    };
    if (late) {
      wave.waits.async(item, tag, deliver);
      return;
    }
    lds.storeChecked(deliver);
    wave.waits.async(item, tag);
  };
}

/** Active lanes in range, with their addresses in LDS. */
function eachLane(
  { low, high, addresses }: Pick<LdsAccess, 'low' | 'high' | 'addresses'>,
  visit: (lane: number, address: number) => void,
): void {
  for (let lane = 0; lane < 64; lane++)
    if (hasLane(low, high, lane)) visit(lane, addresses[lane] ?? 0);
}

const wordAt = (lds: Lds, address: number, bytes: number): number =>
  bytes === 1 ? (lds.data[address] ?? 0) : loadWord(lds, address);

/** Rows of words as bytes, lane after lane. */
function byLane(rows: Int32Array, bytes: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(64 * bytes);
  for (let lane = 0; lane < 64; lane++) {
    for (let byte = 0; byte < bytes; byte++)
      data[lane * bytes + byte] = (rows[64 * (byte >> 2) + lane] ?? 0) >>> (8 * (byte & 3));
  }
  return data;
}
