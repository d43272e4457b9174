/** What `ldscope.yaml` may contain: the one description that its reader checks it by, and that editors get as a JSON Schema. */
import {
  checkRules,
  type DataPath,
  type JsonSchema,
  jsonSchemaOf,
  messages,
  pathText,
  readShape,
  shape,
  type Shape,
  type ShapeReading,
  type ValueOf,
} from '@ldscope/core';
import { request } from '../input/request.ts';

const MOST_ENTRIES = 4096;

const { choice, either, list, mapping, optional, required, someOf, text, whole } = shape;

const listOf = <T>(of: Shape<T>, wanted: string) => list(of, 1, MOST_ENTRIES, wanted);
const chips = someOf(text('the name of a chip'), MOST_ENTRIES, 'a list of chips');

/** What an entry is about; a key that is left out matches everything. */
const selector = {
  file: optional(
    text('a glob'),
    'Files, as a glob relative to this file: kernels/**/*.hip. All by default.',
  ),
  kernel: optional(text('a name or pattern'), 'A kernel by its name, or a pattern with * and ?.'),
  machine: optional(text('the name of a chip'), 'Only on this chip.'),
};
const siteSelector = {
  ...selector,
  buffer: optional(text('a name or pattern'), 'Sites of this buffer, by its name or a pattern.'),
  instruction: optional(
    text('a name or pattern'),
    'Sites with this instruction: ds_read_b128, ld.shared*.',
  ),
};

/** Files, and the chips that they are for where those are others. */
const filesEntry = either(
  'a file, a folder or a glob, or a mapping with file and machines',
  { form: 'text', shape: text('a glob') },
  {
    form: 'mapping',
    shape: mapping({
      file: required(text('a glob'), 'Files, folders, globs.'),
      machines: required(chips, 'The chips that these are for.'),
    }),
  },
);

const limits = {
  maxConflictCycles: optional(
    whole(0),
    'The most conflict cycles of a kernel, or of a site where buffer or instruction is given.',
  ),
  maxWays: optional(
    whole(1),
    'The most slots of a bank in one phase of a site; 1 is conflict-free.',
  ),
};

export const configShape = mapping({
  machines: optional(
    chips,
    'Chips to check each kernel for. By default the one that a kernel names.',
  ),
  files: optional(
    either(
      'a list of files, folders and globs',
      { form: 'text', shape: text('a glob') },
      { form: 'list', shape: listOf(filesEntry, 'a list of files, folders and globs') },
    ),
    'What is checked when the command names no files: files, folders, globs.',
  ),
  failOn: optional(
    listOf(choice(checkRules), 'a list of rules'),
    'What fails the check: conflicts and hazards by default.',
  ),
  ...limits,
  workgroups: { ...request.workgroups, about: `${request.workgroups.about}.` },
  flags: optional(
    listOf(text('a flag'), 'a list of flags'),
    'Flags of the compiler, for sources in C++.',
  ),
  baseline: optional(text('a path'), 'The baseline, relative to this file: ldscope-baseline.json.'),
  launches: optional(
    listOf(
      mapping({
        ...selector,
        launch: required(
          text('a launch: "grid=8x8,block=256", or the path of a launch file'),
          'How the kernel is launched.',
        ),
        name: optional(
          text('a name'),
          'What reports and the baseline call it; the launch itself by default.',
        ),
      }),
      'a list of launches',
    ),
    'How kernels are launched. A kernel that matches several is checked under each.',
  ),
  budgets: optional(
    listOf(mapping({ ...siteSelector, ...limits }), 'a list of budgets'),
    'Limits of single files, kernels or sites. The last one that matches holds.',
  ),
  suppressions: optional(
    listOf(
      mapping({
        ...siteSelector,
        rule: optional(
          text(`one of ${checkRules.join(', ')}, or the code of a hazard`),
          'What is allowed; everything by default.',
        ),
        reason: required(text('a reason', { pattern: /\S/ }), 'Why it is allowed.'),
        expires: required(
          text('a day, as 2027-03-31', { pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/ }),
          'The last day on which it is allowed.',
        ),
      }),
      'a list of suppressions',
    ),
    'What is known and allowed for some time.',
  ),
});
export type ConfigEntry = ValueOf<typeof configShape>;

/** The configuration in the data of a file, or what is wrong with its form. */
export const readConfigShape = (data: unknown): ShapeReading<ConfigEntry> =>
  readShape(data, configShape, {
    shape: (path, wanted) => messages.check.shape(placeText(path), wanted),
    unknownKey: messages.check.unknownKey,
    choice: (path, shown, names) =>
      messages.check.choice(placeText(path), shown, names.map(String)),
  });

const placeText = (path: DataPath): string => pathText(path, 'the configuration');

/** The JSON Schema of configurations. */
export const checkConfigSchema = (): JsonSchema =>
  jsonSchemaOf(configShape, {
    title: 'ldscope configuration',
    description: 'What ldscope check checks: kernels, chips, launches, budgets and suppressions.',
  });
