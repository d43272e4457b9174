/** What limits a unit, and the memories around it. */
import { grouped } from '../../controls/words.ts';
import { type Machine, timingOf } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { waveOf } from '../parts/one-access.ts';
import { type GpuView } from './model.ts';

export function boundsTable({ occupancy, machine }: GpuView): DataTable {
  const allocated = grouped(occupancy.allocatedLdsBytes);
  return tableOf(
    `What limits workgroups of this size on ${machine.name}: each is allocated ${occupancy.allocatedRegisters} registers per lane and ${allocated} bytes of LDS`,
    occupancy.bounds,
    ['limit', ['workgroups per unit', 'workgroups'], ['because', 'words']],
  );
}

const kibi = (bytes: number): string => `${Number((bytes / 1024).toFixed(1))} KiB`;

/** From the registers outwards. Sizes of chip-wide memories are AMD's for MI300X; the rest is computed. */
export function memoryTable(machine: Machine): DataTable {
  const { occupancy, sharedMemory } = machine;
  const timing = timingOf(machine);
  const simds = occupancy.simdsPerUnit.value;
  const vector = simds * occupancy.vectorRegistersPerSimd.value * waveOf(machine) * 4;
  const scalars = occupancy.scalarRegistersPerSimd?.value;
  const cycles = (
    fact: { readonly value: number; readonly evidence: string } | undefined,
  ): string => (fact === undefined ? '-' : `about ${fact.value} (${fact.evidence})`);
  const isMi300 = machine.name === 'gfx942';
  return {
    caption: `Memories around a unit of ${machine.name}`,
    columns: [
      { title: 'memory' },
      { title: 'scope' },
      { title: 'size' },
      { title: 'latency in cycles, idle' },
      { title: 'managed by' },
    ],
    rows: [
      ['vector registers', 'a unit', kibi(vector), '-', 'compiler'],
      ...(scalars === undefined
        ? []
        : [['scalar registers', 'a unit', kibi(simds * scalars * 4), '-', 'compiler']]),
      [
        'LDS',
        'a unit, one slice per workgroup',
        `${kibi(sharedMemory.bytes.value)}, ${sharedMemory.banks.value} banks`,
        cycles(timing?.lds.latency),
        'the program',
      ],
      ...(isMi300
        ? [
            ['L1 vector cache', 'a unit', '32 KiB', '-', 'hardware'],
            ['L2', 'a die of 38 units', '4 MiB each, 32 MiB', '-', 'hardware'],
            ['Infinity Cache', 'the device', '256 MiB', '-', 'hardware'],
            ['HBM3', 'the device', '192 GB, 5.3 TB/s', cycles(timing?.vmem.latency), 'the program'],
          ]
        : [['global memory', 'the device', '-', cycles(timing?.vmem.latency), 'the program']]),
    ],
  };
}
