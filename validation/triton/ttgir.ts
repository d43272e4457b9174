/**
 * The buffers of a matmul as the table shows them, from what `@ldscope/mlir` reads in TTGIR.
 *
 *     #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
 *     %x = ttg.local_alloc : () -> !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>       2 tiles of A
 *     %y = ttg.local_load %x : !ttg.memdesc<...> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, ...}>>
 */
import {
  append,
  type AmdRotatingSharedEncoding,
  type DistributedEncoding,
  type DotOperandEncoding,
  isDistributedEncoding,
  type Machine,
  printTritonAttribute,
  type SharedPlacement,
  type SwizzledSharedEncoding,
} from '@ldscope/core';
import {
  type Attribute,
  type Lowered,
  type Module,
  parseModule,
  readTtgir,
  type TileType,
  type TtgirKernel,
} from '@ldscope/mlir';

export interface SharedBuffer {
  /** The operand of the product that it holds. */
  readonly operand: 'A' | 'B';
  readonly shape: readonly [number, number];
  /** Tiles of `shape`, one after the other. */
  readonly stages: number;
  readonly element: string;
  readonly elementBytes: number;
  /** As the file has it: `swizzled_shared<{vec = 4, ...}>`. */
  readonly encodingText: string;
  readonly encoding: SwizzledSharedEncoding | AmdRotatingSharedEncoding;
  readonly placement: SharedPlacement;
  readonly stored: DistributedEncoding;
  readonly storedText: string;
  readonly loaded: DotOperandEncoding;
  readonly loadedText: string;
  /** `line:column` of the Triton source that its stores and loads name. */
  readonly places: ReadonlySet<string>;
  /** Its stores and loads in instructions. */
  readonly lowered: readonly Lowered[];
}

/** The Triton that compiled the kernels, as far as its lowering goes. */
const COMPILED_BY = '3.6';

/** A module as it was read; throws on what is wrong with it. */
export function readModule(
  text: string,
  machine: Machine,
): { readonly module: Module; readonly kernel: TtgirKernel } {
  const { module, diagnostics } = parseModule(text);
  const read = readTtgir(module, text, { machine, triton: COMPILED_BY });
  const problem = diagnostics[0] ?? ('lowered' in read ? undefined : read[0]);
  if (problem !== undefined || !('lowered' in read)) throw new Error(problem?.message);
  return { module, kernel: read };
}

/** The buffers of a matmul in the order of their allocation; throws on what it does not know. */
export function readBuffers(text: string, machine: Machine): SharedBuffer[] {
  const { module, kernel } = readModule(text, machine);
  const locations = new Map(
    [...module.attributeAliases].map(([name, attribute]) => [`#${name}`, written(attribute)]),
  );
  const groups = new Map<unknown, Lowered[]>();
  for (const one of kernel.lowered) {
    const { buffer, view } = one.access;
    if (view !== undefined) append(groups, buffer, one);
  }
  const buffers = [...groups.values()].map((lowered) => describe(lowered, locations));
  if (new Set(buffers.map(({ operand }) => operand)).size !== buffers.length)
    throw new Error('several buffers for one operand');
  return buffers;
}

function describe(
  lowered: readonly Lowered[],
  locations: ReadonlyMap<string, string>,
): SharedBuffer {
  const layoutOf = (load: boolean): TileType => {
    const tiles = lowered.flatMap(({ access }) =>
      (access.moved === 'load') === load ? [access.registers] : [],
    );
    const [tile] = tiles;
    if (tile === undefined || tiles.some(({ encodingText }) => encodingText !== tile.encodingText))
      throw new Error('not one layout for a buffer');
    return tile;
  };
  const [stored, loaded] = [distributed(layoutOf(false)), distributed(layoutOf(true))];
  const view = lowered[0]?.access.view;
  if (view === undefined || loaded.kind !== 'dot_op')
    throw new Error(`${loaded.kind} is not an operand of a product`);
  const { encoding, placement, type } = view;
  if (encoding.kind !== 'swizzled_shared' && encoding.kind !== 'amd_rotating_shared')
    throw new Error(`no table for ${encoding.kind}`);
  const [rows = 1, columns = 1] = placement.shape;
  const alloc = view.buffer.type?.shape ?? [];
  const loadedText = layoutOf(true).encodingText;
  return {
    operand: loaded.opIdx === 0 ? 'A' : 'B',
    shape: [rows, columns],
    stages: alloc.length === 3 ? (alloc[0] ?? 1) : 1,
    element: type.element,
    elementBytes: type.elementBytes,
    encodingText: withoutDialect(printTritonAttribute(encoding)),
    encoding,
    placement,
    stored,
    storedText: withoutDialect(printTritonAttribute(stored)),
    loaded,
    loadedText: withoutDialect(loadedText),
    places: new Set(
      lowered.flatMap(({ access }) => placeNamed(access.location ?? '', locations) ?? []),
    ),
    lowered,
  };
}

function distributed({ encoding }: TileType): DistributedEncoding {
  if (!encoding.ok || !isDistributedEncoding(encoding.value))
    throw new Error('a tensor without a layout');
  return encoding.value;
}

/** `11:18`, behind the names that a location goes through. */
function placeNamed(location: string, names: ReadonlyMap<string, string>): string | undefined {
  let text = location;
  for (let i = 0; i < 10; i++) {
    const place = /":(\d+:\d+)/.exec(text)?.[1];
    if (place !== undefined) return place;
    text = names.get(/#[\w.$-]+/.exec(text)?.[0] ?? '') ?? '';
  }
  return undefined;
}

/** An attribute as text: `#shared`, or a dialect's attribute in full. */
const written = (attribute: Attribute): string =>
  attribute.kind === 'alias'
    ? `#${attribute.name}`
    : attribute.kind === 'opaque'
      ? attribute.text
      : attribute.kind;

const withoutDialect = (text: string): string => text.replace(/^#ttg\./, '');
