/**
 * What the spelling of a module says of the Triton that wrote it, as far as the lowering of its operations depends on it.
 *
 *     triton_gpu.convert_layout              before 3.3
 *     ttg.memdesc_subview                    before 3.5
 *     amd_mfma<{... instrShape = [32, 32]}>  before 3.5: later text has K, too
 */

/** Only before Triton 3.5: the scratch memory of conversions was padded there, and is swizzled since. */
const PADDED =
  /(?:^|[^\w.])#?triton_gpu\.|\bttg\.memdesc_subview\b|#ttg\.amd_mfma<\{[^}]*\binstrShape = \[\d+, \d+\]/;

/** Whether conversions through scratch memory are those of Triton before 3.5. */
export const padsScratch = (text: string): boolean => PADDED.test(text);
