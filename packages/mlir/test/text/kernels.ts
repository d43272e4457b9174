/** The MLIR texts that tests read: our own fixtures, and the shared kernels where they are present. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Kernel {
  readonly name: string;
  readonly text: string;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The files of a folder, by their names. */
export function readFolder(folder: string, ending: string): Kernel[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
}

export const fixtures: readonly Kernel[] = readFolder(here('../fixtures'), '.mlir');

/** Beside the repository; absent outside the project's own machines. */
const shared = here('../../../../../shared/kernels');

export const sharedKernels: readonly Kernel[] = readFolder(`${shared}/wave`, '.mlir');
export const tritonKernels: readonly Kernel[] = readFolder(`${shared}/triton`, '.ttgir');
export const noShared = 'needs ../shared/kernels beside the repository';
