/**
 * What the spelling of a module says of the Triton that wrote it, as far as the lowering of its operations depends on it.
 *
 *     triton_gpu.convert_layout              before 3.3
 *     ttg.memdesc_subview                    before 3.5
 *     amd_mfma<{... instrShape = [32, 32]}>  before 3.5: later text has K, too
 */

/** How conversions between layouts are lowered. */
export type Conversions =
  /** Before 3.3: through padded memory unless each lane keeps its values. */
  | 'padded'
  /** 3.3 and 3.4: the same, but some stay within a warp. */
  | 'padded, or shuffled in a warp'
  /** Since 3.5. */
  | 'swizzled';

const BEFORE_3_3 = /(?:^|[^\w.])#?triton_gpu\./;
const BEFORE_3_5 = /\bttg\.memdesc_subview\b|#ttg\.amd_mfma<\{[^}]*\binstrShape = \[\d+, \d+\]/;

export function conversionsOf(text: string): Conversions {
  if (BEFORE_3_3.test(text)) return 'padded';
  return BEFORE_3_5.test(text) ? 'padded, or shuffled in a warp' : 'swizzled';
}
