/**
 * Shared-memory instructions as data: how many bytes a lane moves, in which direction, and how its
 * addresses are formed. How a chip *serves* an instruction is not here: that is `machine/`, which
 * groups instructions by `request` (their request class).
 */

/** Who moves data where, seen from shared memory. `async` is a copy from global memory by hardware. */
export type Direction = 'read' | 'write' | 'atomic' | 'async';

/**
 * How an instruction makes its byte addresses.
 *
 * - `single`: one address per lane: base + 16-bit byte offset.
 * - `double`: two addresses per lane: base + offset0 x unit and base + offset1 x unit, where the unit is
 *   the element size (`stride` 1) or 64 of it (`stride` 64, the `st64` forms). Equal offsets make one access.
 * - `thread-id`: base + offset + 4 x lane, no address register (`addtid`).
 * - `lane-contiguous`: base + offset + lane x `laneBytes`; the base is the same for the wave (direct-to-LDS).
 * - `row`: one address per 16-byte row; lanes 8i to 8i+7 give the rows of matrix i (`ldmatrix`).
 * - `counter`: base + offset for the wave; no lane has an address (`ds_append`).
 * - `none`: no memory (cross-lane operations).
 */
export type Addressing =
  | { readonly kind: 'single' }
  | { readonly kind: 'double'; readonly stride: 1 | 64 }
  | { readonly kind: 'thread-id' }
  | { readonly kind: 'lane-contiguous'; readonly laneBytes: number }
  | { readonly kind: 'row'; readonly matrices: 1 | 2 | 4 }
  | { readonly kind: 'counter' }
  | { readonly kind: 'none' };

/**
 * The class in which hardware schedules an instruction: direction and width in bits. A machine has one
 * service rule for each class that it knows. `b8` and `b16` include the sub-dword forms of every type.
 */
export type RequestClass = OwnClass | FlatClass;

/** Through a flat address of AMD that is in LDS: served as the class behind the dot. */
export type FlatClass = `flat.${'read' | 'write'}.${Width}` | `flat.atomic.${'b32' | 'b64'}`;

type OwnClass =
  | `read.${Width}`
  | `write.${Width}`
  | `atomic.${'b32' | 'b64'}`
  | `atomic.compare.${'b32' | 'b64'}`
  // One round of a loop of compare-and-swap: lanes that conflict fail and come again.
  | `atomic.trial.${'b32' | 'b64'}`
  // Through a generic address.
  | `read.generic.${'b64' | 'b128'}`
  // An atomic that counts lanes: those at one word are one access.
  | 'atomic.count'
  | `async.${'b8' | 'b16' | 'b32' | 'b64' | 'b96' | 'b128'}`
  // A copy from global memory past L1, which fills sectors of shared memory outside of wavefronts.
  | 'async.bypass'
  // Lanes that go to another block of a cluster; atomics take a pass in the own one.
  | 'remote.access'
  | `remote.${'atomic' | 'compare'}.${'b32' | 'b64'}`
  | `async.read.${'b8' | 'b32' | 'b64' | 'b128'}`
  | `read.tr.${'b64' | 'b96' | 'b128'}`
  | `matrix.${'read' | 'write'}`;

type Width = 'b8' | 'b16' | 'b32' | 'b64' | 'b96' | 'b128';

/** Which instruction sets have an instruction. */
export type Isa = 'gcn' | 'cdna3' | 'cdna4' | 'rdna' | 'gfx1250' | 'ptx';

/** A shared-memory instruction: what one lane moves, and the class by which a chip serves it. */
export interface Opcode {
  /** The name in the vendor's assembly: `ds_read_b128`, `ld.shared.v4.b32`. */
  readonly name: string;
  readonly direction: Direction;
  /** Bytes that one lane moves to or from *one* address. */
  readonly widthBytes: number;
  readonly addressing: Addressing;
  /** Absent when lanes do not meet in the banks: cross-lane operations, counters of a wave. */
  readonly request?: RequestClass;
  readonly isa: readonly Isa[];
}
