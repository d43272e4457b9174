/**
 * The encoding of buffers in a module of Triton: who needs it as it is, and a text with another one.
 *
 *     #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
 *     #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>     the only line that changes
 */
import {
  type Cluster,
  type Machine,
  parseTritonAttribute,
  placeElements,
  printTritonAttribute,
  rowBytes,
  type SharedEncoding,
  sharedToTile,
  type TileLayout,
  tileToShared,
} from '@ldscope/core';
import { currentName, type Module, TileTypes, type View, walk } from '@ldscope/mlir';

/** Buffers whose type names one encoding. */
export interface EncodedBuffers {
  /** As the types have it: `#shared`. */
  readonly encoding: string;
  readonly names: readonly string[];
  /** All views that are accessed. */
  readonly views: readonly View[];
  /** Operations that have a value of it. */
  readonly operations: ReadonlySet<string>;
  /** Those of them that copy from global memory. */
  readonly copies: readonly string[];
}

/** Operations that take any encoding: the compiler goes by that of their type. */
const FREE =
  /^(?:ttg\.(?:local_(?:alloc|store|load|dealloc)|memdesc_(?:index|subview|subslice))|arith\.select|(?:scf|cf)\..*)$/;
const COPIES = /^(?:ttg\.async_copy_global_to_local|amdg\.buffer_load_to_local)$/;

/** Operations of a module that have a value of an encoding, under the names of the newest Triton. */
export function operationsWith(module: Module, encoding: string): ReadonlySet<string> {
  const types = new TileTypes(module);
  const word = new RegExp(`${encoding}(?!\\w)`);
  const found = new Set<string>();
  for (const { name, operands, results, text = '' } of walk(module.operations)) {
    const isOf = [...operands, ...results].some(
      ({ type }) => types.tile(type)?.encodingText === encoding,
    );
    if (isOf || word.test(text)) found.add(currentName(name));
  }
  return found;
}

export const copiesAmong = (operations: ReadonlySet<string>): string[] =>
  [...operations].filter((name) => COPIES.test(name));

/** Why buffers have to keep their encoding; `undefined` where any layout would do. */
export function encodingObstacle({
  encoding,
  operations,
  views,
}: EncodedBuffers): string | undefined {
  const other = [...operations].find((name) => !FREE.test(name) && !COPIES.test(name));
  if (other !== undefined) return `${other} takes it as it is, or gives it another form`;
  if (!/^#\w+$/.test(encoding)) return 'it is written in the types, without a name';
  const moved = views.find(({ origin }) => origin.some((start) => start !== 0));
  if (moved !== undefined) return 'parts of a tile are accessed';
  const [first] = views;
  if (first?.encoding.kind === 'swizzled_shared' && first.encoding.hasLeadingOffset === true)
    return 'the tensor core reads it';
  return first !== undefined && isSplit(clusterOf(first.encoding))
    ? 'blocks of a cluster share it'
    : undefined;
}

/** True where several blocks of a cluster have parts of a tensor. */
function isSplit({ CGALayout = [], CTAsPerCGA = [] }: Cluster): boolean {
  return CGALayout.length > 0 || CTAsPerCGA.some((count) => count > 1);
}

/** The encoding with another layout; words that say why it has none. */
export function encodingFor(
  { views, copies }: EncodedBuffers,
  { from, to }: { readonly from: TileLayout; readonly to: TileLayout },
  machines: readonly Machine[],
  isNew: boolean,
): SharedEncoding | string {
  const [view] = views;
  const shared = tileToShared(to);
  if (!shared.ok) return shared.diagnostics[0]?.message ?? '';
  if (view === undefined) return 'nothing accesses it';
  const { shape } = view.placement;
  const now = sharedToTile(view.encoding, shape, view.type.elementBytes);
  if (!now.ok) return now.diagnostics[0]?.message ?? '';
  const { order } = now.value;
  const { CTAsPerCGA, CTASplitNum, CTAOrder } = clusterOf(view.encoding);
  const lists =
    CTAsPerCGA === undefined || CTASplitNum === undefined || CTAOrder === undefined
      ? {}
      : { CTAsPerCGA, CTASplitNum, CTAOrder };
  const made = oriented(shared.value, order, shape, lists);
  if (typeof made === 'string') return made;
  const { kind } = made;
  const isAmd = kind === 'padded_shared' || kind === 'amd_rotating_shared';
  if (isAmd && machines.some(({ vendor }) => vendor !== 'AMD'))
    return `${kind} is of AMD's part of Triton`;
  if (kind === 'padded_shared' || kind === 'shared_linear') {
    if (!isNew) return `${kind} is not known to Triton before 3.5`;
    if (views.some(({ placement }) => placement.shape.join() !== shape.join()))
      return 'tiles of several shapes have it';
  }
  const elements = shape.reduce((all, size) => all * size, 1);
  if (kind === 'padded_shared' && made.intervals.some(({ interval }) => interval > elements))
    return 'its padding is behind the tile';
  if (copies.length > 0 && !keepsCopies(from, to))
    return `${copies.join(', ')} would write shorter runs`;
  const placed = sharedToTile(made, shape, view.type.elementBytes);
  const places = placeElements(to);
  const isSame = placed.ok && placeElements(placed.value.layout).every((at, i) => at === places[i]);
  return isSame ? made : 'Triton places other dimensions otherwise';
}

const clusterOf = (encoding: SharedEncoding): Cluster =>
  'CTAsPerCGA' in encoding || 'CGALayout' in encoding ? encoding : {};

/** With the dimension that is contiguous in memory, and the fields of the encoding that was there. */
function oriented(
  made: SharedEncoding,
  order: readonly number[],
  shape: readonly number[],
  cluster: Cluster,
): SharedEncoding | string {
  switch (made.kind) {
    case 'swizzled_shared':
    case 'amd_rotating_shared':
      return { ...made, order, ...cluster };
    case 'padded_shared':
      return { ...made, order, shape };
    case 'shared_linear': {
      const [column = 1, row = 0, ...more] = order;
      if (more.length > 0) return 'linear encodings of more than two dimensions are not written';
      const offset = made.offset.map(([ofRow = 0, ofColumn = 0]) => {
        const basis = [0, 0];
        basis[row] = ofRow;
        basis[column] = ofColumn;
        return basis;
      });
      return { ...made, offset };
    }
    case 'nvmma_shared':
      return 'nvmma is for the tensor core';
  }
}

/** Bytes that copies of one lane write at most. */
const COPY_BYTES = 16;

/** Copies write runs of a lane at once: they may not become shorter, and no padding may be in those of a wave. */
function keepsCopies(from: TileLayout, to: TileLayout): boolean {
  if (from.kind !== 'rows' || to.kind !== 'rows' || to.paddings.length > 0) return false;
  const runOf = ({ key, unitBytes, tile }: typeof to): number =>
    key === undefined ? rowBytes(tile) : unitBytes;
  return runOf(to) >= Math.min(COPY_BYTES, runOf(from));
}

/** The module with another attribute behind a name; `undefined` where its definition is not one line. */
export function withEncoding(
  text: string,
  name: string,
  encoding: SharedEncoding,
): string | undefined {
  const line = new RegExp(`^(\\s*${name}\\s*=\\s*)(#\\S.*?)(\\s*)$`, 'm');
  const [whole, before = '', attribute = '', after = ''] = line.exec(text) ?? [];
  if (whole === undefined || !parseTritonAttribute(attribute).ok) return undefined;
  const dialect = attribute.startsWith('#triton_gpu.') ? 'triton_gpu' : 'ttg';
  const printed = printTritonAttribute(encoding, { dialect });
  return text.replace(whole, () => `${before}${printed}${after}`);
}
