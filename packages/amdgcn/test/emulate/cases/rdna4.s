; Waves of 32 lanes: the split barrier of RDNA 4, and what depends on n in s8, which nobody gives.
;: chip gfx1201
;: block 32
;: arguments x:8* n:4
;: ignore emulate/no-arguments hazard/uninitialized-lds
  s_load_b32 s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v5, 0xfc, v1
  s_wait_kmcnt 0x0

; ---- a split barrier is never complete for a wave that did not signal
;: block 64
  s_barrier_wait -1                     ;! error emulate/unsignalled-barrier: waits at a barrier that it has not signalled and that never completes

; ---- a store between the halves of a barrier
;: block 64
  s_barrier_signal -1
  ds_store_b32 v1, v0
  s_wait_dscnt 0x0
  s_barrier_wait -1

; ---- a load behind a barrier is in no order with a store between its halves
;: block 64
  s_barrier_signal -1
  ds_store_b32 v1, v0
  s_wait_dscnt 0x0
  s_barrier_wait -1
  ds_load_b32 v3, v5                    ;! hazard/unfinished-write: reads LDS that wave 1 wrote without waiting for the write before the barrier <> ds_store_b32 v1, v0

; ---- a load between the halves of a barrier is in no order with a store before it
;: block 64
  ds_store_b32 v1, v0
  s_barrier_signal -1
  ds_load_b32 v3, v5                    ;! hazard/lds-race: reads what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_store_b32 v1, v0
  s_wait_dscnt 0x0
  s_barrier_wait -1

; ---- unknown values are in one word of a mask: vcc_hi and s11, behind the masks, are known
;: counted 2 of 3; whose address depends on argument n (offset 8)
  s_mov_b32 vcc_hi, 5
  s_mov_b32 s11, 6
  v_cmp_gt_u32 vcc_lo, s8, v0
  v_cmp_gt_u32 s10, s8, v0
  v_mov_b32 v2, vcc_hi
  v_mov_b32 v3, s11
  ds_store_b32 v2, v1                   ;! hazard/misaligned: touches byte 5, which is not a multiple of 4 (lane 0)
  ds_store_b32 v3, v1                   ;! hazard/misaligned: touches byte 6, which is not a multiple of 4 (lane 0)
  v_mov_b32 v4, vcc_lo
  ds_store_b32 v4, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- the logic of RDNA settles bits
  s_and_not1_b32 s9, 0, s8
  v_mov_b32 v2, s9
  ds_store_b32 v2, v1

; ---- the logic of RDNA leaves bits open
  s_or_not1_b32 s9, s8, -1
  v_mov_b32 v2, s9
  ds_store_b32 v2, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- a mask of one word
;: counted 0 of 0
  s_and_saveexec_b32 s9, s8             ;! emulate/unknown-mask (lanes): the active lanes after s_and_saveexec_b32 depend on argument n (offset 8): all are assumed to stay active

; ---- a comparison
;: counted 1 of 1
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 skip                   ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument n (offset 8): both sides are followed once, so counts cover one iteration
  ds_store_b32 v1, v0
skip:

; ---- a branch on vcc
;: counted 1 of 1
  s_mov_b32 vcc_lo, s8
  s_cbranch_vccz skip                   ;! emulate/unknown-branch (iterations): s_cbranch_vccz depends on argument n (offset 8): both sides are followed once, so counts cover one iteration
  ds_store_b32 v1, v0
skip:

; ---- a branch on vcc does not depend on vcc_hi
;: counted 0 of 1; not reached
  s_mov_b32 vcc_hi, s8
  s_mov_b32 vcc_lo, 0
  s_cbranch_vccz skip
  ds_store_b32 v1, v0                   ;! emulate/not-reached: ds_store_b32 was not reached on any path that was followed: its accesses are not counted
skip:

; ---- a scalar float
;: counted 0 of 1; whose address depends on argument n (offset 8)
  s_add_f32 s9, s8, 1.0
  v_mov_b32 v2, s9
  ds_store_b32 v2, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- the high word of a sum
;: counted 0 of 1; whose address depends on argument n (offset 8)
  s_add_nc_u64 s[10:11], s[8:9], 1
  v_mov_b32 v2, s11
  ds_store_b32 v2, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- a comparison of floats
;: counted 0 of 1; whose address depends on argument n (offset 8)
  s_cmp_lt_f32 s8, 1.0
  s_cselect_b32 s9, 0, 4
  v_mov_b32 v2, s9
  ds_store_b32 v2, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- a sum that takes the unknown away again is known
;: counted 1 of 2; whose address depends on argument n (offset 8)
  v_add_nc_u32 v3, s8, v1
  v_subrev_nc_u32 v2, s8, v3
  ds_load_b32 v6, v2
  ds_load_b32 v7, v3                    ;! emulate/unknown-address: the LDS address of ds_load_b32 depends on argument n (offset 8): its accesses are not counted
