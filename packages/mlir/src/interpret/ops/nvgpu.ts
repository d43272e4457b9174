/**
 * `nvgpu`: matrix loads, tensor cores, asynchronous copies.
 *
 *     ldmatrix       lane 8 t + r names row r of tile t, 16 bytes; lane l gets the elements of row l / 4 from 2 (l mod 4)
 *     mma.sync       with r elements in a register: A row l / 4 + 8 (i mod 2), k (l mod 4) r + e + 4 r (i div 2);
 *                    B k (l mod 4) r + e + 4 r i, column l / 4; C row l / 4 + 8 i, column 2 (l mod 4) + e
 *     async copies   complete in groups, oldest first, at `device_async_wait`
 *
 * Source: PTX ISA, "Matrix multiply-accumulate using mma" and "ldmatrix". LIMITATION: mbarriers, TMA and warpgroup
 * operations are not executed; `cp.async` has no cost in the reports, which depends on global addresses too.
 */
import { messages, opcodeNumber } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { resolveType } from '../../ir/types.ts';
import { laneAddresses, loadAt, type MemoryOperation } from '../access.ts';
import { attributeOf, integerOf, integersOf, operandSegments } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import { settleLoads } from '../loads.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import { type MatrixPlan, multiplyBy } from '../mfma.ts';
import { beginAtBytes, isPacked } from '../packed.ts';
import { isActive, type LaneMask } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { fetchBytes, writeBytes } from './amdgpu.ts';
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
    site: lowering.site(op, 'read', 16, opcode),
    globalSource: -1,
  };
  const to = lowering.data(result);
  const rows = new Float64Array(access.count * 32);
  const wanted = new Float64Array(access.count * 32).map((_, i) => Number(i % 32 < 8 * tiles));
  lowering.emitWhole((wave) => {
    const view = wave.memref(access.memref);
    loadAt(wave, access, view, laneAddresses(wave, view, access.indices), wanted, rows);
    const out = wave.values(to);
    for (let tile = 0; tile < tiles; tile++) {
      for (let e = 0; e < perRegister; e++) {
        for (let lane = 0; lane < 32; lane++) {
          const [outer, inner] = [lane >> 2, perRegister * (lane & 3) + e];
          const [row, column] = turned ? [inner, outer] : [outer, inner];
          out[(tile * perRegister + e) * 32 + lane] = rows[column * 32 + 8 * tile + row] ?? 0;
        }
      }
    }
  });
});

/** Where lanes hold a product of M x N x K; `perRegister` elements of A and B share a register. */
function mmaPlan(m: number, n: number, k: number, perRegister: number): MatrixPlan {
  // B has n columns, the plan m of them: the others stay 0 and are not asked for.
  const rows = m / 8;
  const inA = (lane: number, at: number): { row: number; k: number; block: number } => {
    const [i, e] = [Math.floor(at / perRegister), at % perRegister];
    const group = perRegister * ((lane & 3) + 4 * Math.floor(i / rows));
    return { row: (lane >> 2) + 8 * (i % rows), k: group + e, block: 0 };
  };
  const inB = (lane: number, at: number): { row: number; k: number; block: number } => {
    const [i, e] = [Math.floor(at / perRegister), at % perRegister];
    return { row: lane >> 2, k: perRegister * ((lane & 3) + 4 * i) + e, block: 0 };
  };
  return {
    m,
    k,
    blocks: 1,
    lanes: 32,
    operand: (m * k) / 32,
    result: (m * n) / 32,
    a: inA,
    // A lane has fewer elements of B than of A; positions behind them are those of the last one again.
    b: (lane, at) => inB(lane, Math.min(at, (n * k) / 32 - 1)),
    d: (lane, at) => ({
      row: (lane >> 2) + 8 * Math.floor(at / 2),
      column: 2 * (lane & 3) + (at % 2),
      block: 0,
    }),
  };
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
  const multiply = multiplyBy(plan, sum.round);
  const tensor = attributeOf(op, 'tf32Enabled')?.kind === 'unit';
  const [first, second, third, to] = lowering.slots(a, b, c, result);
  const wide = new Float64Array(plan.operand * 32);
  lowering.emitWhole((wave) => {
    const columns = wave.values(second);
    wide.set(columns);
    for (let at = columns.length; at < wide.length; at += 32) {
      wide.copyWithin(at, columns.length - 32, columns.length);
    }
    const rows = wave.values(first);
    if (tensor) {
      multiply(
        rows.map(roundToTensor),
        wide.map(roundToTensor),
        wave.values(third),
        wave.values(to),
      );
    } else multiply(rows, wide, wave.values(third), wave.values(to));
  });
});

const bits = new DataView(new ArrayBuffer(4));

/** TF32 reads ten bits of the mantissa; what is below is left out. */
function roundToTensor(value: number): number {
  bits.setFloat32(0, value);
  bits.setUint32(0, bits.getUint32(0) & ~0x1fff);
  return bits.getFloat32(0);
}

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
  lowering.emit((wave) => {
    const [input, output] = [wave.memref(from), wave.memref(to)];
    const sources = laneAddresses(wave, input, fromIndices ?? []);
    const targets = laneAddresses(wave, output, toIndices ?? []);
    if (!beginAtBytes(wave, op.name, input, sources, wave.mask)) return;
    if (!beginAtBytes(wave, op.name, output, targets, wave.mask)) return;
    const fault = outside(wave, targets, bytes, output.object?.offset ?? 0, output.object?.bytes);
    if (fault !== undefined) return wave.fail(messages.execute.ldsOutOfRange(op.name, ...fault));
    const { workgroup, mask } = wave;
    workgroup.global?.add(globalSource, wave, sources, mask, input);
    const data = fetchBytes(input, sources, bytes, mask);
    if (present !== undefined) {
      const counts = wave.values(present);
      for (let lane = 0; lane < wave.lanes; lane++) {
        const kept = Math.min(bytes, (counts[lane] ?? 0) * element.pitchBytes);
        data.fill(0, lane * bytes + kept, (lane + 1) * bytes);
      }
    }
    const deliver = (): void => writeBytes(output, targets, data, bytes, mask);
    const copy = workgroup.copy(site, wave, targets, mask, output.memory.name, data, deliver);
    wave.loads.push(copy);
  });
};

/** The first active lane that leaves the object: place, size and who. */
function outside(
  wave: Wave,
  targets: Float64Array,
  bytes: number,
  start: number,
  size = Infinity,
): readonly [offset: number, size: number, who: string] | undefined {
  const mask: LaneMask = wave.mask;
  for (let lane = 0; lane < wave.lanes; lane++) {
    const at = (targets[lane] ?? 0) - start;
    if (!isActive(mask, lane) || (at >= 0 && at + bytes <= size)) continue;
    const who = `lane ${lane} of wave ${wave.index}, workgroup ${wave.workgroup.ids.join(',')}`;
    return [at < 0 ? at : at + bytes - 1, size, who];
  }
  return undefined;
}

const createGroup: LowerOperation = (_op, lowering) => {
  lowering.emit((wave) => {
    wave.copyGroups.push(wave.loads.findLast((copy) => copy !== undefined));
  });
};

/** At most `numGroups` groups stay in flight, all but them complete. */
const wait: LowerOperation = (op, lowering) => {
  const left = integerOf(op, 'numGroups') ?? 0;
  lowering.emit((wave) => {
    const last = wave.copyGroups[wave.copyGroups.length - 1 - left];
    const at = last === undefined ? -1 : wave.loads.indexOf(last);
    if (at >= 0) settleLoads(wave, wave.loads.length - at - 1);
  });
};

export const nvgpu: Readonly<Record<string, LowerOperation>> = {
  'nvgpu.ldmatrix': ldmatrix,
  'nvgpu.mma.sync': mmaSync,
  'nvgpu.device_async_copy': asyncCopy,
  'nvgpu.device_async_create_group': createGroup,
  'nvgpu.device_async_wait': wait,
};
