/** A launch, the read of its waves, and the lane that is followed. */
import { machineNamed } from '@ldscope/core';
import { choice, controls, type StateOf, whole } from '../../controls/schema.ts';
import { waveOf } from '../parts/one-access.ts';
import { tries } from '../parts/known-states.ts';

/** Devices with published numbers of units that have an LDS of their own. */
export const devices = [
  { chip: 'gfx90a', name: 'MI250X, one die', units: 110, source: 'AMD CDNA 2 white paper' },
  { chip: 'gfx942', name: 'MI300X', units: 304, source: 'AMD CDNA 3 white paper' },
  { chip: 'gfx950', name: 'MI355X', units: 256, source: 'AMD CDNA 4 white paper' },
  {
    chip: 'gfx1100',
    name: 'RX 7900 XTX',
    units: 48,
    source: 'AMD product page: 96 compute units, two to a workgroup processor',
  },
] as const;
export type Chip = (typeof devices)[number]['chip'];
export const chips: readonly Chip[] = devices.map(({ chip }) => chip);

export const patterns = ['row', 'column', 'padded column'] as const;

export const MOST_GRID = 65_536;
export const MOST_BLOCK = 1024;
export const MOST_REGISTERS = 512;

export const wavesOf = (chip: Chip, block: number): number =>
  Math.ceil(block / waveOf(machineNamed(chip)));

export const gpuControls = controls(
  '',
  {
    chip: choice('Chip', chips, 'gfx942', {
      text: (chip) => `${chip}, ${devices.find((one) => one.chip === chip)?.name ?? ''}`,
    }),
    /** How lanes of a wave go through a tile of f32. */
    pattern: choice('Read of an f32 tile', patterns, 'column'),
    columns: whole('its columns', 32, { min: 1, max: 512 }),
    /** Workgroups of the launch. */
    grid: whole('Workgroups', 2048, { min: 1, max: MOST_GRID }),
    /** Lanes of a workgroup: its block. */
    block: whole('Lanes per workgroup', 256, { min: 1, max: MOST_BLOCK }),
    ldsBytes: whole('LDS per workgroup, bytes', 16384, { step: 512 }),
    vectorRegisters: whole('Vector registers per lane', 96, { min: 1, max: MOST_REGISTERS }),
    workgroup: whole('Follow workgroup', 309),
    wave: whole('its wave', 2),
    lane: whole('its lane', 7),
  },
  {
    depends: {
      ldsBytes: ({ chip }) => ({ max: machineNamed(chip).sharedMemory.bytesPerWorkgroup.value }),
      workgroup: ({ grid }) => ({ max: grid - 1 }),
      wave: ({ chip, block }) => ({ max: wavesOf(chip, block) - 1 }),
      lane: ({ chip }) => ({ max: waveOf(machineNamed(chip)) - 1 }),
    },
  },
);

export type GpuParameters = StateOf<typeof gpuControls>;

export const gpuTries = tries(gpuControls)`
Read along a row | pattern=row | At the bottom: lane after lane takes the next bank, and no bank serves two words in one phase.
Pad each row by one word | pattern=padded+column | The read still goes down a column, but each row now begins one bank further.
Take rows of 256 columns | columns=256&ldsBytes=65536 | Longer rows are still a whole number of turns around the banks: every lane stays on one bank.
Ask for one byte of LDS more | ldsBytes=16385 | Under the picture: one workgroup fewer fits on the unit, because LDS is allocated in whole granules.
Follow another workgroup on the same unit | workgroup=5 | Its slice of LDS begins elsewhere, but its lanes go to the same banks.
`;
