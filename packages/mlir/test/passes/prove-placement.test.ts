/**
 * What the proof has to see that execution may miss: lanes that do not take part in a copy, indices from memory, accesses that
 * may leave the tile, memory with two names. Each case is a kernel and its rewriting; the correct ones are accepted.
 */
import { plainLayout, type RowLayout, type TileLayout } from '@ldscope/core';
import { describeKernel, parseModule, type PlacementProof, provePlacement } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { constantsOf } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { forms, padded, plain, tile, xor8 } from './kernels.ts';
import { machine, rewrite, rewritten } from './run.ts';

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

const outcomeOf = ({ different, open }: PlacementProof): string =>
  different !== undefined ? 'different' : open.length > 0 ? 'open' : 'proven';

/** The outcome for what the rewriter makes of a kernel. */
const outcomeFor = (text: string, to: RowLayout): string =>
  outcomeOf(prove(text, rewritten(text, to), to));

const space = '#gpu.address_space<workgroup>';
const lds = `memref<64x64xf16, ${space}>`;
const vec = 'vector<8xf16>';

const CONSTANTS = constantsOf('%c0 %c1 %c2 %c8 %c32 %c64 %c128');

interface Copying {
  /** Around the copy, `COPY`. */
  readonly around?: string | undefined;
  /** The source's row and column; `%row1` and `%column` as a rule. */
  readonly source?: string | undefined;
  readonly setup?: string | undefined;
}

/** 4 waves copy 8 rows each, twice, and read down the columns. */
function copying({ around = 'COPY', source = '%row1, %column', setup = '' }: Copying): string {
  const copy = `amdgpu.gather_to_lds %in[${source}], %tile[%to, %c0] : ${vec}, memref<64x64xf16>, ${lds}`;
  return `gpu.module @m {
  gpu.func @k(%in: memref<64x64xf16>, %out: memref<64x64xf16>, %list: memref<256xindex>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    ${CONSTANTS}
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

const guarded = (condition: string): string => `${condition} \n scf.if %some { COPY }`;
const repeated = (bound: string): string => `scf.for %again = %c0 to ${bound} step %c1 { COPY }`;
const carried = (next: string): string =>
  `%last = scf.for %again = %c0 to %n step %c1 iter_args(%at = %c0) -> (index) { %there = arith.addi %row1, %at : index \n COPY \n %next = ${next} \n scf.yield %next : index }`;
const listed = (at: string): string => `memref.load %list[${at}] : memref<256xindex>`;

describe('a copy to LDS', () => {
  it.each(rows`
      // All lanes take part, or the wave agrees on it.
      proven | COPY
      proven | ${guarded('%some = arith.cmpi ult, %t, %c128 : index')}
      proven | ${guarded('%some = arith.cmpi ult, %b, %c2 : index')}
      proven | ${guarded('%some = arith.cmpi ult, %wave, %n : index')}
      proven | ${guarded('%some = arith.cmpi ult, %half, %n : index')}
      proven | ${guarded(`%length = ${listed('%b')} \n %some = arith.cmpi ult, %half, %length : index`)}
      // Lanes exchange with lanes that do not take part.
      refused | ${guarded('%some = arith.cmpi eq, %odd, %c0 : index')}
      refused | ${guarded('%some = arith.cmpi ult, %t, %n : index')}
      refused | ${guarded('%some = arith.cmpi ult, %column, %c32 : index')}
      refused | ${guarded(`%own = ${listed('%t')} \n %some = arith.cmpi ult, %own, %c8 : index`)}
      // Rows are whole under this condition: lanes of a row exchange among each other.
      proven | ${guarded('%some = arith.cmpi ult, %row1, %n : index')}
      // Loops that lanes leave together, or at different times.
      proven | ${repeated('%n')}
      refused | ${repeated('%unit')}
      // What loops carry, as long as the wave agrees on it.
      proven | ${carried('arith.addi %at, %c64 : index')} | %there, %column
      proven | ${carried(listed('%at'))} | %there, %column
      refused | ${carried('arith.addi %at, %unit : index')} | %there, %column
      refused | ${carried(listed('%t'))} | %there, %column
      // Each lane loads the row that it fetches; one row for eight lanes that all see it is one row for those that they exchange with.
      refused | COPY | %own, %column | %own = ${listed('%t')}
      proven | COPY | %own, %column | %own = ${listed('%b')}
    `)('is %s: %s', (wanted, around, source, setup) => {
    const outcome = outcomeFor(copying({ around, source, setup }), xor8);
    expect(outcome === 'proven' ? 'proven' : 'refused').toBe(wanted);
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
    const others = [
      branches('%moved', '%moved'),
      branches('%column', '%column'),
      branches('%moved', '%column'),
    ];
    for (const other of others)
      expect(outcomeOf(prove(before, moved(other), xor8))).toBe('different');
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
  it.each([
    [/gpu\.thread_id x\b/, 'gpu.thread_id x upper_bound 8'],
    [/(arith\.divui %t, %c\d+)(?= :)/, '$1 exact'],
  ])('is not proven by what only the new text promises: %s', (plainText, promise) => {
    const after = rewritten(original, xor8);
    const promised = after.replace(plainText, promise);
    expect(promised).not.toBe(after);
    expect(outcomeOf(prove(original, promised, xor8))).toBe('different');
  });
});

describe('a buffer', () => {
  it('whose row length is asked for is not given longer rows', () => {
    const asking = (text: string, type: string): string =>
      text
        .replace('%out: memref<64x64xf16>)', '%out: memref<64x64xf16>, %size: memref<1xindex>)')
        .replace(
          'gpu.return',
          `%length = memref.dim %tile, %c1 : ${type}\nmemref.store %length, %size[%c0] : memref<1xindex>\ngpu.return`,
        );
    const before = asking(original, lds);
    expect(outcomeFor(before, xor8)).toBe('proven');
    const longer = asking(rewritten(original, padded(16)), lds.replace('64x64', '64x72'));
    expect(outcomeOf(prove(before, longer, padded(16)))).toBe('different');
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
