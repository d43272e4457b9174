/** The assembly that tests read: our own, and the shared kernels where they are present. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Kernel {
  readonly name: string;
  readonly text: string;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function readFolder(folder: string, ending: string): Kernel[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
}

export const macroSample: Kernel = {
  name: 'macros.s',
  text: readFileSync(here('./macros.s'), 'utf8'),
};

export const compilerSample: Kernel = {
  name: 'compiler.s',
  text: readFileSync(here('./compiler.s'), 'utf8'),
};

/** Beside the repository; absent outside the project's own machines. */
const shared = here('../../../../../shared/kernels');

export const sharedKernels: readonly Kernel[] = [
  ...readFolder(`${shared}/wave`, '.s'),
  ...readFolder(`${shared}/triton`, '.amdgcn'),
];
export const noShared = 'needs ../shared/kernels beside the repository';
