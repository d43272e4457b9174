; Loops that wait for another wave, and those that do not. s8: the number of the wave; v1: 4 * lane in the wave; v3: 0, v4: 1, v6: 0.
;: block 128
;: counts
;: ignore hazard/uninitialized-lds
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshrrev_b32 v5, 6, v0
  v_readfirstlane_b32 s8, v5
  v_and_b32 v1, 63, v0
  v_lshlrev_b32 v1, 2, v1
  v_mov_b32 v3, 0
  v_mov_b32 v4, 1
  v_mov_b32 v6, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v3, v6
  ds_write_b32 v3, v6 offset:4
  s_waitcnt lgkmcnt(0)
  s_barrier

; ---- a loop that waits for global memory
;: stores 1: 64
  v_mov_b32 v10, s20
  v_mov_b32 v11, s21
  s_cmp_lg_u32 s8, 1
  s_cbranch_scc1 CONSUMER
  global_atomic_add v3, v4, s[20:21]
  s_waitcnt vmcnt(0)
  s_endpgm
CONSUMER:
  global_load_dword v8, v3, s[20:21] sc0 sc1 ;! emulate/spin (timing): a loop waits for global_load_dword to give what another wave writes: how often it goes round depends on timing
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 CONSUMER
  ds_write_b32 v1, v0 offset:256        ;= 1

; ---- a loop that waits for flat memory
;: stores 1: 64
  v_mov_b32 v10, s20
  v_mov_b32 v11, s21
  s_cmp_lg_u32 s8, 1
  s_cbranch_scc1 CONSUMER
  global_atomic_add v3, v4, s[20:21]
  s_waitcnt vmcnt(0)
  s_endpgm
CONSUMER:
  flat_load_dword v8, v[10:11] sc0 sc1  ;! emulate/spin (timing): a loop waits for flat_load_dword to give what another wave writes: how often it goes round depends on timing
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 CONSUMER
  ds_write_b32 v1, v0 offset:256        ;= 1

; ---- a loop that waits for scalar memory
;: stores 1: 64
  v_mov_b32 v10, s20
  v_mov_b32 v11, s21
  s_cmp_lg_u32 s8, 1
  s_cbranch_scc1 CONSUMER
  global_atomic_add v3, v4, s[20:21]
  s_waitcnt vmcnt(0)
  s_endpgm
CONSUMER:
  s_load_dword s9, s[20:21], 0x0 glc    ;! emulate/spin (timing): a loop waits for s_load_dword to give what another wave writes: how often it goes round depends on timing
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 CONSUMER
  ds_write_b32 v1, v0 offset:256        ;= 1

; ---- a loop that waits for global memory, and sleeps
;: stores 1: 64
  v_mov_b32 v10, s20
  v_mov_b32 v11, s21
  s_cmp_lg_u32 s8, 1
  s_cbranch_scc1 CONSUMER
  global_atomic_add v3, v4, s[20:21]
  s_waitcnt vmcnt(0)
  s_endpgm
CONSUMER:
  s_sleep 1
  global_load_dword v8, v3, s[20:21] sc1 ;! emulate/spin (timing): a loop waits for global_load_dword to give what another wave writes: how often it goes round depends on timing
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 CONSUMER
  ds_write_b32 v1, v0 offset:256        ;= 1

; ---- a loop that waits for an atomic of global memory
;: stores 1: 64
  v_mov_b32 v10, s20
  v_mov_b32 v11, s21
  s_cmp_lg_u32 s8, 1
  s_cbranch_scc1 CONSUMER
  global_atomic_add v3, v4, s[20:21]
  s_waitcnt vmcnt(0)
  s_endpgm
CONSUMER:
  global_atomic_add v8, v3, v6, s[20:21] sc0 ;! emulate/spin (timing): a loop waits for global_atomic_add to give what another wave writes: how often it goes round depends on timing
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 CONSUMER
  ds_write_b32 v1, v0 offset:256        ;= 1

; ---- a loop that counts its turns by what it loads
;: stores 1: 0
  ds_write_b32 v1, v0 offset:256        ;! hazard/lds-race: writes what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0 offset:256 ;= 2
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_mov_b32 s10, 0
TURN:
  global_load_dword v8, v3, s[20:21]
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s9, v8
  ds_read_b32 v7, v1 offset:256         ;= 6
  s_add_u32 s10, s10, 1
  s_cmp_lt_u32 s10, 3
  s_cbranch_scc1 TURN
  s_cmp_lt_u32 s10, s9
  s_cbranch_scc1 TURN
  s_waitcnt lgkmcnt(0)

; ---- a loop as clang rotates it, entered beside its first line behind a branch on a loaded argument
;: stores 1: 0
  s_load_dword s9, s[20:21], 0x0
  s_mov_b32 s11, 0
  ds_write_b32 v1, v0 offset:256        ;! hazard/lds-race: writes what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0 offset:256 ;= 2
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_mov_b32 s10, 0
  s_cmp_lt_i32 s9, 0
  s_cbranch_scc1 END
  s_branch MIDDLE
BODY:
  ds_read_b32 v7, v1 offset:256         ;= 8
  s_add_i32 s10, s10, 1
  s_cmp_ge_i32 s10, 4
  s_cbranch_scc1 END
MIDDLE:
  v_add_u32_e32 v8, 1, v8
  s_branch BODY
END:
  s_waitcnt lgkmcnt(0)

; ---- the same in another loop
;: stores 1: 0
  s_load_dword s9, s[20:21], 0x0
  s_mov_b32 s11, 0
  ds_write_b32 v1, v0 offset:256        ;! hazard/lds-race: writes what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0 offset:256 ;= 2
  s_waitcnt lgkmcnt(0)
  s_barrier
OUTER:
  s_mov_b32 s10, 0
  s_cmp_lt_i32 s9, 0
  s_cbranch_scc1 END
  s_branch MIDDLE
BODY:
  ds_read_b32 v7, v1 offset:256         ;= 24
  s_add_i32 s10, s10, 1
  s_cmp_ge_i32 s10, 4
  s_cbranch_scc1 END
MIDDLE:
  v_add_u32_e32 v8, 1, v8
  s_branch BODY
END:
  s_add_i32 s11, s11, 1
  s_cmp_lt_i32 s11, 3
  s_cbranch_scc1 OUTER
  s_waitcnt lgkmcnt(0)

; ---- a count that depends on which wave is first is that of one schedule
;: stores 1: 0
;: counted 3 of 4; whose executions depend on which wave is first
  s_mov_b64 exec, 1
  ds_add_rtn_u32 v8, v3, v4             ;= 2 of 2 lanes
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_mov_b64 exec, -1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 END
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 END
  ds_read_b32 v7, v1                    ;! emulate/scheduled (timing): how often ds_read_b32 is executed depends on which wave is first ;! hazard/lds-race: reads what was updated: waves 0 and 1 touch the same bytes with no barrier between <> ds_add_rtn_u32 v8, v3, v4 ;= 1
END:
  s_waitcnt lgkmcnt(0)

; ---- a count is exact where some wave does it, whichever
;: stores 1: 0
;: counted 4 of 4
  s_mov_b64 exec, 1
  ds_add_rtn_u32 v8, v3, v4             ;= 2 of 2 lanes
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v8
  s_mov_b64 exec, -1
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 END
  ds_read_b32 v7, v1                    ;! hazard/lds-race: reads what was updated: waves 0 and 1 touch the same bytes with no barrier between <> ds_add_rtn_u32 v8, v3, v4 ;= 1
END:
  s_waitcnt lgkmcnt(0)
