import { findMachine, ReportBuilder } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { median, times, type Verdict } from './measure.ts';

const PARSED_BYTES = 8e6;

/** Megabytes of MLIR parsed per second: one kernel over and over, as a tool meets kernels. */
export function benchParse(name: string, kernel: string): Verdict {
  const repeats = 1 + Math.floor(PARSED_BYTES / kernel.length);
  const taken = median(
    times(5, 2, () => {
      for (let i = 0; i < repeats; i++) parseModule(kernel);
    }),
  );
  const rate = (repeats * kernel.length) / 1000 / taken;
  return {
    name: `parse ${name}, ${(kernel.length / 1000).toFixed(0)} kB, again and again`,
    measured: `${rate.toFixed(0)} MB/s`,
    target: 'at least 20 MB/s',
    met: rate >= 20,
  };
}

/** The same text as one file of several megabytes: all of its objects stay alive, so collecting garbage shows. */
export function benchParseLarge(name: string, kernel: string): Verdict {
  const body = kernel.replaceAll(/^[#!]\w+ = .*$/gm, '');
  const aliases = kernel.match(/^[#!]\w+ = .*$/gm)?.join('\n') ?? '';
  const input = `${aliases}\n${body.repeat(1 + Math.floor(PARSED_BYTES / body.length))}`;
  const rate = input.length / 1000 / median(times(5, 2, () => parseModule(input)));
  return {
    name: `parse ${name} repeated in one file of ${(input.length / 1e6).toFixed(0)} MB`,
    measured: `${rate.toFixed(0)} MB/s`,
    target: 'none; for comparison',
    met: undefined,
  };
}

/** Seconds from text to report, cold. */
export function benchKernel(name: string, text: string): Verdict {
  const machine = findMachine('gfx950');
  if (machine === undefined) throw new Error('gfx950 is missing');
  const builder = new ReportBuilder(machine);
  const begin = performance.now();
  const { module } = parseModule(text);
  const { kernel } = executeKernel(module, text, {
    machine,
    onWorkgroup: (trace) => builder.add(trace),
  });
  const { report } = builder.finish(kernel);
  const seconds = (performance.now() - begin) / 1000;
  return {
    name: `parse, execute and report ${name} (${kernel.waves} waves)`,
    measured: `${seconds.toFixed(2)} s, ${report.totals.instructions} LDS instructions`,
    target: 'under 5 s',
    met: seconds < 5 && kernel.waves > 0,
  };
}
