/**
 * The seven accesses that the CDNA deck teaches coalescing with, as data, with the transactions of 64-byte lines that
 * it counts. Each is one load by a wave of 64 lanes, lane l at `baseBytes + l * strideBytes`.
 */
import { type GlobalTrace, singleGlobalAccess } from '../access/global-trace.ts';

/** A pattern of global accesses with its meaning in a kernel. */
export interface CoalescingScenario {
  readonly name: string;
  readonly title: string;
  /** Its meaning in a kernel. */
  readonly meaning: string;
  readonly instruction: string;
  readonly widthBytes: number;
  readonly baseBytes: number;
  readonly strideBytes: number;
  /** Lines of 64 bytes. */
  readonly transactions: number;
}

const dword = { instruction: 'global_load_dword', widthBytes: 4 } as const;
const quad = { instruction: 'global_load_dwordx4', widthBytes: 16 } as const;

/** Patterns of global loads to teach coalescing with, each by a wave of 64 lanes, with the lines of 64 bytes that it moves. */
export const coalescingScenarios: readonly CoalescingScenario[] = [
  {
    name: 'contiguous-b32',
    title: '4 bytes per lane, contiguous',
    meaning: 'a row of floats, a float for each lane',
    ...dword,
    baseBytes: 0,
    strideBytes: 4,
    transactions: 4,
  },
  {
    name: 'strided-b32',
    title: '4 bytes per lane, 256 bytes apart',
    meaning: 'one field of a large record, a record for each lane',
    ...dword,
    baseBytes: 0,
    strideBytes: 256,
    transactions: 64,
  },
  {
    name: 'contiguous-b128',
    title: '16 bytes per lane, contiguous',
    meaning: 'a row of floats, four for each lane',
    ...quad,
    baseBytes: 0,
    strideBytes: 16,
    transactions: 16,
  },
  {
    name: 'strided-b128',
    title: '16 bytes per lane, 1,024 bytes apart',
    meaning: 'wide loads of a row of its own for each lane: width does not help',
    ...quad,
    baseBytes: 0,
    strideBytes: 1024,
    transactions: 64,
  },
  {
    name: 'misaligned-b128',
    title: '16 bytes per lane, contiguous, starting at byte 4',
    meaning: 'a vector that begins behind a header of 4 bytes',
    ...quad,
    baseBytes: 4,
    strideBytes: 16,
    transactions: 17,
  },
  {
    name: 'column-f32',
    title: 'a column of a row-major matrix with 1,024 floats per row',
    meaning: 'the transposing read that a kernel goes through LDS to avoid',
    ...dword,
    baseBytes: 0,
    strideBytes: 4096,
    transactions: 64,
  },
  {
    name: 'row-f16x8',
    title: 'a row of a row-major f16 tile, eight elements per lane',
    meaning: 'the global load of all kernels of the deck',
    ...quad,
    baseBytes: 0,
    strideBytes: 16,
    transactions: 16,
  },
];

/** The access of a scenario, ready to be counted or explained. */
export function scenarioTrace(scenario: CoalescingScenario): GlobalTrace {
  const { instruction: name, widthBytes, baseBytes, strideBytes } = scenario;
  const addresses = Float64Array.from({ length: 64 }, (_, lane) => baseBytes + lane * strideBytes);
  return singleGlobalAccess({ name, direction: 'load', widthBytes }, addresses);
}
