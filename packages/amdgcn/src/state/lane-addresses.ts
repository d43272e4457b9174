/**
 * The addresses of one vector-memory access, lane by lane: what records accesses needs of it, and no more.
 *
 * Arrays have 64 entries; those of lanes that take no part hold anything.
 */
export interface LaneAddresses {
  /** Address of each lane in bytes. */
  readonly addresses: Float64Array;
  /** The access goes through a descriptor: `rooms` are bytes from the address to the end of what it allows. */
  readonly bounded: boolean;
  readonly rooms: Float64Array;
  /** Bytes from a word to the next one: more than 4 in private memory, which interleaves the words of lanes. */
  readonly wordStep: number;
  /** Active lanes: bit l of `low` is lane l, bit l of `high` lane 32 + l. */
  readonly low: number;
  readonly high: number;
  isActive(lane: number): boolean;
}
