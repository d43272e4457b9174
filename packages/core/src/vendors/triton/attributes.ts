/**
 * Triton's layout attributes as TTGIR prints them.
 *
 *     #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
 *     #ttg.padded_shared<[512:+16] {order = [1, 0], shape = [64, 128]}>
 *     #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>
 *
 * What was read prints back as it came, up to white space: absent fields stay absent. Older text is read too:
 * `#triton_gpu.`, its names `shared`, `mma` and `mfma`, `versionMajor` of `amd_mfma`, `CTAsPerCGA`. Source: parse and print of each
 * attribute in triton-lang/triton:lib/Dialect/TritonGPU/IR/Dialect.cpp.
 */
import { diagnose, type Diagnostic } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Span } from '../../base/span.ts';
import {
  type BasisList,
  type Cluster,
  type DistributedEncoding,
  isDistributedEncoding,
  type TritonEncoding,
} from './encoding.ts';
import { type Entry, readValue, type Value } from './attribute-values.ts';

export interface TritonNotation {
  /** What `#name` stands for, without `#`. */
  readonly aliases?: ReadonlyMap<string, TritonEncoding>;
}

export interface TritonPrintOptions {
  /** Names, without `#`, of encodings that are printed as aliases where they are a parent. */
  readonly names?: ReadonlyMap<TritonEncoding, string>;
  /** Triton 3.0 and older: `triton_gpu`. */
  readonly dialect?: 'ttg' | 'triton_gpu';
}

type Kind = TritonEncoding['kind'];

const CLUSTER = ['CGALayout', 'CTAsPerCGA', 'CTASplitNum', 'CTAOrder'] as const;
const PHASED = ['vec', 'perPhase', 'maxPhase', 'order', ...CLUSTER] as const;

/** The fields of each attribute in the order that they are printed. */
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  blocked: ['sizePerThread', 'threadsPerWarp', 'warpsPerCTA', 'order', ...CLUSTER],
  linear: ['register', 'lane', 'warp', 'block'],
  amd_mfma: [
    'version',
    'versionMajor',
    'versionMinor',
    'warpsPerCTA',
    'instrShape',
    'isTransposed',
    ...CLUSTER,
    'tilesPerWarp',
    'elementBitWidth',
    'nonKDim',
  ],
  amd_wmma: [
    'version',
    'isTranspose',
    'ctaLayout',
    'warpsPerCTA',
    ...CLUSTER,
    'tilesPerWarp',
    'instrShape',
  ],
  nvidia_mma: ['versionMajor', 'versionMinor', 'warpsPerCTA', ...CLUSTER, 'instrShape'],
  dot_op: ['opIdx', 'parent', 'kWidth'],
  slice: ['dim', 'parent'],
  swizzled_shared: [...PHASED, 'hasLeadingOffset'],
  amd_rotating_shared: [...PHASED],
  padded_shared: ['order', 'shape', 'offset', 'block'],
  nvmma_shared: [
    'swizzlingByteWidth',
    'transposed',
    'elementBitWidth',
    'fp4Padded',
    ...CLUSTER,
    'rank',
  ],
  shared_linear: ['offset', 'block'],
};

/** Names of the attributes that are known, without `#ttg.`. */
const tritonAttributes: readonly string[] = Object.keys(FIELDS);

/** Reads one attribute; diagnostics have their place in the text. Never throws. */
export function parseTritonAttribute(
  text: string,
  { aliases = new Map() }: TritonNotation = {},
): Result<TritonEncoding> {
  const read = readValue(text);
  if (!read.ok) return read;
  const diagnostics: Diagnostic[] = [];
  const encoding = encodingOf(read.value, { aliases, diagnostics, depth: 0 });
  return encoding === undefined ? failure(...diagnostics) : success(encoding, diagnostics);
}

interface Context {
  readonly aliases: ReadonlyMap<string, TritonEncoding>;
  readonly diagnostics: Diagnostic[];
  readonly depth: number;
}

function encodingOf(value: Value, context: Context): TritonEncoding | undefined {
  const { diagnostics, aliases } = context;
  if (value.kind !== 'attribute') {
    diagnostics.push(
      diagnose(messages.syntax.expected('an attribute (#ttg. ...)', value.kind), value.span),
    );
    return undefined;
  }
  if (value.body === undefined) {
    const found = aliases.get(value.name);
    if (found === undefined)
      diagnostics.push(diagnose(messages.triton.unknownAlias(value.name), value.span));
    return found;
  }
  const kind = kindOf(value.name);
  if (kind === undefined) {
    diagnostics.push(
      diagnose(messages.triton.unknownAttribute(value.name, tritonAttributes), value.span),
    );
    return undefined;
  }
  const fields = new Fields(value.name, FIELDS[kind], value.body.entries, value.span, context);
  const encoding = READERS[kind](fields, value.body.extra, value.body.intervals);
  return fields.failed ? undefined : encoding;
}

/** Names that older text has, of `triton_gpu`. */
const OLDER_NAMES: ReadonlyMap<string, Kind> = new Map([
  ['shared', 'swizzled_shared'],
  ['mma', 'nvidia_mma'],
  ['mfma', 'amd_mfma'],
]);

/** `ttg.blocked` or `triton_gpu.blocked`. */
function kindOf(name: string): Kind | undefined {
  const [, mnemonic = ''] = /^(?:ttg|triton_gpu)\.(\w+)$/.exec(name) ?? [];
  return (
    OLDER_NAMES.get(mnemonic) ?? tritonAttributes.find((known): known is Kind => known === mnemonic)
  );
}

/** The fields of a dictionary by name and type; says what is missing or wrong. */
class Fields {
  readonly #attribute: string;
  readonly #entries = new Map<string, Entry>();
  readonly #span: Span;
  readonly #context: Context;
  failed = false;

  constructor(
    attribute: string,
    known: readonly string[],
    entries: readonly Entry[],
    span: Span,
    context: Context,
  ) {
    this.#attribute = `#${attribute}`;
    this.#span = span;
    this.#context = context;
    for (const entry of entries) {
      if (known.includes(entry.name)) {
        if (this.#entries.has(entry.name))
          this.#fail(messages.triton.wrongField(entry.name, 'given once'), entry.span);
        this.#entries.set(entry.name, entry);
      } else {
        this.#fail(messages.triton.unknownField(this.#attribute, entry.name, known), entry.span);
      }
    }
  }

  number(name: string): number {
    return this.optionalNumber(name) ?? (this.#missing(name), 0);
  }

  optionalNumber(name: string): number | undefined {
    return this.#read(name, 'a whole number', numberIn);
  }

  numbers(name: string): readonly number[] {
    return this.optionalNumbers(name) ?? (this.#missing(name), []);
  }

  optionalNumbers(name: string): readonly number[] | undefined {
    return this.#read(name, 'a list of whole numbers', numbersIn);
  }

  flag(name: string): boolean {
    return this.optionalFlag(name) ?? (this.#missing(name), false);
  }

  optionalFlag(name: string): boolean | undefined {
    return this.#read(name, 'true or false', (value) =>
      value.kind === 'flag' ? value.value : undefined,
    );
  }

  bases(name: string): BasisList {
    return this.optionalBases(name) ?? (this.#missing(name), []);
  }

  optionalBases(name: string): BasisList | undefined {
    return this.#read(name, 'a list of lists of whole numbers', basesIn);
  }

  /** The bases in a dictionary of them. */
  optionalLayout(name: string): { register?: BasisList; warp?: BasisList } | undefined {
    return this.#read(name, '{register = [...], warp = [...]}', (value) => {
      if (value.kind !== 'dictionary') return undefined;
      const found: { register?: BasisList; warp?: BasisList } = {};
      for (const { name: key, value: list } of value.entries) {
        const bases = basesIn(list);
        if (bases === undefined || (key !== 'register' && key !== 'warp')) return undefined;
        found[key] = bases;
      }
      return found;
    });
  }

  parent(): DistributedEncoding | undefined {
    const entry = this.#entries.get('parent');
    if (entry === undefined) {
      this.#missing('parent');
      return undefined;
    }
    const found = encodingOf(entry.value, { ...this.#context, depth: this.#context.depth + 1 });
    if (found !== undefined && isDistributedEncoding(found)) return found;
    if (found === undefined) this.failed = true;
    else this.#fail(messages.triton.wrongField('parent', 'a distributed layout'), entry.span);
    return undefined;
  }

  cluster(): Cluster {
    return present({
      CGALayout: this.optionalBases('CGALayout'),
      CTAsPerCGA: this.optionalNumbers('CTAsPerCGA'),
      CTASplitNum: this.optionalNumbers('CTASplitNum'),
      CTAOrder: this.optionalNumbers('CTAOrder'),
    });
  }

  /** An argument outside of the dictionary that has to be there. */
  require<T>(name: string, value: T | undefined, otherwise: T): T {
    if (value === undefined) this.#missing(name);
    return value ?? otherwise;
  }

  #read<T>(name: string, wanted: string, convert: (value: Value) => T | undefined): T | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const value = convert(entry.value);
    if (value === undefined) this.#fail(messages.triton.wrongField(name, wanted), entry.value.span);
    return value;
  }

  #missing(name: string): void {
    if (this.#entries.has(name)) return;
    this.#fail(messages.triton.missingField(this.#attribute, name), this.#span);
  }

  #fail(message: ReturnType<typeof messages.triton.wrongField>, span: Span): void {
    this.failed = true;
    this.#context.diagnostics.push(diagnose(message, span));
  }
}

const numberIn = (value: Value): number | undefined =>
  value.kind === 'number' ? value.value : undefined;

function numbersIn(value: Value): readonly number[] | undefined {
  if (value.kind !== 'list') return undefined;
  const numbers = value.elements.flatMap((element) => numberIn(element) ?? []);
  return numbers.length === value.elements.length ? numbers : undefined;
}

function basesIn(value: Value): BasisList | undefined {
  if (value.kind !== 'list') return undefined;
  const lists = value.elements.flatMap((element) => {
    const numbers = numbersIn(element);
    return numbers === undefined ? [] : [numbers];
  });
  return lists.length === value.elements.length ? lists : undefined;
}

type Intervals = readonly { readonly interval: number; readonly padding: number }[];
type Reader = (
  fields: Fields,
  extra: readonly Entry[],
  intervals: Intervals | undefined,
) => TritonEncoding | undefined;

const phased = (fields: Fields) => ({
  vec: fields.number('vec'),
  perPhase: fields.number('perPhase'),
  maxPhase: fields.number('maxPhase'),
  order: fields.numbers('order'),
  ...fields.cluster(),
});

/** Triton 2.1 has one size for M and N. */
function mfmaShape(fields: Fields): readonly number[] {
  const both = fields.optionalNumber('nonKDim');
  return both === undefined ? fields.numbers('instrShape') : [both, both];
}

/** One reader per attribute. */
const READERS: Readonly<Record<Kind, Reader>> = {
  blocked: (fields) => ({
    kind: 'blocked',
    sizePerThread: fields.numbers('sizePerThread'),
    threadsPerWarp: fields.numbers('threadsPerWarp'),
    warpsPerCTA: fields.numbers('warpsPerCTA'),
    order: fields.numbers('order'),
    ...fields.cluster(),
  }),
  linear: (fields) => ({
    kind: 'linear',
    register: fields.bases('register'),
    lane: fields.bases('lane'),
    warp: fields.bases('warp'),
    block: fields.bases('block'),
  }),
  amd_mfma: (fields) => ({
    kind: 'amd_mfma',
    ...present({
      version: fields.optionalNumber('version'),
      versionMajor: fields.optionalNumber('versionMajor'),
      versionMinor: fields.optionalNumber('versionMinor'),
      tilesPerWarp: fields.optionalNumbers('tilesPerWarp'),
      elementBitWidth: fields.optionalNumber('elementBitWidth'),
    }),
    warpsPerCTA: fields.numbers('warpsPerCTA'),
    instrShape: mfmaShape(fields),
    isTransposed: fields.flag('isTransposed'),
    ...fields.cluster(),
  }),
  amd_wmma: (fields) => ({
    kind: 'amd_wmma',
    version: fields.number('version'),
    ...present({
      isTranspose: fields.optionalFlag('isTranspose'),
      ctaLayout: fields.optionalLayout('ctaLayout'),
      warpsPerCTA: fields.optionalNumbers('warpsPerCTA'),
      tilesPerWarp: fields.optionalNumbers('tilesPerWarp'),
      instrShape: fields.optionalNumbers('instrShape'),
    }),
    ...fields.cluster(),
  }),
  nvidia_mma: (fields) => ({
    kind: 'nvidia_mma',
    versionMajor: fields.number('versionMajor'),
    ...present({ versionMinor: fields.optionalNumber('versionMinor') }),
    warpsPerCTA: fields.numbers('warpsPerCTA'),
    instrShape: fields.numbers('instrShape'),
    ...fields.cluster(),
  }),
  dot_op: (fields) => {
    const parent = fields.parent();
    const rest = present({ kWidth: fields.optionalNumber('kWidth') });
    const opIdx = fields.number('opIdx');
    return parent === undefined ? undefined : { kind: 'dot_op', opIdx, parent, ...rest };
  },
  slice: (fields) => {
    const parent = fields.parent();
    const dim = fields.number('dim');
    return parent === undefined ? undefined : { kind: 'slice', dim, parent };
  },
  swizzled_shared: (fields) => ({
    kind: 'swizzled_shared',
    ...phased(fields),
    ...present({ hasLeadingOffset: fields.optionalFlag('hasLeadingOffset') }),
  }),
  amd_rotating_shared: (fields) => ({ kind: 'amd_rotating_shared', ...phased(fields) }),
  padded_shared: (fields, _extra, intervals) => ({
    kind: 'padded_shared',
    intervals: fields.require('[interval:+padding]', intervals, []),
    ...present({
      order: fields.optionalNumbers('order'),
      shape: fields.optionalNumbers('shape'),
      offset: fields.optionalBases('offset'),
      block: fields.optionalBases('block'),
    }),
  }),
  nvmma_shared: (fields) => ({
    kind: 'nvmma_shared',
    swizzlingByteWidth: fields.number('swizzlingByteWidth'),
    transposed: fields.flag('transposed'),
    elementBitWidth: fields.number('elementBitWidth'),
    ...present({
      fp4Padded: fields.optionalFlag('fp4Padded'),
      rank: fields.optionalNumber('rank'),
    }),
    ...fields.cluster(),
  }),
  shared_linear: (fields, extra) => {
    const alignment = extra.find(({ name }) => name === 'alignment')?.value;
    return {
      kind: 'shared_linear',
      offset: fields.bases('offset'),
      ...present({ block: fields.optionalBases('block') }),
      alignment: fields.require('alignment', alignment && numberIn(alignment), 16),
    };
  },
};

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that are there: an absent one is not a field, rather than one without a value. */
function present<T extends Readonly<Record<string, unknown>>>(fields: T): Present<T> {
  const found: Present<T> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) found[key] = value as Exclude<T[typeof key], undefined>;
  }
  return found;
}

/** The attribute as TTGIR prints it. */
export function printTritonAttribute(
  encoding: TritonEncoding,
  options: TritonPrintOptions = {},
): string {
  const { dialect = 'ttg' } = options;
  const mnemonic =
    dialect === 'triton_gpu' && encoding.kind === 'swizzled_shared' ? 'shared' : encoding.kind;
  const values = new Map<string, unknown>(Object.entries(encoding));
  const fields = FIELDS[encoding.kind].flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [`${name} = ${printField(value, options)}`];
  });
  const dictionary = `{${fields.join(', ')}}`;
  const inner = {
    before:
      encoding.kind === 'padded_shared'
        ? `[${encoding.intervals.map((pad) => `${pad.interval}:+${pad.padding}`).join(', ')}] `
        : '',
    after: encoding.kind === 'shared_linear' ? `, alignment = ${encoding.alignment}` : '',
  };
  return `#${dialect}.${mnemonic}<${inner.before}${dictionary}${inner.after}>`;
}

function printField(value: unknown, options: TritonPrintOptions): string {
  if (Array.isArray(value)) return `[${value.map((item) => printField(item, options)).join(', ')}]`;
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (isEncoding(value)) {
    const name = options.names?.get(value);
    return name === undefined ? printTritonAttribute(value, options) : `#${name}`;
  }
  if (typeof value !== 'object' || value === null) return '';
  const entries = Object.entries(value).map(
    ([name, item]) => `${name} = ${printField(item, options)}`,
  );
  return `{${entries.join(', ')}}`;
}

const isEncoding = (value: unknown): value is TritonEncoding =>
  typeof value === 'object' && value !== null && 'kind' in value;
