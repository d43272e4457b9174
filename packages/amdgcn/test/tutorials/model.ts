/**
 * What the descriptor model says of one wave and tile of a tutorial, in the form that a run of its machine code is
 * compared in: DS instructions with the addresses of all lanes, and the buffer instructions of the global side.
 *
 *     01   ds_write_b128, 8 x ds_read_u16      buffer_load_dwordx4, buffer_store_dwordx4
 *     08   ds_write_b128, ds_read_b128         buffer_load_dwordx4, 8 x buffer_store_short
 */
import {
  type AccessTrace,
  type DescriptorSpec,
  expectValue,
  findTutorial,
  loadStoreTraits,
  type Machine,
  makeDescriptor,
  makeDistribution,
  opcodeAt,
  type Replay,
  replay,
  type TileDistributionEncoding,
  tileTrace,
  TILE_K,
  TILE_M,
  type TransposeSpec,
  type Tutorial,
} from '@ldscope/core';

export function tutorial(name: string): Tutorial {
  const found = findTutorial(name);
  if (found === undefined) throw new Error(`no tutorial ${name}`);
  return found;
}

/** A DS instruction that a wave executed. */
export interface Executed {
  readonly name: string;
  /** One list for each address of the instruction, with an entry for each lane. */
  readonly addresses: readonly (readonly number[])[];
}

/** The DS instructions of a trace by wave, in their order. All lanes take part. */
export function executedByWave(trace: AccessTrace): ReadonlyMap<number, readonly Executed[]> {
  const waves = new Map<number, Map<number, Executed>>();
  for (let row = 0; row < trace.count; row++) {
    const { name } = opcodeAt(trace.op[row] ?? 0);
    const masks = trace.activeMask.subarray(2 * row, 2 * row + 2);
    if (!name.startsWith('ds_')) continue;
    if (masks.some((mask) => mask !== 0xffffffff)) throw new Error(`${name} of a part of the wave`);
    const [wave, order] = [trace.wave[row] ?? 0, trace.order[row] ?? 0];
    const of = waves.get(wave) ?? new Map<number, Executed>();
    waves.set(wave, of);
    const lanes = [...trace.addressBytes.subarray(64 * row, 64 * row + 64)];
    of.set(order, { name, addresses: [...(of.get(order)?.addresses ?? []), lanes] });
  }
  return new Map([...waves].map(([wave, of]) => [wave, [...of.values()]]));
}

/** The model's replay, with the descriptor for a number of banks; the chip's when it is left out. */
export function replayOn(name: string, machine: Machine, banks?: 32 | 64): Replay {
  return expectValue(replay(tutorial(name), machine, machine.models[0], banks));
}

/** What the model's waves execute, by wave of the workgroup. */
export const modelByWave = ({ plans }: Replay): ReadonlyMap<number, readonly Executed[]> =>
  executedByWave(tileTrace(plans));

/** Buffer instructions of a wave and tile by mnemonic. */
export type BufferCounts = Readonly<Record<string, number>>;

/** What 10 stores by: its registers are those of its read, its tile is (K, M), so that M is last and has a vector. */
const OUT10: TileDistributionEncoding = {
  rs: [1],
  hs: [
    [4, 8, 1],
    [8, 8],
  ],
  psMajor: [[1], [2, 1]],
  psMinor: [[0], [0, 1]],
  ysMajor: [1, 2],
  ysMinor: [2, 1],
};

/** The global side of a matrix of m x k, by CK's load and store traits: its windows promise 16 bytes along rows. */
export function modelBuffers(name: string, m: number, k: number): BufferCounts {
  const spec = tutorial(name).spec(32);
  const vector = [16 / spec.elementBytes, 1] as const;
  const source: DescriptorSpec['base'] = {
    kind: 'naive',
    lengths: [TILE_M, TILE_K],
    strides: [k, 1],
    vector,
  };
  return {
    ...bufferCounts('load', source, spec.write.encoding, spec),
    ...(name === '08'
      ? // The tile stays (M, K), its rows lie apart: no vector.
        bufferCounts('store', { ...source, strides: [1, m] }, spec.read.encoding, spec, false)
      : bufferCounts(
          'store',
          { ...source, lengths: [TILE_K, TILE_M], strides: [m, 1] },
          name === '10' ? OUT10 : spec.read.encoding,
          spec,
        )),
  };
}

const SUFFIXES: Readonly<Record<number, string>> = { 2: 'short', 4: 'dword', 16: 'dwordx4' };

function bufferCounts(
  direction: 'load' | 'store',
  base: DescriptorSpec['base'] & { readonly kind: 'naive' },
  encoding: TileDistributionEncoding,
  { elementBytes }: TransposeSpec,
  promised = true,
): BufferCounts {
  const { vector, ...plain } = base;
  const withVector = promised && vector !== undefined ? { ...plain, vector } : plain;
  const descriptor = expectValue(makeDescriptor({ base: withVector, stages: [] }));
  const traits = loadStoreTraits(descriptor, expectValue(makeDistribution(encoding)));
  const bytes = traits.scalarPerVector * elementBytes;
  return { [`buffer_${direction}_${SUFFIXES[bytes] ?? `${bytes} bytes`}`]: traits.numAccess };
}
