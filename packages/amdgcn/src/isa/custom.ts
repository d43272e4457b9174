/**
 * What the name of an instruction says that no row has: one that is left out, or that nobody knows.
 *
 *     v_frobnicate_b32      a result in the first operand
 *     s_cmp_frob_u32        scc, and no result
 *     s_cbranch_frob        to the label that it names, or on
 *     ds_frobnicate_b32     no result; it writes LDS
 *     image_load            left out, with a reason
 *
 * LIMITATION. Names are taken to follow the custom of the instruction set, where the first operand is the result unless the
 * instruction compares or stores. Such an instruction is reported wherever it is reached.
 */

/** Instructions that assemblers know and that are left out, with the reason. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/^image_|^ds_bvh_/, 'images and ray tracing are left out'],
  [/^(lds|ds)_(param|direct)_load/, 'what pixel shaders get in LDS is left out'],
  [/^t?buffer_(load|store)_(d16_)?(hi_)?format/, 'conversions of formats are left out'],
  [/^tensor_/, 'what its descriptor makes of LDS is not confirmed'],
  [/^cluster_load_/, 'workgroups are executed one by one, not in clusters'],
  [/^(global|ds)_load_tr/, 'how its lanes exchange elements is not documented'],
  [/^(global|scratch)_(load|store)_block$/, 'blocks of registers by a mask in M0 are left out'],
];

/** Why an instruction is left out; `undefined` for one that is not known at all. */
export function whyLeftOut(mnemonic: string): string | undefined {
  return LEFT_OUT.find(([names]) => names.test(mnemonic))?.[1];
}

/** DS instructions that touch no LDS: they exchange between lanes, order workgroups, or work on the global data share. */
const NO_LDS = /^ds_(?:nop$|gws_|permute|bpermute|swizzle|ordered_count|(?:add|sub)_gs_reg)/;

/** Instructions of LDS that are not among the tables: of pixel shaders, descriptors and clusters, and those of other chips. */
const LDS =
  /^(?:l?ds_|(?:buffer|global|scratch|flat|cluster)_(?:load|store)_.*lds|tensor_(?:load_to|store_from)_lds)/;

interface Custom {
  /** The wave does not go on behind it. */
  readonly ends: boolean;
  /** It may branch, to the label that it names. */
  readonly branches: boolean;
  /** The first operand is a result. */
  readonly hasResult: boolean;
  readonly setsScc: boolean;
  /** Its second result is a carry: the second operand, or VCC. */
  readonly carries: boolean;
  readonly setsExec: boolean;
  readonly accessesLds: boolean;
  readonly writesLds: boolean;
  /** It accesses memory that reports count. */
  readonly accessesMemory: boolean;
  /** It may wait, or synchronize waves: true except for vector arithmetic. */
  readonly orders: boolean;
}

export function customOf(name: string): Custom {
  const isOfLds = name.startsWith('ds_');
  const takes = /^(s_cmp|s_bitcmp|s_c?branch|s_setpc|s_setreg|v_cmpx)|store|write_b|_lds/.test(
    name,
  );
  const returns = !isOfLds || /rtn|read|load|permute|swizzle|consume|append/.test(name);
  return {
    ends: /^s_(branch|setpc|rfe|endpgm)/.test(name),
    branches: /^s_c?branch|^s_call/.test(name),
    hasResult: !takes && returns,
    setsScc: /^s_(?!load|buffer|store|mov|getpc|memtime)/.test(name),
    carries: /_co_|_div_scale/.test(name),
    setsExec: /saveexec|wrexec|cmpx/.test(name),
    accessesLds: LDS.test(name) && !NO_LDS.test(name),
    writesLds: /^ds_(?!read|load|bpermute|permute|swizzle)|_lds/.test(name),
    accessesMemory: /^(global|flat|buffer)_/.test(name),
    orders: !name.startsWith('v_'),
  };
}
