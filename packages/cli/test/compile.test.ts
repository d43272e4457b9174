/** Sources in C++ without a compiler: endings, command lines, flags of a build and complaints. */
import { describe, expect, test } from 'vitest';
import { readBuildFlags } from '../src/compile/build-flags.ts';
import { compilerArguments, COMPILERS, namedCompiler } from '../src/compile/command-line.ts';
import { complaintsOf } from '../src/compile/complaints.ts';
import { sourceLanguage } from '../src/compile/language.ts';
import { rows } from '../../../test/rows.ts';
import { expectRefused } from './fake-io.ts';

describe('endings and command lines', () => {
  test('files for a compiler are known by their ending', () => {
    const of = (path: string) => sourceLanguage(path);
    expect([of('a.hip'), of('b/c.CPP'), of('d.cu'), of('e.cl')]).toEqual([
      'hip',
      'hip',
      'cuda',
      'opencl',
    ]);
    expect([of('a.s'), of('a.mlir'), of('-'), of('hip')]).toEqual(Array(4).fill(undefined));
  });

  test('a compiler of ROCm brings its headers, any other gets ours; flags come last but for the file', () => {
    const request = { language: 'hip', chip: 'gfx942', file: 'k.hip', output: 'k.s' } as const;
    const rest = { dependencies: 'k.d', flags: ['-DN=4'], headers: '/ours', resources: '/clang' };
    const rocm = compilerArguments(namedCompiler('/opt/rocm/bin/hipcc'), { ...request, ...rest });
    const clang = compilerArguments(namedCompiler('clang++-22'), { ...request, ...rest });
    expect(rocm.join(' ')).not.toContain('/ours');
    expect(clang.join(' ')).toContain('-nogpuinc -nogpulib');
    expect(clang.slice(-5)).toEqual(['-DN=4', 'k.hip', '-S', '-o', 'k.s']);
    expect(COMPILERS[0]?.command).toBe('hipcc');
  });
});

describe('flags of a build', () => {
  test.each(rows`
    -O3 --offload-arch=gfx942:xnack-,gfx1100 -DN=4 -c -o k.o             | -O3 -DN=4     | gfx942:xnack- gfx1100
    --genco -fgpu-rdc --amdgpu-target=gfx90a -parallel-jobs=4 -Iinc      | -Iinc         | gfx90a
    -gencode arch=compute_90a,code=sm_90a -rdc=true -lineinfo            | -lineinfo     | sm_90a
    --generate-code=arch=compute_80,code=[compute_80,sm_80] -std=c++17   | -std=c++17    | sm_80
    -arch compute_89 -Xptxas -v -odir build                              | -Xptxas -v    | sm_89
    -arch=native -MD -MF k.d -save-temps=obj                             |               |
    -march=native -Wall -mllvm -amdgpu-early-inline-all=true             | the same      |
  `)('%s', (given = '', flags, chips) => {
    const read = readBuildFlags(given.split(' '));
    expect(read.flags.join(' ')).toBe(flags === 'the same' ? given : flags);
    expect(read.chips.join(' ')).toBe(chips);
  });
});

describe('complaints', () => {
  test('errors stand at their places; those of headers name theirs; notes and warnings go', () => {
    const text = 'int a;\nint b = c;\n';
    const said = [
      "k.hip:2:9: error: use of undeclared identifier 'c'",
      '    2 | int b = c;',
      'inc/h.h:3:1: fatal error: unknown type name',
      'k.hip:1:5: warning: unused variable',
      'clang++: error: no such file or directory',
    ];
    const found = complaintsOf(said.join('\n'), 'k.hip', text);
    expect(found.map(({ message, span }) => [message, span?.start])).toEqual([
      ["use of undeclared identifier 'c'", text.indexOf('c;')],
      ['inc/h.h:3: unknown type name', undefined],
      ['no such file or directory', undefined],
    ]);
  });
});

test('without a compiler it says what to install; MLIR has nothing for it to do', async () => {
  await expectRefused('analyze k.hip', { files: { 'k.hip': '' } }, 'compile/no-compiler');
  await expectRefused('machine -- -DN=4', {}, "'machine' does not compile its input");
});
