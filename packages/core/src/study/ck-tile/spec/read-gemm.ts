/**
 * A GEMM of CK Tile as plain data: C (M x N) = A (M x K) times B, both through LDS.
 *
 *     gemm: { m: 500, n: 384, k: 256 }
 *     element: f16                       f64 f32 f16 bf16 fp8 bf8 i8 fp4
 *     block: [128, 128, 32]              M, N and K of a workgroup
 *     waves: [2, 2]                      along M and N
 *     warp_tile: [32, 32, 16]
 *     kpack: 8                           elements that a thread loads and stores at once; 16 bytes by default
 *     layout: swapped                    packed, padded_rows, padded_packs, { swapped: 2 }, or a descriptor of (rows, k)
 *     layout_b: packed                   of B, where it has another
 *
 * `swapped` without a number has the MLdsLayer of CK's rule. Sizes that the block does not divide are padded with zeros.
 */
import { messages } from '../../../base/messages.ts';
import { success } from '../../../base/result.ts';
import * as shape from '../../../shape/shape.ts';
import type { Machine } from '../../../machine/machine.ts';
import {
  gemmElementBytes,
  type GemmType,
  gemmTypes,
} from '../../../vendors/ck-tile/gemm/element.ts';
import type { GemmSize } from '../../../vendors/ck-tile/gemm/execute.ts';
import { type GemmPlan, planGemm } from '../../../vendors/ck-tile/gemm/gemm.ts';
import { type GemmLayout, gemmLayoutNamed } from '../../../vendors/ck-tile/gemm/layouts.ts';
import { mLdsLayerFor } from '../../../vendors/ck-tile/swapping.ts';
import { definesShape, readForAmd } from './common.ts';
import type { Checked, Place } from './place.ts';
import { descriptorShape, readDescriptor } from './read-descriptor.ts';
import { blockKeys, blockOf, gemmTile, readWarpTile } from './read-pattern.ts';
import { MOST_LENGTH } from './read-transform.ts';

const { choice, either, label, mapping, optional, required, whole } = shape;

export interface CkGemm {
  readonly name: string;
  readonly size: GemmSize;
  readonly plan: GemmPlan;
  /** The layouts of A and of B. */
  readonly layouts: readonly [string, string];
}

/** A layout by its name, with MLdsLayer, or as a descriptor of (rows, k). */
const layoutShape = either(
  'a layout: its name, { swapped: 2 } or a descriptor',
  {
    form: { has: ['swapped'] },
    shape: mapping({ swapped: required(whole(1, MOST_LENGTH), 'MLdsLayer.') }),
  },
  { form: 'text', shape: descriptorShape },
  { form: 'mapping', shape: descriptorShape },
);

/** Sizes of the matrices. */
const extent = whole(1, 2 ** 24);

export const gemmShape = mapping({
  name: optional(label('a name'), 'What reports call it.'),
  gemm: required(
    mapping({
      m: required(extent, 'Rows of A and of C.'),
      n: required(extent, 'Columns of B and of C.'),
      k: required(extent, 'Columns of A, rows of B.'),
    }),
    'Sizes of the matrices.',
  ),
  element: required(choice([...gemmTypes.keys()]), 'The type of A and of B.'),
  ...blockKeys,
  warp_tile: required(gemmTile, 'M, N and K of a matrix instruction.'),
  kpack: optional(
    whole(1, 256),
    'Elements that a thread loads and stores at once; 16 bytes by default.',
  ),
  layout: optional(
    layoutShape,
    'packed, padded_rows, padded_packs, swapped, { swapped: 2 }, or a descriptor of (rows, k).',
  ),
  layout_b: optional(layoutShape, 'The layout of B, where it has another.'),
  define: optional(definesShape, 'Names that its C++ uses and does not define.'),
});

/** True for the data of a GEMM, which has the key `gemm`. */
export const isGemmData = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'gemm' in data;

/** Reads and checks a GEMM for a machine. */
export function readCkGemm(data: unknown, machine: Machine, name: string): Checked<CkGemm> {
  return readForAmd(data, gemmShape, machine, (spec, top) => readTop(spec, top, machine, name));
}

/** Threads of a workgroup. */
const MOST_THREADS = 1024;

function readTop(
  spec: shape.ValueOf<typeof gemmShape>,
  top: Place,
  machine: Machine,
  fallback: string,
): CkGemm | undefined {
  const { name = fallback, gemm: size, layout } = spec;
  const type = gemmTypes.get(spec.element);
  if (type === undefined) return undefined;
  const elementBytes = gemmElementBytes(type);
  const block = blockOf(spec);
  const around = {
    machineName: machine.name,
    waveSize: 64,
    type,
    elementBits: 8 * elementBytes,
  } as const;
  const warp = readWarpTile(spec.warp_tile, top.at('warp_tile'), around);
  if (warp === undefined) return undefined;
  const threads = block.mWarp * block.nWarp * warp.instruction.waveSize;
  if (threads > MOST_THREADS) {
    return top
      .at('waves')
      .fail(messages.spec.tooMany(`the block has ${threads} threads`, MOST_THREADS));
  }
  const { kpack: kPack = 16 / elementBytes, define: constants = {} } = spec;
  const context = { machine, kPerBlock: block.kPerBlock, type, constants };
  const a = readLayout(layout, top.at('layout'), context);
  const b =
    spec.layout_b === undefined ? a : readLayout(spec.layout_b, top.at('layout_b'), context);
  if (a === undefined || b === undefined) return undefined;
  const tile = { ...block, type, kPack, warpTile: [warp.m, warp.k] } as const;
  const plan = planGemm(tile, a, machine, b);
  top.tell(plan.diagnostics);
  if (!plan.ok) return undefined;
  const bytes = [plan.value.a, plan.value.b].reduce(
    (sum, { write }) => sum + Math.ceil(write.access.descriptor.elementSpaceSize * elementBytes),
    0,
  );
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  if (bytes > most)
    return top.fail(messages.spec.tooMany(`LDS of A and B has ${bytes} bytes`, most));
  return { name, size, plan: plan.value, layouts: [a.name, b.name] };
}

interface LayoutContext {
  readonly machine: Machine;
  readonly kPerBlock: number;
  readonly type: GemmType;
  readonly constants: Readonly<Record<string, number | string>>;
}

function readLayout(
  layout: shape.ValueOf<typeof layoutShape> | undefined,
  place: Place,
  { machine, kPerBlock, type, constants }: LayoutContext,
): GemmLayout | undefined {
  const banks = machine.sharedMemory.banks.value === 64 ? 64 : 32;
  // CK divides by sizeof, which is a byte for packed types.
  const bytes = Math.max(1, gemmElementBytes(type));
  const byRule = mLdsLayerFor(banks, kPerBlock, bytes);
  if (layout === undefined) return gemmLayoutNamed('swapped', byRule);
  if (typeof layout === 'string' && /^\w+$/.test(layout)) {
    const named = gemmLayoutNamed(layout, byRule);
    return named ?? place.fail(messages.spec.unknownName(place.where, layout, LAYOUTS));
  }
  if (typeof layout === 'object' && 'swapped' in layout)
    return gemmLayoutNamed('swapped', layout.swapped);
  const spec = readDescriptor(layout, place, {
    elementBytes: bytes,
    ldsBanks: banks,
    chip: machine.name,
    waveSize: machine.waveSizes.includes(32) ? 32 : 64,
    constants,
  });
  return spec && { name: 'descriptor', spec: () => success(spec) };
}

const LAYOUTS = ['packed', 'padded_rows', 'padded_packs', 'swapped'];
