/** What a client sets: data that may be anything. */
import { isRecord, shape, type ValueOf, valueIn } from '@ldscope/core';
import { request, workgroupCount } from '@ldscope/engine';

const { flag, mapping, optional } = shape;

/** The settings with their words in the extension for VS Code. */
export const settingKeys = {
  machine: optional(
    request.machine.shape,
    'A chip or product: `gfx942`, `mi300x`, `sm_90`. Goes before `machines` of `ldscope.yaml`, not before entries of its `files`; by default what the kernel names.',
  ),
  launch: optional(
    request.launch.shape,
    '`grid=2x8,block=256`, or the path of a launch file. By default that of `ldscope.yaml`, or the file beside the kernel.',
  ),
  workgroups: optional(workgroupCount, `${request.workgroups.about}.`),
  /** A compiler can be told to run programs: without a word of the client nothing is compiled. */
  compile: optional(
    flag,
    'Compile HIP and CUDA sources when they are saved, with the flags of `ldscope.yaml`. Only in trusted workspaces.',
  ),
  /** For clients that show them; else banks are drawn with characters. */
  pictures: optional(flag, 'Show the banks of an access as a picture under the pointer.'),
};

const settings = mapping(settingKeys);

export type Settings = Omit<ValueOf<typeof settings>, 'compile' | 'pictures'> &
  Readonly<Record<'compile' | 'pictures', boolean>>;

/** The settings in a value of a client; what is not understood is left out. */
export function readSettings(value: unknown): Settings {
  const given = Object.entries(isRecord(value) ? value : {}).filter(
    ([name, one]) => valueIn({ [name]: one }, settings) !== undefined,
  );
  const read = valueIn(Object.fromEntries(given), settings);
  return {
    machine: nameIn(read?.machine),
    launch: nameIn(read?.launch),
    workgroups: read?.workgroups,
    compile: read?.compile === true,
    pictures: read?.pictures === true,
  };
}

/** A field of a form that is empty sets nothing. */
const nameIn = (text = ''): string | undefined => (text.trim() === '' ? undefined : text.trim());
