/** Sweeps the sources that are there, each into a store of its own: what was done before is not done again. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Output } from '../base/output.ts';
import { pathsOf, slugOf, sources } from './sources.ts';
import { inRepository } from '../base/paths.ts';

const COMMAND = inRepository('packages/cli/bin/ldscope.cjs');

export const storeOf = (root: string, slug: string): string => join(root, 'stores', slug);

/** Exit code of the worst of the sweeps. */
export function sweepSources(root: string, only: readonly string[], { print }: Output): number {
  let worst = 0;
  for (const source of sources) {
    const slug = slugOf(source);
    if (only.length > 0 && !only.includes(slug)) continue;
    const paths = pathsOf(root, source);
    print(`${source.name}: ${paths.length} paths`);
    if (paths.length === 0) continue;
    const { machines = [], launches = [], flags } = source;
    const words = [
      'sweep',
      ...paths,
      '--layouts',
      '--time',
      '--seconds',
      '120',
      '-j',
      '2',
      ...(machines.length === 0 ? [] : ['-m', machines.join(',')]),
      ...launches.flatMap((launch) => ['-l', launch]),
      '--store',
      storeOf(root, slug),
      ...(flags === undefined ? [] : ['--', ...flags]),
    ];
    const command = process.env['LDSCOPE_STUDY_COMMAND'] ?? COMMAND;
    const { status } = spawnSync(process.execPath, [command, ...words], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    worst = Math.max(worst, status ?? 1);
  }
  return worst;
}
