/**
 * `nvgpu`: matrix loads, tensor cores, asynchronous copies.
 *
 *     ldmatrix       lane 8 t + r names row r of tile t, 16 bytes; lane l gets the elements of row l / 4 from 2 (l mod 4)
 *     mma.sync       see `mmaPlan`
 *     async copies   complete in groups, oldest first, at `device_async_wait`
 *
 * Source: PTX ISA, "Matrix multiply-accumulate using mma" and "ldmatrix". LIMITATION: mbarriers, TMA and warpgroup
 * operations are not executed; `cp.async` has no cost in the reports, which depends on global addresses too.
 */
import { messages, opcodeNumber } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { resolveType } from '../../ir/types.ts';
import { laneAddresses, load, type MemoryOperation, reachOf } from '../access.ts';
import { attributeOf, integerOf, integersOf, operandSegments } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import { closeGroup, settleGroups } from '../loads.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { emitProduct, mmaPlan, operandType, readAs } from '../matrix-cores.ts';
import { beginAtBytes, isPacked } from '../packed.ts';
import { copyToLds } from './amdgpu.ts';
import { memrefType } from './memref.ts';
import { takes } from '../take.ts';

const shapeOf = (value: Value | undefined): readonly number[] => {
  const type = value && resolveType(value.type);
  return type?.kind === 'vector' ? type.shape : [];
};

/** Reports operations of other waves than 32. */
function hasWarps(op: Operation, lowering: Lowering): boolean {
  if (lowering.launch.waveSize === 32) return true;
  lowering.report(messages.execute.waveSize(op.name, 32, lowering.launch.waveSize));
  return false;
}

function hasIndices(lowering: Lowering, memref: Value, indices: readonly Value[]): boolean {
  if (memrefType(memref)?.shape?.length === indices.length) return true;
  lowering.unsupported('another number of indices');
  return false;
}

const ldmatrix = takes(1, 1, ([memref, result], lowering, op) => {
  const indices = op.operands.slice(1);
  const element = lowering.element(memref.type);
  const tiles = integerOf(op, 'numTiles') ?? 0;
  const turned = integerOf(op, 'transpose') === 1;
  if (element === undefined) return;
  if (!hasWarps(op, lowering) || !hasIndices(lowering, memref, indices)) return;
  const perRegister = 4 / element.bytes;
  const opcode = opcodeNumber(`ldmatrix.x${tiles}${turned ? '.trans' : ''}`);
  const shaped = shapeOf(result).join() === [tiles, perRegister].join();
  const fits = shaped && isLds(memref) && !isPacked(element) && (!turned || element.bytes === 2);
  if (opcode === undefined || !fits) return lowering.unsupported('this form');
  const access: MemoryOperation = {
    name: op.name,
    memref: lowering.memref(memref),
    indices: indices.map((index) => lowering.data(index)),
    count: 16 / element.bytes,
    site: lowering.site(op, 'read', 16, { opcode }),
    globalSource: -1,
    direction: 'read',
    isLeftOut: lowering.leavesOutData(op, 'read', 'lds'),
  };
  const to = lowering.data(result);
  const rows = new Float64Array(access.count * 32);
  const wanted = new Float64Array(access.count * 32).map((_, i) => Number(i % 32 < 8 * tiles));
  lowering.emitWhole((wave) => {
    load(wave, { ...reachOf(wave, access), wanted }, rows);
    matrixRows(rows, wave.values(to), tiles, perRegister, turned);
  });
});

/** Deals the rows that lanes have read: lane 8 t + r has row r of tile t, and gets elements of row l / 4 or that column. */
export function matrixRows(
  rows: Float64Array,
  out: Float64Array,
  tiles: number,
  perRegister: number,
  turned: boolean,
): void {
  for (let i = 0; i < tiles * perRegister * 32; i++) {
    const [register, lane] = [Math.floor(i / 32), i % 32];
    const [tile, e] = [Math.floor(register / perRegister), register % perRegister];
    const [outer, inner] = [lane >> 2, perRegister * (lane & 3) + e];
    const [row, column] = turned ? [inner, outer] : [outer, inner];
    out[i] = rows[column * 32 + 8 * tile + row] ?? 0;
  }
}

const mmaSync = takes(3, 1, ([a, b, c, result], lowering, op) => {
  const [m = 0, n = 0, k = 0] = integersOf(op, 'mmaShape').map((size) => size ?? 0);
  const [left, sum] = [lowering.element(a.type), lowering.element(result.type)];
  if (left === undefined || sum === undefined || !hasWarps(op, lowering)) return;
  const perRegister = shapeOf(a).at(-1) ?? 1;
  const counts = [a, b, result].map((value) => elementCount(value.type) * 32);
  const fits = n === 8 && (m === 16 || m === 8) && counts.join() === [m * k, n * k, m * n].join();
  if (!fits || elementNameOf(b) !== left.name || elementNameOf(c) !== sum.name)
    return lowering.unsupported(`shape ${m}x${n}x${k} of these operands`);
  const plan = mmaPlan(m, n, k, perRegister);
  const tensor = attributeOf(op, 'tf32Enabled')?.kind === 'unit';
  const multiplicand = tensor ? operandType('xf32', '') : left;
  const operands = [
    readAs(lowering, [a], multiplicand, plan.operand),
    readAs(lowering, [b], multiplicand, (n * k) / 32),
    readAs(lowering, [c], sum, plan.result),
  ];
  emitProduct(lowering, plan, operands, sum, result);
});

/** Each lane copies its elements to its own place; behind `srcElements` it writes zeros. */
const asyncCopy: LowerOperation = (op, lowering) => {
  const [[target] = [], targetIndices = [], [source] = [], sourceIndices = [], [known] = []] =
    operandSegments(op);
  const elements = integerOf(op, 'dstElements') ?? 0;
  const element = source && lowering.element(source.type);
  if (source === undefined || target === undefined || element === undefined) return;
  if (!hasIndices(lowering, source, sourceIndices)) return;
  if (!hasIndices(lowering, target, targetIndices)) return;
  const bytes = elements * element.pitchBytes;
  if (!isLds(target) || isLds(source) || ![4, 8, 16].includes(bytes))
    return lowering.unsupported(`a copy of ${bytes} bytes here`);
  const site = lowering.site(op, 'async', bytes);
  const globalSource = lowering.globalSource(op, 'load', bytes);
  const [from, to] = [lowering.memref(source), lowering.memref(target)];
  const [fromIndices, toIndices] = [sourceIndices, targetIndices].map((indices) =>
    indices.map((index) => lowering.data(index)),
  );
  const present = known && lowering.data(known);
  const hidesSource = lowering.assumed?.hidesSource === true;
  lowering.emit((wave) => {
    const [input, output] = [wave.memref(from), wave.memref(to)];
    const sources = laneAddresses(wave, input, fromIndices ?? []);
    const targets = laneAddresses(wave, output, toIndices ?? []);
    if (!hidesSource && !beginAtBytes(wave, op.name, input, sources, wave.mask)) return;
    if (!beginAtBytes(wave, op.name, output, targets, wave.mask)) return;
    const waitsFor = 'program' as const;
    const copy = { name: op.name, site, globalSource, bytes, hidesSource, waitsFor };
    const counts = present === undefined ? undefined : wave.values(present);
    const known = counts && ((lane: number) => (counts[lane] ?? 0) * element.pitchBytes);
    copyToLds(wave, copy, input, sources, output, targets, known);
  });
};

const createGroup: LowerOperation = (_op, lowering) => {
  lowering.emit(closeGroup);
};

/** At most `numGroups` groups stay in flight, all but them complete. */
const wait: LowerOperation = (op, lowering) => {
  const left = integerOf(op, 'numGroups') ?? 0;
  lowering.emit((wave) => settleGroups(wave, left));
};

export const nvgpu: Readonly<Record<string, LowerOperation>> = {
  'nvgpu.ldmatrix': ldmatrix,
  'nvgpu.mma.sync': mmaSync,
  'nvgpu.device_async_copy': asyncCopy,
  'nvgpu.device_async_create_group': createGroup,
  'nvgpu.device_async_wait': wait,
};
