import { machineNamed, ReportBuilder } from '@ldscope/core';
import { executeTtgir, parseModule } from '@ldscope/mlir';
import { median, times, type Verdict } from './measure.ts';

/** Milliseconds from the text of a TTGIR module to its report; the first time counts apart. */
export function benchTtgir(name: string, text: string, chip: string): Verdict {
  const machine = machineNamed(chip);
  const work = (): void => {
    const { module } = parseModule(text);
    const builder = new ReportBuilder(machine);
    const { kernel } = executeTtgir(module, text, {
      machine,
      onWorkgroup: (trace) => builder.add(trace),
    });
    builder.finish(kernel);
  };
  const [first = Number.NaN, ...rest] = times(12, 0, work);
  const middle = median(rest);
  return {
    name: `parse and report ${name}, ${(text.length / 1000).toFixed(0)} kB of TTGIR`,
    measured: `${middle.toFixed(1)} ms, the first time ${first.toFixed(0)} ms`,
    target: 'under 100 ms',
    met: middle < 100,
  };
}
