/**
 * The few instructions that reading a text has to know by name, before there are rows: where branches hold distances, and
 * where code ends. A test compares them with the rows.
 */

/** Mnemonics that only gfx1250 has, with the name of all other chips, which is kept. */
export const renamed: ReadonlyMap<string, string> = new Map([
  ['s_get_pc_i64', 's_getpc_b64'],
  ['s_set_pc_i64', 's_setpc_b64'],
  ['s_swap_pc_i64', 's_swappc_b64'],
  ['s_call_i64', 's_call_b64'],
  ['s_rfe_i64', 's_rfe_b64'],
]);

/** Instructions whose last operand is a distance in code. */
export const isBranch = (mnemonic: string): boolean =>
  mnemonic === 's_branch' || mnemonic.startsWith('s_cbranch_') || mnemonic === 's_call_b64';

/** Instructions that end a wave. */
export const endsWave = (mnemonic: string): boolean => mnemonic.startsWith('s_endpgm');

/** Instructions behind which the next one is not executed: those that end a wave, and jumps. */
export const leavesCode = (mnemonic: string): boolean =>
  endsWave(mnemonic) ||
  mnemonic === 's_branch' ||
  mnemonic === 's_trap' ||
  /^s_(?:setpc|swappc|rfe)_/.test(mnemonic);

/** Gives the address of the instruction behind it. */
export const givesAddress = (mnemonic: string): boolean => mnemonic === 's_getpc_b64';

/** The halves of a sum of 64 bits. */
export const addsLow = (mnemonic: string): boolean =>
  mnemonic === 's_add_u32' || mnemonic === 's_add_i32';
export const addsHigh = (mnemonic: string): boolean => mnemonic === 's_addc_u32';

/** Its operands are joined by bars. */
export const joinsByBars = (mnemonic: string): boolean => mnemonic === 's_delay_alu';
