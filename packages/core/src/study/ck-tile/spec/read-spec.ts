/**
 * A CK Tile specification as plain data (a parsed YAML file): tile, layout and access.
 *
 *     tutorial: '08'                  one of the bank-conflict tutorials; banks: 32 builds it for 32 banks
 *
 *     element: f16                    or all of it:
 *     lds_swapping: { m: 64, k: 32, kpack: 8, mldslayer: 2 }    or lds: a descriptor
 *     write: { distribution: MK }
 *     read: { distribution: KM, view: km }                      view: columns first; or an lds of its own
 *     waves: 4                        checked against the distributions
 *     global: { load_along: 1, store_along: 0 }                 dimensions that are contiguous in global memory
 *             load_pitch: 4096, store_pitch: 65536              elements from row to row of the matrix
 *     matrix: { m: 65536, k: 256 }                              the whole matrix (`read-global.ts`)
 *
 *     define: { kM: 128 }             names that its C++ uses and does not define
 *
 * Without `mldslayer` it follows the banks of the machine.
 */
import { diagnose, hasErrors, type PlacedDiagnostic } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { Machine } from '../../../machine/machine.ts';
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import {
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
  transposed,
} from '../../../vendors/ck-tile/descriptor.ts';
import {
  makeDistribution,
  type TileDistribution,
  waveSizeOf,
  wavesOf,
} from '../../../vendors/ck-tile/distribution.ts';
import { gemmTypes } from '../../../vendors/ck-tile/gemm/element.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';
import { inspectDescriptor } from '../../../vendors/ck-tile/inspect.ts';
import { planTileAccess } from '../../../vendors/ck-tile/tile-access.ts';
import { findTutorial, tutorials, type TransposeSpec } from '../tutorials/tutorials.ts';
import { Field, required } from './fields.ts';
import { readDescriptor } from './read-descriptor.ts';
import { readDistribution } from './read-distribution.ts';
import { readGlobal, readMatrix } from './read-global.ts';
import type { PatternContext } from './read-pattern.ts';
import {
  type Banks,
  elementBytesOf,
  readSwapping,
  type SharedLayout,
  type View,
} from './read-swapping.ts';

interface CkTileSpec {
  readonly name: string;
  readonly spec: TransposeSpec;
}

/** A CK Tile specification after its check, with diagnostics at their places in the data. */
export interface ReadSpec {
  /** Absent when there is an error among the diagnostics. */
  readonly value?: CkTileSpec;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

const TOP_KEYS = [
  'name',
  'tutorial',
  'banks',
  'element',
  'waves',
  'lds',
  'lds_swapping',
  'write',
  'read',
  'global',
  'matrix',
  'define',
] as const;

/** Reads and checks a CK Tile specification, as parsed YAML, for a machine; `name` is its name when it does not give one. */
export function readCkTileSpec(data: unknown, machine: Machine, name: string): ReadSpec {
  const diagnostics: PlacedDiagnostic[] = [];
  const top = new Field(data, [], diagnostics);
  const value = readTop(top, machine, name);
  const sound = value !== undefined && !diagnostics.some((one) => hasErrors([one.diagnostic]));
  return sound ? { value, diagnostics } : { diagnostics };
}

function readTop(top: Field, machine: Machine, fallback: string): CkTileSpec | undefined {
  if (machine.vendor !== 'AMD') return top.fail(messages.spec.machine(machine.name));
  const fields = top.mapping(TOP_KEYS);
  if (fields === undefined) return undefined;
  const nameField = fields.get('name');
  const name = nameField === undefined ? fallback : nameField.text();
  const banks = readBanks(fields.get('banks'), machine);
  if (name === undefined || banks === undefined) return undefined;
  const tutorial = fields.get('tutorial');
  const triple =
    tutorial === undefined
      ? readTriple(top, fields, banks, machine)
      : readTutorial(tutorial, fields, banks);
  const spec = triple && readMatrix(fields.get('matrix'), triple);
  if (spec === undefined || !isPlanned(top, fields, spec, machine)) return undefined;
  const waves = fields.get('waves');
  if (waves !== undefined && !hasWaves(waves, spec)) return undefined;
  return { name: nameField === undefined ? (titleOf(tutorial) ?? name) : name, spec };
}

function readBanks(field: Field | undefined, machine: Machine): Banks | undefined {
  const physical = machine.sharedMemory.banks.value === 64 ? 64 : 32;
  if (field === undefined) return physical;
  const banks = field.value;
  if (banks === 32 || banks === 64) return banks;
  return field.fail(messages.spec.shape(field.where, '32 or 64'));
}

const titleOf = (field: Field | undefined): string | undefined => {
  const found = field === undefined ? undefined : findTutorial(String(field.value));
  return found && `tutorial ${found.name}: ${found.title}`;
};

function readTutorial(
  field: Field,
  fields: ReadonlyMap<string, Field>,
  banks: Banks,
): TransposeSpec | undefined {
  for (const key of ['element', 'lds', 'lds_swapping', 'write', 'read', 'global']) {
    const other = fields.get(key);
    if (other !== undefined) return other.fail(messages.spec.besideTutorial(key));
  }
  const name = field.text();
  if (name === undefined) return undefined;
  const found = findTutorial(name);
  if (found !== undefined) return found.spec(banks);
  const known = tutorials.map((tutorial) => tutorial.name);
  return field.fail(messages.spec.unknownName(field.where, name, known));
}

function readTriple(
  top: Field,
  fields: ReadonlyMap<string, Field>,
  banks: Banks,
  machine: Machine,
): TransposeSpec | undefined {
  const element = required(fields, 'element', top);
  const elementBytes = element && elementBytesOf(element);
  const write = required(fields, 'write', top);
  const read = required(fields, 'read', top);
  if (elementBytes === undefined || write === undefined || read === undefined) return undefined;
  const constants = readConstants(fields.get('define'));
  if (constants === undefined) return undefined;
  const context = {
    // The size that sizeof gives: one byte for packed types.
    elementBytes: Math.max(1, elementBytes),
    elementBits: 8 * elementBytes,
    ldsBanks: banks,
    constants,
    machineName: machine.name,
    chip: machine.name,
    waveSize: machine.waveSizes.includes(32) ? 32 : 64,
    type: gemmTypes.get(String(element?.value)),
  } as const;
  const shared = readShared(top, fields, context, elementBytes);
  const [stored, loaded] = [readSide(write, shared, context), readSide(read, shared, context)];
  if (stored === undefined || loaded === undefined) return undefined;
  const isOperand = readsOperand(read);
  const along = readGlobal(
    fields.get('global'),
    stored.encoding,
    loaded.encoding,
    context,
    isOperand,
  );
  return along && { elementBytes, write: stored, read: loaded, ...along };
}

/** True where the distribution is that of an operand of a GEMM, which is multiplied. */
function readsOperand({ value }: Field): boolean {
  const nested = (at: unknown, key: string): unknown =>
    typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  const operand = nested(nested(nested(value, 'distribution'), 'warp_gemm'), 'operand');
  return operand === 'a' || operand === 'b';
}

/** The names that the C++ of a specification need not define. */
interface SpecContext extends CppContext, PatternContext {
  readonly elementBytes: number;
  readonly waveSize: 32 | 64;
  readonly ldsBanks: Banks;
}

/** `define: { kM: 128, WarpTile: "sequence<32, 32, 8>" }` */
function readConstants(field: Field | undefined): Record<string, number | string> | undefined {
  if (field === undefined) return {};
  const constants: Record<string, number | string> = {};
  const fields = field.anyMapping();
  if (fields === undefined) return undefined;
  for (const [name, each] of fields) {
    const value = typeof each.value === 'number' ? each.whole(0, 2 ** 31 - 1) : each.text();
    if (value === undefined) return undefined;
    constants[name] = value;
  }
  return constants;
}

function readShared(
  top: Field,
  fields: ReadonlyMap<string, Field>,
  context: SpecContext,
  elementBytes: number,
): SharedLayout {
  const [lds, swapping] = [fields.get('lds'), fields.get('lds_swapping')];
  if (lds !== undefined && swapping !== undefined) {
    top.fail(messages.spec.oneOf(top.where, ['lds', 'lds_swapping']));
    return () => undefined;
  }
  if (swapping !== undefined) return readSwapping(swapping, context.ldsBanks, elementBytes);
  if (lds === undefined) return undefined;
  const spec = readDescriptor(lds, context);
  return (view, place) => spec && seenAs(view, spec, place);
}

/** A descriptor with its indices as they are written, or with columns first. */
function seenAs(view: View, spec: DescriptorSpec, place: Field): DescriptorSpec | undefined {
  if (view === 'mk') return spec;
  const made = makeDescriptor(spec);
  const lengths = made.ok ? lengthsOf(made.value) : [];
  return lengths.length === 2 ? transposed(spec) : place.fail(messages.spec.viewOfLds(place.where));
}

interface Side {
  readonly descriptor: DescriptorSpec;
  readonly encoding: TileDistributionEncoding;
  readonly view?: 'km';
}

const VIEWS: ReadonlyMap<string, View> = new Map([
  ['mk', 'mk'],
  ['km', 'km'],
]);

function readSide(field: Field, shared: SharedLayout, context: SpecContext): Side | undefined {
  const fields = field.mapping(['distribution', 'lds', 'view']);
  if (fields === undefined) return undefined;
  const distribution = required(fields, 'distribution', field);
  const encoding = distribution && readDistribution(distribution, context);
  const [own, viewField] = [fields.get('lds'), fields.get('view')];
  const view = viewField === undefined ? 'mk' : viewField.named(VIEWS);
  if (own === undefined && shared === undefined) {
    return field.fail(messages.spec.noDescriptor(field.where));
  }
  const place = viewField ?? field;
  const ownSpec = own && readDescriptor(own, context);
  const ownView = ownSpec && view && seenAs(view, ownSpec, place);
  const descriptor = own === undefined ? view && shared?.(view, place) : ownView;
  if (descriptor === undefined || encoding === undefined) return undefined;
  return { descriptor, encoding, ...(view === 'km' ? { view } : {}) };
}

/** The lanes of a distribution, if the chip has such waves; else those that it has, which the distribution does not fit. */
function waveSizeFor(distribution: TileDistribution, { waveSizes }: Machine): 32 | 64 {
  const own = waveSizeOf(distribution);
  const [first = 64] = waveSizes;
  return waveSizes.includes(own) ? own : first;
}

/** True when a distribution leaves elements of its descriptor out. */
export const isPart = (part: readonly number[], tile: readonly number[]): boolean =>
  part.some((length, i) => length < (tile[i] ?? 0));

/** Faults that show only when both sides are put together: windows, waves, promised vectors, elements that share a place. */
function isPlanned(
  top: Field,
  fields: ReadonlyMap<string, Field>,
  spec: TransposeSpec,
  machine: Machine,
): boolean {
  let sound = true;
  for (const direction of ['write', 'read'] as const) {
    const { descriptor: descriptorSpec, encoding } = spec[direction];
    const place = fields.get(direction) ?? fields.get('tutorial') ?? top;
    const descriptor = makeDescriptor(descriptorSpec);
    const distribution = makeDistribution(encoding);
    if (!descriptor.ok || !distribution.ok) return false;
    const bytes = Math.ceil(descriptor.value.elementSpaceSize * spec.elementBytes);
    const most = machine.sharedMemory.bytesPerWorkgroup.value;
    if (bytes > most) {
      place.fail(messages.spec.tooMany(`LDS of ${place.where} has ${bytes} bytes`, most));
      return false;
    }
    const plan = planTileAccess(
      {
        direction,
        descriptor: descriptor.value,
        distribution: distribution.value,
        elementBytes: spec.elementBytes,
        name: `LDS ${direction}`,
      },
      { isa: machine.isa, waveSize: waveSizeFor(distribution.value, machine) },
    );
    place.tell(plan.diagnostics);
    const isWave64 = plan.ok && plan.value.waveSize === 64;
    if (direction === 'write' && isWave64 && machine.waveSizes.includes(32)) {
      top.tell([diagnose(messages.spec.wave64(machine.name))]);
    }
    const [part, tile] = [distribution.value.xLengths, lengthsOf(descriptor.value)];
    if (plan.ok && isPart(part, tile)) {
      place.tell([messages.spec.partOfTile(direction, part, tile)]);
    }
    const shared = direction === 'write' ? inspectDescriptor(descriptor.value) : [];
    place.tell(shared);
    sound &&= plan.ok && shared.length === 0;
  }
  return sound;
}

function hasWaves(field: Field, { write, read }: TransposeSpec): boolean {
  const stated = field.whole(1, 16);
  if (stated === undefined) return false;
  for (const [side, { encoding }] of Object.entries({ write, read })) {
    const made = makeDistribution(encoding);
    const waves = made.ok ? wavesOf(made.value) : 0;
    if (waves === stated) continue;
    field.fail(messages.spec.waves(side, stated, waves));
    return false;
  }
  return true;
}
