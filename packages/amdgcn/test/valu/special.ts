/** Vectors of instructions that have no model: approximations, division, range reduction. */

/** Raw words of each source (high words after low ones), of the old destination, and of the result. */
export interface Vector {
  readonly s: readonly (readonly number[])[];
  readonly d?: readonly number[];
  readonly out: readonly number[];
  readonly mask?: boolean;
  readonly vcc?: boolean;
}

const view = new DataView(new ArrayBuffer(8));

/** Bits of an f32. */
function f32(value: number): number {
  view.setFloat32(0, value);
  return view.getUint32(0);
}

/** Low and high word of an f64. */
function f64(value: number): [number, number] {
  view.setFloat64(0, value);
  return [view.getUint32(4), view.getUint32(0)];
}

const one = (input: number, output: number): Vector => ({ s: [[f32(input)]], out: [f32(output)] });
const half = (input: number, output: number): Vector => ({ s: [[input]], out: [output] });
const three = (
  a: number,
  b: number,
  c: number,
  out: number,
  more: Partial<Vector> = {},
): Vector => ({
  s: [[f32(a)], [f32(b)], [f32(c)]],
  out: [f32(out)],
  ...more,
});
const wide = (
  a: number,
  b: number,
  c: number,
  out: number,
  more: Partial<Vector> = {},
): Vector => ({
  s: [f64(a), f64(b), f64(c)],
  out: f64(out),
  ...more,
});

const exponential = [
  one(0, 1),
  one(10, 1024),
  one(-1, 0.5),
  one(0.5, Math.SQRT2),
  one(-126, 2 ** -126),
  one(-127, 0),
  one(128, Infinity),
  one(-Infinity, 0),
  one(Infinity, Infinity),
];
const logarithm = [
  one(1, 0),
  one(8, 3),
  one(0.5, -1),
  one(0, -Infinity),
  one(2 ** -140, -Infinity),
  one(Infinity, Infinity),
];

export const vectors: Readonly<Record<string, readonly Vector[]>> = {
  v_exp_f32: exponential,
  v_exp_legacy_f32: exponential,
  v_log_f32: logarithm,
  v_log_legacy_f32: logarithm,
  v_sin_f32: [one(0, 0), one(0.25, 1), one(0.5, 0), one(-0.25, -1), one(1000, 0)],
  v_cos_f32: [one(0, 1), one(0.25, 0), one(0.5, -1), one(-1, 1), one(1000, 1)],
  v_sin_f16: [half(0x0000, 0x0000), half(0x3400, 0x3c00), half(0xb400, 0xbc00)],
  v_cos_f16: [half(0x0000, 0x3c00), half(0x3400, 0x0000), half(0x3800, 0xbc00)],
  v_cvt_f32_fp8: [
    half(0x38, f32(1)),
    half(0xc0, f32(-2)),
    half(0x7e, f32(448)),
    half(0x01, f32(2 ** -9)),
  ],
  v_cvt_f32_bf8: [half(0x3c, f32(1)), half(0xc0, f32(-2)), half(0x7b, f32(57344))],
  v_cvt_pk_f32_fp8: [{ s: [[0xc038]], out: [f32(1), f32(-2)] }],
  v_cvt_pk_f32_bf8: [{ s: [[0xc03c]], out: [f32(1), f32(-2)] }],
  v_cvt_sr_f16_f32: [
    { s: [[f32(1 + 2 ** -11)], [0]], d: [0xaaaa5555], out: [0xaaaa3c00] },
    { s: [[f32(1 + 2 ** -11)], [0x80000000]], d: [0xaaaa5555], out: [0xaaaa3c01] },
  ],
  v_cvt_sr_bf16_f32: [
    { s: [[0x3f804000], [0xbfffffff]], d: [0xaaaa5555], out: [0xaaaa3f80] },
    { s: [[0x3f804000], [0xc0000000]], d: [0xaaaa5555], out: [0xaaaa3f81] },
  ],
  v_div_scale_f32: [
    three(3, 3, 5, 3, { mask: false }),
    three(2 ** -30, 2 ** -30, 2 ** 80, 2 ** 34, { mask: true }),
    three(2 ** 80, 2 ** -30, 2 ** 80, 2 ** 80, { mask: true }),
    three(2 ** -140, 2 ** -140, 2 ** -40, 2 ** -76, { mask: false }),
    three(2 ** 127, 2 ** 127, 2 ** -20, 2 ** 63, { mask: true }),
    three(1, 0, 1, NaN, { mask: false }),
    three(2 ** -100, 2 ** 100, 2 ** -100, 2 ** -36, { mask: true }),
    three(2 ** 127, 2 ** 127, 2 ** 100, 2 ** 63, { mask: false }),
  ],
  v_div_scale_f64: [
    wide(3, 3, 5, 3, { mask: false }),
    wide(2 ** -300, 2 ** -300, 2 ** 600, 2 ** -172, { mask: true }),
    wide(2 ** 600, 2 ** -300, 2 ** 600, 2 ** 600, { mask: true }),
    wide(2 ** -1050, 2 ** -1050, 2 ** -300, 2 ** -922, { mask: false }),
  ],
  v_div_fmas_f32: [
    three(2, 3, 1, 7),
    three(1, 1, 2, 3 * 2 ** 64, { vcc: true }),
    three(2, 3, 1, 7 * 2 ** -64, { vcc: true }),
  ],
  v_div_fmas_f64: [
    wide(2, 3, 1, 7),
    wide(1, 1, 2, 3 * 2 ** 128, { vcc: true }),
    wide(2, 3, 1, 7 * 2 ** -128, { vcc: true }),
  ],
  v_div_fixup_f32: [
    three(1.5, 2, 3, 1.5),
    three(1.5, -2, 3, -1.5),
    three(7, 0, 0, NaN),
    three(7, 0, -1, -Infinity),
    three(7, Infinity, 1, 0),
    three(7, Infinity, Infinity, NaN),
    three(7, 1, NaN, NaN),
    three(7, 2 ** 100, 2 ** -100, 0),
  ],
  v_div_fixup_f64: [wide(1.5, 2, 3, 1.5), wide(7, 0, -1, -Infinity), wide(7, 1, NaN, NaN)],
  v_div_fixup_f16: [
    { s: [[0x3e00], [0xc000], [0x4200]], d: [0x12340000], out: [0x1234be00] },
    { s: [[0x3e00], [0x0000], [0x4200]], d: [0x12340000], out: [0x12347c00] },
  ],
  v_div_fixup_legacy_f16: [{ s: [[0x3e00], [0xc000], [0x4200]], d: [0x12340000], out: [0xbe00] }],
  // The first 53 bits of 2/pi, and the next.
  v_trig_preop_f64: [
    { s: [f64(1), [0]], out: f64(0x145f306dc9c882 * 2 ** -53) },
    { s: [f64(1), [1]], out: f64(0x14a7f09d5f47d4 * 2 ** -106) },
  ],
};
