import { machineNamed, ReportBuilder } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { lower, median, processorTimes, shownTaken, takenBy, type Verdict } from './measure.ts';

const PARSED_BYTES = 8e6;

/** Megabytes of MLIR parsed per second of processor time: one kernel over and over, as a tool meets kernels. */
export function benchParse(name: string, kernel: string): Verdict {
  const repeats = 1 + Math.floor(PARSED_BYTES / kernel.length);
  const taken = median(
    processorTimes(5, 2, () => {
      for (let i = 0; i < repeats; i++) parseModule(kernel);
    }),
  );
  const rate = (repeats * kernel.length) / 1000 / taken;
  return {
    name: `parse ${name}, ${(kernel.length / 1000).toFixed(0)} kB, again and again`,
    measured: `${rate.toFixed(0)} MB/s of processor time`,
    target: 'at least 20 MB/s',
    met: rate >= 20,
  };
}

/** The same text as one file of several megabytes: all of its objects stay alive, so collecting garbage shows. */
export function benchParseLarge(name: string, kernel: string): Verdict {
  const body = kernel.replaceAll(/^[#!]\w+ = .*$/gm, '');
  const aliases = kernel.match(/^[#!]\w+ = .*$/gm)?.join('\n') ?? '';
  const input = `${aliases}\n${body.repeat(1 + Math.floor(PARSED_BYTES / body.length))}`;
  const rate = input.length / 1000 / median(processorTimes(5, 2, () => parseModule(input)));
  return {
    name: `parse ${name} repeated in one file of ${(input.length / 1e6).toFixed(0)} MB`,
    measured: `${rate.toFixed(0)} MB/s of processor time`,
    target: 'none; for comparison',
    met: undefined,
  };
}

/** From text to report, as `ldscope analyze` does it, and with everything executed; the first time in this process. */
export function benchKernel(name: string, text: string): Verdict {
  const analyzed = takenBy(() => reported(text, true));
  const whole = takenBy(() => reported(text, false));
  if (analyzed.result.figures !== whole.result.figures)
    throw new Error(`${name}: the figures differ`);
  return {
    name: `parse, execute and report ${name} (${analyzed.result.waves} waves)`,
    measured: `${shownTaken(analyzed)}; with everything executed ${shownTaken(whole)}`,
    target: 'at most 0.3 s',
    met: lower(analyzed) <= 300 && analyzed.result.waves > 0,
  };
}

interface Reported {
  readonly waves: number;
  readonly figures: string;
}

function reported(text: string, accessesOnly: boolean): Reported {
  const machine = machineNamed('gfx950');
  const builder = new ReportBuilder(machine);
  const { module } = parseModule(text);
  const { kernel, hazards, isMissed } = executeKernel(module, text, {
    machine,
    accessesOnly,
    classes: accessesOnly,
    onWorkgroup: (trace, _done, _all, times) => builder.add(trace, undefined, times),
    onGlobal: (trace, times) => builder.addGlobal(trace, times),
  });
  if (isMissed === true) return reported(text, false);
  const { report } = builder.finish(kernel, hazards);
  return { waves: kernel.waves, figures: JSON.stringify(report) };
}
