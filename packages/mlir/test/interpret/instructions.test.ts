/** Which instructions stand for an access: widths, alignments and instruction sets. */
import { describe, expect, it } from 'vitest';
import { emittedInstructions, type Isa, machineNamed, opcodeAt } from '@ldscope/core';
import { kernelOf, runClean } from './harness.ts';

/** `ds_read_b128@0 ds_read2_b64@16,24`. */
function emitted(isa: Isa, direction: 'read' | 'write', bytes: number, alignment: number): string {
  return emittedInstructions(isa, direction, bytes, alignment)
    .map(({ op, offsets }) => `${opcodeAt(op).name}@${offsets.join()}`)
    .join(' ');
}

describe('choice of instructions', () => {
  it.each([
    // [isa, bytes, alignment, read]
    ['cdna3', 16, 16, 'ds_read_b128@0'],
    ['cdna3', 16, 32, 'ds_read_b128@0'],
    ['cdna3', 16, 0, 'ds_read_b128@0'],
    ['cdna3', 16, 8, 'ds_read2_b64@0,8'],
    ['cdna3', 16, 4, 'ds_read2_b32@0,4 ds_read2_b32@8,12'],
    ['cdna3', 12, 16, 'ds_read_b96@0'],
    ['cdna3', 12, 8, 'ds_read_b64@0 ds_read_b32@8'],
    ['cdna3', 12, 4, 'ds_read2_b32@0,4 ds_read_b32@8'],
    ['cdna3', 8, 8, 'ds_read_b64@0'],
    ['cdna3', 8, 4, 'ds_read2_b32@0,4'],
    ['cdna3', 8, 2, 'ds_read_u16@0 ds_read_u16@2 ds_read_u16@4 ds_read_u16@6'],
    ['cdna3', 6, 8, 'ds_read_b32@0 ds_read_u16@4'],
    ['cdna3', 4, 4, 'ds_read_b32@0'],
    ['cdna3', 4, 2, 'ds_read_u16@0 ds_read_u16@2'],
    ['cdna3', 2, 2, 'ds_read_u16@0'],
    ['cdna3', 2, 1, 'ds_read_u8@0 ds_read_u8@1'],
    ['cdna3', 1, 1, 'ds_read_u8@0'],
    ['cdna3', 32, 16, 'ds_read_b128@0 ds_read_b128@16'],
    ['cdna3', 24, 8, 'ds_read2_b64@0,8 ds_read_b64@16'],
    ['rdna', 16, 16, 'ds_load_b128@0'],
    ['rdna', 16, 8, 'ds_load_2addr_b64@0,8'],
    ['rdna', 8, 4, 'ds_load_2addr_b32@0,4'],
    ['rdna', 2, 2, 'ds_load_u16@0'],
    ['gfx1250', 16, 16, 'ds_load_b128@0'],
    ['ptx', 16, 16, 'ld.shared.v4.b32@0'],
    ['ptx', 16, 8, 'ld.shared.v2.b32@0 ld.shared.v2.b32@8'],
    ['ptx', 16, 4, 'ld.shared.b32@0 ld.shared.b32@4 ld.shared.b32@8 ld.shared.b32@12'],
    ['ptx', 12, 16, 'ld.shared.v2.b32@0 ld.shared.b32@8'],
    ['ptx', 2, 2, 'ld.shared.b16@0'],
    ['ptx', 1, 1, 'ld.shared.b8@0'],
  ] as const)('%s, %i bytes at %i', (isa, bytes, alignment, read) => {
    expect(emitted(isa, 'read', bytes, alignment)).toBe(read);
    const write = read
      .replaceAll('ds_read2', 'ds_write2')
      .replaceAll(/ds_read_u(8|16)/g, 'ds_write_b$1')
      .replaceAll('ds_read', 'ds_write')
      .replaceAll(/ds_load_u(8|16)/g, 'ds_store_b$1')
      .replaceAll('ds_load', 'ds_store')
      .replaceAll('ld.shared', 'st.shared');
    expect(emitted(isa, 'write', bytes, alignment)).toBe(write);
  });

  it('covers every byte once, in pieces that are aligned, whatever is asked', () => {
    for (const isa of ['gcn', 'cdna4', 'rdna', 'ptx'] as const) {
      for (const direction of ['read', 'write'] as const) {
        for (let bytes = 1; bytes <= 40; bytes++) {
          for (const alignment of [1, 2, 4, 8, 16]) {
            const covered: number[] = [];
            for (const { op, offsets } of emittedInstructions(isa, direction, bytes, alignment)) {
              const { widthBytes } = opcodeAt(op);
              const aligned = Math.min(alignment, widthBytes === 12 ? 16 : widthBytes);
              for (const offset of offsets) {
                expect(offset % aligned).toBe(0);
                for (let i = 0; i < widthBytes; i++) covered.push(offset + i);
              }
            }
            expect(covered).toEqual(Array.from({ length: bytes }, (_, i) => i));
          }
        }
      }
    }
  });
});

describe('alignment of a site', () => {
  const kernel = (pitch: number): string =>
    kernelOf(`%t = memref.alloc() : memref<64x${pitch}xf16, #gpu.address_space<workgroup>>
    %z = arith.constant dense<0.0> : vector<8xf16>
    vector.store %z, %t[%x, %c0] : memref<64x${pitch}xf16, #gpu.address_space<workgroup>>, vector<8xf16>`);

  it.each([
    [64, ['ds_write_b128']],
    [68, ['ds_write2_b64', 'ds_write2_b64']],
    [66, ['ds_write2_b32', 'ds_write2_b32', 'ds_write2_b32', 'ds_write2_b32']],
    [65, Array.from({ length: 8 }, () => 'ds_write_b16')],
  ])('is what all lanes have in common: rows of %i halves', (pitch, names) => {
    const [trace] = runClean(kernel(pitch), { machine: 'gfx942' }).traces;
    expect([...(trace?.op ?? [])].map((op) => opcodeAt(op).name)).toEqual(names);
  });

  it('follows the machine', () => {
    for (const [name, op] of [
      ['gfx90a', 'ds_write_b128'],
      ['gfx1201', 'ds_store_b128'],
      ['sm_90', 'st.shared.v4.b32'],
    ] as const) {
      const { traces } = runClean(kernel(64), { machine: name });
      expect(traces[0]?.waveSize).toBe(machineNamed(name).waveSizes[0]);
      expect(opcodeAt(traces[0]?.op[0] ?? 0).name).toBe(op);
    }
  });
});
