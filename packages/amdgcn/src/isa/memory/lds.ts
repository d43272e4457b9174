/**
 * Direct-to-LDS loads: global memory to LDS without registers.
 *
 *     LDS address of lane l = M0 base + instruction offset + l * 4      dword and less, widened to a word
 *                                                          + l * 16     dwordx3 (every fourth word is left), dwordx4
 *
 * The base is in M0 (`lds-by-m0.ts`). The instruction offset enters both addresses; inactive lanes keep their
 * slot. A lane that its descriptor puts out of range writes 0 (inferred: some modes of the hardware skip it). The
 * load counts in vmcnt; other waves see it after that wait and a barrier. Source: AMD CDNA4 ISA 9.1.9; hw-lds 9.3.
 */
import { hasLane } from '@ldscope/core';
import { requireOpcode } from '../../state/environment.ts';
import { ldsBase } from '../../state/lds-by-m0.ts';
import type { Outstanding } from '../../state/waits.ts';
import type { Step } from '../../state/wave.ts';
import { LdsAccess, storeWord } from '../ds/access.ts';
import type { Access } from './actions.ts';
import { VectorAccess } from './access.ts';
import { type LoadForm, wordsOf } from './values.ts';

export function ldsStep(
  access: Access,
  opName: string,
  form: LoadForm,
  laneBytes: 4 | 16,
  offset: number,
): Step {
  const { environment, number, mnemonic, space, address } = access;
  const op = requireOpcode(opName);
  const vector = new VectorAccess(environment, number, mnemonic);
  const shared = new LdsAccess(vector.movesData);
  const { lds, late, target } = environment;
  const record =
    space === 'scratch' ? undefined : environment.global?.of(number, opName, 'load', form.bytes);
  const words = wordsOf(form.bytes);
  /** Rows that the data passes through. */
  const passage = new Int32Array(64 * words);
  const item: Outstanding = { number, registers: [] };
  const baseOf = ldsBase(target, 'copy');
  return (wave) => {
    vector.begin(wave);
    address(wave, vector);
    if (record !== undefined) record(wave, vector);
    vector.load(passage, 0, form);
    const base = baseOf(wave) + offset;
    shared.fromLanes(wave, base, laneBytes);
    shared.record(environment, op, number, wave);
    wave.order++;
    const bytes = 4 * words;
    shared.admit(environment, number, bytes, 4);
    const copied = lds.beginWrite(
      wave,
      'copy',
      vector.movesData ? byLane(passage, words) : undefined,
    );
    const tag = shared.checkWrite(lds, wave, number, bytes, 'copy', copied);
    const { low, high } = shared;
    const addresses = late ? shared.addresses.slice() : shared.addresses;
    const data = late ? passage.slice() : passage;
    const deliver = (): void => {
      if (!vector.movesData) return;
      for (let lane = 0; lane < 64; lane++) {
        if (!hasLane(low, high, lane)) continue;
        for (let word = 0; word < words; word++) {
          const value = data[word * 64 + lane] ?? 0;
          storeWord(lds, (addresses[lane] ?? 0) + 4 * word, value);
        }
      }
    };
    if (late) {
      wave.waits.vector(item, tag, deliver);
      return;
    }
    lds.storeChecked(deliver);
    wave.waits.vector(item, tag);
  };
}

/** Rows of words as bytes, lane after lane. */
function byLane(rows: Int32Array, words: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint32Array(64 * words);
  for (let word = 0; word < words; word++) {
    for (let lane = 0; lane < 64; lane++) bytes[lane * words + word] = rows[64 * word + lane] ?? 0;
  }
  return new Uint8Array(bytes.buffer);
}
