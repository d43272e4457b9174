/** The toy compiler of the engine's tests, where commands expect one that is installed. */
import { resolve } from 'node:path';
import { diagnose, messages } from '@ldscope/core';
import { assemblyOf, type Quirks, sourceWith } from '../../engine/test/better/toy-source.ts';
import type { Compiled, CompileRequest } from '../src/compile/compile.ts';
import type { Surroundings } from './fake-io.ts';

/** A source whose rows begin in one bank, its launch, both in a folder, and a compiler of it. */
export function toySource(
  quirks: Quirks = {},
  folder = '',
): Required<Pick<Surroundings, 'files' | 'compile'>> {
  const text = sourceWith('__shared__ float t[64][32];');
  const files = { [`${folder}kernel.hip`]: text, [`${folder}launch.yaml`]: LAUNCH };
  const compile = ({ path, changed }: CompileRequest): Compiled => {
    const source = changed?.get(resolve(path)) ?? text;
    const given = changed === undefined ? {} : quirks;
    const assembly = assemblyOf(source, { ...given, file: `${folder}kernel.hip` });
    if (assembly === undefined) {
      const problem = messages.compile.failed('toy', 'no such kernel');
      return { diagnostics: [diagnose(problem)], text: source };
    }
    const project = new Map([[resolve(path), source]]);
    return { assembly, sources: new Map([[path, source]]), project };
  };
  return { files, compile };
}

const LAUNCH = `grid: 1
block: 64
args:
  - { name: out, dtype: f32, shape: [64], fill: zeros }
  - { name: in, dtype: f32, shape: [64], fill: iota }
`;
