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
import { hasErrors, type PlacedDiagnostic } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { success } from '../../../base/result.ts';
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
import { Field, required } from './fields.ts';
import { readBlock, readWarpTile } from './read-pattern.ts';
import { refusesPack } from './read-swapping.ts';
import { readDescriptor } from './read-descriptor.ts';
import { MOST_LENGTH } from './read-transform.ts';

export interface CkGemm {
  readonly name: string;
  readonly size: GemmSize;
  readonly plan: GemmPlan;
  /** The layouts of A and of B. */
  readonly layouts: readonly [string, string];
}

/** A GEMM after its check, with diagnostics at their places in the data. */
export interface ReadGemm {
  /** Absent when there is an error among the diagnostics. */
  readonly value?: CkGemm;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

const KEYS = [
  'name',
  'gemm',
  'element',
  'block',
  'waves',
  'warp_tile',
  'kpack',
  'layout',
  'layout_b',
  'define',
] as const;

/** True for the data of a GEMM, which has the key `gemm`. */
export const isGemmData = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'gemm' in data;

/** Reads and checks a GEMM for a machine. */
export function readCkGemm(data: unknown, machine: Machine, name: string): ReadGemm {
  const diagnostics: PlacedDiagnostic[] = [];
  const value = readTop(new Field(data, [], diagnostics), machine, name);
  const isSound = value !== undefined && !diagnostics.some((one) => hasErrors([one.diagnostic]));
  return isSound ? { value, diagnostics } : { diagnostics };
}

/** Threads of a workgroup. */
const MOST_THREADS = 1024;

function readTop(top: Field, machine: Machine, fallback: string): CkGemm | undefined {
  if (machine.vendor !== 'AMD') return top.fail(messages.spec.machine(machine.name));
  const fields = top.mapping(KEYS);
  if (fields === undefined) return undefined;
  const need = (key: (typeof KEYS)[number]): Field | undefined => required(fields, key, top);
  const name = fields.get('name')?.text() ?? fallback;
  const size = readSize(need('gemm'));
  const element = need('element');
  const type = element === undefined || refusesPack(element) ? undefined : element.named(gemmTypes);
  const block = readBlock(need('block'), need('waves'));
  const tileField = need('warp_tile');
  if (size === undefined || type === undefined || block === undefined) return undefined;
  const elementBits = 8 * gemmElementBytes(type);
  const around = { machineName: machine.name, waveSize: 64, type, elementBits } as const;
  const warp = readWarpTile(tileField, around);
  if (warp === undefined) return undefined;
  const threads = block.mWarp * block.nWarp * warp.instruction.waveSize;
  if (threads > MOST_THREADS) {
    return need('waves')?.fail(
      messages.spec.tooMany(`the block has ${threads} threads`, MOST_THREADS),
    );
  }
  const packField = fields.get('kpack');
  const kPack = packField === undefined ? 16 / gemmElementBytes(type) : packField.whole(1, 256);
  if (kPack === undefined) return undefined;
  const defined = readDefined(fields.get('define'));
  const layoutOf = (field: Field | undefined): GemmLayout | undefined =>
    readLayout(field, { machine, kPerBlock: block.kPerBlock, type, defined });
  const a = layoutOf(fields.get('layout'));
  const b = fields.has('layout_b') ? layoutOf(fields.get('layout_b')) : a;
  if (a === undefined || b === undefined) return undefined;
  const tile = { ...block, type, kPack, warpTile: [warp.m, warp.k] } as const;
  const plan = planGemm(tile, a, machine, b);
  top.tell(plan.diagnostics);
  if (!plan.ok) return undefined;
  const bytes = [plan.value.a, plan.value.b].reduce(
    (sum, { write }) =>
      sum + Math.ceil(write.access.descriptor.elementSpaceSize * gemmElementBytes(type)),
    0,
  );
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  if (bytes > most)
    return top.fail(messages.spec.tooMany(`LDS of A and B has ${bytes} bytes`, most));
  return { name, size, plan: plan.value, layouts: [a.name, b.name] };
}

function readSize(field: Field | undefined): GemmSize | undefined {
  const fields = field?.mapping(['m', 'n', 'k']);
  if (field === undefined || fields === undefined) return undefined;
  const [m, n, k] = (['m', 'n', 'k'] as const).map((key) =>
    required(fields, key, field)?.whole(1, 2 ** 24),
  );
  return m === undefined || n === undefined || k === undefined ? undefined : { m, n, k };
}

function readDefined(field: Field | undefined): Record<string, number | string> {
  const constants: Record<string, number | string> = {};
  for (const [name, each] of field?.anyMapping() ?? []) {
    const value = typeof each.value === 'number' ? each.value : each.text();
    if (value !== undefined) constants[name] = value;
  }
  return constants;
}

interface LayoutContext {
  readonly machine: Machine;
  readonly kPerBlock: number;
  readonly type: GemmType;
  readonly defined: Record<string, number | string>;
}

/** A layout by its name, with MLdsLayer, or as a descriptor of (rows, k). */
function readLayout(
  field: Field | undefined,
  { machine, kPerBlock, type, defined }: LayoutContext,
): GemmLayout | undefined {
  const banks = machine.sharedMemory.banks.value === 64 ? 64 : 32;
  // CK divides by sizeof, which is a byte for packed types.
  const bytes = Math.max(1, gemmElementBytes(type));
  const byRule = mLdsLayerFor(banks, kPerBlock, bytes);
  if (field === undefined) return gemmLayoutNamed('swapped', byRule);
  const { value } = field;
  if (typeof value === 'string' && /^\w+$/.test(value)) {
    const named = gemmLayoutNamed(value, byRule);
    return named ?? field.fail(messages.spec.unknownName(field.where, value, LAYOUTS));
  }
  if (typeof value === 'object' && value !== null && 'swapped' in value) {
    const layer = field.mapping(['swapped'])?.get('swapped')?.whole(1, MOST_LENGTH);
    return layer === undefined ? undefined : gemmLayoutNamed('swapped', layer);
  }
  const spec = readDescriptor(field, {
    elementBytes: bytes,
    ldsBanks: banks,
    chip: machine.name,
    waveSize: machine.waveSizes.includes(32) ? 32 : 64,
    constants: defined,
  });
  return spec && { name: 'descriptor', spec: () => success(spec) };
}

const LAYOUTS = ['packed', 'padded_rows', 'padded_packs', 'swapped'];
