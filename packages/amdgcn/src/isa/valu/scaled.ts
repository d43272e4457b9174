/**
 * Conversions to and from floats of 8, 6 and 4 bits: plain, stochastic (`sr`) and with a scale (gfx950).
 *
 * A scale is the exponent of an f32, so a power of two: values are divided by it on the way down and multiplied on
 * the way up. A stochastic conversion adds the random bits below the last kept bit and cuts; a packed one steps
 * the random number for each element (`v_prng_b32`).
 */
import { SINCE_CDNA3, SINCE_CDNA4 } from '../../state/target.ts';
import type { RowText, Table } from './row.ts';

const on950 = { chips: SINCE_CDNA4 };
const SMALL: readonly (readonly [name: string, format: string])[] = [
  ['fp8', 'FP8'],
  ['bf8', 'BF8'],
  ['fp4', 'FP4'],
];
const HALVES: readonly (readonly [name: string, pair: string, half: string, round: string])[] = [
  ['f16', 'h2', 'f16', 'toHalf'],
  ['bf16', 'bf2', 'bf16', 'toBfloat'],
];

function* bytes(): Generator<[string, RowText]> {
  for (const [small, format] of SMALL) {
    const to = `to${format}`;
    const from = `${format}[`;
    const wide = small === 'fp4' ? 4 : 8;
    const source = small === 'fp4' ? 's8' : 's16';
    const target = small === 'fp4' ? 'w8' : 'w16';
    const low = wide === 4 ? 'a & 15' : 'a & 255';
    const high = wide === 4 ? 'a >>> 4' : 'a >>> 8';
    yield [
      `v_cvt_scalef32_pk_${small}_f32`,
      [
        `${target} = f32 f32 b32`,
        `${to}(a / scaleOf(c)) | (${to}(b / scaleOf(c)) << ${wide})`,
        on950,
      ],
    ];
    yield [
      `v_cvt_scalef32_pk_f32_${small}`,
      [
        `b64 = ${source} b32`,
        `{ r = bits32(${from}${low}] * scaleOf(b)); rH = bits32(${from}${high}] * scaleOf(b)); }`,
        on950,
      ],
    ];
    for (const [name, pair, half, round] of HALVES) {
      yield [
        `v_cvt_scalef32_pk_${small}_${name}`,
        [
          `${target} = ${pair} b32`,
          `${to}(a0 / scaleOf(b)) | (${to}(a1 / scaleOf(b)) << ${wide})`,
          on950,
        ],
      ];
      yield [
        `v_cvt_scalef32_pk_${name}_${small}`,
        [
          `b32 = ${source} b32`,
          `${round}(${from}${low}] * scaleOf(b)) | (${round}(${from}${high}] * scaleOf(b)) << 16)`,
          on950,
        ],
      ];
      if (small === 'fp4') {
        yield [
          `v_cvt_scalef32_sr_pk_fp4_${name}`,
          [
            `w8 = ${pair} b32 b32`,
            'stochastic(FP4_FORMAT, a0 / scaleOf(c), b) | (stochastic(FP4_FORMAT, a1 / scaleOf(c), random(b)) << 4)',
            on950,
          ],
        ];
      } else {
        yield [
          `v_cvt_scalef32_sr_${small}_${name}`,
          [`w8 = ${half} b32 b32`, `stochastic(${format}_FORMAT, a / scaleOf(c), b)`, on950],
        ];
      }
    }
  }
  for (const [small, format] of SMALL.slice(0, 2)) {
    yield [
      `v_cvt_pk_${small}_f32`,
      ['w16 = f32 f32', `to${format}(a) | (to${format}(b) << 8)`, { chips: SINCE_CDNA3 }],
    ];
    yield [
      `v_cvt_sr_${small}_f32`,
      ['w8 = f32 b32', `stochastic(${format}_FORMAT, a, b)`, { chips: SINCE_CDNA3 }],
    ];
    yield [
      `v_cvt_scalef32_sr_${small}_f32`,
      ['w8 = f32 b32 b32', `stochastic(${format}_FORMAT, a / scaleOf(c), b)`, on950],
    ];
    yield [`v_cvt_scalef32_f32_${small}`, ['f32 = s8 b32', `${format}[a] * scaleOf(b)`, on950]];
    yield [
      `v_cvt_scalef32_f16_${small}`,
      ['w16 = s8 b32', `toHalf(${format}[a] * scaleOf(b))`, on950],
    ];
  }
}

function* wide(): Generator<[string, RowText]> {
  for (const small of ['fp6', 'bf6']) {
    const format = `${small.toUpperCase()}_FORMAT`;
    const pk = `v_cvt_scalef32_pk32_`;
    yield [
      `v_cvt_scalef32_2xpk16_${small}_f32`,
      ['v6 = v16 v16 b32', `{ packInterleaved(I, at, a, b, ${format}, scaleOf(c)); }`, on950],
    ];
    yield [
      `v_cvt_scalef32_sr_pk32_${small}_f32`,
      ['v6 = v32 b32 b32', `{ packSix(I, at, a, 'f32', ${format}, scaleOf(c), b); }`, on950],
    ];
    yield [
      `${pk}f32_${small}`,
      ['v32 = v6 b32', `{ unpackSix(I, at, a, 'f32', ${format}, scaleOf(b)); }`, on950],
    ];
    for (const half of ['f16', 'bf16']) {
      yield [
        `${pk}${small}_${half}`,
        ['v6 = v16 b32', `{ packSix(I, at, a, '${half}', ${format}, scaleOf(b)); }`, on950],
      ];
      yield [
        `${pk}${half}_${small}`,
        ['v16 = v6 b32', `{ unpackSix(I, at, a, '${half}', ${format}, scaleOf(b)); }`, on950],
      ];
      yield [
        `v_cvt_scalef32_sr_pk32_${small}_${half}`,
        ['v6 = v16 b32 b32', `{ packSix(I, at, a, '${half}', ${format}, scaleOf(c), b); }`, on950],
      ];
    }
  }
}

export const scaled: Table = {
  ...Object.fromEntries(bytes()),
  v_cvt_scalef32_sr_pk_fp4_f32: [
    'w8 = b64 b32 b32',
    'stochastic(FP4_FORMAT, asF32(a) / scaleOf(c), b) | (stochastic(FP4_FORMAT, asF32(aH) / scaleOf(c), random(b)) << 4)',
    on950,
  ],
  v_cvt_sr_f16_f32: ['w16 = f32 b32', 'stochastic(F16_FORMAT, a, b)', on950],
  v_cvt_sr_bf16_f32: ['w16 = f32 b32', 'stochastic(BF16_FORMAT, a, b)', on950],
  ...Object.fromEntries(wide()),
};
