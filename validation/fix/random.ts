/**
 * `npm run validate -- fix random [hip|cuda] [COUNT] [SEED]`: random kernels that put rows into shared memory and read them otherwise:
 * lengths beside powers of two, elements of 1 to 16 bytes, two arrays, and names that stand for them. What `ldscope fix` makes of one
 * has to leave the same in every buffer, on other data and a larger grid than what it was tried on too.
 */
import { randomWords } from '@ldscope/core';
import type { Output } from '../base/output.ts';
import { fix, inFolder, wrongIn } from './ldscope.ts';
import { languages, textIn } from './read.ts';

const ELEMENTS = {
  'unsigned char': ['u8', 1],
  'short': ['i16', 1],
  'float': ['f32', 1],
  'double': ['f64', 1],
  'float2': ['f32', 2],
  'float4': ['f32', 4],
} as const;

type Element = keyof typeof ELEMENTS;

const LENGTHS = [7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65];
const THREADS = [64, 128, 256];
/** Bytes of an array at most. */
const MOST_BYTES = 16_384;

/** How an array is declared, filled and read; `at`: an element by row and column. */
interface Form {
  readonly above?: (rows: number, columns: number, element: Element) => string;
  readonly declared: (name: string, rows: number, columns: number, element: Element) => string;
  readonly filled?: (name: string, rows: number, columns: number) => string;
  readonly at: (name: string, row: string, column: string, columns: number) => string;
}

const twoDimensions = (name: string, row: string, column: string): string =>
  `${name}[${row}][${column}]`;
const oneDimension = (name: string, row: string, column: string, columns: number): string =>
  `${name}[(${row}) * ${columns} + ${column}]`;
const plain: Form = {
  declared: (name, rows, columns, element) => `__shared__ ${element} ${name}[${rows}][${columns}];`,
  at: twoDimensions,
};

const FORMS: Readonly<Record<string, Form>> = {
  array: plain,
  flat: {
    declared: (name, rows, columns, element) =>
      `__shared__ ${element} ${name}[${rows} * ${columns}];`,
    at: oneDimension,
  },
  constants: {
    declared: (name, rows, columns, element) =>
      `constexpr int ${name}_rows = ${rows}, ${name}_pitch = ${columns};\n  __shared__ ${element} ${name}[${name}_rows][${name}_pitch];`,
    at: twoDimensions,
  },
  pitch: {
    declared: (name, rows, columns, element) =>
      `constexpr int ${name}_pitch = ${columns};\n  __shared__ ${element} ${name}[${rows} * ${name}_pitch];`,
    at: (name, row, column) => `${name}[(${row}) * ${name}_pitch + ${column}]`,
  },
  reference: {
    declared: (name, rows, columns, element) =>
      `__shared__ ${element} ${name}_rows[${rows}][${columns}];\n  auto &${name} = ${name}_rows;`,
    at: twoDimensions,
  },
  pointer: {
    declared: (name, rows, columns, element) =>
      `__shared__ ${element} ${name}_rows[${rows}][${columns}];\n  ${element} *${name} = &${name}_rows[0][0];`,
    at: oneDimension,
  },
  row: {
    declared: (name, rows, columns, element) =>
      `__shared__ ${element} ${name}_rows[${rows}][${columns}];\n  ${element} (*${name})[${columns}] = ${name}_rows;`,
    at: twoDimensions,
  },
  copied: {
    ...plain,
    filled: (name) =>
      `for (unsigned i = threadIdx.x; i < sizeof(${name}) / sizeof(${name}[0][0]); i += blockDim.x) (&${name}[0][0])[i] = own[i];`,
  },
  member: {
    declared: (name, rows, columns, element) =>
      `__shared__ struct { ${element} rows[${rows}][${columns}]; ${element} last; } ${name};`,
    at: (name, row, column) => `${name}.rows[${row}][${column}]`,
  },
  records: {
    declared: (name, rows, columns, element) =>
      `struct ${name}_row { ${element} column[${columns}]; };\n  __shared__ ${name}_row ${name}[${rows}];`,
    at: (name, row, column) => `${name}[${row}].column[${column}]`,
  },
  function: {
    ...plain,
    above: (_rows, columns, element) =>
      `__device__ ${element} element_of(${element} (*rows)[${columns}], int row, int column) { return rows[row][column]; }\n`,
    at: (name, row, column) => `element_of(${name}, ${row}, ${column})`,
    filled: (name, rows, columns) =>
      `for (int i = threadIdx.x; i < ${rows * columns}; i += blockDim.x) ${name}[i / ${columns}][i % ${columns}] = own[i];`,
  },
};

/** How rows are read: an index over all elements gives a row and a column. */
const READS: readonly ((
  rows: number,
  columns: number,
) => readonly [row: string, column: string])[] = [
  (rows) => [`i % ${rows}`, `i / ${rows}`],
  (rows, columns) => [`i % ${rows}`, `(i / ${rows} + i) % ${columns}`],
  (rows, columns) => [`i / 4 % ${rows}`, `(i % 4 * 8 + i / 4) % ${columns}`],
  (rows, columns) => [`${rows - 1} - i % ${rows}`, `${columns - 1} - i / ${rows}`],
];

interface Kernel {
  readonly says: string;
  readonly text: string;
  readonly launch: string;
}

/** A kernel of one or two arrays. */
function kernelOf(word: () => number): Kernel {
  const oneOf = <T>(list: readonly T[]): T => {
    const chosen = list[word() % list.length];
    if (chosen === undefined) throw new Error('an empty list');
    return chosen;
  };
  const element = oneOf(Object.keys(ELEMENTS) as Element[]);
  const [dtype, lanes] = ELEMENTS[element];
  const bytes = { u8: 1, i16: 2, f32: 4, f64: 8 }[dtype] * lanes;
  const threads = oneOf(THREADS);
  const [rows, columns] = [oneOf(LENGTHS), oneOf(LENGTHS)];
  if (rows * columns * bytes > MOST_BYTES) return kernelOf(word);
  const names = word() % 3 === 0 ? ['a', 'b'] : ['a'];
  const forms = names.map(() => oneOf(Object.keys(FORMS)));
  const size = rows * columns;
  const above: string[] = [];
  const declared: string[] = [];
  const filled: string[] = [];
  const read: string[] = [];
  for (const [index, name] of names.entries()) {
    const form = FORMS[forms[index] ?? ''] ?? plain;
    const [row, column] = oneOf(READS)(rows, columns);
    const one = form.above?.(rows, columns, element) ?? '';
    if (!above.includes(one)) above.push(one);
    declared.push(form.declared(name, rows, columns, element));
    filled.push(
      form.filled?.(name, rows, columns) ??
        `for (int i = threadIdx.x; i < ${size}; i += blockDim.x) ${form.at(name, `i / ${columns}`, `i % ${columns}`, columns)} = own[i];`,
    );
    read.push(
      `for (int i = threadIdx.x; i < ${size}; i += blockDim.x) out[(blockIdx.x * ${names.length} + ${index}) * ${size} + i] = ${form.at(name, row, column, columns)};`,
    );
  }
  const text = `${above.join('')}
__global__ void __launch_bounds__(${threads}) k(${element} *out, const ${element} *in) {
  ${declared.join('\n  ')}
  const ${element} *own = in + blockIdx.x * ${size};
  ${filled.join('\n  ')}
  __syncthreads();
  ${read.join('\n  ')}
}
`;
  const launch = `{ grid: [1, 1], block: [${threads}, 1], args: [{ name: out, dtype: ${dtype}, shape: [${3 * names.length * size * lanes}], fill: zeros }, { name: in, dtype: ${dtype}, shape: [${3 * size * lanes}], fill: iota }] }\n`;
  return { says: `${forms.join('+')} ${element} ${rows}x${columns}`, text, launch };
}

/** Three workgroups on other data. */
const larger = (launch: string): string =>
  launch.replace('grid: [1,', 'grid: [3,').replace('fill: iota', 'fill: random');

const COUNT = 20;

/** Runs the program; returns its exit code: 0 where nothing computes anything else. */
export function fixRandom(words: readonly string[], { print }: Output): number {
  const language = words.includes('cuda') ? 'cuda' : 'hip';
  const [count = COUNT, seed = 1] = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const counts = { fixed: 0, partial: 0, nothing: 0, stuck: 0, refused: 0, failed: 0 };
  let wrong = 0;
  for (let number = 0; number < count; number++) {
    const { says, text, launch } = kernelOf(randomWords(seed * 1000 + number));
    const file = `k.${language === 'hip' ? 'hip' : 'cu'}`;
    const files = { [file]: textIn(text, language), 'launch.yaml': launch };
    inFolder(files, (folder) => {
      const written = { folder, file, chip: languages[language] };
      const { verdict = 'failed', diff, candidates = [], diagnostics = [] } = fix(written);
      counts[verdict as keyof typeof counts]++;
      const problem =
        verdict === 'failed'
          ? diagnostics.map(({ message }) => message).join('; ')
          : wrongIn(written, diff, [(same) => same, larger]);
      if (problem !== undefined) wrong++;
      const [best] = candidates;
      const run = best?.runs[0];
      const cost =
        run === undefined
          ? ''
          : `${run.before.conflicts} -> ${diff === undefined ? run.before.conflicts : run.after.conflicts}`;
      const said = diff === undefined ? '' : (best?.says ?? '');
      print(
        [`${number}`.padStart(3), says.padEnd(34), verdict.padEnd(8), cost.padEnd(14), said].join(
          '  ',
        ) + (problem === undefined ? '' : `  !! ${problem}\n${text}`),
      );
    });
  }
  print(
    Object.entries(counts)
      .map(([verdict, one]) => `${one} ${verdict}`)
      .join(', '),
  );
  print(`${count - wrong} of ${count}`);
  return wrong === 0 ? 0 : 1;
}
