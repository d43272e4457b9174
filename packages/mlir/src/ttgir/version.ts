/**
 * The version of Triton that wrote a module, inferred from its spelling, as far as the lowering of its operations depends on
 * it.
 *
 *     triton_gpu.convert_layout              before 3.3
 *     ttg.memdesc_subview                    before 3.5
 *     amd_mfma<{... instrShape = [32, 32]}>  before 3.5: later text has K, too
 *
 * A module does not name the version. Texts of 3.5 and newer are taken to be of the newest that is known, unless the user
 * says otherwise.
 */

/** How conversions between layouts are lowered. */
export type Conversions =
  /** Before 3.3: through padded memory unless each lane keeps its values. */
  | 'padded'
  /** 3.3 and 3.4: the same, but some stay within a warp. */
  | 'padded, or shuffled in a warp'
  /** Since 3.5. */
  | 'swizzled';

/** How reductions among waves are lowered. */
export type Reductions =
  /** Before 3.7: partial results are stored, folded by some threads, and loaded. */
  | 'folded'
  /** Since 3.7: conversions of layouts, until lanes hold what waves held. */
  | 'converted';

/** The facts about a module that its lowering depends on. */
export interface TritonLowering {
  readonly conversions: Conversions;
  readonly reductions: Reductions;
  /** The user or the text says how reductions are lowered; otherwise it is as in the newest version. */
  readonly isKnown: boolean;
  /** The same for the swizzle of conversions: that of 3.7 was not compared with machine code. */
  readonly isSwizzleKnown: boolean;
}

const BEFORE_3_3 = /(?:^|[^\w.])#?triton_gpu\./;
const BEFORE_3_5 = /\bttg\.memdesc_subview\b|#ttg\.amd_mfma<\{[^}]*\binstrShape = \[\d+, \d+\]/;

/** The lowering of a module; `version` is the Triton that the user names, `3.6`. */
export function loweringOf(text: string, version?: string): TritonLowering {
  const asked = version === undefined ? undefined : numberOf(version);
  if (asked !== undefined) {
    const conversions =
      asked < 303 ? 'padded' : asked < 305 ? 'padded, or shuffled in a warp' : 'swizzled';
    const reductions = asked < 307 ? 'folded' : 'converted';
    return { conversions, reductions, isKnown: true, isSwizzleKnown: asked !== 307 };
  }
  const conversions = BEFORE_3_3.test(text)
    ? 'padded'
    : BEFORE_3_5.test(text)
      ? 'padded, or shuffled in a warp'
      : 'swizzled';
  const isKnown = conversions !== 'swizzled' || ORDERED.test(text);
  const reductions = isKnown ? 'folded' : 'converted';
  return { conversions, reductions, isKnown, isSwizzleKnown: conversions !== 'swizzled' };
}

/** A reduction in a stated order, which is folded in every version that has it. */
const ORDERED = /\breduction_ordering\b/;

/** `3.6` or `3.6.1` as 306; `undefined` for what is not a version. */
function numberOf(version: string): number | undefined {
  const [, major, minor] = /^(\d{1,2})\.(\d{1,2})(?:\.|$)/.exec(version) ?? [];
  return major === undefined || minor === undefined
    ? undefined
    : 100 * Number(major) + Number(minor);
}
