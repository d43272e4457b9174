/**
 * Edits of sources: what is proposed for the sources of the engine's tests compiles wherever the source itself does, and computes the same
 * where the source says how it is launched.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type KernelArgument } from '@ldscope/core';
import { authoredBuffers, type Change, changedText, editsOf } from '@ldscope/engine';
import { describe, expect, test } from 'vitest';
import { faultOf } from '../../engine/src/tried/judge.ts';
import type { Measured } from '../../engine/src/tried/measured.ts';
import { measure } from '../../engine/src/better/measured.ts';
import { languageOf, observedOf, smallest } from '../../engine/test/cpp/described.ts';
import { chosenOf } from '../../../test/cases.ts';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { compileFolder, compiledText } from './compiling.ts';

const sources = fileURLToPath(new URL('../../engine/test/cpp/sources/', import.meta.url));
const names = readdirSync(sources);

interface Outcome {
  readonly complaints: readonly string[];
  /** What the kernel leaves in its buffers, where it is launched. */
  readonly left?: Measured;
}

/** Sources with headers that only nvcc has. */
const NVCC_ALONE = new Set(['cp-async.cu', 'wmma-number.cu', 'wmma.cu']);

/** A buffer for each pointer of the first kernel, and 32 for all else. */
function argumentsOf(text: string): readonly KernelArgument[] {
  const [, list = ''] =
    /(?:__global__|kernel)[^;{]*?(?<!__launch_bounds__)\(((?:[^()]|\([^()]*\))*)\)\s*\{/.exec(
      text,
    ) ?? [];
  return list.split(',').map((parameter, index) => {
    const name = `${index}`;
    if (!parameter.includes('*')) return { kind: 'value', name, bytes: Uint8Array.of(32, 0, 0, 0) };
    const data = Float32Array.from({ length: 16384 }, (_, at) => (at * 37) % 1021);
    return { kind: 'buffer', name, data: new Uint8Array(data.buffer) };
  });
}

describe.skipIf(skips(llvmTool('clang', 'amdgcn')))('every edit compiles', () => {
  const folder = compileFolder();
  const files = names.filter((name) => /\.(?:hip|cu|cl)$/.test(name) && !NVCC_ALONE.has(name));

  test.each(chosenOf(files))('%s', (name) => {
    const header = name.replace(/\.\w+$/, '.h');
    const texts = [name, ...names.filter((one) => one === header)].map((file) => ({
      file,
      text: readFileSync(sources + file, 'utf8'),
    }));
    const all = texts.map(({ text }) => text);
    const [main = ''] = all;
    const launch = /launch: (\S+)/.exec(main)?.[1];
    const outcome = (changes: readonly Change[], dynamicBytes?: number): Outcome => {
      for (const { file, text } of texts) {
        const own = changes.filter((one) => one.file === file);
        writeFileSync(join(folder(), file), changedText(text, own));
      }
      const { assembly, complaints } = compiledText(join(folder(), name), launch !== undefined);
      if (launch === undefined || assembly === '') return { complaints };
      const given = launch.replace(/lds=(\d+)/, (_, now) => `lds=${dynamicBytes ?? now}`);
      const options = { launch: given, arguments: argumentsOf(main) };
      const left = measure(assembly, { options, machine: 'gfx942' });
      if (left.ok) return { complaints, left: left.value };
      return { complaints: [...complaints, ...left.diagnostics.map(({ message }) => message)] };
    };
    const before = outcome([]);
    expect(before.complaints.filter((one) => !one.startsWith('warning'))).toEqual([]);
    expect(before.left === undefined).toBe(launch === undefined);
    const presentBytes = Number(/lds=(\d+)/.exec(launch ?? '')?.[1] ?? 0);
    const tried = new Set<string>();
    for (const buffer of authoredBuffers(texts, languageOf(name)))
      for (const { kind, says, changes, dynamicBytes } of smallest(
        editsOf(buffer, observedOf(buffer, all)).edits,
      )) {
        if (tried.has(JSON.stringify(changes))) continue;
        tried.add(JSON.stringify(changes));
        const after = outcome(changes, dynamicBytes?.(presentBytes));
        const more = after.complaints.filter((one) => !before.complaints.includes(one));
        const fault = before.left && after.left && faultOf([before.left], [after.left]);
        const different = fault?.reason === 'other results' ? fault.detail : undefined;
        expect([kind, says, more, different]).toEqual([kind, says, [], undefined]);
      }
  });
});
