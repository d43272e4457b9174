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
import { diagnose, type PlacedDiagnostic } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { Machine } from '../../../machine/machine.ts';
import type { ShapeMessages } from '../../../shape/read.ts';
import * as shape from '../../../shape/shape.ts';
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import { lengthsOf, makeDescriptor, transposed } from '../../../vendors/ck-tile/descriptor.ts';
import {
  makeDistribution,
  type TileDistribution,
  waveSizeOf,
  wavesOf,
} from '../../../vendors/ck-tile/distribution.ts';
import { gemmTypes } from '../../../vendors/ck-tile/gemm/element.ts';
import { inspectDescriptor } from '../../../vendors/ck-tile/inspect.ts';
import { planTileAccess } from '../../../vendors/ck-tile/tile-access.ts';
import { findTutorial, tutorials, type TransposeSpec } from '../tutorials/tutorials.ts';
import { ckMessages, definesShape, elementBytesOf, elementShape, readForAmd } from './common.ts';
import type { Place } from './place.ts';
import { type DescriptorEntry, descriptorShape, readDescriptor } from './read-descriptor.ts';
import { distributionShape, readDistribution } from './read-distribution.ts';
import { globalShape, matrixShape, readGlobal, readMatrix } from './read-global.ts';
import type { PatternContext } from './read-pattern.ts';
import { type Banks, readSwapping, type SharedLayout, swappingShape } from './read-swapping.ts';

const { choice, either, label, mapping, optional, required, whole } = shape;

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

const sideShape = mapping({
  distribution: required(distributionShape, 'Which elements each thread moves.'),
  lds: optional(descriptorShape, 'The descriptor of this side, where it has its own.'),
  view: optional(choice(['mk', 'km']), 'Rows first, or columns first.'),
});

const commonKeys = {
  name: optional(label('a name'), 'What reports call it.'),
  banks: optional(choice([32, 64]), 'Banks that it is built for; those of the machine by default.'),
  waves: optional(whole(1, 16), 'Waves of the workgroup, checked against the distributions.'),
  matrix: optional(matrixShape, 'The whole matrix; a tile by default.'),
  define: optional(definesShape, 'Names that its C++ uses and does not define.'),
};

const tutorialShape = mapping({
  ...commonKeys,
  tutorial: required(label('a tutorial'), 'One of the bank-conflict tutorials: "08".'),
});

const tripleShape = mapping({
  ...commonKeys,
  element: required(elementShape, 'The type of an element.'),
  lds: optional(descriptorShape, 'The descriptor of both sides.'),
  lds_swapping: optional(swappingShape, 'The same, as LdsIndexSwapping makes it.'),
  write: required(sideShape, 'How the tile is written to LDS.'),
  read: required(sideShape, 'How it is read.'),
  global: optional(globalShape, 'Global memory around the tile.'),
});

/** A tile of CK Tile in LDS. */
export const ckTileShape = either(
  'a mapping with element, write and read, or with tutorial',
  { form: { has: ['tutorial'] }, shape: tutorialShape },
  { form: 'mapping', shape: tripleShape },
);

type Triple = shape.ValueOf<typeof tripleShape>;
type Side = shape.ValueOf<typeof sideShape>;

/** Reads and checks a CK Tile specification, as parsed YAML, for a machine; `name` is its name when it does not give one. */
export function readCkTileSpec(data: unknown, machine: Machine, name: string): ReadSpec {
  const read = (spec: shape.ValueOf<typeof ckTileShape>, top: Place): CkTileSpec | undefined =>
    readTop(spec, top, machine, name);
  return readForAmd(data, ckTileShape, machine, read, ckTileMessages);
}

/** A tutorial has the keys of a triple of its own. */
const ckTileMessages: ShapeMessages = {
  ...ckMessages,
  unknownKey: (key, nearest, known, path) =>
    path.length === 0 && Object.hasOwn(tripleShape.keys, key)
      ? messages.spec.besideTutorial(key)
      : ckMessages.unknownKey(key, nearest, known, path),
};

function readTop(
  file: shape.ValueOf<typeof ckTileShape>,
  top: Place,
  machine: Machine,
  fallback: string,
): CkTileSpec | undefined {
  const { banks = machine.sharedMemory.banks.value === 64 ? 64 : 32, matrix, waves } = file;
  const tutorial = 'tutorial' in file ? findTutorial(file.tutorial) : undefined;
  const triple = 'tutorial' in file ? tutorial?.spec(banks) : readTriple(file, top, banks, machine);
  if ('tutorial' in file && tutorial === undefined) {
    const place = top.at('tutorial');
    const known = tutorials.map(({ name }) => name);
    return place.fail(messages.spec.unknownName(place.where, file.tutorial, known));
  }
  const spec = triple && readMatrix(matrix, top.at('matrix'), triple);
  const placeOf = (side: string): Place => top.at('tutorial' in file ? 'tutorial' : side);
  if (spec === undefined || !isPlanned(spec, top, placeOf, machine)) return undefined;
  if (waves !== undefined && !hasWaves(waves, top.at('waves'), spec)) return undefined;
  const title = tutorial && `tutorial ${tutorial.name}: ${tutorial.title}`;
  return { name: file.name ?? title ?? fallback, spec };
}

function readTriple(
  { element, lds, lds_swapping: swapping, write, read, global, define: constants = {} }: Triple,
  top: Place,
  banks: Banks,
  machine: Machine,
): TransposeSpec | undefined {
  if (lds !== undefined && swapping !== undefined)
    return top.fail(messages.spec.oneOf(top.where, ['lds', 'lds_swapping']));
  const elementBytes = elementBytesOf(element);
  const context = {
    // The size that sizeof gives: one byte for packed types.
    elementBytes: Math.max(1, elementBytes),
    elementBits: 8 * elementBytes,
    ldsBanks: banks,
    constants,
    machineName: machine.name,
    chip: machine.name,
    waveSize: machine.waveSizes.includes(32) ? 32 : 64,
    type: gemmTypes.get(element),
  } as const;
  const shared: SharedLayout =
    swapping === undefined
      ? layoutOf(lds, top.at('lds'), context)
      : readSwapping(swapping, top.at('lds_swapping'), banks, elementBytes);
  const stored = readSide(write, top.at('write'), shared, context);
  const loaded = readSide(read, top.at('read'), shared, context);
  if (stored === undefined || loaded === undefined) return undefined;
  const place = top.at('global');
  const sides = [stored.encoding, loaded.encoding] as const;
  const around = readGlobal(global, place, ...sides, context, isOperand(read));
  return around && { elementBytes, write: stored, read: loaded, ...around };
}

/** True where the distribution is that of an operand of a GEMM, which is multiplied. */
function isOperand({ distribution }: Side): boolean {
  if (typeof distribution === 'string' || !('pattern' in distribution)) return false;
  const [kind, options] = distribution.pattern;
  return kind === 'warp_gemm' && options.operand !== 'c';
}

/** A descriptor with its indices as they are written, or with columns first. */
function layoutOf(lds: DescriptorEntry | undefined, own: Place, context: CppContext): SharedLayout {
  if (lds === undefined) return undefined;
  const spec = readDescriptor(lds, own, context);
  return (view, place) => {
    if (spec === undefined || view === 'mk') return spec;
    const made = makeDescriptor(spec);
    const isMatrix = made.ok && lengthsOf(made.value).length === 2;
    return isMatrix ? transposed(spec) : place.fail(messages.spec.viewOfLds(place.where));
  };
}

function readSide(
  { distribution, lds, view = 'mk' }: Side,
  place: Place,
  shared: SharedLayout,
  context: CppContext & PatternContext,
): TransposeSpec['write'] | undefined {
  const encoding = readDistribution(distribution, place.at('distribution'), context);
  const layout = layoutOf(lds, place.at('lds'), context) ?? shared;
  if (layout === undefined) return place.fail(messages.spec.noDescriptor(place.where));
  const descriptor = layout(view, place.at('view'));
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
  spec: TransposeSpec,
  top: Place,
  placeOf: (direction: 'write' | 'read') => Place,
  machine: Machine,
): boolean {
  let sound = true;
  for (const direction of ['write', 'read'] as const) {
    const { descriptor: descriptorSpec, encoding } = spec[direction];
    const place = placeOf(direction);
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

function hasWaves(stated: number, place: Place, { write, read }: TransposeSpec): boolean {
  for (const [side, { encoding }] of Object.entries({ write, read })) {
    const made = makeDistribution(encoding);
    const waves = made.ok ? wavesOf(made.value) : 0;
    if (waves === stated) continue;
    place.fail(messages.spec.waves(side, stated, waves));
    return false;
  }
  return true;
}
