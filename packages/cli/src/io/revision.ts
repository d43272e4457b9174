/**
 * Files of commits, named as git names them.
 *
 *     HEAD~1:kernels/gemm.mlir     relative to the working directory, else to the root of the repository
 *     v1.2:./gemm.mlir
 *
 * A file that is there under the whole name is taken as it is.
 */
import { spawnSync } from 'node:child_process';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from './io.ts';

const MOST_BYTES = 2 ** 28;

/** The commit and the path in a name; `undefined` where it cannot be one. A name that git would take as an option is not one. */
export function revisionOf(
  name: string,
): { readonly revision: string; readonly path: string } | undefined {
  const [, revision = '', path = ''] = /^([^-:\s][^:\s]*):([^:]+)$/.exec(name) ?? [];
  return revision === '' ? undefined : { revision, path };
}

/** The surroundings with files of commits among those that can be read. */
export function withRevisions(io: Io): Io {
  const readBytes = async (path: string, most?: number): Promise<Uint8Array> => {
    try {
      return await io.readBytes(path, most);
    } catch (error) {
      const found = fileProblem(error) === undefined ? undefined : revisionOf(path);
      if (found === undefined) throw error;
      return await io.readRevision(found.revision, found.path);
    }
  };
  const readFile = async (path: string): Promise<string> =>
    new TextDecoder().decode(await readBytes(path));
  return { ...io, readBytes, readFile };
}

/** The bytes of a file at a commit, by git in a folder (by default the working one); throws as reading a file does. */
export function readRevision(revision: string, path: string, folder = '.'): Uint8Array {
  const ways = path.startsWith('./') ? [path] : [`./${path}`, path];
  let problem = '';
  for (const way of ways) {
    const { status, stdout, stderr, error } = spawnSync(
      'git',
      ['-C', folder, 'cat-file', 'blob', `${revision}:${way}`],
      { maxBuffer: MOST_BYTES, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    if (status === 0) return stdout;
    if (error !== undefined) throw failed(`git could not be run: ${error.message}`);
    problem = new TextDecoder().decode(stderr).split('\n')[0] ?? '';
  }
  throw failed(problem.replace(/^fatal: /, ''));
}

const failed = (reason: string): Error => Object.assign(new Error(reason), { code: 'EGIT' });
