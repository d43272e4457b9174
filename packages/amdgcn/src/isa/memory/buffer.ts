/**
 * Addresses through a buffer descriptor, four scalar registers.
 *
 *     buffer_load_dword v0, v1, s[4:7], s8 offen         base + s8 + v1 + offset, checked against the descriptor
 *     buffer_load_b32 v0, v[1:2], s[4:7], null idxen offen   + v1 * stride
 *
 * CDNA checks bytes, `offset >= num_records - soffset` is out (raw), and with an index and a stride, records. RDNA has a field
 * for what is out, OOB_SELECT, where offset is that of the lane with the constant, and `payload` what is moved:
 *
 *     0    index >= num_records, or offset + payload > stride
 *     1    index >= num_records
 *     2    num_records = 0
 *     3    as 0 where the buffer is swizzled and has a stride; else offset + payload > num_records - soffset
 *
 * Loads and stores are checked word by word, atomics as a whole. Source: AMD CDNA3 ISA, "Vector Memory Operations"; units of
 * num_records there: Mesa `si_descriptors.c` for GFX9; AMD RDNA3.5 and RDNA4 ISA, "Buffer Resource" and "Range Checking". What
 * these leave open is refused: swizzling elements of 16 bytes, and OOB_SELECT 0 without a stride.
 *
 * gfx1250 has other fields: 57 bits of base, 45 of num_records in bytes, then 14 of stride (LLVM's lowering of
 * `llvm.amdgcn.make.buffer.rsrc`, and rocjitsu, AMD's emulator, in ROCm/rocm-systems). Buffers of bytes are executed, which is
 * what Triton makes; strides, swizzling and OOB_SELECT are refused there.
 */
import { messages } from '@ldscope/core';
import { bufferBase } from '../smem.ts';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import { codeOf, SINCE_GFX1250, type Target } from '../../state/target.ts';
import { vectorRow } from '../../state/uses.ts';
import type { Wave } from '../../state/wave.ts';
import { type Instruction, numberModifier, type Operand } from '../../text/program.ts';
import type { VectorAccess } from './access.ts';

/** The fields of a descriptor that addresses and range checks need. */
interface Descriptor {
  readonly strideBytes: number;
  readonly records: number;
  /** Records are next to each other by words. */
  readonly swizzles: boolean;
  /** Records that do. */
  readonly indexStride: number;
  /** The number of the lane is added to the index. */
  readonly addsLane: boolean;
  /** Of RDNA; `undefined` on CDNA. */
  readonly select: number | undefined;
  /** What of it is not known to work. */
  readonly open: string | undefined;
}

function descriptorOf({ s }: Wave, first: number, rdna: boolean): Descriptor {
  const [word1, records, word3] = [s[first + 1] ?? 0, s[first + 2] ?? 0, s[first + 3] ?? 0];
  const strideBytes = (word1 >>> 16) & 0x3fff;
  const select = rdna ? (word3 >>> 28) & 3 : undefined;
  const enable = word1 >>> 30;
  const open =
    rdna && enable > 1
      ? 'a buffer that is swizzled by elements of 16 bytes'
      : select === 0 && strideBytes === 0
        ? 'a buffer descriptor with OOB_SELECT 0 and no stride'
        : undefined;
  return {
    strideBytes,
    records,
    swizzles: rdna ? enable !== 0 : word1 >>> 31 === 1,
    indexStride: 8 << ((word3 >>> 21) & 3),
    addsLane: ((word3 >>> 23) & 1) === 1,
    select,
    open,
  };
}

/** The same of gfx1250. */
function descriptorOfGfx1250({ s }: Wave, first: number): Descriptor {
  const [word1, word2, word3] = [s[first + 1] ?? 0, s[first + 2] ?? 0, s[first + 3] ?? 0];
  const strideBytes = (word3 >>> 12) & 0x3fff;
  const isPlain = strideBytes === 0 && word3 >>> 28 === 0;
  return {
    strideBytes,
    records: (word3 & 63) * 2 ** 39 + word2 * 128 + (word1 >>> 25),
    swizzles: false,
    indexStride: 8,
    addsLane: false,
    select: 3,
    open: isPlain ? undefined : 'a buffer descriptor of gfx1250 with a stride or flags',
  };
}

/** Bytes from a lane's address that the descriptor allows. `inside`: its offset, without the scalar one. */
function roomOf(
  { strideBytes, records, swizzles, select }: Descriptor,
  index: number,
  inside: number,
  scalarOffset: number,
  indexed: boolean,
): number {
  const inRecords = index < records;
  const raw = records - scalarOffset - inside;
  const structured = inRecords ? strideBytes - inside : 0;
  switch (select) {
    case undefined:
      return indexed && strideBytes !== 0 ? (inRecords ? Infinity : 0) : raw;
    case 0:
      return structured;
    case 1:
      return inRecords ? Infinity : 0;
    case 2:
      return records === 0 ? 0 : Infinity;
    default:
      return swizzles && strideBytes !== 0 ? structured : raw;
  }
}

/** Addressing through the descriptor at an operand; the scalar offset is behind it. */
export function bufferAddressing(
  instruction: Instruction,
  descriptorAt: number,
  vector: Operand | undefined,
  target: Target,
): ((wave: Wave, access: VectorAccess) => void) | undefined {
  const { modifiers, operands, mnemonic } = instruction;
  const rdna = codeOf(target).family === 'rdna';
  const isGfx1250 = SINCE_GFX1250.includes(target);
  const baseBits = isGfx1250 ? 57 : 48;
  const offset = numberModifier(instruction, 'offset');
  const resource = operands[descriptorAt];
  const soffset = operands[descriptorAt + 1];
  const first = resource === undefined ? undefined : scalarNumber(resource);
  const base = soffset === undefined ? () => 0 : scalarReader(soffset, 'b32');
  const row = vectorRow(vector) ?? -1;
  const [idxen, offen] = [modifiers.has('idxen'), modifiers.has('offen')];
  if (first === undefined || base === undefined) return undefined;
  if ((idxen || offen) && row < 0) return undefined;
  const indexRow = idxen ? row : -1;
  const offsetRow = offen ? row + (idxen ? 1 : 0) : -1;
  return (wave, access) => {
    const { u } = wave;
    const { addresses, rooms } = access;
    const descriptor = isGfx1250
      ? descriptorOfGfx1250(wave, first)
      : descriptorOf(wave, first, rdna);
    const { strideBytes, swizzles, indexStride, addsLane, open } = descriptor;
    if (open !== undefined) {
      const { environment, number } = access;
      environment.findings.problem(number, messages.execute.unsupported(mnemonic, open));
    }
    const scalarOffset = base(wave);
    const start = bufferBase(wave, first, baseBits) + scalarOffset;
    access.bounded = true;
    access.wordStep = swizzles ? 4 * indexStride : 4;
    for (let lane = 0; lane < 64; lane++) {
      const index = (indexRow < 0 ? 0 : (u[indexRow * 64 + lane] ?? 0)) + (addsLane ? lane : 0);
      const inside = offset + (offsetRow < 0 ? 0 : (u[offsetRow * 64 + lane] ?? 0));
      rooms[lane] = roomOf(descriptor, index, inside, scalarOffset, idxen);
      addresses[lane] = swizzles
        ? start + swizzled(index, inside, strideBytes, indexStride)
        : start + index * strideBytes + inside;
    }
  };
}

/** Elements of 4 bytes: `indexStride` records are next to each other, word by word. */
function swizzled(index: number, offset: number, stride: number, indexStride: number): number {
  const record = Math.floor(index / indexStride);
  const word = Math.floor(offset / 4);
  return (record * stride + word * 4) * indexStride + (index % indexStride) * 4 + (offset % 4);
}
