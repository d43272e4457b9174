/**
 * `npm run validate -- triton sm_90 [OUT MEASURED.jsonl]`: executes Triton's PTX and compares it with what an H100 counted, from the
 * data of the repository or from what compile.py and counters.py wrote.
 *
 *     npm run validate -- triton sm_90 pack OUT MEASURED.jsonl ...     writes that data; requires python3 with numpy
 */
import { spawnSync } from 'node:child_process';
import { dataFile, givenPath } from '../../base/paths.ts';
import type { Output } from '../../base/output.ts';
import { judgeAll } from './judge-all.ts';
import { readLaunches, readMeasured } from './launches.ts';
import { pack } from './pack.ts';
import { printNvidia } from './report.ts';

/** Runs the program; returns its exit code. */
export function main(args: readonly string[], output: Output): number {
  if (args[0] === 'pack') return packFolders(args.slice(1).map(givenPath), output);
  const [folder, measured] = args.map(givenPath);
  const { print, complain, progress } = output;
  const { verdicts, unchecked } = judgeAll(readLaunches(folder), readMeasured(measured), progress);
  if (verdicts.length === 0) {
    complain(`no launches in '${folder ?? ''}' that were measured: give what compile.py wrote`);
    return 2;
  }
  print(printNvidia(verdicts).trimEnd());
  if (unchecked.length > 0)
    complain(`not compared, python3 with numpy is not installed: ${unchecked.join(', ')}`);
  return verdicts.every(({ wrong }) => wrong.length === 0) && unchecked.length === 0 ? 0 : 1;
}

function packFolders(paths: readonly string[], { print, complain }: Output): number {
  const script = dataFile('../triton/nvidia/check.py');
  const { status, stdout } = spawnSync('python3', [script, '--digests'], { encoding: 'utf8' });
  if (status !== 0 || paths.length === 0) {
    complain('give folders of compile.py and files of counters.py; python3 requires numpy');
    return 2;
  }
  const files = paths.filter((path) => path.endsWith('.jsonl'));
  const folders = paths.filter((path) => !path.endsWith('.jsonl'));
  const [archive, counters] = pack(folders, files, stdout);
  print(`${archive} bytes of launches, ${counters} bytes of counters`);
  return 0;
}
