/**
 * The fields of a request, whoever makes it: options of the command line, tools of agents, links of the page, settings of an
 * editor and the configuration of a check take theirs from here.
 *
 *     ldscope analyze k.mlir --workgroups 8     { "workgroups": 8 }     workgroups: 8
 */
import { shape, type ValueOf } from '@ldscope/core';

const { either, mapping, optional, text, whole, word } = shape;

const name = text('a name', { most: 4096 });
/** A launch file or a layout is longer than a name. */
const long = text('a text', { most: 65_536 });
/** A kernel, or another whole file. */
const file = text('a text', { most: 2 ** 23 });

/** Workgroups by their number, as editors set them: a field of a form has one kind of value. */
export const workgroupCount = whole(1);

export const request = {
  path: optional(
    name,
    'The file of the kernel: MLIR, AMD assembly, a code object, PTX, Triton IR, tile YAML',
  ),
  text: optional(
    file,
    'The kernel itself, instead of a file; its language is known by its content',
  ),
  kernel: optional(name, 'Which kernel of several: its symbol, its name, or a pattern with *'),
  launch: optional(
    long,
    'How it is launched: "grid=2x8,block=256,arg3=1024", or the path of a launch file',
  ),
  machine: optional(
    name,
    'The chip: gfx942, gfx950, sm_90, MI300X, H100; by default the one that the kernel names',
  ),
  model: optional(name, 'The conflict model of the chip; its first by default'),
  workgroups: optional(
    either(
      "a whole number, or 'all'",
      { form: 'text', shape: word(['all'], "'all'") },
      { form: 'number', shape: workgroupCount },
    ),
    'Most workgroups to execute; 64 by default',
  ),
  site: optional(name, 'The id of a site, from analyze'),
  buffer: optional(name, 'One buffer of the kernel: %tile'),
  layout: optional(
    long,
    'A layout in any notation: "pitch = 68", "cute: Sw<3,3,3> o 0 o (64,64):(64,1)"',
  ),
  tile: optional(name, 'Rows x columns x type: 64x128xf16'),
  at: optional(whole(), 'The byte of shared memory at which the tile begins'),
};

const everyField = mapping(request);

/** Some of the fields, as values. */
export type RequestFields<Name extends keyof typeof request> = Pick<
  ValueOf<typeof everyField>,
  Name
>;
export type Workgroups = ValueOf<typeof request.workgroups.shape>;
