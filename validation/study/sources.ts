/** The collections of kernels that the study sweeps, as `sources.yaml` has them. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from '../base/paths.ts';
import { readYaml } from '../base/read.ts';

export interface Source {
  /** In tables and in the names of stores. */
  readonly name: string;
  /** What is in it. */
  readonly about: string;
  /** In the picture of causes, which has few colours. */
  readonly group: 'Triton' | 'HIP' | 'AMD assembly and code objects' | 'CUDA';
  /** Where it can be had, and the commit that was swept; absent for what is made here. */
  readonly repository?: string;
  readonly commit?: string;
  /** Below the folder of the study. */
  readonly folder: string;
  /** What the names of its files match; absent for a folder as a whole (a cache of Triton). */
  readonly files?: string;
  /** What the texts of its files match: what a source without shared memory has none of. */
  readonly has?: string;
  /** Every n-th of the files, in the order of their names. */
  readonly every?: number;
  /** Absent for the chips that code objects name. */
  readonly machines?: readonly string[];
  /** Of the compiler, relative to the folder of the study. */
  readonly flags?: readonly string[];
  /**
   * Launches of each of its kernels, of which rows.ts takes the first that fits: a row of threads, and squares, the large one
   * first, since a tile of 32 x 32 has room for a block of 16 x 16, with other conflicts. Their own, or inferred ones, where it is
   * absent.
   */
  readonly launches?: readonly string[];
}

export const sources = readYaml<readonly Source[]>('validation/study/sources.yaml');

/** The group of the source that a row names. */
export const groupOf = (row: { readonly source: string }): Source['group'] | 'other' =>
  sources.find(({ name }) => name === row.source)?.group ?? 'other';

/** The name of a source as a name of a folder. */
export const slugOf = ({ name }: Source): string => name.toLowerCase().replaceAll(/\W+/g, '-');

/** What `sweep` gets of a source, relative to the folder of the study; empty where it is absent. */
export function pathsOf(
  root: string,
  { folder, files, has, every = 1 }: Source,
): readonly string[] {
  const found = filesBelow(join(root, folder), new RegExp(files ?? '.'));
  if (files === undefined) return found === undefined ? [] : [folder];
  const wanted = has === undefined ? undefined : new RegExp(has);
  return (found ?? [])
    .filter((file) => wanted?.test(readFileSync(file, 'utf8')) ?? true)
    .filter((_, index) => index % every === 0)
    .map((file) => relative(root, file));
}
