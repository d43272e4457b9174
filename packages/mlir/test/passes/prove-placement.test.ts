/**
 * What the proof has to see that execution may miss: lanes that do not take part in a copy, indices from memory, accesses that
 * may leave the tile, memory with two names. Each case is a kernel and its rewriting; the correct ones are accepted.
 */
import { plainLayout, type RowLayout, type TileLayout } from '@ldscope/core';
import { describeKernel, parseModule, type PlacementProof, provePlacement } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { forms, padded, plain, tile, xor8 } from './kernels.ts';
import { machine, rewrite } from './run.ts';

type ProofSide = Parameters<typeof provePlacement>[0];

function sideOf(text: string): ProofSide {
  const { module, diagnostics } = parseModule(text);
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  const described = describeKernel(module, machine);
  if (!described.ok) throw new Error(described.diagnostics[0]?.message);
  return { module, kernel: described.value.op };
}

function prove(
  before: string,
  after: string,
  to: TileLayout,
  from: TileLayout = plainLayout(to.tile),
  name = '%tile',
): PlacementProof {
  const environment = { block: [256, 1, 1] as const, waveSize: 64 };
  return provePlacement(sideOf(before), sideOf(after), [{ name, from, to }], environment);
}

function rewritten(text: string, to: TileLayout, from?: TileLayout, buffer = '%tile'): string {
  const result = rewrite(text, buffer, to, from);
  if (!('text' in result)) throw new Error(result.messages[0]);
  return result.text;
}

const outcomeOf = ({ different, open }: PlacementProof): string =>
  different !== undefined ? 'different' : open.length > 0 ? 'open' : 'proven';

/** The outcome for what the rewriter makes of a kernel. */
const outcomeFor = (text: string, to: RowLayout): string =>
  outcomeOf(prove(text, rewritten(text, to), to));

const space = '#gpu.address_space<workgroup>';
const lds = `memref<64x64xf16, ${space}>`;
const vec = 'vector<8xf16>';

interface Copying {
  /** Around the copy, `COPY`. */
  readonly around?: string;
  /** The source's row and column; `%row1` and `%column` as a rule. */
  readonly source?: string;
  readonly setup?: string;
}

/** 4 waves copy 8 rows each, twice, and read down the columns. */
function copying({ around = 'COPY', source = '%row1, %column', setup = '' }: Copying): string {
  const copy = `amdgpu.gather_to_lds %in[${source}], %tile[%to, %c0] : ${vec}, memref<64x64xf16>, ${lds}`;
  return `gpu.module @m {
  gpu.func @k(%in: memref<64x64xf16>, %out: memref<64x64xf16>, %list: memref<256xindex>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %row = arith.divui %t, %c8 : index
    %unit = arith.remui %t, %c8 : index
    %column = arith.muli %unit, %c8 : index
    %wave = arith.divui %t, %c64 : index
    %odd = arith.remui %t, %c2 : index
    %tile = memref.alloc() : ${lds}
    ${setup}
    scf.for %half = %c0 to %c64 step %c32 {
      %row1 = arith.addi %row, %half : index
      %first = arith.muli %wave, %c8 : index
      %to0 = arith.addi %first, %half : index
      %to = gpu.subgroup_broadcast %to0, first_active_lane : index
      ${around.replace('COPY', copy)}
    }
    amdgpu.memory_counter_wait load(0)
    gpu.barrier
    %r = arith.remui %t, %c64 : index
    %c = arith.muli %wave, %c8 : index
    %x = vector.load %tile[%r, %c] : ${lds}, ${vec}
    vector.store %x, %out[%r, %c] : memref<64x64xf16>, ${vec}
    gpu.return
  }
}
`;
}

const guarded = (condition: string): string => `${condition}
      scf.if %some {
        COPY
      }`;

describe('a copy to LDS', () => {
  it('is proven where all lanes take part, or the wave agrees on it', () => {
    expect(outcomeFor(copying({}), xor8)).toBe('proven');
    for (const condition of [
      '%some = arith.cmpi ult, %t, %c128 : index',
      '%some = arith.cmpi ult, %b, %c2 : index',
      '%some = arith.cmpi ult, %wave, %n : index',
      '%some = arith.cmpi ult, %half, %n : index',
      '%length = memref.load %list[%b] : memref<256xindex>\n%some = arith.cmpi ult, %half, %length : index',
    ]) {
      expect(outcomeFor(copying({ around: guarded(condition) }), xor8), condition).toBe('proven');
    }
  });
  it('is refused where lanes exchange with lanes that do not take part', () => {
    for (const condition of [
      '%some = arith.cmpi eq, %odd, %c0 : index',
      '%some = arith.cmpi ult, %t, %n : index',
      '%some = arith.cmpi ult, %column, %c32 : index',
      '%own = memref.load %list[%t] : memref<256xindex>\n%some = arith.cmpi ult, %own, %c8 : index',
    ]) {
      const text = copying({ around: guarded(condition) });
      expect(outcomeFor(text, xor8), condition).not.toBe('proven');
    }
    // Rows are whole under this condition: lanes of a row exchange among each other.
    const rows = guarded('%some = arith.cmpi ult, %row1, %n : index');
    expect(outcomeFor(copying({ around: rows }), xor8)).toBe('proven');
  });
  it('is refused in a loop that lanes leave at different times', () => {
    const loop = (bound: string): string => `scf.for %again = %c0 to ${bound} step %c1 {
        COPY
      }`;
    expect(outcomeFor(copying({ around: loop('%n') }), xor8)).toBe('proven');
    expect(outcomeFor(copying({ around: loop('%unit') }), xor8)).not.toBe('proven');
  });
  it('follows what loops carry, as long as the wave agrees on it', () => {
    const carried = (
      next: string,
    ): string => `%last = scf.for %again = %c0 to %n step %c1 iter_args(%at = %c0) -> (index) {
        %there = arith.addi %row1, %at : index
        COPY
        %next = ${next}
        scf.yield %next : index
      }`;
    const text = (next: string): string =>
      copying({ around: carried(next), source: '%there, %column' });
    expect(outcomeFor(text('arith.addi %at, %c64 : index'), xor8)).toBe('proven');
    expect(outcomeFor(text('memref.load %list[%at] : memref<256xindex>'), xor8)).toBe('proven');
    expect(outcomeFor(text('arith.addi %at, %unit : index'), xor8)).not.toBe('proven');
    expect(outcomeFor(text('memref.load %list[%t] : memref<256xindex>'), xor8)).not.toBe('proven');
  });
  it('is refused where each lane loads the row that it fetches', () => {
    const loaded = copying({
      setup: '%own = memref.load %list[%t] : memref<256xindex>',
      source: '%own, %column',
    });
    expect(outcomeFor(loaded, xor8)).not.toBe('proven');
    // One row for eight lanes that all see it is one row for those that they exchange with.
    const shared = copying({
      setup: '%own = memref.load %list[%b] : memref<256xindex>',
      source: '%own, %column',
    });
    expect(outcomeFor(shared, xor8)).toBe('proven');
  });
  it('is refused where one branch is swizzled and the other is not', () => {
    const branch = (column: string): string =>
      `amdgpu.gather_to_lds %in[%row1, ${column}], %tile[%to, %c0] : ${vec}, memref<64x64xf16>, ${lds}`;
    const branches = (first: string, second: string): string =>
      copying({
        around: `%key = arith.remui %row1, %c8 : index
      %other = arith.xori %unit, %key : index
      %moved = arith.muli %other, %c8 : index
      %some = arith.cmpi ult, %b, %n : index
      scf.if %some {
        ${branch(first)}
      } else {
        ${branch(second)}
      }`,
      });
    const moved = (text: string): string =>
      text.replace(
        '%x = vector.load %tile[%r, %c]',
        `%rkey = arith.remui %r, %c8 : index
    %place = arith.xori %wave, %rkey : index
    %cc = arith.muli %place, %c8 : index
    %x = vector.load %tile[%r, %cc]`,
      );
    const before = branches('%moved', '%column');
    expect(outcomeOf(prove(before, moved(branches('%column', '%moved')), xor8))).toBe('proven');
    for (const [first, second] of [
      ['%moved', '%moved'],
      ['%column', '%column'],
      ['%moved', '%column'],
    ] as const) {
      expect(outcomeOf(prove(before, moved(branches(first, second)), xor8))).toBe('different');
    }
    expect(outcomeOf(prove(before, before, plain))).toBe('proven');
    expect(outcomeOf(prove(before, branches('%column', '%moved'), plain))).toBe('different');
  });
});

const original = forms['two dimensions']?.text ?? '';

describe('an access', () => {
  it('that may reach into the padding is not proven', () => {
    const inner = { ...tile, columns: 56 };
    const from = padded(16, inner);
    // The kernel uses all 64 columns, of which 8 are said to be padding.
    expect(outcomeOf(prove(original, original, from, from))).not.toBe('proven');
  });
  it('at a column from memory is not proven to lie in its row', () => {
    const loaded = original
      .replace('%out: memref<64x64xf16>)', '%out: memref<64x64xf16>, %list: memref<64xindex>)')
      .replace(
        /%x = vector\.load %tile\[%r1, %c\]/,
        '%u0 = memref.load %list[%r1] : memref<64xindex>\n%c9 = arith.muli %u0, %c8 : index\n%x = vector.load %tile[%r1, %c9]',
      );
    const proof = prove(loaded, rewritten(loaded, xor8), xor8);
    expect(outcomeOf(proof)).toBe('open');
    expect(proof.open[0]).toMatchObject({ buffer: '%tile', launched: false });
    const masked = loaded
      .replace(
        '%c9 = arith.muli %u0, %c8',
        '%u1 = arith.remui %u0, %c8 : index\n%u2 = arith.andi %u0, %c7 : index\n%c9 = arith.muli %u2, %c8',
      )
      .replace('%c8 = arith', '%c7 = arith.constant 7 : index\n      %c8 = arith');
    expect(outcomeFor(masked, xor8)).toBe('proven');
  });
  it('is not proven by a bound that only the new text promises', () => {
    const after = rewritten(original, xor8);
    const promised = after.replace(/gpu\.thread_id x\b/, 'gpu.thread_id x upper_bound 8');
    expect(promised).not.toBe(after);
    expect(outcomeOf(prove(original, promised, xor8))).toBe('different');
  });
});

describe('a buffer', () => {
  it('whose row length is asked for is not given longer rows', () => {
    const asking = original
      .replace('%out: memref<64x64xf16>)', '%out: memref<64x64xf16>, %size: memref<1xindex>)')
      .replace(
        /( *)gpu\.return/,
        '$1%length = memref.dim %tile, %c1 : ' +
          lds +
          '\n$1memref.store %length, %size[%c0] : memref<1xindex>\n$1gpu.return',
      );
    expect(outcomeFor(asking, xor8)).toBe('proven');
    const longer = rewritten(original, padded(16))
      .replace('%out: memref<64x64xf16>)', '%out: memref<64x64xf16>, %size: memref<1xindex>)')
      .replace(
        /( *)gpu\.return/,
        '$1%length = memref.dim %tile, %c1 : ' +
          lds.replace('64x64', '64x72') +
          '\n$1memref.store %length, %size[%c0] : memref<1xindex>\n$1gpu.return',
      );
    expect(outcomeOf(prove(asking, longer, padded(16)))).toBe('different');
  });
  it('of a global with contents, or that others use, stays as it is', () => {
    const { text } = forms['a global'] ?? { text: '' };
    expect(outcomeOf(prove(text, rewritten(text, xor8, plain, '@lds'), xor8, plain, '@lds'))).toBe(
      'proven',
    );
    const other = (source: string): string =>
      source.replace(
        '    gpu.func @k',
        `    gpu.func @helper() {\n      %g = memref.get_global @lds : ${lds}\n      gpu.return\n    }\n    gpu.func @k`,
      );
    const after = rewritten(text, xor8, plain, '@lds');
    expect(outcomeOf(prove(other(text), other(after), xor8, plain, '@lds'))).toBe('different');
    const filled = (source: string): string => source.replace('= uninitialized', '= dense<1.0>');
    expect(filled(text)).not.toBe(text);
    expect(outcomeOf(prove(filled(text), filled(after), xor8, plain, '@lds'))).toBe('different');
  });
  it('that another name reaches is not proven', () => {
    const text = original.replace(
      /%tile = memref\.alloc\(\) : .*/,
      `%all = gpu.dynamic_shared_memory : memref<?xi8, ${space}>
      %again = gpu.dynamic_shared_memory : memref<?xi8, ${space}>
      %other = memref.view %again[%c0][] : memref<?xi8, ${space}> to ${lds}
      %tile = memref.view %all[%c0][] : memref<?xi8, ${space}> to ${lds}`,
    );
    const result = rewrite(text, '%tile', xor8);
    if ('text' in result) expect(outcomeOf(prove(text, result.text, xor8))).toBe('different');
    else expect(result.codes.length).toBeGreaterThan(0);
  });
});
