/**
 * NVIDIA's shared-memory instructions under their PTX names. The banks see width and direction only,
 * so one name stands for every type of that width (`ld.shared.v4.b32` for SASS `LDS.128`). Source: PTX ISA.
 *
 * Not here: bulk copies, which no counter of the banks sees (measured on an H100); and those whose cost is not one function of the
 * shared addresses: `cp.async` (its wavefronts depend on the global addresses as well, seen on an H200) and 64-bit and float
 * additions (loops of compare-and-swap on sm_90). A compare-and-swap takes each of its wavefronts twice and reports the
 * conflicts once.
 * Adding the constant 1 compiles to ATOMS.POPC.INC, which combines lanes on one word; `red.shared.add.u32` stands for all
 * other 32-bit integer operations (add, min, and, inc: measured alike on an H100).
 */
import type { Addressing, Direction, Opcode, RequestClass } from './opcode.ts';

const op = (
  name: string,
  direction: Direction,
  widthBytes: number,
  request: RequestClass,
  addressing: Addressing = { kind: 'single' },
): Opcode => ({ name, direction, widthBytes, request, addressing, isa: ['ptx'] });

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
  // What ptxas makes of adding 1 to a 32-bit word where nobody takes the old value.
  op('ATOMS.POPC.INC', 'atomic', 4, 'atomic.count'),
];
