/**
 * Steps of vector-memory instructions: load, store, atomic, for addresses in global and private memory.
 *
 * A flat address may also mean LDS or private memory, by its high word (aperture); lanes are sorted first. Those in LDS are
 * a row of the LDS trace, those in global memory one of the global trace; private memory is in neither.
 */
import type { GlobalDirection } from '@ldscope/core';
import { type Environment, requireOpcode } from '../../state/environment.ts';
import { PRIVATE_APERTURE, SHARED_APERTURE } from '../../state/scalars.ts';
import { EXEC, type Step, type Wave } from '../../state/wave.ts';
import { applyAtomic } from '../ds/atomics.ts';
import { LdsAccess } from '../ds/access.ts';
import { VectorAccess } from './access.ts';
import { type Addressing, privateBaseOf, type Space } from './address.ts';
import { type CounterKind, issueVector } from './issue.ts';
import { isCompareSwap, type Operation } from './operations.ts';
import { type LoadForm, type StoreForm, wordsOf } from './values.ts';

/** The input from which a step is made. */
export interface Access {
  readonly environment: Environment;
  readonly number: number;
  /** The name in the tables, of which the mnemonic may be an alias. */
  readonly name: string;
  readonly mnemonic: string;
  readonly space: Space;
  readonly address: Addressing;
}

/** Executes on lanes with a global or private address, or on lanes with an LDS address. */
interface Parts {
  readonly direction: GlobalDirection;
  /** Bytes that a lane moves. */
  readonly bytes: number;
  readonly memory: (wave: Wave, access: VectorAccess) => void;
  /** Gives the tag of the access to LDS. */
  readonly lds: (wave: Wave, access: LdsAccess) => number;
}

const counterOf = (space: Space): CounterKind => (space === 'flat' ? 'flat' : 'vector');

function perform(access: Access, parts: Parts): (wave: Wave) => number {
  const { environment, number, name, mnemonic, space, address } = access;
  const vector = new VectorAccess(environment, number, mnemonic);
  const { global } = environment;
  const record =
    space === 'scratch' ? undefined : global?.of(number, mnemonic, parts.direction, parts.bytes);
  if (space !== 'flat') {
    return (wave) => {
      vector.begin(wave);
      address(wave, vector);
      if (record !== undefined) record(wave, vector);
      wave.order++;
      parts.memory(wave, vector);
      return 0;
    };
  }
  const shared = new LdsAccess(vector.movesData);
  const op = requireOpcode(name);
  const privateBase = privateBaseOf(environment.target);
  return (wave) => {
    vector.begin(wave);
    address(wave, vector);
    const lanes = sortLanes(vector);
    if (lanes === undefined) {
      if (record !== undefined) record(wave, vector);
      wave.order++;
      parts.memory(wave, vector);
      return 0;
    }
    const [low, high] = [vector.low, vector.high];
    const narrow = (masks: Masks): boolean => {
      vector.low = low & masks[0];
      vector.high = high & masks[1];
      return (vector.low | vector.high) !== 0;
    };
    const isShared = narrow(lanes.shared);
    if (isShared) {
      shared.fromList(wave, vector);
      shared.record(environment, op, number, wave);
    }
    if (narrow(lanes.memory)) {
      if (record !== undefined) record(wave, vector);
      parts.memory(wave, vector);
    }
    if (narrow(lanes.private)) {
      const { addresses } = vector;
      vector.privateBase = privateBase(wave);
      for (let lane = 0; lane < 64; lane++) addresses[lane] = (addresses[lane] ?? 0) % 2 ** 32;
      parts.memory(wave, vector);
      vector.privateBase = -1;
    }
    wave.order++;
    return isShared ? onLds(wave, shared, parts) : 0;
  };
}

/** Runs the LDS part with exec narrowed to its lanes. */
function onLds(wave: Wave, shared: LdsAccess, parts: Parts): number {
  const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
  wave.setPair(EXEC, shared.low, shared.high);
  const tag = parts.lds(wave, shared);
  wave.setPair(EXEC, low, high);
  return tag;
}

type Masks = [low: number, high: number];

/** The lanes by memory; `undefined` when all active lanes access global memory. */
function sortLanes(
  access: VectorAccess,
): { memory: Masks; private: Masks; shared: Masks } | undefined {
  const lanes = { memory: [0, 0] as Masks, private: [0, 0] as Masks, shared: [0, 0] as Masks };
  let special = false;
  for (let lane = 0; lane < 64; lane++) {
    if (!access.isActive(lane)) continue;
    const high = Math.floor((access.addresses[lane] ?? 0) / 2 ** 32);
    const kind =
      high === SHARED_APERTURE ? 'shared' : high === PRIVATE_APERTURE ? 'private' : 'memory';
    if (kind !== 'memory') special = true;
    const masks = lanes[kind];
    masks[lane >> 5] = (masks[lane >> 5] ?? 0) | (1 << (lane & 31));
  }
  return special ? lanes : undefined;
}

/** `exchange`: the exchange of the loaded elements between lanes. */
export function loadStep(
  access: Access,
  target: number,
  form: LoadForm,
  exchange?: (wave: Wave) => void,
): Step {
  const { environment, number, space } = access;
  const { lds } = environment;
  const run = perform(access, {
    direction: 'load',
    bytes: form.bytes,
    memory: (wave, vector) => {
      vector.load(wave.i, target, form);
      if (exchange !== undefined) exchange(wave);
    },
    lds: (wave, shared) => {
      shared.admit(environment, number, form.bytes, 1);
      const tag = shared.checkRead(lds, wave, number, form.bytes);
      shared.load(lds, wave, target, form);
      return tag;
    },
  });
  const destination = { row: target, count: wordsOf(form.bytes), mask: form.mask };
  return issueVector(environment, number, counterOf(space), destination, run);
}

export function storeStep(access: Access, data: number, form: StoreForm): Step {
  const { environment, number, space } = access;
  const { lds } = environment;
  const run = perform(access, {
    direction: 'store',
    bytes: form.bytes,
    memory: (wave, vector) => vector.store(wave.i, data, form),
    lds: (wave, shared) => {
      shared.admit(environment, number, form.bytes, 1);
      const tag = shared.checkWrite(lds, wave, number, form.bytes, 'plain');
      lds.storeChecked(() => shared.store(lds, wave, data, form));
      return tag;
    },
  });
  return issueVector(environment, number, counterOf(space), undefined, run);
}

const pair = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low);

/** `target` is -1 without a returned value. `data` holds the operand, and behind it the expected value. */
export function atomicStep(
  access: Access,
  target: number,
  data: number,
  operation: Operation,
  words: 1 | 2,
): Step {
  const { environment, number, space } = access;
  const { lds } = environment;
  const second = operation.operands === 2 ? data + words : -1;
  const memory = ({ u }: Wave, vector: VectorAccess): void => {
    vector.noteAtomics();
    const word = (row: number, lane: number): number => (row < 0 ? 0 : (u[row * 64 + lane] ?? 0));
    for (let lane = 0; lane < 64; lane++) {
      if (!vector.isActive(lane)) continue;
      const old = vector.loadWord(lane, 0);
      const top = words === 2 ? vector.loadWord(lane, 4) : 0;
      const inside = old !== undefined && top !== undefined;
      if (inside && words === 1) {
        const value = operation.word(old, word(data, lane), word(second, lane));
        vector.storeWord(lane, 0, value);
      } else if (inside) {
        const wide = (row: number): bigint =>
          row < 0 ? 0n : pair(word(row, lane), word(row + 1, lane));
        const value = operation.pair(pair(old, top), wide(data), wide(second));
        vector.storeWord(lane, 0, Number(value & 0xffffffffn));
        vector.storeWord(lane, 4, Number(value >> 32n));
      }
      if (target >= 0) {
        u[target * 64 + lane] = old ?? 0;
        if (words === 2) u[target * 64 + 64 + lane] = top ?? 0;
      }
    }
  };
  const run = perform(access, {
    direction: 'atomic',
    bytes: 4 * words,
    memory,
    lds: (wave, shared) => {
      shared.admit(environment, number, 4 * words, 4 * words);
      const kind = isCompareSwap(operation) ? 'compare' : 'atomic';
      const tag = shared.checkWrite(lds, wave, number, 4 * words, kind);
      const registers = { target, data, second };
      lds.storeChecked(() => applyAtomic(lds, wave, shared, operation, words === 2, registers));
      return tag;
    },
  });
  const destination = target < 0 ? undefined : { row: target, count: words, mask: 0xffffffff };
  return issueVector(environment, number, counterOf(space), destination, run);
}
