/**
 * Totals in the words of the hardware's own counters.
 *
 * AMD, ROCm/rocprofiler-compute block "LDS" (analysis configs 1200_lds.yaml): the rate divides by 32 on every
 * chip, also on gfx950 with its 64 banks; that is AMD's formula and kept as it is. NVIDIA: Nsight Compute.
 */
import type { Machine } from '../machine/machine.ts';

/** Sums over executed instructions; cycles on AMD, wavefronts on NVIDIA. */
export interface Totals {
  /** Executed by waves. */
  readonly instructions: number;
  readonly idxActive: number;
  readonly bankConflict: number;
}

/** One figure under the name that the vendor's profiler shows. */
export interface Counter {
  readonly name: string;
  readonly value: number;
  readonly unit:
    | 'instructions'
    | 'PTX instructions'
    | 'cycles'
    | 'wavefronts'
    | 'sectors'
    | 'percent'
    | 'conflicts/access';
  /** How it is computed from other counters; absent for a raw counter. */
  readonly formula?: string;
}

/**
 * What a counter sums up: accesses to the banks; these and instructions that bypass the banks, which hardware counts as
 * well; or global memory and instructions of every kind.
 */
export type CounterFeed = 'accesses' | 'instructions' | 'others';

/** A counter with what it sums up. */
export interface FedCounter extends Counter {
  readonly feed: CounterFeed;
}

/** What counters are computed from, by what accesses do. */
export interface CountedTotals {
  readonly reads: Totals;
  readonly writes: Totals;
  readonly atomics: Totals;
  /** Copies from global memory by hardware. */
  readonly copies: Totals;
  /** Sectors of global memory, where those are what the chip moves. */
  readonly sectors?: { readonly loads: number; readonly stores: number } | undefined;
  /** Sectors moved by the unit that copies boxes and ranges; absent where it moves none. */
  readonly copiedSectors?:
    | { readonly loads: number; readonly stores: number; readonly reductions: number }
    | undefined;
  /** Instructions of PTX that warps executed. */
  readonly ptxInstructions?: number | undefined;
}

/** The profiler's counters for these totals. */
export function counters(machine: Machine, totals: CountedTotals): readonly FedCounter[] {
  return machine.vendor === 'AMD' ? amdCounters(totals) : nvidiaCounters(totals);
}

function amdCounters({ reads, writes, atomics }: CountedTotals): FedCounter[] {
  // Direct-to-LDS loads are vector-memory instructions: SQ_INSTS_LDS does not see them.
  const { instructions, idxActive, bankConflict } = sumOf(reads, writes, atomics);
  const accesses = idxActive - bankConflict;
  return [
    { name: 'SQ_INSTS_LDS', value: instructions, unit: 'instructions', feed: 'instructions' },
    { name: 'SQ_LDS_IDX_ACTIVE', value: idxActive, unit: 'cycles', feed: 'instructions' },
    { name: 'SQ_LDS_BANK_CONFLICT', value: bankConflict, unit: 'cycles', feed: 'accesses' },
    {
      name: 'Bank Conflicts/Access',
      value: ratio(bankConflict, accesses),
      unit: 'conflicts/access',
      formula: 'SQ_LDS_BANK_CONFLICT / (SQ_LDS_IDX_ACTIVE - SQ_LDS_BANK_CONFLICT)',
      feed: 'instructions',
    },
    {
      name: 'Bank Conflict Rate',
      value: ratio(100 * bankConflict, accesses * 32),
      unit: 'percent',
      formula: '100 * SQ_LDS_BANK_CONFLICT / ((SQ_LDS_IDX_ACTIVE - SQ_LDS_BANK_CONFLICT) * 32)',
      feed: 'instructions',
    },
  ];
}

function nvidiaCounters(totals: CountedTotals): FedCounter[] {
  const { reads, writes, atomics, copies, sectors, copiedSectors, ptxInstructions } = totals;
  const conflicts = 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared';
  const kinds = [['ld', reads] as const, ['st', writes] as const, ['atom', atomics] as const];
  return [
    {
      name: conflicts,
      value: sumOf(reads, writes, atomics, copies).bankConflict,
      unit: 'wavefronts',
      feed: 'accesses',
    },
    ...kinds.flatMap(([op, { idxActive, bankConflict }]): FedCounter[] => [
      {
        name: `l1tex__data_pipe_lsu_wavefronts_mem_shared_op_${op}`,
        value: idxActive,
        unit: 'wavefronts',
        feed: 'accesses',
      },
      {
        name: `${conflicts}_op_${op}`,
        value: bankConflict,
        unit: 'wavefronts',
        feed: 'accesses',
      },
    ]),
    ...(sectors === undefined
      ? []
      : [['ld', sectors.loads] as const, ['st', sectors.stores] as const].map(
          ([op, value]): FedCounter => ({
            name: `l1tex__t_sectors_pipe_lsu_mem_global_op_${op}`,
            value,
            unit: 'sectors',
            feed: 'others',
          }),
        )),
    ...(copiedSectors === undefined
      ? []
      : [
          ['xbar2l1tex_read', 'ld', copiedSectors.loads] as const,
          ['l1tex2xbar_write', 'st', copiedSectors.stores] as const,
          ['l1tex2xbar_write', 'red', copiedSectors.reductions] as const,
        ].map(([way, op, value]): FedCounter => ({
          name: `l1tex__m_${way}_sectors_mem_global_op_tma_${op}`,
          value,
          unit: 'sectors',
          feed: 'others',
        }))),
    ...(ptxInstructions === undefined
      ? []
      : [
          {
            name: 'smsp__inst_executed',
            value: ptxInstructions,
            unit: 'PTX instructions',
            feed: 'others',
          } as const,
        ]),
  ];
}

function sumOf(...list: readonly Totals[]): Totals {
  const total = (of: (one: Totals) => number): number =>
    list.reduce((sum, one) => sum + of(one), 0);
  return {
    instructions: total((one) => one.instructions),
    idxActive: total((one) => one.idxActive),
    bankConflict: total((one) => one.bankConflict),
  };
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : numerator / denominator;
}
