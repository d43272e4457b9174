/** What `ldscope.yaml` may contain: the one description that its reader checks it by, and that editors get as a JSON Schema. */
import { checkRules, messages, type PlacedDiagnostic } from '@ldscope/core';
import { type JsonSchema, jsonSchemaOf } from '../launch/schema/json-schema.ts';
import { checkShape, optional, required, type Shape } from '../launch/schema/shape.ts';

const MOST_ENTRIES = 4096;

const text = (wanted: string, pattern?: RegExp): Shape =>
  pattern === undefined ? { kind: 'text', wanted } : { kind: 'text', wanted, pattern };
const whole = (least: number): Shape => ({
  kind: 'whole',
  least,
  most: Number.MAX_SAFE_INTEGER,
});
const listOf = (of: Shape, wanted: string): Shape => ({
  kind: 'list',
  of,
  least: 1,
  most: MOST_ENTRIES,
  wanted,
});
/** One, or a list of them. */
const someOf = (of: Shape, wanted: string): Shape => ({
  kind: 'either',
  wanted,
  of: [
    { form: 'text', shape: of },
    { form: 'list', shape: listOf(of, wanted) },
  ],
});

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
const filesEntry: Shape = {
  kind: 'either',
  wanted: 'a file, a folder or a glob, or a mapping with file and machines',
  of: [
    { form: 'text', shape: text('a glob') },
    {
      form: 'mapping',
      shape: {
        kind: 'mapping',
        keys: {
          file: required(text('a glob'), 'Files, folders, globs.'),
          machines: required(
            someOf(text('the name of a chip'), 'a list of chips'),
            'The chips that these are for.',
          ),
        },
      },
    },
  ],
};

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

const configShape: Shape = {
  kind: 'mapping',
  keys: {
    machines: optional(
      someOf(text('the name of a chip'), 'a list of chips'),
      'Chips to check each kernel for. By default the one that a kernel names.',
    ),
    files: optional(
      {
        kind: 'either',
        wanted: 'a list of files, folders and globs',
        of: [
          { form: 'text', shape: text('a glob') },
          { form: 'list', shape: listOf(filesEntry, 'a list of files, folders and globs') },
        ],
      },
      'What is checked when the command names no files: files, folders, globs.',
    ),
    failOn: optional(
      listOf({ kind: 'choice', names: checkRules }, 'a list of rules'),
      'What fails the check: conflicts and hazards by default.',
    ),
    ...limits,
    workgroups: optional(
      {
        kind: 'either',
        wanted: "a whole number, or 'all'",
        of: [
          { form: 'text', shape: text("'all'", /^all$/) },
          { form: 'number', shape: whole(1) },
        ],
      },
      'Most workgroups to execute; 64 by default.',
    ),
    flags: optional(
      listOf(text('a flag'), 'a list of flags'),
      'Flags of the compiler, for sources in C++.',
    ),
    baseline: optional(
      text('a path'),
      'The baseline, relative to this file: ldscope-baseline.json.',
    ),
    launches: optional(
      listOf(
        {
          kind: 'mapping',
          keys: {
            ...selector,
            launch: required(
              text('a launch: "grid=8x8,block=256", or the path of a launch file'),
              'How the kernel is launched.',
            ),
            name: optional(
              text('a name'),
              'What reports and the baseline call it; the launch itself by default.',
            ),
          },
        },
        'a list of launches',
      ),
      'How kernels are launched. A kernel that matches several is checked under each.',
    ),
    budgets: optional(
      listOf({ kind: 'mapping', keys: { ...siteSelector, ...limits } }, 'a list of budgets'),
      'Limits of single files, kernels or sites. The last one that matches holds.',
    ),
    suppressions: optional(
      listOf(
        {
          kind: 'mapping',
          keys: {
            ...siteSelector,
            rule: optional(
              text(`one of ${checkRules.join(', ')}, or the code of a hazard`),
              'What is allowed; everything by default.',
            ),
            reason: required(text('a reason', /\S/), 'Why it is allowed.'),
            expires: required(
              text('a day, as 2027-03-31', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
              'The last day on which it is allowed.',
            ),
          },
        },
        'a list of suppressions',
      ),
      'What is known and allowed for some time.',
    ),
  },
};

/** What is wrong with the form of a configuration. */
export const checkConfigShape = (value: unknown): PlacedDiagnostic[] =>
  checkShape(
    value,
    configShape,
    {},
    {
      shape: (path, wanted) => messages.check.shape(placeText(path), wanted),
      unknownKey: messages.check.unknownKey,
      choice: (path, shown, names) => messages.check.choice(placeText(path), shown, names),
    },
  );

/** `budgets[2].maxWays` */
const placeText = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? 'the configuration'
    : path
        .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${key}`))
        .join('');

/** The JSON Schema of configurations. */
export function checkConfigSchema(): JsonSchema {
  return jsonSchemaOf(
    configShape,
    {},
    {
      title: 'ldscope configuration',
      description: 'What ldscope check checks: kernels, chips, launches, budgets and suppressions.',
    },
  );
}
