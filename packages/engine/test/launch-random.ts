/** Random launch files as data, most of them right: what a schema and a reader have to agree on. */
import * as fc from 'fast-check';

/** A mapping with some of the keys. */
const some = (keys: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record(keys, { requiredKeys: [] });

const ODD: readonly unknown[] = JSON.parse(`[
  0, -1, 1.5, 3, 1e10, true, null, "", "zeros", "0x1f", "-7", "1e3", "nan", "12 ", [], {}, [1], [0],
  [1, 2, 3, 4], ["a"], { "a": 1 }, { "i32": 1 }, { "pointer": "a" }, [[1]], [{ "u8": 1 }]
]`) as readonly unknown[];
const odd = fc.constantFrom(...ODD);

const rarely = (common: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: common }, { weight: 1, arbitrary: odd });

const extent = rarely(
  fc.oneof(
    fc.integer({ min: 1, max: 64 }),
    fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
  ),
);

const fill = rarely(fc.constantFrom<unknown>('zeros', 'iota', 'random', 1, 0.5, 'a.npy', '../a'));

const contents = {
  dtype: rarely(fc.constantFrom('f32', 'i8', 'u64', 'bf16', 'f7')),
  shape: rarely(fc.constantFrom<unknown>(4, [4], [2, 2])),
  fill,
  seed: rarely(fc.nat(9)),
  range: rarely(fc.constantFrom([0, 1], [-5, 5], [1, 0])),
};
const buffer = rarely(
  fc.oneof(
    fc.record(contents, { requiredKeys: ['dtype', 'shape'] }),
    fc.record(
      { bytes: rarely(fc.integer({ min: 1, max: 64 })), fill },
      { requiredKeys: ['bytes'] },
    ),
    some({ ...contents, bytes: fc.constant(8) }),
  ),
);

const place = { name: rarely(fc.constant('x')), at: rarely(fc.nat(64)) };
const number = rarely(
  fc.oneof(fc.integer({ min: -300, max: 300 }), fc.constantFrom<unknown>('12', 4e9, -129, true)),
);
const value = fc
  .tuple(
    fc.constantFrom('i8', 'u8', 'i16', 'i32', 'u32', 'i64', 'f32', 'f16', 'f64'),
    fc.oneof(number, fc.array(number, { maxLength: 3 })),
    some(place),
  )
  .map(([dtype, one, around]) => ({ ...around, [dtype]: one }));

const text = fc.constantFrom('Kargs', 'struct { int n; float *p; }', 'Nothing', 'struct {');
const field = rarely(
  fc.constantFrom<unknown>(1, 'a', { pointer: 'a', offset: 4 }, 0, { hex: '00' }),
);

const tensorMap = rarely(
  fc.record(
    {
      pointer: rarely(fc.constantFrom('a', 'z')),
      offset: rarely(fc.constantFrom(0, 16, 3)),
      dtype: rarely(fc.constantFrom('f16', 'tf32', 'u8', 'f7')),
      shape: rarely(fc.constantFrom<unknown>([64], [64, 8], [64, 8, 2, 2, 2, 2], 64)),
      strides: rarely(fc.constantFrom<unknown>([128], [129], [], [0])),
      box: rarely(fc.constantFrom<unknown>([16], [64, 4], [300, 1])),
      elementStrides: rarely(fc.constantFrom<unknown>([1], [1, 2], [9])),
      swizzle: rarely(fc.constantFrom('none', '128B', '16B')),
      interleave: rarely(fc.constantFrom('none', '16B')),
      oobFill: rarely(fc.constantFrom('zeros', 'nan', 'one')),
    },
    { requiredKeys: ['pointer', 'dtype', 'shape', 'box'] },
  ),
);

const texture = rarely(
  fc.record(
    {
      pointer: rarely(fc.constantFrom('a', 'z')),
      dtype: rarely(fc.constantFrom('u8', 'f32', 'bf16')),
      shape: rarely(fc.constantFrom<unknown>([4], [2, 2], [2, 2, 2], 4, [1000, 1000])),
      channels: rarely(fc.constantFrom(1, 3, 4)),
      layers: rarely(fc.constantFrom(1, 2)),
      cube: rarely(fc.boolean()),
      memory: rarely(fc.constantFrom('linear', 'array')),
      pitch: rarely(fc.constantFrom(1, 32)),
      address: rarely(fc.constantFrom<unknown>('wrap', ['border', 'clamp'], 'none')),
      filter: rarely(fc.constantFrom('linear', 'point')),
      read: rarely(fc.constantFrom('float', 'element')),
    },
    { requiredKeys: ['pointer', 'dtype', 'shape'] },
  ),
);

const { argument } = fc.letrec<{ argument: unknown }>((tie) => ({
  argument: rarely(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      value,
      fc.record({ ...place, tensorMap }, { requiredKeys: ['tensorMap'] }),
      fc.record({ ...place, texture }, { requiredKeys: ['texture'] }),
      fc.record({ ...place, surface: texture }, { requiredKeys: ['surface'] }),
      fc.record({ ...place, hex: rarely(fc.constantFrom('00ff', '0')) }, { requiredKeys: ['hex'] }),
      fc.record(
        { ...place, pointer: rarely(fc.constantFrom('a', 'z')), offset: rarely(fc.nat(20)) },
        { requiredKeys: ['pointer'] },
      ),
      fc
        .tuple(buffer, some(place))
        .map(([one, around]) =>
          typeof one === 'object' && !Array.isArray(one) ? { ...around, ...one } : one,
        ),
      fc.record(
        { ...place, struct: text, fields: rarely(some({ n: field, p: field, q: field })) },
        { requiredKeys: ['struct', 'fields'] },
      ),
      fc.array(tie('argument'), { maxLength: 3 }),
      fc.record(
        { ...place, struct: fc.array(tie('argument'), { maxLength: 3 }), size: rarely(fc.nat(64)) },
        { requiredKeys: ['struct'] },
      ),
    ),
  ),
}));

const launch = {
  grid: extent,
  block: extent,
  lds: rarely(fc.nat(65536)),
  args: rarely(
    fc.oneof(
      fc.array(argument, { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('x', 'y'), argument, { maxKeys: 2 }),
    ),
  ),
  globals: rarely(
    fc.constantFrom<unknown>({}, { x: { i32: 1 } }, { x: { dtype: 'f32', shape: [4] } }, { y: 1 }),
  ),
  cooperative: rarely(fc.boolean()),
  hidden: rarely(some({ hidden_global_offset_x: number, hidden_block_count_y: number })),
};

/** The data of a launch file. */
export const randomLaunch: fc.Arbitrary<unknown> = rarely(
  fc
    .record(
      {
        ...launch,
        types: rarely(fc.constantFrom('struct Kargs { int n; float *p; };', 'union {')),
        buffers: rarely(fc.dictionary(fc.constantFrom('a', 'b'), buffer, { maxKeys: 2 })),
        kernels: rarely(
          fc.dictionary(fc.constantFrom('k', 'g*'), rarely(some(launch)), { maxKeys: 2 }),
        ),
        run: rarely(fc.constantFrom(['k'], ['k', 'gemm'])),
        other: fc.constant(1),
      },
      { requiredKeys: ['grid'] },
    )
    .map(({ other, ...rest }) => (other === undefined ? rest : rest)),
);
