/** HIP with a hazard each, and without, compiled; and that the assembly of the other cases is code of its chip. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../test/llvm.ts';
import { hazardCases, hazardsOf, kernelOf } from './machine-code.ts';
import { chosenOf } from '../../test/cases.ts';
import { inRepository } from '../base/paths.ts';

const clang = llvmTool('clang', 'amdgcn');
const assembler = llvmTool('llvm-mc', 'amdgcn');
const headers = inRepository('packages/cli/include');

/** As `ldscope` compiles where ROCm is not installed. */
const OPTIONS =
  '-x hip --offload-device-only -O3 -gline-tables-only -nogpuinc -nogpulib -include __clang_hip_runtime_wrapper.h -S -o - -';

function compile(text: string, chip: string): string {
  const options = [`--offload-arch=${chip}`, '-isystem', headers, ...OPTIONS.split(' ')];
  const { status, stdout, stderr } = spawnSync(clang.command, options, {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe.skipIf(skips(clang))('HIP', () => {
  const cases = hazardCases('.hip').map((one) => [one.name, one] as const);
  test.each(chosenOf(cases))('%s', async (_, one) => {
    const assembly = compile(one.text, one.chip);
    const lineOf = ({ file }: { readonly file: string }): boolean => file.endsWith('<stdin>');
    const found = await hazardsOf(
      one,
      assembly,
      ({ source = [] }) => source.find(lineOf)?.line ?? 0,
    );
    expect(found).toEqual(one.wanted);
    expect(one.wanted.length > 0).toBe(one.name.startsWith('racy-'));
  });
});

describe.skipIf(skips(assembler))('assembly', () => {
  const cases = hazardCases('.s').map((one) => [one.name, one] as const);
  test.each(chosenOf(cases))('%s is code of its chip', (_, one) => {
    const options = ['-triple=amdgcn-amd-amdhsa', `-mcpu=${one.chip}`, '-filetype=null'];
    const { stderr } = spawnSync(assembler.command, options, {
      input: kernelOf(one),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
});
