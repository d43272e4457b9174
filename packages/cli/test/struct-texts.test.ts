/** Structs and constants of CUDA sources: their text, and the launch file that comes of it. */
import { expect, test } from 'vitest';
import { parseLaunchFile, readSource } from '@ldscope/engine';
import { typeNoteOf } from '../src/compile/struct-texts.ts';
import { caseText } from './case-text.ts';

const SOURCE = caseText('structs.cu');
const PTX = caseText('structs.ptx');

test('are found with those that they name, and no others', () => {
  const note = typeNoteOf([SOURCE], ['Args', 'float *', 'int']);
  expect(JSON.parse(note.replace('// ldscope.types ', ''))).toEqual({
    structs: [
      'struct Inner { int a, b; };',
      'struct Args { float *out; int n[2]; Inner in; };',
      'typedef struct { float3 gravity; Inner in; const float *table; } Params;',
    ].join('\n'),
    constants: { params: 'Params', sizes: 'unsigned int' },
  });
  expect(typeNoteOf(['__global__ void f(int a) {}'], ['int'])).toBe('');
});

test('make a launch file by fields that can be read; bytes without a source', async () => {
  const parameters =
    '// ldscope.parameters k [{"name":"args","type":"const Args"},{"name":"rest","type":"Inner"}]\n';
  const text = `${PTX}${parameters}${typeNoteOf([SOURCE], ['Args'])}`;
  const fileOf = (ptx: string): string => {
    const source = readSource(ptx, 'k.ptx');
    if (!source.ok) throw new Error('the module is not read');
    const file = source.value.launchFile?.(undefined);
    return file?.ok === true ? file.value : '';
  };
  const file = fileOf(text);
  expect(file).toContain('{ struct: Args, fields: { out: 0, n: [0, 0], in: { a: 0, b: 0 } } }');
  // Inner has 8 bytes, not 12.
  expect(file).toContain('{ hex: "000000000000000000000000" } # Inner rest, 12 bytes by value');
  expect(file).toContain('sizes: { dtype: u32, shape: [4], fill: zeros } # unsigned int');
  expect(file).toContain('other: { bytes: 12, fill: zeros }');
  expect(file).not.toContain('known');
  const read = await parseLaunchFile(file.replace('[?]', '[32]'), () => Promise.resolve(undefined));
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join('; '));
  const sizes = (list: typeof read.value.arguments): unknown[] =>
    (list ?? []).map((one) => (one.kind === 'buffer' ? one.data.length : one.bytes.length));
  expect(sizes(read.value.arguments)).toEqual([24, 12]);
  expect(sizes(read.value.globals)).toEqual([32, 16, 12]);
  expect(fileOf(PTX)).toContain('params: { bytes: 32, fill: zeros }');
});
