/** Parameters of kernels in CUDA sources, for the kernels of PTX. */
import { expect, it } from 'vitest';
import { parameterNotesOf } from '../src/compile/parameter-names.ts';
import { caseText } from './case-text.ts';

const entry = (symbol: string, count: number): string =>
  `.visible .entry ${symbol}(\n${Array.from({ length: count }, (_, i) => `\t.param .u64 ${symbol}_param_${i}`).join(',\n')}\n)\n{\n}\n`;

it('finds names and types', () => {
  const source = caseText('parameters.cu');
  const ptx =
    entry('_ZN2ns5scaleIfLi1EEEvPT_PKS1_jPf', 4) + entry('_Z5emptyv', 0) + entry('_Z5otherii', 2);
  expect(parameterNotesOf(ptx, [source])).toBe(
    `// ldscope.parameters _ZN2ns5scaleIfLi1EEEvPT_PKS1_jPf ${JSON.stringify([
      { name: 'out', type: 'T*' },
      { name: 'in', type: 'const T*' },
      { name: 'n', type: 'unsigned int' },
      { name: 'factors', type: 'float*' },
    ])}
// ldscope.parameters _Z5emptyv []
// ldscope.parameters _Z5otherii [{"name":"a","type":"int"},{"name":"b","type":"int"}]
`,
  );
});

it('says nothing where overloads name them differently', () => {
  const source = '__global__ void f(int a) {} __global__ void f(float b) {}';
  expect(parameterNotesOf(entry('_Z1fi', 1), [source])).toBe('');
});
