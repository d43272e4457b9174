/**
 * What a launch file may contain: the one description that the reader checks files by, and that `ldscope launch --schema`
 * prints as a JSON Schema.
 */
import { hiddenArguments } from '@ldscope/amdgcn';
import { messages } from '@ldscope/core';
import { elementTypes } from '../dtypes.ts';
import { tensorMapInterleaves, tensorMapSwizzles, tensorMapTypes } from '../read-tensor-map.ts';
import { textureTypes } from '../read-texture.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { placeWords } from './place-words.ts';
import {
  checkShape,
  type Definitions,
  optional,
  required,
  type Shape,
  type ShapeMessages,
} from './shape.ts';

/** More bytes than any buffer that is simulated has. */
export const MOST_BYTES = 2 ** 30;
/** More than a chip gives a workgroup. */
const MOST_LDS_BYTES = 999_999_999;
const MOST_EXTENT = 2 ** 31 - 1;
const MOST_FIELDS = 4096;

const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Shape => ({
  kind: 'whole',
  least,
  most,
});
const text = (wanted: string, pattern?: RegExp): Shape =>
  pattern === undefined ? { kind: 'text', wanted } : { kind: 'text', wanted, pattern };
const named = (name: string): Shape => ({ kind: 'named', name });

const list = (of: Shape, least: number, most: number, wanted: string): Shape => ({
  kind: 'list',
  of,
  least,
  most,
  wanted,
});

const sizes = (most: number, wanted: string): Shape => ({
  kind: 'either',
  wanted,
  of: [
    { form: 'number', shape: whole(1, MOST_EXTENT) },
    { form: 'list', shape: list(whole(1, MOST_EXTENT), 1, most, wanted) },
  ],
});

/** Sizes of a grid or a block: also `32x8`, as the command line takes them. */
const extent: Shape = {
  kind: 'either',
  wanted: 'one to three sizes, as in [32, 8] or 32x8',
  of: [
    {
      form: 'text',
      shape: text('one to three sizes with x between them', /^[1-9]\d{0,8}(?:x[1-9]\d{0,8}){0,2}$/),
    },
    { form: 'number', shape: whole(1, MOST_EXTENT) },
    {
      form: 'list',
      shape: list(whole(1, MOST_EXTENT), 1, 3, 'one to three sizes, as in [32, 8] or 32x8'),
    },
  ],
};

const dtypes = Object.keys(elementTypes);
const dtype: Shape = { kind: 'choice', names: dtypes };

const BUFFER_KEYS = ['dtype', 'bytes', 'fill'] as const;

const contents = {
  dtype: optional(dtype, 'Type of the elements; by default that of the .npy file.'),
  shape: optional(
    sizes(32, 'a list of sizes'),
    'Elements along each axis; by default what the file of fill has.',
  ),
  bytes: optional(whole(1, MOST_BYTES), 'Size of a buffer without a type.'),
  fill: optional(
    {
      kind: 'either',
      wanted: 'zeros, random, iota, a number, or the path of a file',
      of: [
        { form: 'text', shape: text('a name', /./) },
        { form: 'number', shape: { kind: 'float' } },
      ],
    },
    'zeros (the default), random, iota (0, 1, 2, ...), a number, or a file beside this one: .npy, or raw bytes.',
  ),
  seed: optional(whole(0), 'Chooses the random numbers; 1 by default.'),
  range: optional(
    list({ kind: 'float' }, 2, 2, 'two numbers'),
    'Random numbers from the first to below the second; [-1, 1] for floats, [0, 256] for integers by default.',
  ),
};

const place = {
  name: optional(text('a name'), 'What messages and --dump call it.'),
  at: optional(
    whole(0),
    'Its byte among the arguments, or in the struct; by default the next one that fits.',
  ),
};

const pointer = {
  pointer: required(text('a name in buffers'), 'A name in buffers.'),
  offset: optional(whole(0), 'How far into the buffer it points, in bytes.'),
};

const hex = {
  hex: required(text('a text of pairs of hex digits'), 'Bytes in the order of memory.'),
};

const mapping = (
  keys: Extract<Shape, { readonly kind: 'mapping' }>['keys'],
  oneOf?: { readonly keys: readonly string[]; readonly isExact: boolean },
): Shape => (oneOf === undefined ? { kind: 'mapping', keys } : { kind: 'mapping', keys, oneOf });

/** One of some words, none of which has characters that patterns treat apart. */
const oneOf = (words: readonly string[]): Shape =>
  text(words.join(' or '), new RegExp(`^(?:${words.join('|')})$`));

const MOST_RANK = 5;
const axes = (least: number, most: number): Shape =>
  list(whole(1, most), least, MOST_RANK, 'a number per dimension, the innermost first');

const corner = list(
  { kind: 'integer', bits: 16 },
  1,
  MOST_RANK - 2,
  'a number for each dimension between the first and the last',
);
/** The fields of `cuTensorMapEncodeIm2col` in addition to those of every tensor map. */
const im2col = mapping({
  lowerCorner: required(corner, 'The first pixel of the box of pixels.'),
  upperCorner: required(corner, 'The last one, counted from the last pixel of the tensor.'),
  channels: required(whole(1, 256), 'Channels of a copy.'),
  pixels: required(whole(1, 1024), 'Pixels of a copy.'),
});

/** What `cuTensorMapEncodeTiled` takes; a tensor map is passed by value. */
const tensorMap = {
  tensorMap: required(
    mapping({
      ...pointer,
      dtype: required(
        { kind: 'choice', names: tensorMapTypes },
        'Type of the elements; 8-bit floats are copied as bytes.',
      ),
      shape: required(axes(1, MOST_EXTENT), 'Elements of each dimension, the innermost first.'),
      strides: optional(
        list(whole(1), 0, MOST_RANK - 1, 'a list of strides in bytes'),
        'Bytes from one element to the next, for every dimension but the innermost; without gaps by default.',
      ),
      box: optional(axes(1, 256), 'Elements of a copy in each dimension; required without im2col.'),
      im2col: optional(im2col, 'Copies of pixels instead of boxes.'),
      elementStrides: optional(
        axes(1, 8),
        'Which elements of a box are copied: every n-th; 1 by default.',
      ),
      swizzle: optional(
        oneOf(tensorMapSwizzles),
        'How chunks of 16 bytes are exchanged in shared memory; none by default.',
      ),
      interleave: optional(
        oneOf(tensorMapInterleaves),
        'Interleaved layouts are not executed; none by default.',
      ),
      oobFill: optional(
        oneOf(['zeros', 'nan']),
        'The value of elements outside of the tensor; zeros by default.',
      ),
    }),
    'A tensor map of a buffer (CUtensorMap), by value.',
  ),
};

/** What `cuTexObjectCreate` takes, and `cuSurfObjectCreate` the first part of. */
const texels = {
  ...pointer,
  dtype: required({ kind: 'choice', names: textureTypes }, 'Type of a channel.'),
  channels: optional(whole(1, 4), 'Channels of a texel; 1 by default.'),
  shape: required(
    sizes(3, 'one to three sizes, the innermost first'),
    'Texels of each dimension, the innermost first.',
  ),
  layers: optional(
    whole(1, 2048),
    'Layers, or cubes, one after another, for instructions that take layers.',
  ),
  cube: optional({ kind: 'boolean' }, 'Six faces, one after another.'),
};
const mode = oneOf(['wrap', 'clamp', 'mirror', 'border']);
const texture = {
  texture: required(
    mapping({
      ...texels,
      memory: optional(oneOf(['array', 'linear']), 'linear for tex1Dfetch; an array by default.'),
      pitch: optional(
        whole(1, MOST_BYTES),
        'Bytes from one row to the next, of linear memory in two dimensions.',
      ),
      address: optional(
        {
          kind: 'either',
          wanted: 'wrap, clamp, mirror or border, or one of them per dimension',
          of: [
            { form: 'text', shape: mode },
            { form: 'list', shape: list(mode, 1, 3, 'an address mode per dimension') },
          ],
        },
        'What is fetched outside: clamp by default. wrap and mirror need normalized coordinates.',
      ),
      filter: optional(oneOf(['point', 'linear']), 'How texels are blended; point by default.'),
      normalized: optional({ kind: 'boolean' }, 'Coordinates go from 0 to 1.'),
      read: optional(
        oneOf(['element', 'float']),
        'float: integers of 8 and 16 bits are fetched as floats.',
      ),
      border: optional(
        list({ kind: 'float' }, 4, 4, 'four numbers'),
        'The color outside, for border; zeros by default.',
      ),
    }),
    'A texture object (cudaTextureObject_t) over a buffer.',
  ),
};
const surface = {
  surface: required(mapping(texels), 'A surface object (cudaSurfaceObject_t) over a buffer.'),
};

const valueOf = (name: string): Shape => {
  const float = elementTypes[name]?.float === true;
  const bits = 8 * (elementTypes[name]?.bytes ?? 0);
  const one: Shape = float ? { kind: 'float' } : { kind: 'integer', bits };
  const wanted = float ? 'a number' : 'a whole number';
  return {
    kind: 'either',
    wanted: `${wanted}, or a list of them`,
    of: [
      { form: 'list', shape: list(one, 1, 65536, `a list of at least one ${wanted}`) },
      { form: 'number', shape: one },
      { form: 'text', shape: one },
      { form: 'boolean', shape: one },
    ],
  };
};

const fields = list(
  named('argument'),
  1,
  MOST_FIELDS,
  'a list of fields, with structs at most 8 deep',
);

const buffer = mapping(contents, { keys: BUFFER_KEYS, isExact: false });

/** An argument of a kernel, or a field of a struct. */
const argument: Shape = {
  kind: 'either',
  wanted:
    'a buffer (dtype, shape, fill), a value ({ i32: 128 } or { hex: "80000000" }), ' +
    'a pointer ({ pointer: NAME }), a struct ({ struct: ... }), a tensor map ({ tensorMap: ... }) ' +
    'or an object ({ texture: ... }, { surface: ... })',
  of: [
    { form: 'list', shape: fields },
    {
      form: { has: ['fields'] },
      shape: mapping({
        ...place,
        struct: required(
          text('the name or the text of a struct in C'),
          'A struct in types, or its text in C.',
        ),
        fields: required(
          { kind: 'names', of: { kind: 'any' }, wanted: 'a mapping of the names of fields' },
          'A value per field: a number, a name in buffers, a list for an array, a mapping for a struct.',
        ),
      }),
    },
    {
      form: { has: ['struct'] },
      shape: mapping({
        ...place,
        struct: required(fields, 'Its fields, placed as C places them.'),
        size: optional(whole(0), 'Its bytes, where it is longer than its fields.'),
      }),
    },
    { form: { has: ['pointer'] }, shape: mapping({ ...place, ...pointer }) },
    { form: { has: ['tensorMap'] }, shape: mapping({ ...place, ...tensorMap }) },
    { form: { has: ['texture'] }, shape: mapping({ ...place, ...texture }) },
    { form: { has: ['surface'] }, shape: mapping({ ...place, ...surface }) },
    { form: { has: ['hex'] }, shape: mapping({ ...place, ...hex }) },
    {
      form: { has: BUFFER_KEYS },
      shape: mapping({ ...place, ...contents }, { keys: BUFFER_KEYS, isExact: false }),
    },
    {
      form: { has: dtypes },
      shape: mapping(
        {
          ...place,
          ...Object.fromEntries(
            dtypes.map((name) => [name, optional(valueOf(name), `${name} by value.`)]),
          ),
        },
        { keys: dtypes, isExact: true },
      ),
    },
  ],
};

const launched = {
  grid: optional(extent, 'Workgroups in x, y, z.'),
  block: optional(extent, 'Work-items of a workgroup in x, y, z.'),
  cluster: optional(
    extent,
    'Workgroups of a cluster in x, y, z (NVIDIA); by default what the kernel requires, or one.',
  ),
  lds: optional(whole(0, MOST_LDS_BYTES), 'Bytes of LDS beyond what the kernel declares.'),
  args: optional(
    {
      kind: 'either',
      wanted: 'a list, or a mapping of names',
      of: [
        { form: 'list', shape: list(named('argument'), 0, MOST_FIELDS, 'a list of arguments') },
        {
          form: 'mapping',
          shape: { kind: 'names', of: named('argument'), wanted: 'a mapping of names' },
        },
      ],
    },
    'Arguments in the order of the kernel, or by their names.',
  ),
  globals: optional(
    { kind: 'names', of: named('argument'), wanted: 'a mapping of names' },
    "Contents of the module's variables before the launch (NVIDIA), by their names: constants, and device variables. A buffer is the content itself.",
  ),
  cooperative: optional(
    { kind: 'boolean' },
    'Whether workgroups may wait for all others of the grid (NVIDIA: cudaLaunchCooperativeKernel).',
  ),
  hidden: optional(
    mapping(
      Object.fromEntries(
        hiddenArguments.map(({ name, about }) => [
          name,
          optional({ kind: 'integer', bits: 64 }, about),
        ]),
      ),
    ),
    'Arguments that compilers add, where they are not what follows from grid and block.',
  ),
};

/** The whole file. */
const launchFileShape: Shape = mapping(
  {
    ...launched,
    types: optional(text('definitions of structs in C'), 'Definitions of structs in C.'),
    buffers: optional(
      {
        kind: 'names',
        of: buffer,
        wanted: 'a mapping of names',
      },
      'Memory that arguments point to, by name.',
    ),
    kernels: optional(
      { kind: 'names', of: mapping(launched), wanted: 'a mapping of names' },
      'Launches of single kernels, by name or by a pattern with * and ?. What they leave out is that of the file.',
    ),
    run: optional(
      list(text('a name of a kernel'), 1, MOST_FIELDS, 'a list of names of kernels'),
      'Kernels that ldscope run executes, one after the other, over the same buffers.',
    ),
  },
  { keys: ['grid', 'kernels'], isExact: false },
);

const launchDefinitions: Definitions = { argument };

const launchMessages: ShapeMessages = {
  shape: (path, wanted) => messages.launchFile.shape(placeWords(path), wanted),
  unknownKey: messages.launch.unknownKey,
  choice: (path, shown, names) =>
    messages.launchFile.dtype(placeWords(path.slice(0, -1)), shown, names),
};

/** What is wrong with the form of a launch file. */
export const checkLaunch = (value: unknown): ReturnType<typeof checkShape> =>
  checkShape(value, launchFileShape, launchDefinitions, launchMessages);

/** What is wrong with the form of a buffer. */
export const checkBuffer = (value: unknown): ReturnType<typeof checkShape> =>
  checkShape(value, buffer, {}, launchMessages);

/** The JSON Schema of launch files. */
export function launchSchema(): JsonSchema {
  return jsonSchemaOf(launchFileShape, launchDefinitions, {
    title: 'ldscope launch file',
    description: 'How a GPU kernel is launched: grid, block, arguments, and what is in memory.',
  });
}
