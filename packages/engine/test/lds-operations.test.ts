/** Every LDS instruction of the timed chips costs the same in a schedule and in machine code, and no less than its bytes take. */
import { parseAssembly, timedInstructions } from '@ldscope/amdgcn';
import {
  findMachine,
  findRule,
  lowerListing,
  matrixChipOf,
  type Opcode,
  opcodes,
  parseListing,
  timedChips,
  timingOf,
} from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { analyzeKernel } from '../src/index.ts';

/** Addresses of a lane. */
const addressesOf = ({ addressing }: Opcode): number => (addressing.kind === 'double' ? 2 : 1);

const scheduleOf = ({ name, direction }: Pick<Opcode, 'name' | 'direction'>): string =>
  `waves 4\nprologue:\n  ${name} ${direction === 'read' ? 'from t' : 'to t from A'}\n`;

/** The lanes of a wave side by side, at both addresses: 64 elements lie between them. */
function lineOf(opcode: Opcode): string {
  const { name, direction, addressing, widthBytes } = opcode;
  const each = Math.ceil(widthBytes / 4);
  const registers = (first: number, count: number): string =>
    count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;
  const data =
    direction === 'read'
      ? [registers(4, addressesOf(opcode) * each)]
      : [4, 8].slice(0, addressesOf(opcode)).map((first) => registers(first, each));
  const address = addressing.kind === 'thread-id' ? [] : ['v1'];
  const operands = direction === 'read' ? [...data, ...address] : [...address, ...data];
  const far = addressing.kind === 'double' ? ` offset1:${64 / addressing.stride}` : '';
  return `  v_mul_u32_u24 v1, ${widthBytes}, v0\n  ${name} ${operands.join(', ')}${far}\n`;
}

const kernelOf = (chip: string, all: readonly Opcode[]): string =>
  `  .amdgcn_target "amdgcn-amd-amdhsa--${chip}"
  .text
  .globl k
k:
  s_mov_b32 m0, 0x10000
${all.map(lineOf).join('')}  s_endpgm
  .section .rodata,"a",@progbits
  .amdhsa_kernel k
    .amdhsa_next_free_vgpr 16
    .amdhsa_next_free_sgpr 16
    .amdhsa_group_segment_fixed_size 16384
    .amdhsa_accum_offset 16
  .end_amdhsa_kernel
`;

describe.each(timedChips)('on %s', (chip) => {
  const machine = findMachine(chip);
  const timing = machine && timingOf(machine);
  const matrixChip = matrixChipOf(chip);
  if (machine === undefined || timing === undefined || matrixChip === undefined)
    throw new Error(`${chip} has no timing`);
  const served = opcodes.filter(
    ({ name, isa, direction, request }) =>
      name.startsWith('ds_') &&
      (direction === 'read' || direction === 'write') &&
      isa.includes(machine.isa) &&
      request !== undefined &&
      findRule(machine.models[0], 64, request) !== undefined,
  );
  const lower = (opcode: Pick<Opcode, 'name' | 'direction'>) => {
    const { program, diagnostics } = lowerListing(
      parseListing(scheduleOf(opcode)).listing,
      machine,
      timing,
    );
    const [first] = program.instructions;
    return {
      memory: first?.memory,
      dwords: first?.dwords,
      bankCycles: program.streams[0]?.bankCycles[0],
      errors: diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? message : [])),
    };
  };

  test('a schedule and machine code count each instruction alike, its bytes at the peak at least', () => {
    const text = kernelOf(chip, served);
    const { analysis, diagnostics } = analyzeKernel(text, { launch: 'block=64' });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const timed = timedInstructions(parseAssembly(text).program, matrixChip).filter(
      ({ unit }) => unit === 'lds',
    );
    expect(timed).toHaveLength(served.length);
    for (const [index, opcode] of served.entries()) {
      const { errors, bankCycles, ...moved } = lower(opcode);
      const site = analysis?.report.sites.find(({ op }) => op === opcode.name);
      const { memory, dwords } = timed[index] ?? {};
      expect(errors, opcode.name).toEqual([]);
      expect(moved, opcode.name).toEqual({ memory, dwords });
      expect(bankCycles, opcode.name).toBe(site?.idxActive);
      const bytes = 64 * addressesOf(opcode) * opcode.widthBytes;
      expect(bankCycles, opcode.name).toBeGreaterThanOrEqual(
        bytes / machine.sharedMemory.bytesPerClock.value,
      );
    }
    expect(served.length).toBeGreaterThan(30);
  });

  test.each([
    ['ds_read2_b64', 'ds_read_b128'],
    ['ds_read2st64_b64', 'ds_read2_b64'],
    ['ds_read2_b32', 'ds_read_b64'],
    ['ds_write2_b64', 'ds_write2st64_b64'],
    ['ds_load_2addr_stride64_b64', 'ds_read2st64_b64'],
    ['ds_store_2addr_b32', 'ds_write2_b32'],
    ['ds_load_128b', 'ds_read_b128'],
    ['ds_write_2', 'ds_write_b32'],
  ])('%s moves as much as %s', (name, other) => {
    const direction = /read|load/.test(name) ? 'read' : 'write';
    const { memory, dwords } = lower({ name, direction });
    expect({ memory, dwords }).toEqual({
      memory: lower({ name: other, direction }).memory,
      dwords: lower({ name: other, direction }).dwords,
    });
  });

  test.each(['ds_read2_b128', 'ds_write2_b96', 'ds_load_tr16_b128'])('%s is refused', (name) => {
    const direction = /read|load/.test(name) ? 'read' : 'write';
    expect(lower({ name, direction }).errors.join()).toContain(`${chip} has no `);
  });
});
