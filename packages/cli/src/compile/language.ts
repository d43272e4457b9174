/** Sources that a compiler makes machine code of, by the ending of their file: `kernel.hip`, `kernel.cu`, `kernel.cl`. */

export type SourceLanguage = 'hip' | 'cuda' | 'opencl';

const ENDINGS: Readonly<Record<string, SourceLanguage>> = {
  hip: 'hip',
  cpp: 'hip',
  cc: 'hip',
  cxx: 'hip',
  cu: 'cuda',
  cl: 'opencl',
};

/** The language of a file for a compiler; `undefined` for what ldscope reads itself. */
export function sourceLanguage(path: string): SourceLanguage | undefined {
  const ending = /\.(\w+)$/.exec(path)?.[1];
  return ending === undefined ? undefined : ENDINGS[ending.toLowerCase()];
}
