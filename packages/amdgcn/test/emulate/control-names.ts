/** Scalar instructions about control, modes and time: those that `control.test.ts` executes, not `salu.test.ts`. */
export const controlNames =
  /^s_(nop|sleep|set(prio|halt|kill|vskip|reg.*|_gpr_idx_.*|pc_b64)|sendmsg(halt)?|wakeup|icache_inv|(in|de)cperflevel|ttracedata|waitcnt|endpgm.*|barrier|trap|c?branch.*|getpc_b64|rfe_.*|swappc_b64|call_b64|getreg_b32)$/;
