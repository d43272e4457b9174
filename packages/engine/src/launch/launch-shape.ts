/**
 * What a launch file may contain: the one description that the reader checks files by, and that `ldscope launch --schema`
 * prints as a JSON Schema.
 */
import { hiddenArguments } from '@ldscope/amdgcn';
import {
  type JsonSchema,
  jsonSchemaOf,
  type Keys,
  messages,
  readShape,
  shape,
  type Shape,
  type ShapeMessages,
  type ShapeReading,
  type ValueOf,
} from '@ldscope/core';
import { elementTypes } from './dtypes.ts';
import { placeWords } from './place-words.ts';
import { BUFFER_FORM, bufferKeys, bufferShape, MOST_EXTENT } from './read-buffer.ts';
import { pointerKeys } from './read-pointer.ts';
import { tensorMapShape } from './read-tensor-map.ts';
import { textureShapes } from './read-texture.ts';

/** More than a chip gives a workgroup. */
const MOST_LDS_BYTES = 999_999_999;
const MOST_FIELDS = 4096;
const MOST_VALUES = 65536;

const {
  anything,
  either,
  flag,
  float,
  integer,
  list,
  mapping,
  named,
  names,
  optional,
  required,
  text,
  whole,
} = shape;

/** Sizes of a grid or a block: also `32x8`, as the command line takes them. */
const EXTENT_WORDS = 'one to three sizes, as in [32, 8] or 32x8';
const extent = either(
  EXTENT_WORDS,
  {
    form: 'text',
    shape: text('one to three sizes with x between them', {
      pattern: /^[1-9]\d{0,8}(?:x[1-9]\d{0,8}){0,2}$/,
    }),
  },
  { form: 'number', shape: whole(1, MOST_EXTENT) },
  { form: 'list', shape: list(whole(1, MOST_EXTENT), 1, 3, EXTENT_WORDS) },
);

const place = {
  name: optional(text('a name'), 'What messages and --dump call it.'),
  at: optional(
    whole(),
    'Its byte among the arguments, or in the struct; by default the next one that fits.',
  ),
};
const hexKeys = {
  hex: required(text('a text of pairs of hex digits'), 'Bytes in the order of memory.'),
};
const structOfCKeys = {
  struct: required(
    text('the name or the text of a struct in C'),
    'A struct in types, or its text in C.',
  ),
  fields: required(
    names(anything, 'a mapping of the names of fields'),
    'A value per field: a number, a name in buffers, a list for an array, a mapping for a struct.',
  ),
};

/** A value of a type, or a list of them. */
const valueOf = (name: string) => {
  const isFloat = elementTypes[name]?.float === true;
  const one: Shape<number | bigint> = isFloat
    ? float
    : integer(8 * (elementTypes[name]?.bytes ?? 0));
  const wanted = isFloat ? 'a number' : 'a whole number';
  return either(
    `${wanted}, or a list of them`,
    { form: 'list', shape: list(one, 1, MOST_VALUES, `a list of at least one ${wanted}`) },
    { form: 'number', shape: one },
    { form: 'text', shape: one },
    { form: 'boolean', shape: one },
  );
};

const scalarKeys: typeof place = {
  ...place,
  ...Object.fromEntries(
    Object.keys(elementTypes).map((name) => [name, optional(valueOf(name), `${name} by value.`)]),
  ),
};

const fields = list(
  named('argument', () => argument),
  1,
  MOST_FIELDS,
  'a list of fields, with structs at most 8 deep',
);
const tensorMapKeys = {
  tensorMap: required(tensorMapShape, 'A tensor map of a buffer (CUtensorMap), by value.'),
};
const textureKeys = {
  texture: required(textureShapes.texture, 'A texture object (cudaTextureObject_t) over a buffer.'),
};
const surfaceKeys = {
  surface: required(textureShapes.surface, 'A surface object (cudaSurfaceObject_t) over a buffer.'),
};

/** The values of an argument that is a mapping: those of one of its forms. */
type ValuesOf<K extends Keys> = Partial<ValueOf<ReturnType<typeof mapping<K>>>>;

/** An argument that is a mapping; `at` and `name` beside the keys of one form. */
export interface NamedEntry
  extends
    ValuesOf<typeof place>,
    ValuesOf<typeof bufferKeys>,
    ValuesOf<typeof pointerKeys>,
    ValuesOf<typeof hexKeys>,
    ValuesOf<typeof tensorMapKeys>,
    ValuesOf<typeof textureKeys>,
    ValuesOf<typeof surfaceKeys> {
  /** A struct of C by its name or text, with `fields`, or the fields themselves. */
  readonly struct?: string | readonly ArgumentEntry[] | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly size?: number | undefined;
}

/** An argument of a kernel, or a field of a struct; a list is a struct. */
export type ArgumentEntry = NamedEntry | readonly ArgumentEntry[];

const argument: Shape<ArgumentEntry> = either(
  'a buffer (dtype, shape, fill), a value ({ i32: 128 } or { hex: "80000000" }), ' +
    'a pointer ({ pointer: NAME }), a struct ({ struct: ... }), a tensor map ({ tensorMap: ... }) ' +
    'or an object ({ texture: ... }, { surface: ... })',
  { form: 'list', shape: fields },
  { form: { has: ['fields'] }, shape: mapping({ ...place, ...structOfCKeys }) },
  {
    form: { has: ['struct'] },
    shape: mapping({
      ...place,
      struct: required(fields, 'Its fields, placed as C places them.'),
      size: optional(whole(), 'Its bytes, where it is longer than its fields.'),
    }),
  },
  { form: { has: ['pointer'] }, shape: mapping({ ...place, ...pointerKeys }) },
  { form: { has: ['tensorMap'] }, shape: mapping({ ...place, ...tensorMapKeys }) },
  { form: { has: ['texture'] }, shape: mapping({ ...place, ...textureKeys }) },
  { form: { has: ['surface'] }, shape: mapping({ ...place, ...surfaceKeys }) },
  { form: { has: ['hex'] }, shape: mapping({ ...place, ...hexKeys }) },
  {
    form: { has: BUFFER_FORM },
    shape: mapping({ ...place, ...bufferKeys }, { oneOf: { keys: BUFFER_FORM, isExact: false } }),
  },
  {
    form: { has: Object.keys(elementTypes) },
    shape: mapping(scalarKeys, { oneOf: { keys: Object.keys(elementTypes), isExact: true } }),
  },
);

const argumentsByName = names(named('argument', () => argument));

const launched = {
  grid: optional(extent, 'Workgroups in x, y, z.'),
  block: optional(extent, 'Work-items of a workgroup in x, y, z.'),
  cluster: optional(
    extent,
    'Workgroups of a cluster in x, y, z (NVIDIA); by default what the kernel requires, or one.',
  ),
  lds: optional(whole(0, MOST_LDS_BYTES), 'Bytes of LDS beyond what the kernel declares.'),
  args: optional(
    either(
      'a list, or a mapping of names',
      {
        form: 'list',
        shape: list(
          named('argument', () => argument),
          0,
          MOST_FIELDS,
          'a list of arguments',
        ),
      },
      { form: 'mapping', shape: argumentsByName },
    ),
    'Arguments in the order of the kernel, or by their names.',
  ),
  globals: optional(
    argumentsByName,
    "Contents of the module's variables before the launch (NVIDIA), by their names: constants, and device variables. A buffer is the content itself.",
  ),
  cooperative: optional(
    flag,
    'Whether workgroups may wait for all others of the grid (NVIDIA: cudaLaunchCooperativeKernel).',
  ),
  hidden: optional(
    mapping(
      Object.fromEntries(
        hiddenArguments.map(({ name, about }) => [name, optional(integer(64), about)]),
      ),
    ),
    'Arguments that compilers add, where they are not what follows from grid and block.',
  ),
};
const kernelShape = mapping(launched);
/** The launch of a kernel. */
export type LaunchEntry = ValueOf<typeof kernelShape>;

/** The whole file. */
const launchFileShape = mapping(
  {
    ...launched,
    types: optional(text('definitions of structs in C'), 'Definitions of structs in C.'),
    buffers: optional(names(bufferShape), 'Memory that arguments point to, by name.'),
    kernels: optional(
      names(kernelShape),
      'Launches of single kernels, by name or by a pattern with * and ?. What they leave out is that of the file.',
    ),
    run: optional(
      list(text('a name of a kernel'), 1, MOST_FIELDS, 'a list of names of kernels'),
      'Kernels that ldscope run executes, one after the other, over the same buffers.',
    ),
  },
  { oneOf: { keys: ['grid', 'kernels'], isExact: false } },
);
export type LaunchFileEntry = ValueOf<typeof launchFileShape>;

const launchMessages: ShapeMessages = {
  shape: (path, wanted) => messages.launchFile.shape(placeWords(path), wanted),
  unknownKey: messages.launch.unknownKey,
  choice: (path, shown, known) =>
    messages.launchFile.dtype(placeWords(path.slice(0, -1)), shown, known.map(String)),
};

/** The launch in the data of a file, or what is wrong with its form. */
export const readLaunch = (data: unknown): ShapeReading<LaunchFileEntry> =>
  readShape(data, launchFileShape, launchMessages);

/** A part of a launch as the value of a field of C. */
export const readPart = <T>(data: unknown, part: Shape<T>): ShapeReading<T> =>
  readShape(data, part, launchMessages);

/** The JSON Schema of launch files. */
export const launchSchema = (): JsonSchema =>
  jsonSchemaOf(launchFileShape, {
    title: 'ldscope launch file',
    description: 'How a GPU kernel is launched: grid, block, arguments, and what is in memory.',
  });
