/** A table of slices beside executions of everything, and the line that sums it up. */
import type { Output } from '../base/output.ts';
import type { SliceComparison } from './compare.ts';

export class SliceTable {
  /** Kernels of which the slice gives something else. */
  wrong = 0;
  readonly #print: Output['print'];
  readonly #ratios: number[] = [];
  #missed = 0;
  #refused = 0;

  constructor(print: Output['print']) {
    this.#print = print;
    print(`| kernel | all, ms | slice, ms | faster | the same |`);
    print('| --- | ---: | ---: | ---: | --- |');
  }

  /** Adds a kernel; without a comparison it cannot be executed. */
  add(name: string, comparison: SliceComparison | undefined): void {
    if (comparison === undefined) {
      this.#refused++;
      return;
    }
    const { whole, sliced, differences } = comparison;
    const [all, some] = [whole.milliseconds, sliced.milliseconds];
    if (sliced.isMissed) this.#missed++;
    else if (differences.length > 0) this.wrong++;
    else this.#ratios.push(all / some);
    const verdict = differences.length === 0 ? 'yes' : `differs: ${differences.join(', ')}`;
    const cells = [
      name,
      all.toFixed(1),
      some.toFixed(1),
      sliced.isMissed ? '' : (all / some).toFixed(1),
      sliced.isMissed ? 'asks for everything' : verdict,
    ];
    this.#print(`| ${cells.join(' | ')} |`);
  }

  end(): void {
    const sorted = this.#ratios.toSorted((a, b) => a - b);
    const median = sorted[sorted.length >> 1]?.toFixed(1) ?? '-';
    const parts = [
      `${sorted.length} the same, ${median}x faster in the median`,
      `${this.#missed} ask for everything`,
      `${this.wrong} differ`,
      ...(this.#refused > 0 ? [`${this.#refused} are not executed`] : []),
    ];
    this.#print(parts.join('; '));
  }
}
