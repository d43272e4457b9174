/**
 * `npm run validate -- slice ptx [CUDA]`: executes the accesses of every launch of PTX alone, and everything, and compares: the same
 * traces bit for bit, and what the slice saves. CUDA is a folder of measured CUDA launches.
 */
import type { Output } from '../output.ts';
import { givenPath } from '../paths.ts';
import { differencesOf, observe, type Observed } from './compare.ts';
import type { SliceComparison } from './command.ts';
import { executionOf, type PtxLaunch, ptxLaunches } from './ptx-launches.ts';

/** Blocks of a launch that are executed. */
const MOST_BLOCKS = 64;

/** Both executions of some blocks, the faster of some repeats in turn. */
export function comparePtxLaunch(launch: PtxLaunch, repeats = 1): SliceComparison {
  const execute = executionOf(launch);
  const faster = (a: Observed | undefined, b: Observed): Observed =>
    a === undefined || b.milliseconds < a.milliseconds ? b : a;
  let whole: Observed | undefined;
  let sliced: Observed | undefined;
  for (let i = 0; i < Math.max(1, repeats); i++) {
    const some: typeof execute = (options) => execute({ ...options, workgroups: MOST_BLOCKS });
    whole = faster(whole, observe(some, false));
    sliced = faster(sliced, observe(some, true));
  }
  if (whole === undefined || sliced === undefined) throw new Error('nothing was executed');
  return { whole, sliced, differences: sliced.isMissed ? [] : differencesOf(sliced, whole) };
}

const REPEATS = 2;

/** Runs the program; returns its exit code. */
export async function main(
  [folder]: readonly string[],
  { print, complain, progress }: Output,
): Promise<number> {
  const root = folder === undefined ? '../shared/kernels/cuda' : givenPath(folder);
  const launches = await ptxLaunches(root, complain);
  const gains: number[] = [];
  let [wrong, missed] = [0, 0];
  print('| launch | all, ms | slice, ms | faster | the same |');
  print('| --- | ---: | ---: | ---: | --- |');
  for (const [number, launch] of launches.entries()) {
    progress?.(`${number + 1} of ${launches.length}: ${launch.name}`);
    const { whole, sliced, differences } = comparePtxLaunch(launch, REPEATS);
    if (differences.length > 0) wrong++;
    if (sliced.isMissed) missed++;
    const gain = whole.milliseconds / sliced.milliseconds;
    if (!sliced.isMissed) gains.push(gain);
    const verdict = differences.length === 0 ? 'yes' : `differs: ${differences.join(', ')}`;
    const cells = [
      launch.name,
      whole.milliseconds.toFixed(0),
      sliced.milliseconds.toFixed(0),
      sliced.isMissed ? '' : gain.toFixed(1),
      sliced.isMissed ? 'asks for everything' : verdict,
    ];
    print(`| ${cells.join(' | ')} |`);
  }
  const median = gains.toSorted((a, b) => a - b)[gains.length >> 1] ?? 1;
  print('');
  print(
    `${launches.length} launches: ${launches.length - wrong - missed} the same, ${missed} ask for everything, ${wrong} differ; median ${median.toFixed(1)} times as fast`,
  );
  return wrong === 0 ? 0 : 1;
}
