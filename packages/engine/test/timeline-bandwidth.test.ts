/** The bandwidth that is given: what loads move per cycle, of those to LDS at most what hardware moves there. */
import { timelineKernel } from '@ldscope/engine';
import { expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';

/** Cycles per instruction of each of four waves, which keep the memory busy, from two lengths of a program. */
function cyclesOf(instruction: string, bandwidth: number | undefined): number {
  const [short = NaN, long = NaN] = [20, 30].map((count) => {
    const lines = Array.from(
      { length: count },
      (_, i) => `  ${instruction.replace('#', `${i}`)}\n`,
    );
    const text = `machine gfx950\nwaves 4\nprologue:\n${lines.join('')}  wait_cnt(vmcnt(0))\n`;
    return timelineKernel(text, { file: 'a.sched', bandwidth }).report?.cycles;
  });
  return (long - short) / 10 / 4;
}

// 64 lanes of 16 B are 1024 B. One compute unit alone gets 32 B per cycle, to LDS as to registers.
test.each(rows`
  buffer_load_dwordx4 p[#]           |    | 1024 / 32
  buffer_load_dwordx4 p[#]           | 8  | 1024 / 8
  buffer_load_dwordx4 p[#]           | 64 | 1024 / 64
  buffer_load_dwordx4 lds to tile[#] |    | 1024 / 32
  buffer_load_dwordx4 lds to tile[#] | 8  | 1024 / 8
  buffer_load_dwordx4 lds to tile[#] | 64 | 1024 / 32
`)('%s at %s B per cycle: %s cycles', (instruction, bandwidth, wanted) => {
  const [bytes = NaN, rate = NaN] = wanted.split(' / ').map(Number);
  const given = bandwidth === '' ? undefined : Number(bandwidth);
  expect(cyclesOf(instruction, given)).toBeCloseTo(bytes / rate, 0);
});
