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
  readonly unit: 'instructions' | 'cycles' | 'wavefronts' | 'percent' | 'conflicts/access';
  /** How it is computed from other counters; absent for a raw counter. */
  readonly formula?: string;
}

/** The profiler's counters for these totals. `reads` and `writes` split what NVIDIA counts apart. */
export function counters(
  machine: Machine,
  totals: Totals,
  reads: Totals,
  writes: Totals,
): readonly Counter[] {
  return machine.vendor === 'AMD' ? amdCounters(totals) : nvidiaCounters(reads, writes);
}

function amdCounters(totals: Totals): Counter[] {
  const { instructions, idxActive, bankConflict } = totals;
  const accesses = idxActive - bankConflict;
  return [
    { name: 'SQ_INSTS_LDS', value: instructions, unit: 'instructions' },
    { name: 'SQ_LDS_IDX_ACTIVE', value: idxActive, unit: 'cycles' },
    { name: 'SQ_LDS_BANK_CONFLICT', value: bankConflict, unit: 'cycles' },
    {
      name: 'Bank Conflicts/Access',
      value: ratio(bankConflict, accesses),
      unit: 'conflicts/access',
      formula: 'SQ_LDS_BANK_CONFLICT / (SQ_LDS_IDX_ACTIVE - SQ_LDS_BANK_CONFLICT)',
    },
    {
      name: 'Bank Conflict Rate',
      value: ratio(100 * bankConflict, accesses * 32),
      unit: 'percent',
      formula: '100 * SQ_LDS_BANK_CONFLICT / ((SQ_LDS_IDX_ACTIVE - SQ_LDS_BANK_CONFLICT) * 32)',
    },
  ];
}

function nvidiaCounters(reads: Totals, writes: Totals): Counter[] {
  return [['ld', reads] as const, ['st', writes] as const].flatMap(([op, totals]): Counter[] => [
    {
      name: `l1tex__data_pipe_lsu_wavefronts_mem_shared_op_${op}`,
      value: totals.idxActive,
      unit: 'wavefronts',
    },
    {
      name: `l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_${op}`,
      value: totals.bankConflict,
      unit: 'wavefronts',
    },
  ]);
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : numerator / denominator;
}
