/**
 * Vector allocation: what it puts in and where, the decisions of the pull request and ours, and execution: a vector that
 * went through shared memory is the same vector, and its conflicts are those that the decision names.
 */
import { type Likeness, parseModule, printModule } from '@ldscope/mlir';
import { describe, expect, test } from 'vitest';
import { encode, run } from '../../interpret/harness.ts';
import { words } from '../../table.ts';
import { rows } from '../../../../../test/rows.ts';
import { costOf, transform, type Transformed, verdicts } from './transform.ts';

const allocate = (text: string, like: Likeness, pass = 'gpu-vector-alloc'): Transformed =>
  transform(text, pass, like);

const layout = (
  batch: readonly number[],
  thread: readonly number[],
  element: readonly number[],
  strides: readonly number[],
): string => {
  const each = (value: number): string => batch.map(() => value).join(', ');
  return `#iree_vector_ext.nested_layout<subgroup_tile = [${each(1)}], batch_tile = [${batch.join(', ')}], outer_tile = [${each(1)}], thread_tile = [${thread.join(', ')}], element_tile = [${element.join(', ')}], subgroup_strides = [${each(0)}], thread_strides = [${strides.join(', ')}]>`;
};

/** Lanes of 16 rows, the others share the columns: how an MFMA reads. */
const reader = (rows: number, columns: number, width: number): string =>
  layout([rows / 16, columns / (4 * width)], [16, 4], [1, width], [1, 16]);

const translation =
  '#iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>';

/** Loads a tile, has it promoted, and stores it as it is read. */
const promoted = (rows: number, columns: number, type: string, width: number): string => {
  const memory = `memref<${rows}x${columns}x${type}>`;
  const vector = `vector<${rows}x${columns}x${type}>`;
  const zero = type.startsWith('i') ? '0' : '0.0';
  return `func.func @f(%in: ${memory}, %out: ${memory}) attributes {translation_info = ${translation}} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant ${zero} : ${type}
  %tile = vector.transfer_read %in[%c0, %c0], %pad {in_bounds = [true, true]} : ${memory}, ${vector}
  %laid = iree_vector_ext.to_layout %tile to layout(${reader(rows, columns, width)}) {shared_memory_conversion = #iree_gpu.derived_thread_config} : ${vector}
  vector.transfer_write %laid, %out[%c0, %c0] {in_bounds = [true, true]} : ${vector}, ${memory}
  return
}
`;
};

const names = (text: string): string[] =>
  text.split('\n').flatMap((line) => /(?:= )?"?([a-z_]+\.[a-z_]+)/.exec(line.trim())?.[1] ?? []);

describe('like upstream', () => {
  test('a promoted load is copied in the derived layout, and read back behind barriers', () => {
    const done = allocate(promoted(64, 64, 'f16', 4), 'iree');
    const { text } = done;
    expect(names(text)).toEqual(
      words(`
    func.func gpu.barrier arith.constant arith.constant vector.transfer_read
    iree_vector_ext.to_layout bufferization.alloc_tensor arith.constant
    vector.transfer_write iree_gpu.value_barrier arith.constant ub.poison
    vector.transfer_read iree_vector_ext.to_layout vector.transfer_write
  `),
    );
    expect(text).toContain(layout([8, 1], [8, 8], [1, 8], [8, 1]));
    expect(text).not.toContain('shared_memory_conversion');
    expect(verdicts(done)).toEqual(['%lds_tile unhinted']);
  });

  test('other promotions are left to other passes, and their marks taken out', () => {
    const text = promoted(64, 64, 'f16', 4).replace('derived_thread_config', 'use_global_load_dma');
    const result = allocate(text, 'iree');
    expect(names(result.text)).not.toContain('bufferization.alloc_tensor');
    expect(result.text).not.toContain('shared_memory_conversion');
  });

  test('what is not a promotion is an error', () => {
    const text = promoted(64, 64, 'f16', 4).replace('#iree_gpu.derived_thread_config', '"here"');
    const { failed, codes } = allocate(text, 'iree');
    expect([failed, codes]).toEqual(['gpu-vector-alloc', ['opt/promotion-attribute']]);
  });

  test.each([
    [`workgroup_size = [64, 1, 1] `, '', 'opt/no-workgroup-size'],
    ['[64, 1, 1]', '[48, 1, 1]', 'opt/no-derived-layout'],
  ])('%s -> %j: %s', (from, to, code) => {
    expect(allocate(promoted(64, 64, 'f16', 4).replace(from, to), 'iree').codes).toEqual([code]);
  });

  const byRows = layout([1, 1], [16, 4], [1, 4], [4, 1]);
  const columns = layout([1, 1], [4, 16], [4, 1], [16, 1]);
  const batches = layout([2, 1], [8, 4], [1, 4], [4, 1]);
  const outers = batches.replace('[2, 1], outer_tile = [1, 1]', '[1, 1], outer_tile = [2, 1]');
  const [turnedRows, turnedColumns] = ['1, 4', '16, 1'].map((strides) =>
    columns.replace('thread_strides = [16, 1]', `thread_strides = [${strides}]`),
  );
  const [sum, turn] = [
    'arith.addf %a, %a : vector<16x16xf16>',
    'vector.transpose %a, [1, 0] : vector<16x16xf16> to vector<16x16xf16>',
  ];

  test.each([
    ['elements that change hands', true, byRows, sum, columns],
    ['elements that stay', false, byRows, sum, byRows],
    // Batch and outer tiles are registers of the same lane.
    ['batches that become outer tiles', false, batches, sum, outers],
    // Transposed, the layout of the rows is that of the columns.
    ['rows that are transposed', false, byRows, turn, turnedRows],
    ['rows that are transposed to other columns', true, byRows, turn, turnedColumns],
  ])('%s go through shared memory: %s', (_name, isThrough, from, between, to) => {
    const text = `func.func @f(%v: vector<16x16xf16>) -> vector<16x16xf16> {
  %a = iree_vector_ext.to_layout %v to layout(${from}) : vector<16x16xf16>
  %s = ${between}
  %b = iree_vector_ext.to_layout %s to layout(${to}) : vector<16x16xf16>
  return %b : vector<16x16xf16>
}
`;
    const found = names(allocate(text, 'iree').text);
    const through = words('gpu.barrier bufferization.alloc_tensor iree_gpu.value_barrier');
    expect(through.map((name) => found.includes(name))).toEqual(through.map(() => isThrough));
  });

  test('a constant that two layouts want is made twice instead', () => {
    const text = `func.func @f(%v: vector<16x16xf16>, %w: vector<16x16xf16>) -> (vector<16x16xf16>, vector<16x16xf16>) {
  %c = arith.constant dense<1.0> : vector<16x16xf16>
  %a = iree_vector_ext.to_layout %v to layout(${byRows}) : vector<16x16xf16>
  %b = iree_vector_ext.to_layout %w to layout(${columns}) : vector<16x16xf16>
  %x = arith.addf %a, %c : vector<16x16xf16>
  %y = arith.addf %b, %c : vector<16x16xf16>
  return %x, %y : vector<16x16xf16>, vector<16x16xf16>
}
`;
    const found = names(allocate(text, 'iree').text);
    expect(found.filter((name) => name === 'arith.constant').length).toBe(2);
    expect(found).not.toContain('bufferization.alloc_tensor');
  });

  test('a broadcast that stretches becomes one that does not, and a transposition', () => {
    const text = `func.func @f(%v: vector<4x1xf32>) -> vector<1x4x8xf32> {
  %b = vector.broadcast %v : vector<4x1xf32> to vector<1x4x8xf32>
  return %b : vector<1x4x8xf32>
}
`;
    const { text: after } = allocate(text, 'iree');
    expect(after).toContain('vector.broadcast %v : vector<4x1xf32> to vector<8x4x1xf32>');
    expect(after).toContain('[2, 1, 0] : vector<8x4x1xf32> to vector<1x4x8xf32>');
  });
});

describe('promotion analysis', () => {
  const remarks = (body: string): string[] => {
    const text = `func.func @f(%src: memref<16x16xf16>, %other: vector<16x16xf16>) {\n  %c0 = arith.constant 0 : index\n  %pad = arith.constant 0.0 : f16\n  %read = vector.transfer_read %src[%c0, %c0], %pad : memref<16x16xf16>, vector<16x16xf16>\n${body}  return\n}\n`;
    return allocate(text, 'iree', 'test-gpu-promotion-analysis').diagnostics.map(
      ({ message, span }) => `${text.slice(span?.start).split(' ')[0]} ${message.split(' is ')[1]}`,
    );
  };
  const ask = (value: string, promotion: string): string =>
    `  %o${promotion.length} = iree_vector_ext.to_layout %${value} to layout(${layout([1, 1], [16, 4], [1, 4], [4, 1])}) {shared_memory_conversion = #iree_gpu.${promotion}} : vector<16x16xf16>\n`;

  const [derived, dma] = ['derived_thread_config', 'use_global_load_dma'];
  const mul = '  %m = arith.mulf %read, %other : vector<16x16xf16>\n';
  const slice =
    '  %x = vector.extract_strided_slice %read {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : vector<16x16xf16> to vector<16x16xf16>\n';
  test.each([
    ['goes back through element-wise operations', mul + ask('m', derived), ['read', 'm']],
    ['promotes nothing where two disagree', ask('read', derived) + ask('read', dma), []],
    ['stops at what it does not know', slice + ask('x', derived), ['x']],
  ])('%s', (_name, body, wanted) => {
    expect(remarks(body)).toEqual(wanted.map((name) => `%${name} #iree_gpu.${derived}`));
  });
});

describe('pull request 23778', () => {
  // Its tests: an unknown writer, mismatched halves, and a scalar reader of f32.
  const asked = (shape: string, type: string, writer: string, read: string): string => {
    const vector = `vector<${shape}x${type}>`;
    const laid = `  %w = iree_vector_ext.to_layout %v to layout(${writer}) : ${vector}\n`;
    const [first, value] = writer === '' ? ['', 'v'] : [laid, 'w'];
    return `func.func @f(%v: ${vector}) -> ${vector} {\n${first}  %r = iree_vector_ext.to_layout %${value} to layout(${read}) {shared_memory_conversion} : ${vector}\n  return %r : ${vector}\n}\n`;
  };

  test.each(rows`
    16x16  | f16 | | ${layout([1, 1], [4, 16], [4, 1], [16, 1])} | <16, 1, 16, 1>
    16x128 | f16 | ${layout([1, 32], [16, 4], [1, 1], [4, 1])} | ${layout([1, 4], [16, 4], [1, 8], [1, 16])} | none
    16x64  | f32 | ${layout([1, 4], [16, 4], [1, 4], [4, 1])} | ${layout([1, 16], [16, 4], [1, 1], [1, 16])} | <64, 2, 64, 1>
  `)(
    '%s %s, written by %s and read by %s: %s',
    (shape = '', type = '', writer = '', read = '', hint = '') => {
      const { text, decisions } = allocate(asked(shape, type, writer, read), 'iree-pr-23778');
      expect(/xor_shuffle(<[^>]*>)/.exec(text)?.[1] ?? 'none').toBe(hint);
      const verdict = hint === 'none' ? 'unhinted' : 'hinted';
      expect(decisions.map((one) => one.verdict)).toEqual([verdict]);
      expect(names(text)).toContain('bufferization.alloc_tensor');
    },
  );

  test('the hint is on the tensor of all dimensions', () => {
    const text = asked('16x64', 'f32', layout([1, 4], [16, 4], [1, 4], [4, 1]), reader(16, 64, 1));
    expect(allocate(text, 'iree-pr-23778').text).toMatch(
      /swizzle_hint %lds_w\[#iree_codegen\.xor_shuffle<64, 2, 64, 1>\] : tensor<16x64xf32, /,
    );
  });
});

describe('corrected: by what it costs', () => {
  test.each([
    // IREE's rule refuses halves that are written and read by different widths; both ways are clean in ours.
    [64, 64, 'f16', 4, 'padding_bits = 64', 0],
    [64, 64, 'f16', 8, 'xor_shuffle<64, 8>', 0],
    [64, 128, 'f16', 8, 'xor_shuffle<128, 8>', 0],
    [64, 64, 'f32', 4, 'xor_shuffle<64, 4>', 0],
    [16, 16, 'i8', 4, 'xor_shuffle<64, 4>', 0],
  ])('%d x %d %s, read by %d: %s', (rows, columns, type, width, hint, after) => {
    const { text, decisions } = allocate(promoted(rows, columns, type, width), 'corrected');
    expect(text).toContain(hint);
    expect(printModule(parseModule(text).module)).toBe(text);
    const [decision] = decisions;
    expect(decision?.figures['conflictCyclesAfter']).toBe(after);
    expect(decision?.reason).toContain("IREE's rule");
  });

  test('no mitigation where nothing conflicts, and the padding pass is told so', () => {
    const text = promoted(16, 16, 'f16', 4).replace(
      reader(16, 16, 4),
      layout([1, 1], [16, 4], [1, 4], [4, 1]),
    );
    const { text: after, decisions } = allocate(text, 'corrected');
    expect(after).toContain('bank_conflict_padding_hint %lds_tile [padding_bits = 0]');
    expect(decisions[0]).toMatchObject({
      verdict: 'unhinted',
      figures: { conflictCyclesBefore: 0, conflictCyclesAfter: 0 },
    });
  });

  test('the figures are those of the execution, and the vector is what it was', () => {
    for (const [rows, columns, type, width] of [
      [64, 64, 'f16', 4],
      [64, 128, 'f16', 8],
      [64, 64, 'f32', 1],
    ] as const) {
      const text = promoted(rows, columns, type, width);
      const [decision] = allocate(text, 'corrected').decisions;
      const plain = costOf(allocate(text, 'iree').text, rows * columns, type);
      expect(plain.output).toEqual(plain.input);
      expect(decision?.figures).toMatchObject({
        conflictCyclesBefore: plain.conflicts,
        cyclesBefore: plain.cycles,
      });
      const hinted = costOf(allocate(text, 'corrected').text, rows * columns, type);
      expect(hinted.output).toEqual(plain.input);
    }
  });

  // What bufferization makes of the tensor, padded by the hint that was chosen for it.
  test.each([
    [64, 64, 'f16', 4],
    [64, 128, 'f16', 4],
    [64, 64, 'f32', 1],
    [64, 128, 'i8', 8],
    [32, 64, 'f64', 1],
  ])('%d x %d %s, read by %d: padding costs what was predicted', (rows, columns, type, width) => {
    const text = promoted(rows, columns, type, width);
    const { decisions } = allocate(text, 'corrected');
    const [best] = decisions.flatMap(({ figures }) => figures['conflictCyclesOfBestPadding'] ?? []);
    const shared = `memref<${rows}x${columns}x${type}, #gpu.address_space<workgroup>>`;
    const tensor = `tensor<${rows}x${columns}x${type}, #gpu.address_space<workgroup>>`;
    const buffered = allocate(text, 'iree')
      .text.replace(/%lds_tile = bufferization.*\n/, `%lds_tile = memref.alloc() : ${shared}\n`)
      .replace(/%0 = vector.transfer_write/, 'vector.transfer_write')
      .replace(/%1 = iree_gpu.value_barrier.*\n/, 'gpu.barrier\n')
      .replace('vector.transfer_read %1[', 'vector.transfer_read %lds_tile[')
      .replaceAll(tensor, shared);
    const found = [16, 32, 64, 96, 128, 192, 256].map((bits) => {
      const hint = `%h = iree_gpu.bank_conflict_padding_hint %lds_tile [padding_bits = ${bits}] : ${shared}\n`;
      const hinted = buffered.replace(/(%lds_tile = memref.*\n)/, `$1  ${hint}`);
      const padded = allocate(hinted, 'corrected', 'gpu-reduce-bank-conflicts');
      expect(padded.decisions[0]?.verdict).toBe(
        bits < encode(type, [0]).length * 8 ? 'kept' : 'padded',
      );
      const { output, input, conflicts } = costOf(padded.text, rows * columns, type);
      expect(output).toEqual(input);
      return conflicts;
    });
    expect(Math.min(...found)).toBe(best);
  });

  test('both rules are told, with what theirs would cost', () => {
    const [decision] = allocate(promoted(64, 64, 'f32', 1), 'corrected').decisions;
    expect(decision?.reason).toContain("IREE's rule: #iree_codegen.xor_shuffle<64, 2, 64, 1>");
    expect(decision?.figures).toMatchObject({
      conflictCyclesAfter: 0,
      conflictCyclesOfIreeRule: 128,
      conflictCyclesOfBestPadding: 128,
    });
  });

  test('padding leaves other vectors and allocations their memory', () => {
    const [alone] = allocate(promoted(240, 64, 'f16', 4), 'corrected').decisions;
    expect(alone?.reason).toContain('padding by 64 bits');
    // Two tiles of 30,720 bytes and 3,072 others leave 1,024 of 65,536; a pad of 64 bits takes 1,920.
    const vector = 'vector<240x64xf16>';
    const memory = 'memref<240x64xf16>';
    const load = (name: string): string =>
      `  %${name} = vector.transfer_read %in[%c0, %c0], %pad {in_bounds = [true, true]} : ${memory}, ${vector}
  %${name}2 = iree_vector_ext.to_layout %${name} to layout(${reader(240, 64, 4)}) {shared_memory_conversion = #iree_gpu.derived_thread_config} : ${vector}
`;
    const text = `func.func @f(%in: ${memory}) -> (${vector}, ${vector}) attributes {translation_info = ${translation}} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f16
  %t = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<12x128xf16, #gpu.address_space<workgroup>>
${load('a')}${load('b')}  return %a2, %b2 : ${vector}, ${vector}
}
`;
    const { decisions } = allocate(text, 'corrected');
    expect(decisions.length).toBe(2);
    const total = decisions.reduce((sum, { figures }) => sum + (figures['ldsBytes'] ?? 0), 3072);
    expect(total).toBeLessThanOrEqual(65_536);
    for (const { reason, figures } of decisions) {
      expect(reason).not.toContain('padding by 64 bits');
      expect(figures['conflictCyclesAfter']).toBeLessThan(figures['conflictCyclesBefore'] ?? 0);
    }
  });

  test('a row stride of its own is chosen when nothing else is clean, and what IREE makes of it is said', () => {
    const { text, decisions } = allocate(promoted(16, 64, 'f32', 16), 'corrected');
    expect(text).toContain('xor_shuffle<16, 4, 64, 1>');
    expect(decisions[0]?.reason).toContain('resolved by IREE itself, element');
  });

  /** A layout of four batches of rows, dealt to four waves. */
  const dealt = (text: string): string =>
    text
      .replace('_tile = [1, 1], batch_tile = [4, 2]', '_tile = [4, 1], batch_tile = [1, 2]')
      .replace('subgroup_strides = [0, 0]', 'subgroup_strides = [1, 0]');

  test('four waves, each with its rows', () => {
    const four = dealt(promoted(64, 64, 'f16', 8)).replace('[64, 1, 1]', '[256, 1, 1]');
    const plain = costOf(allocate(four, 'iree').text, 64 * 64, 'f16');
    expect(plain.output).toEqual(plain.input);
    const { decisions, text } = allocate(four, 'corrected');
    expect(text).toContain('xor_shuffle<64, 8>');
    expect(decisions[0]?.figures).toMatchObject({
      conflictCyclesBefore: plain.conflicts,
      cyclesBefore: plain.cycles,
      conflictCyclesAfter: 0,
    });
  });

  test('in a loop, no wave writes what another still reads', () => {
    const memory = 'memref<64x64xf16>';
    const vector = 'vector<64x64xf16>';
    const read = dealt(reader(64, 64, 8));
    const text = `func.func @f(%in: ${memory}, %out: ${memory}) attributes {translation_info = ${translation.replace('[64, 1, 1]', '[256, 1, 1]')}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0.0 : f16
  %zero = arith.constant dense<0.0> : ${vector}
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%so_far = %zero) -> (${vector}) {
    %tile = vector.transfer_read %in[%c0, %c0], %pad {in_bounds = [true, true]} : ${memory}, ${vector}
    %laid = iree_vector_ext.to_layout %tile to layout(${read}) {shared_memory_conversion = #iree_gpu.derived_thread_config} : ${vector}
    %next = arith.addf %so_far, %laid : ${vector}
    scf.yield %next : ${vector}
  }
  vector.transfer_write %sum, %out[%c0, %c0] {in_bounds = [true, true]} : ${vector}, ${memory}
  return
}
`;
    const after = allocate(text, 'corrected').text;
    const { output } = costOf(after, 64 * 64, 'f16');
    const values = Array.from({ length: 64 * 64 }, (_, i) => 3 * (i % 120));
    expect(output).toEqual(encode('f16', values));
    // Without the barrier at the start of the block a fast wave would write into what a slow one reads.
    const racing = run(after.replace(/gpu\.barrier.*\n/, ''), { machine: 'gfx942' });
    expect(racing.execution.hazards.length).toBeGreaterThan(0);
  });

  test.each([
    ['iree-pr-23778', '1 of 32'],
    ['corrected', '33 of 64'],
  ] as const)(
    "%s: IREE's rule takes the banks of the target, or those of the chip",
    (like, where) => {
      const vector = 'vector<16x33xf32>';
      const text = `func.func @f(%v: ${vector}) -> ${vector} {
  %a = iree_vector_ext.to_layout %v to layout(${layout([1, 33], [16, 1], [1, 1], [1, 0])}) : ${vector}
  %b = iree_vector_ext.to_layout %a to layout(${layout([1, 11], [16, 3], [1, 1], [1, 16])}) {shared_memory_conversion = #iree_gpu.derived_thread_config} : ${vector}
  return %b : ${vector}
}
`;
      const [decision] = transform(text, 'gpu-vector-alloc', like, 'gfx950').decisions;
      expect(decision?.reason).toContain(`rows start ${where} banks apart`);
    },
  );

  test('without a workgroup size nothing is counted, and nothing hinted', () => {
    const text = `func.func @f(%v: vector<16x64xf32>) -> vector<16x64xf32> {
  %a = iree_vector_ext.to_layout %v to layout(${layout([1, 4], [16, 4], [1, 4], [4, 1])}) : vector<16x64xf32>
  %b = iree_vector_ext.to_layout %a to layout(${reader(16, 64, 1)}) : vector<16x64xf32>
  return %b : vector<16x64xf32>
}
`;
    const { text: after, decisions } = allocate(text, 'corrected');
    expect(after).not.toMatch(/swizzle_hint|padding_hint/);
    expect(decisions[0]).toMatchObject({ verdict: 'unhinted' });
    expect(decisions[0]?.reason).toContain('the size of the workgroup is not stated');
  });
});
