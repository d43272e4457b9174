/**
 * NVIDIA's shared-memory instructions under their PTX names. The banks see width and direction only,
 * so one name stands for every type of that width (`ld.shared.v4.b32` for SASS `LDS.128`). Source: PTX ISA.
 *
 * Not here: bulk copies, which no counter of the banks sees (measured on an H100). Without a class, so without a cost: `cp.async.ca`
 * whose sources conflict or are in too many lines of L1, where the global addresses decide as well. 64-bit and float additions are loops of compare-and-swap on sm_90: how often they go round depends on what other
 * warps do, so they have a cost as SASS only, a round of `ATOMS.CAST` at a time.
 * Adding the constant 1 compiles to ATOMS.POPC.INC, which combines lanes on one word; `red.shared.add.u32` stands for all
 * other 32-bit integer operations (add, min, and, inc: measured the same on an H100).
 */
import type { Addressing, Direction, Opcode, RequestClass } from './opcode.ts';

const op = (
  name: string,
  direction: Direction,
  widthBytes: number,
  request?: RequestClass,
  addressing: Addressing = { kind: 'single' },
): Opcode => ({
  name,
  direction,
  widthBytes,
  ...(request === undefined ? {} : { request }),
  addressing,
  isa: ['ptx'],
});

const widths = [
  ['b8', 1, 'b8'],
  ['b16', 2, 'b16'],
  ['b32', 4, 'b32'],
  ['b64', 8, 'v2.b32'],
  ['b128', 16, 'v4.b32'],
] as const;

export const nvidiaOpcodes: readonly Opcode[] = [
  ...widths.flatMap(([width, bytes, type]) => [
    op(`ld.shared.${type}`, 'read', bytes, `read.${width}`),
    op(`st.shared.${type}`, 'write', bytes, `write.${width}`),
  ]),
  ...([1, 2, 4] as const).flatMap((matrices) => {
    const rows: Addressing = { kind: 'row', matrices };
    return [
      op(`ldmatrix.x${matrices}`, 'read', 16, 'matrix.read', rows),
      op(`ldmatrix.x${matrices}.trans`, 'read', 16, 'matrix.read', rows),
      op(`stmatrix.x${matrices}`, 'write', 16, 'matrix.write', rows),
      op(`stmatrix.x${matrices}.trans`, 'write', 16, 'matrix.write', rows),
    ];
  }),
  // Rows of 16 bytes of its operands in shared memory: an H100 counts them like those of ldmatrix, without conflicts in any
  // layout that a descriptor has (validation/data/hopper-sm90-async-counters.jsonl).
  op('wgmma.mma_async', 'read', 16, 'matrix.read', { kind: 'row', matrices: 4 }),
  op('red.shared.add.u32', 'atomic', 4, 'atomic.b32'),
  op('atom.shared.exch.b32', 'atomic', 4, 'atomic.b32'),
  op('atom.shared.exch.b64', 'atomic', 8, 'atomic.b64'),
  op('atom.shared.cas.b32', 'atomic', 4, 'atomic.compare.b32'),
  op('atom.shared.cas.b64', 'atomic', 8, 'atomic.compare.b64'),
  op('ATOMS.CAST.b32', 'atomic', 4, 'atomic.trial.b32'),
  op('ATOMS.CAST.b64', 'atomic', 8, 'atomic.trial.b64'),
  // Generic loads do not take fewer wavefronts where lanes pair up on one address; up to 32 bits they cost as much as
  // other loads.
  op('ld.v2.b32', 'read', 8, 'read.generic.b64'),
  op('ld.v4.b32', 'read', 16, 'read.generic.b128'),
  op('cp.async.b32', 'async', 4, 'async.b32'),
  op('cp.async.b64', 'async', 8, 'async.b64'),
  // Past L1 (`.cg`), through it (`.ca`), and the zeros of lanes that copy no bytes.
  op('cp.async.b128', 'async', 16, 'async.bypass'),
  op('cp.async.ca.b128', 'async', 16, 'async.b128'),
  op('cp.async.zeros.b128', 'async', 16, 'async.b128'),
  op('cp.async.scattered.b32', 'async', 4),
  op('cp.async.scattered.b64', 'async', 8),
  op('cp.async.scattered.b128', 'async', 16),
  // PTX does not specify which instructions implement them: `atom.add.f32`.
  op('atom.shared.loop.b32', 'atomic', 4),
  op('atom.shared.loop.b64', 'atomic', 8),
  // Lanes of an access that go to another block of the cluster, and those of `st.async` and `red.async`.
  ...widths.flatMap(([, bytes, type]) => [
    op(`ld.shared::cluster.${type}`, 'read', bytes, 'remote.access'),
    op(`st.shared::cluster.${type}`, 'write', bytes, 'remote.access'),
  ]),
  ...([4, 8] as const).flatMap((bytes) => {
    const type = bytes === 4 ? 'b32' : 'b64';
    return [
      op(`atom.shared::cluster.${type}`, 'atomic', bytes, `remote.atomic.${type}`),
      op(`atom.shared::cluster.cas.${type}`, 'atomic', bytes, `remote.compare.${type}`),
      // Asynchronous, or together with lanes that stay in the own block: nothing is counted.
      op(`red.async.shared::cluster.${type}`, 'atomic', bytes, 'remote.access'),
    ];
  }),
  // The instruction that ptxas emits for adding 1 to a 32-bit word when the old value is unused.
  op('ATOMS.POPC.INC', 'atomic', 4, 'atomic.count'),
];
