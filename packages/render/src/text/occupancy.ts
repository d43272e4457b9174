/** The occupancy of a unit, in words: `2 workgroups per compute unit by waves and LDS, registers not known`. */
import type { OccupancyBound, OccupancyLimit, OccupancyReport } from '@ldscope/core';
import { type Terms, termsFor } from './terminology.ts';
import { counted, grouped } from './numbers.ts';

/** `2 workgroups per compute unit, 2 waves per SIMD; limited by LDS (65,536 / 32,768 bytes)`. */
export function occupancyText(
  occupancy: OccupancyReport,
  terms: Terms = termsFor(undefined),
): string {
  const { wavesPerSimd } = occupancy;
  return (
    `${roomText(occupancy, terms)}, ${counted(wavesPerSimd, terms.wave)} per ${terms.simd}` +
    `${groundsText(occupancy, terms)}; limited by ${limitText(occupancy, terms)}`
  );
}

/** `2 workgroups per compute unit`. */
export function roomText({ workgroups }: OccupancyReport, terms: Terms): string {
  return `${counted(workgroups, terms.workgroup)} per ${terms.unit}`;
}

/** The limits that are known: ` by waves and LDS, registers not known`; empty when all are. */
export function groundsText({ counted: known }: OccupancyReport, terms: Terms): string {
  if (known.includes('registers')) return '';
  const names = { waves: `${terms.wave}s`, lds: terms.sharedMemory, registers: 'registers' };
  return ` by ${known.map((name) => names[name]).join(' and ')}, registers not known`;
}

/** The tightest limits with their arithmetic. */
function limitText({ workgroups, bounds }: OccupancyReport, terms: Terms): string {
  return bounds
    .filter((bound) => bound.workgroups === workgroups)
    .map((bound) => `${limitName(bound.limit, terms)} (${arithmetic(bound, terms)})`)
    .join(', ');
}

/** A limit in the words of the vendor. */
function limitName(limit: OccupancyLimit, terms: Terms): string {
  const names: Readonly<Record<OccupancyLimit, string>> = {
    'wave slots': `${terms.wave} slots`,
    'vector registers': 'vector registers',
    'scalar registers': 'scalar registers',
    'lds': terms.sharedMemory,
    'workgroup slots': `${terms.workgroup} slots`,
  };
  return names[limit];
}

function arithmetic({ limit, available, needed }: OccupancyBound, terms: Terms): string {
  const [has, takes] = [grouped(available), grouped(needed)];
  switch (limit) {
    case 'wave slots':
      return `${has} / ${takes} per ${terms.workgroup}`;
    case 'vector registers':
    case 'scalar registers':
      return `${has} / ${takes} per ${terms.wave}`;
    case 'lds':
      return `${has} / ${takes} bytes`;
    case 'workgroup slots':
      return has;
  }
}
