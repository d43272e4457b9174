/** Every name that a row's text may use, for a chip and the overflow mode. */
import { decodeTable } from '@ldscope/core';
import * as arithmetic from '@ldscope/core/arithmetic';
import { hasOcpFloats, type Target } from '../../state/target.ts';
import * as approximate from './numeric/approximate.ts';
import * as compare from './numeric/compare.ts';
import * as divide from './numeric/divide.ts';
import * as small from './numeric/small.ts';
import { fetchDpp } from './dpp.ts';

export type Helpers = Readonly<Record<string, unknown>>;

const memo = new Map<string, Helpers>();

/** The helpers; `saturate` when FP16_OVFL is set. */
export function helpersFor(target: Target, saturate: boolean): Helpers {
  const key = `${target} ${saturate}`;
  let helpers = memo.get(key);
  if (helpers === undefined) {
    helpers = makeHelpers(target, saturate);
    memo.set(key, helpers);
  }
  return helpers;
}

/** gfx942 has the FNUZ forms of 8-bit floats, gfx950 those of OCP. */
function makeHelpers(target: Target, saturate: boolean): Helpers {
  const ocp = hasOcpFloats(target);
  const fp8 = small.smallFormat(ocp ? 'f8E4M3FN' : 'f8E4M3FNUZ');
  const bf8 = small.smallFormat(ocp ? 'f8E5M2' : 'f8E5M2FNUZ');
  const fp4 = small.smallFormat('f4E2M1FN');
  const encoder = saturate ? small.saturatingEncoder : small.encoder;
  return {
    ...arithmetic,
    ...compare,
    ...approximate,
    ...divide,
    stochastic: small.stochastic,
    scaleOf: small.scaleOf,
    packSix: small.packSix,
    packInterleaved: small.packInterleaved,
    unpackSix: small.unpackSix,
    fetchDpp,
    HALF: new Float32Array(arithmetic.halfTable()),
    FP8: decodeTable(fp8),
    BF8: decodeTable(bf8),
    FP4: decodeTable(fp4),
    FP8_FORMAT: fp8,
    BF8_FORMAT: bf8,
    FP4_FORMAT: fp4,
    FP6_FORMAT: small.smallFormat('f6E2M3FN'),
    BF6_FORMAT: small.smallFormat('f6E3M2FN'),
    F16_FORMAT: small.smallFormat('f16'),
    BF16_FORMAT: small.smallFormat('bf16'),
    toFP8: encoder(fp8),
    toBF8: encoder(bf8),
    toFP4: small.encoder(fp4),
  };
}
