/** Listings of SASS for tests, and what was executed of them. */
import { countOnes } from '@ldscope/core';
import type { Run } from '../harness.ts';

/** A listing for sm_90 of instructions, a line each; lines that end in a colon are labels, comments say the line of the source. */
export function listing(text: string): string {
  let pc = 0;
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [
    '.text.k:',
    ...lines.map((line) => {
      if (line.endsWith(':') || line.startsWith('//')) return line;
      const place = (16 * pc++).toString(16).padStart(4, '0');
      return `/*${place}*/ ${line} ;`;
    }),
  ].join('\n');
}

/** `R2` = the address of the variable in shared memory + lane * stride; `R0` the lane. */
export const base = (shift: number): string => `
  S2R R0, SR_TID.X
  S2UR UR5, SR_CgaCtaId
  UMOV UR4, 0x400
  ULEA UR4, UR5, UR4, 0x18
  LEA R2, R0, UR4, 0x${shift}`;

/** Executions and lanes of each access that was executed, by its text. */
export function counts({ traces }: Pick<Run, 'traces'>): Record<string, string> {
  const found = new Map<string, [executed: number, lanes: number]>();
  for (const { count, sites, site, activeMask } of traces)
    for (let row = 0; row < count; row++) {
      const { text = '' } = sites[site[row] ?? 0] ?? {};
      const own = found.get(text) ?? [0, 0];
      found.set(text, [own[0] + 1, own[1] + countOnes(activeMask[2 * row] ?? 0)]);
    }
  return Object.fromEntries([...found].map(([text, [a, b]]) => [text, `${a} x ${b}`]));
}
