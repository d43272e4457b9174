/** Notes on LDS variables in assembly: what is not well formed names nothing. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { ldsNote, type LdsVariable, parseAssembly } from '../../src/index.ts';
import { ldsObjectsOf } from '../../src/emulate/lds-objects.ts';
import { readLdsNotes } from '../../src/text/lds-notes.ts';

const variable: fc.Arbitrary<LdsVariable> = fc.record({
  kernel: fc.string(),
  name: fc.string({ minLength: 1 }),
  offset: fc.nat(),
  bytes: fc.option(fc.nat(), { nil: undefined }),
  declared: fc.option(fc.record({ file: fc.string(), line: fc.nat(), column: fc.nat() }), {
    nil: undefined,
  }),
});

test('a note is read as it was written', () => {
  forAll([fc.array(variable)], (variables) => {
    expect(readLdsNotes(`s_endpgm\n${variables.map(ldsNote).join('')}`)).toEqual(variables);
  });
});

test('any other text is a comment', () => {
  forAll([fc.json(), fc.string()], (json, text) => {
    for (const note of [json, text, `{${text}}`, `{"kernel":"k","name":"n","offset":${json}}`])
      for (const { name, offset } of readLdsNotes(`\n; ldscope.lds ${note}\n`))
        expect([typeof name, Number.isSafeInteger(offset)]).toEqual(['string', true]);
  });
  for (const shape of ['[]', '[0]', '[1.5]', '"3"', '{}'])
    expect(
      readLdsNotes(
        `\n; ldscope.lds {"kernel":"k","name":"n","offset":0,"bytes":4,"shape":${shape},"elementBytes":4}\n`,
      ),
    ).toEqual([{ kernel: 'k', name: 'n', offset: 0, bytes: 4, declared: undefined }]);
});

const kernelOf = (notes: readonly LdsVariable[]): string => `.text
k:
  s_endpgm
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 1
  .amdhsa_group_segment_fixed_size 64
.end_amdhsa_kernel
${notes.map(ldsNote).join('')}`;

function namedObjects(notes: readonly LdsVariable[], dynamicLdsBytes = 0): string[] {
  const { program } = parseAssembly(kernelOf(notes));
  const [kernel] = program.kernels;
  if (kernel === undefined) throw new Error('there is a kernel');
  const ldsBytes = 64 + dynamicLdsBytes;
  return ldsObjectsOf(program, kernel, { ldsBytes, dynamicLdsBytes }).map(
    ({ name, offset, bytes }) => `${name} ${offset}+${bytes}`,
  );
}

test('names that contradict the LDS of the kernel or each other are not used', () => {
  const a = { kernel: 'k', name: 'a', offset: 0, bytes: 32 };
  const b = { kernel: 'k', name: 'b', offset: 32, bytes: 32 };
  expect(namedObjects([b, a])).toEqual(['a 0+32', 'b 32+32']);
  expect(namedObjects([a, { ...b, kernel: 'other' }])).toEqual(['a 0+32']);
  expect(namedObjects([a, { ...b, bytes: 36 }])).toEqual([]);
  expect(namedObjects([a, { ...b, offset: 28 }])).toEqual([]);
});

test('dynamic LDS is behind what is fixed, by its name where it has one only', () => {
  const grown = { kernel: 'k', name: 'grown', offset: 64 };
  expect(namedObjects([grown])).toEqual([]);
  expect(namedObjects([grown], 256)).toEqual(['grown 64+256']);
  expect(namedObjects([grown, { ...grown, name: 'other' }], 256)).toEqual(['dynamic LDS 64+256']);
  expect(namedObjects([], 256)).toEqual(['dynamic LDS 64+256']);
});
