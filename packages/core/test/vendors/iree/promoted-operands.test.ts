/** Parameters of promoted operands: intrinsics, published choices, the phase-aware search, what IREE believes of chips. */
import { describe, expect, test } from 'vitest';
import {
  chooseXorShuffle,
  findIreeTarget,
  findMachine,
  mmaIntrinsics,
  ireeTargets,
  laneRanges,
  machines,
  type MmaLayout,
  phaseGroups,
  product,
  searchShuffle,
  type ShuffleChoice,
  xorShuffleBounds,
  xorShuffleFault,
} from '@ldscope/core';

const layoutOf = (name: string, operand: 'lhs' | 'rhs' | 'acc'): MmaLayout => {
  const intrinsic = mmaIntrinsics.get(name);
  if (intrinsic === undefined) throw new Error(`no intrinsic ${name}`);
  return intrinsic[operand];
};

const shuffleText = (choice: ShuffleChoice | ReturnType<typeof searchShuffle>): string =>
  choice.kind === 'shuffle'
    ? `<${choice.swizzle.rowWidth}, ${choice.swizzle.accessWidth}>`
    : choice.kind;

describe('intrinsics', () => {
  test('lanes hold every element of every operand, all equally often', () => {
    expect(mmaIntrinsics.size).toBeGreaterThan(100);
    for (const name of mmaIntrinsics.keys()) {
      for (const operand of ['lhs', 'rhs', 'acc'] as const) {
        const { outer, thread, threadStrides, element } = layoutOf(name, operand);
        const parts = new Map<string, number>();
        for (let lane = 0; lane < 64; lane++) {
          const part = thread.map((count, d) => {
            const stride = threadStrides[d] ?? 0;
            return stride === 0 ? 0 : Math.floor(lane / stride) % count;
          });
          parts.set(part.join(), (parts.get(part.join()) ?? 0) + 1);
        }
        // VDMFMA gives its 8 rows to every second lane: its strides begin at 2.
        expect([name, operand, parts.size]).toEqual([name, operand, product(thread)]);
        expect(new Set(parts.values()).size).toBe(1);
        expect(outer.length).toBe(element.length);
      }
    }
  });

  test('shapes are those of the names', () => {
    for (const name of mmaIntrinsics.keys()) {
      const shape = /_(\d+)x(\d+)x(\d+)(?:x(\d+)B)?/.exec(name)?.slice(1).map(Number) ?? [];
      const [m = 0, n = 0, k = 0, blocks] = shape;
      const size = (operand: 'lhs' | 'rhs' | 'acc'): number =>
        xorShuffleBounds(layoutOf(name, operand)).tile;
      const count = blocks === undefined || Number.isNaN(blocks) ? 1 : blocks;
      expect([name, size('lhs'), size('rhs')]).toEqual([name, m * k * count, n * k * count]);
      expect([name, size('acc')]).toEqual([name, m * n * count]);
      expect([name, mmaIntrinsics.get(name)?.k]).toEqual([name, k]);
    }
  });

  test.each([
    ['MFMA_F32_16x16x32_F16', 'lhs', [16, 4], [1, 16], [1, 8]],
    ['MFMA_F32_16x16x32_F16', 'rhs', [4, 16], [16, 1], [8, 1]],
    ['MFMA_F32_32x32x8_F16', 'lhs', [32, 2], [1, 32], [1, 4]],
    ['MFMA_F32_32x32x8_F16', 'acc', [2, 32], [32, 1], [4, 1]],
    ['MFMA_F32_4x4x4x16B_F16', 'lhs', [16, 4, 1], [4, 1, 64], [1, 1, 4]],
    ['MFMA_F32_16x16x4x4B_F16', 'acc', [1, 4, 16], [64, 16, 1], [4, 4, 1]],
    ['MFMA_SCALE_F32_32x32x64_B32', 'rhs', [2, 1, 32], [32, 1, 1], [1, 32, 1]],
    ['WMMAR3_F32_16x16x16_F16', 'rhs', [1, 16], [0, 1], [16, 1]],
    ['WMMA_F32_16x16x64_F8E5M2', 'lhs', [16, 2], [1, 16], [1, 32]],
    ['NV_MMA_SYNC_F32_16x8x16_F16', 'rhs', [4, 8], [1, 4], [2, 1]],
    ['VDMFMA_I32_8x16x128x2_I8', 'lhs', [8, 4], [2, 16], [1, 32]],
  ] as const)('%s, %s', (name, operand, thread, threadStrides, element) => {
    expect(layoutOf(name, operand)).toMatchObject({ thread, threadStrides, element });
  });

  test.each([
    ['MFMA_F32_16x16x32_F8E5M2FNUZ_F8E4M3FNUZ', [8, 8]],
    ['MFMA_F64_16x16x4_F64', [64, 64]],
    ['MFMA_I32_32x32x8_I8', [8, 8]],
    ['MFMA_F32_16x16x8_BF16', [16, 16]],
    ['MFMA_SCALE_F32_16x16x128_B32', undefined],
  ] as const)('element bits of %s', (name, bits) => {
    expect(mmaIntrinsics.get(name)?.elementBits).toEqual(bits);
  });

  test('a name that IREE does not have', () => {
    expect(mmaIntrinsics.get('MFMA_F32_16x16x7_F16')).toBeUndefined();
  });
});

describe('validity', () => {
  // `tuner_api_test.py` @test_is_xor_shuffle_valid and @test_get_xor_shuffle_bounds.
  test.each([
    [256, 32, 512, undefined],
    [512, 64, 512, undefined],
    [32, 8, 512, undefined],
    [1024, 32, 512, 'a row of 1024 exceeds the tile of 512 elements'],
    [256, 512, 512, 'an access of 512 exceeds the row of 256'],
    [300, 32, 512, 'rows of 300 do not divide the tile of 512'],
    [12, 4, 24, undefined],
    [256, 30, 512, 'accesses of 30 do not divide the row of 256'],
  ])('rows of %d, accesses of %d, %d elements', (row, access, tile, expected) => {
    expect(xorShuffleFault(row, access, tile)).toBe(expected);
  });

  test('bounds of the tuner', () => {
    const bounds = xorShuffleBounds(layoutOf('MFMA_F32_16x16x16_F16', 'lhs'));
    expect(bounds).toEqual({ leastAccess: 4, tile: 256 });
  });
});

describe('choices', () => {
  // `config_tile_and_fuse_gfx950.mlir`.
  test.each([
    ['gfx950', 'MFMA_F32_16x16x32_BF16', undefined, true, '<64, 8>'],
    ['gfx950', 'MFMA_SCALE_F32_16x16x128_B32', 4, false, '<256, 32>'],
    ['gfx950', 'MFMA_F32_32x32x8_BF16', undefined, true, 'none'],
    // Without a row in the table, the rule: on gfx942 rows of 64 halves are 128 bytes.
    ['gfx942', 'MFMA_F32_16x16x16_F16', undefined, false, '<64, 4>'],
    ['gfx942', 'MFMA_F32_32x32x8_F16', undefined, false, '<32, 4>'],
    ['gfx942', 'MFMA_F32_16x16x32_F8E4M3FNUZ', undefined, false, '<128, 8>'],
    ['gfx942', 'MFMA_F32_16x16x4_F32', undefined, false, '<16, 1>'],
    ['gfx1030', 'WMMAR3_F32_16x16x16_F16', undefined, false, 'none'],
    ['gfx942', 'MFMA_F32_16x16x7_F16', undefined, false, 'none'],
  ] as const)('%s %s', (target, intrinsic, elementBits, onlyTuned, expected) => {
    const choice = chooseXorShuffle({
      target,
      intrinsic,
      operand: 'lhs',
      reductionTiles: [4],
      onlyTuned,
      ...(elementBits !== undefined && { elementBits }),
    });
    expect(shuffleText(choice)).toBe(expected);
  });

  test('a table entry fits the operand of its intrinsic', () => {
    const choice = chooseXorShuffle({
      target: 'gfx950',
      intrinsic: 'MFMA_F32_16x16x32_F16',
      operand: 'lhs',
      reductionTiles: [2],
    });
    expect(choice).toMatchObject({ from: 'tuned' });
  });

  test('rows are never longer than the reduction tile', () => {
    const choice = chooseXorShuffle({
      target: 'gfx942',
      intrinsic: 'MFMA_F32_16x16x16_F16',
      operand: 'rhs',
      reductionTiles: [1, 2],
    });
    expect(shuffleText(choice)).toBe('<32, 4>');
  });
});

describe('phases', () => {
  // `KnownTargetsTest.cpp` of pull request 24428.
  test.each([
    [4, ['0-63']],
    [8, ['0-31', '32-63']],
    [16, ['0-3,12-15,20-27', '4-11,16-19,28-31', '32-35,44-47,52-59', '36-43,48-51,60-63']],
  ] as const)('gfx950, %d bytes', (bytes, expected) => {
    const groups = phaseGroups('gfx950', bytes)?.map((lanes) => laneRanges(lanes)) ?? [];
    expect(new Set(groups)).toEqual(new Set(expected));
  });

  test.each([
    ['gfx90a', 16],
    ['gfx942', 16],
    ['gfx1100', 16],
    ['gfx1201', 16],
    ['gfx950', 32],
  ] as const)('%s, %d bytes: upstream has none', (target, bytes) => {
    expect(phaseGroups(target, bytes)).toBeUndefined();
  });

  test.each([
    ['MFMA_F32_16x16x32_BF16', 16, '<64, 8>'],
    ['MFMA_F32_32x32x16_F16', 16, '<128, 8>'],
    ['MFMA_F32_32x32x8_BF16', 16, '<128, 4>'],
    ['MFMA_SCALE_F32_16x16x128_B32', 4, '<256, 32>'],
  ] as const)('the search on gfx950 for %s', (name, elementBits, expected) => {
    const question = { target: 'gfx950', layout: layoutOf(name, 'lhs'), elementBits };
    expect(shuffleText(searchShuffle(question))).toBe(expected);
  });

  test('what direct copies cannot use is refused, and named', () => {
    const answer = searchShuffle({
      target: 'gfx950',
      layout: layoutOf('MFMA_F32_32x32x8_BF16', 'lhs'),
      elementBits: 16,
      isDma: true,
    });
    expect(answer).toMatchObject({ kind: 'none', found: { rowWidth: 128, accessWidth: 4 } });
  });

  test('without phases, and with outer parts, nothing is searched', () => {
    const layout = layoutOf('MFMA_F32_16x16x16_F16', 'lhs');
    expect(searchShuffle({ target: 'gfx942', layout, elementBits: 16 }).kind).toBe('none');
    const outer = layoutOf('VMFMA_F32_16x16x32_F8E4M3FNUZ', 'lhs');
    expect(searchShuffle({ target: 'gfx950', layout: outer, elementBits: 8 }).kind).toBe('none');
  });

  test('a caller can name the phases of another chip', () => {
    const model = findMachine('gfx942')?.models[0];
    if (model === undefined) throw new Error('gfx942 is known');
    const layout = layoutOf('MFMA_F32_16x16x16_F16', 'lhs');
    const answer = searchShuffle({ target: 'gfx942', layout, elementBits: 16, model });
    // 16 rows of 32 bytes, 8 bytes a lane: a phase of 16 lanes spans 512 bytes, four times the banks.
    expect(shuffleText(answer)).toBe('<64, 4>');
  });
});

describe('targets', () => {
  test('every row is a chip that is known', () => {
    for (const { name } of ireeTargets) expect(findMachine(name)?.name).toBe(name);
  });

  test('bank counts differ from those of the machines for RDNA3 and newer alone', () => {
    const differing = machines.filter(({ name, sharedMemory }) => {
      const banks = findIreeTarget(name)?.banks;
      return banks !== undefined && banks !== sharedMemory.banks.value;
    });
    expect(differing.map(({ name }) => name)).toEqual(['gfx1100', 'gfx1151', 'gfx1201']);
  });
});
