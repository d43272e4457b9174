/**
 * The addresses of one vector-memory access, lane by lane: the part that recorders of accesses need.
 *
 * Arrays have 64 entries; entries of inactive lanes are undefined.
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
