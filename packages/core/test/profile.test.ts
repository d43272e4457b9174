/** Counters of profilers, as their files have them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareProfile, isKernelNamed, readProfile } from '../src/conflict/profile.ts';
import { forAll } from '../../../test/for-all.ts';

const rocprofv3 = `"Correlation_Id","Dispatch_Id","Agent_Id","Grid_Size","Kernel_Name","Workgroup_Size","Counter_Name","Counter_Value"
1,1,"Agent 4",4096,"void tile<float, 4>(float*, float const*)",256,"SQ_INSTS_LDS",128.000000
1,1,"Agent 4",4096,"void tile<float, 4>(float*, float const*)",256,"SQ_LDS_BANK_CONFLICT",7936
2,2,"Agent 4",8192,"say ""hi""",256,"SQ_INSTS_LDS",3
`;
const wide =
  'Index,KernelName,gpu-id,grd,wgr,SQ_LDS_BANK_CONFLICT,SQ_WAVES\n0,"tile.kd",1,4096,256,7936,64\n';
const nsight = `==PROF== Connected to process 1
"ID","Process Name","Kernel Name","Block Size","Metric Name","Metric Unit","Metric Value"
"0","a.out","tile(float*)","(256, 1, 1)","l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum","","1,984"
`;
const raw = `"ID","Kernel Name","Grid Size","l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"
"","","","wavefronts"
"0","tile(float*)","(64, 1, 1)","12"
`;

function read(text: string) {
  const profile = readProfile(text);
  return profile.ok
    ? profile.value.map(({ counters, ...rest }) => ({ ...rest, ...Object.fromEntries(counters) }))
    : profile.diagnostics.map(({ code }) => code);
}

const conflicts = 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared';

describe('a profile', () => {
  test('of rocprofv3 has a row per counter', () => {
    expect(read(rocprofv3)).toEqual([
      {
        kernel: 'void tile<float, 4>(float*, float const*)',
        dispatch: '1',
        workItems: 4096,
        SQ_INSTS_LDS: 128,
        SQ_LDS_BANK_CONFLICT: 7936,
      },
      { kernel: 'say "hi"', dispatch: '2', workItems: 8192, SQ_INSTS_LDS: 3 },
    ]);
  });

  test.each([
    [
      'rocprof',
      wide,
      { kernel: 'tile.kd', dispatch: '0', workItems: 4096, SQ_LDS_BANK_CONFLICT: 7936 },
    ],
    ['ncu', nsight, { kernel: 'tile(float*)', dispatch: '0', [conflicts]: 1984 }],
    ['ncu --page raw', raw, { kernel: 'tile(float*)', dispatch: '0', [conflicts]: 12 }],
  ])('of %s', (_, text, expected) => {
    expect(read(text)).toMatchObject([expected]);
  });

  test.each(['', 'a\n', '{"op":"ld32"}\n', 'a,b\n1,2\n'])('of %j is refused', (text) => {
    expect(read(text)).toEqual(['usage/not-a-profile']);
  });

  test('sums the instances of a counter', () => {
    const line = '1,1,0,64,k,64,SQ_INSTS_LDS,';
    const [header = ''] = rocprofv3.split('\n');
    expect(read(`${header}\n${line}3\n${line}4\n`)).toMatchObject([{ SQ_INSTS_LDS: 7 }]);
  });

  test('is compared by name; what is not predicted is listed', () => {
    const profile = readProfile(wide);
    const predicted = [{ name: 'SQ_LDS_BANK_CONFLICT', unit: 'cycles', value: 7900 }];
    const [first] = profile.ok ? compareProfile(profile.value, predicted, 'gfx942') : [];
    expect(first?.counters).toEqual([
      { name: 'SQ_LDS_BANK_CONFLICT', unit: 'cycles', measured: 7936, predicted: 7900 },
    ]);
    expect(first?.others).toEqual(['SQ_WAVES']);
  });

  test.each([
    ['gfx1030', ['SQC_LDS_BANK_CONFLICT']],
    ['gfx1151', ['SQC_LDS_BANK_CONFLICT']],
    ['gfx1201', []],
    ['gfx1250', []],
    ['gfx942', []],
  ])('%s has counters of LDS under the name SQC_: %j', (machine, expected) => {
    const profile = readProfile(wide.replaceAll('SQ_LDS_', 'SQC_LDS_'));
    const predicted = [{ name: 'SQ_LDS_BANK_CONFLICT', unit: 'cycles', value: 7900 }];
    const [first] = profile.ok ? compareProfile(profile.value, predicted, machine) : [];
    expect(first?.counters.map(({ name }) => name)).toEqual(expected);
    expect(first?.others.includes('SQC_LDS_BANK_CONFLICT')).toBe(expected.length === 0);
  });

  test.each([
    ['void tile<float, 4>(float*, float const*)', true],
    ['tile<float, 4>', true],
    ['tile<float, 4>(float*, float const*) [clone .kd]', true],
    ['tile<float, 8>(float*, float const*)', false],
    ['tile', false],
  ])('names a kernel %s: %s', (name, expected) => {
    expect(isKernelNamed(name, ['_Z4tile', 'tile<float, 4>(float*, float const*)'])).toBe(expected);
  });

  test('never throws, whatever the file has', () => {
    const cell = fc.constantFrom(
      'Kernel_Name',
      '"',
      '""',
      ',',
      '\n',
      '\r\n',
      'Counter_Name',
      '7',
      ' ',
    );
    forAll([fc.array(fc.oneof(cell, fc.string({ maxLength: 3 })), { maxLength: 60 })], (cells) => {
      readProfile(cells.join(''));
    });
  });
});
