/**
 * Names of registers, by the values that encodings have for them.
 *
 *     5 -> s5, s[4:5], s[4:7]      106 -> vcc_lo, vcc      256 + 7 -> v7, v[7:8]
 *
 * A range of scalar registers begins at a multiple of 2 or, from 3 registers on, of 4: the low bits are ignored.
 */
const LAST_SGPR = 101;
/** Ranges may reach into vcc, in LLVM's names. */
const SGPRS = 106;
const NULL = 125;
/** The upper half of a pair of registers. */
const UPPER_BASE = 231;
const FIRST_TRAP = 108;
const LAST_TRAP = 123;
const TRAPS = LAST_TRAP - FIRST_TRAP + 1;

/** Values that are neither a register of a file nor a constant. */
const single = new Map<number, string>([
  [102, 'flat_scratch_lo'],
  [103, 'flat_scratch_hi'],
  [104, 'xnack_mask_lo'],
  [105, 'xnack_mask_hi'],
  [106, 'vcc_lo'],
  [107, 'vcc_hi'],
  [124, 'm0'],
  [126, 'exec_lo'],
  [127, 'exec_hi'],
  [254, 'src_lds_direct'],
]);
const pairs = new Map<number, string>([
  [102, 'flat_scratch'],
  [104, 'xnack_mask'],
  [106, 'vcc'],
  [126, 'exec'],
]);
/** Values that the hardware provides; every operand may be one of them. */
const provided = new Map<number, string>([
  [125, 'null'],
  [230, 'src_flat_scratch_base_lo'],

  [231, 'src_flat_scratch_base_hi'],
  [235, 'src_shared_base'],
  [236, 'src_shared_limit'],
  [237, 'src_private_base'],
  [238, 'src_private_limit'],
  [239, 'src_pops_exiting_wave_id'],
  [251, 'src_vccz'],
  [252, 'src_execz'],
  [253, 'src_scc'],
]);

/** A range of a file: `v5`, `v[4:7]`. */
export function registerRange(file: string, first: number, count: number): string {
  return count === 1 ? `${file}${first}` : `${file}[${first}:${first + count - 1}]`;
}

/** True for values that the hardware provides. */
export const isProvided = (value: number): boolean => provided.has(value);

/** The scalar register of a value below 256; `undefined` where there is none of that size. */
export function scalarRegister(value: number, count: number): string | undefined {
  const step = count === 1 ? 1 : count === 2 ? 2 : 4;
  if (value <= LAST_SGPR) {
    const first = value - (value % step);
    return first + count > SGPRS ? undefined : registerRange('s', first, count);
  }
  if (value >= FIRST_TRAP && value <= LAST_TRAP) {
    const first = value - FIRST_TRAP - ((value - FIRST_TRAP) % step);
    return first + count > TRAPS ? undefined : registerRange('ttmp', first, count);
  }
  if (count > 2) return value === NULL ? 'null' : undefined;
  if (count === 2 && value === UPPER_BASE) return undefined;
  return (count === 1 ? single : pairs).get(value) ?? provided.get(value);
}
