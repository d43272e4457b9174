; LDS between two waves, each of which has 64 words of its own, and what is in flight at a barrier.
;: words
;: block 128
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)

; ---- an exchange with a wait and a barrier
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_xor_b32 v2, 0x100, v1
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)

; ---- an exchange without a barrier
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v2, 0x100, v1
  ds_read_b32 v3, v2                    ;! hazard/lds-race: reads what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)

; ---- an exchange without the wait before the barrier
  ds_write_b32 v1, v0
  s_barrier
  v_xor_b32 v2, 0x100, v1
  ds_read_b32 v3, v2                    ;! hazard/unfinished-write: reads LDS that wave 1 wrote without waiting for the write before the barrier <> ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)

; ---- wave 0 alone writes, which is executed first
  v_and_b32 v1, 0xfc, v1
  v_cmp_gt_u32 vcc, 64, v0
  s_cbranch_vccz reads
  ds_write_b32 v1, v0
  s_branch done
reads:
  ds_read_b32 v3, v1                    ;! hazard/lds-race: reads what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0
done:
  s_waitcnt lgkmcnt(0)

; ---- wave 1 alone writes, which is executed last
  v_and_b32 v1, 0xfc, v1
  v_cmp_le_u32 vcc, 64, v0
  s_cbranch_vccz reads
  ds_write_b32 v1, v0
  s_branch done
reads:
  ds_read_b32 v3, v1                    ;! hazard/lds-race: reads what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0
done:
  s_waitcnt lgkmcnt(0)

; ---- a write over what another wave reads
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_xor_b32 v2, 0x100, v1
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, 1, v3
  ds_write_b32 v1, v4                   ;! hazard/lds-race: writes what was read: waves 0 and 1 touch the same bytes with no barrier between <> ds_read_b32 v3, v2

; ---- the same zeros of both waves
  v_and_b32 v1, 0xfc, v1
  v_mov_b32 v2, 0
  ds_write_b32 v1, v2

; ---- neighbouring halves of a word
  v_and_b32 v2, 63, v0
  v_lshlrev_b32 v2, 2, v2
  v_lshrrev_b32 v3, 6, v0
  v_lshl_add_u32 v2, v3, 1, v2
  ds_write_b16 v2, v0

; ---- atomics may meet
  v_mov_b32 v2, 0
  ds_write_b32 v2, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_add_u32 v2, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)

; ---- a read of what nothing wrote
;: block 64
  ds_read_b32 v2, v1                    ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written
  s_waitcnt lgkmcnt(0)

; ---- a read in flight that another wave overwrites, an atomic in flight that it reads
  v_xor_b32 v2, 0x100, v1
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v3, v2
  s_barrier
  ds_add_u32 v1, v0                     ;! hazard/unfinished-read: updates LDS that wave 1 read without waiting for the read before the barrier <> ds_read_b32 v3, v2 -- put s_waitcnt lgkmcnt(0) before the barrier
  s_barrier
  ds_read_b32 v4, v2                    ;! hazard/unfinished-write: reads LDS that wave 1 updated without waiting for the atomic before the barrier <> ds_add_u32 v1, v0 -- put s_waitcnt lgkmcnt(0) before the barrier
  s_waitcnt lgkmcnt(0)

; ---- the wait of a copy, and what one wave does to itself
  v_xor_b32 v2, 0x100, v1
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_readfirstlane_b32 s8, v1
  s_mov_b32 m0, s8
  ds_read_b32 v3, v1
  global_load_lds_dword v1, s[20:21]    ;! hazard/unfinished-read: copies to LDS that its own wave read without waiting for the read <> ds_read_b32 v3, v1 -- put s_waitcnt lgkmcnt(0) before this instruction: copies do not keep the order of other accesses
  ds_read_b32 v4, v1                    ;! hazard/unfinished-async-copy: reads 256 bytes that an asynchronous copy may not have written yet <> global_load_lds_dword v1, s[20:21] -- put s_waitcnt vmcnt(0) behind the copy, and a barrier before other waves touch its bytes
  s_waitcnt vmcnt(0) lgkmcnt(0)

; ---- where two waves meet comes before what one wave does wrong
  v_xor_b32 v2, 0x100, v1
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v3, v2
  v_add_u32 v4, v3, v3                  ;! hazard/missing-wait: uses v3 while ds_read_b32 may not have written it yet
  s_barrier
  ds_write_b32 v1, v0                   ;! hazard/unfinished-read: writes LDS that wave 1 read without waiting for the read before the barrier <> ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)

; ---- flat accesses to neighbouring bytes: item 0 of wave 1 has byte 63, in the word of wave 0's last bytes
  v_mul_u32_u24 v2, 1, v0
  s_mov_b64 s[8:9], src_shared_base
  v_mov_b32 v3, s9
  v_cmp_lt_u32 vcc, 63, v0
  v_subbrev_co_u32 v2, vcc, 0, v2, vcc
  v_cmp_ne_u32 vcc, 63, v0
  s_and_b64 exec, exec, vcc
  flat_store_byte v[2:3], v0
  s_waitcnt vmcnt(0) lgkmcnt(0)

; ---- a flat store is finished in LDS by lgkmcnt
  s_mov_b64 s[8:9], src_shared_base
  v_mov_b32 v2, v1
  v_mov_b32 v3, s9
  flat_store_dword v[2:3], v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_xor_b32 v4, 0x100, v1
  ds_read_b32 v5, v4
  s_waitcnt vmcnt(0) lgkmcnt(0)

; ---- a flat store is finished by both counters
  s_mov_b64 s[8:9], src_shared_base
  v_mov_b32 v2, v1
  v_mov_b32 v3, s9
  flat_store_dword v[2:3], v0
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_barrier
  v_xor_b32 v4, 0x100, v1
  ds_read_b32 v5, v4
  s_waitcnt vmcnt(0) lgkmcnt(0)

; ---- a flat store is not finished in LDS by vmcnt
  s_mov_b64 s[8:9], src_shared_base
  v_mov_b32 v2, v1
  v_mov_b32 v3, s9
  flat_store_dword v[2:3], v0
  s_waitcnt vmcnt(0)
  s_barrier
  v_xor_b32 v4, 0x100, v1
  ds_read_b32 v5, v4                    ;! hazard/unfinished-write: reads LDS that wave 1 wrote without waiting for the write before the barrier <> flat_store_dword v[2:3], v0
  s_waitcnt vmcnt(0) lgkmcnt(0)

; ---- a loop around a compare-and-swap that returns may read what another wave changes
;: ignore hazard/uninitialized-lds
  v_mov_b32 v2, 0
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, 1, v3
  ds_cmpst_rtn_b32 v5, v2, v3, v4
  s_waitcnt lgkmcnt(0)

; ---- so may one that does not return
;: ignore hazard/uninitialized-lds
  v_mov_b32 v2, 0
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, 1, v3
  ds_cmpst_b32 v2, v3, v4
  s_waitcnt lgkmcnt(0)

; ---- around a store it may not
;: ignore hazard/uninitialized-lds
  v_mov_b32 v2, 0
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, 1, v3
  ds_write_b32 v2, v4                   ;! hazard/lds-race: writes what was read: waves 0 and 1 touch the same bytes with no barrier between <> ds_read_b32 v3, v2 ;! hazard/lds-race: writes what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v2, v4
  s_waitcnt lgkmcnt(0)

; ---- nor around another atomic
;: ignore hazard/uninitialized-lds
  v_mov_b32 v2, 0
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, 1, v3
  ds_add_u32 v2, v4                     ;! hazard/lds-race: updates what was read: waves 0 and 1 touch the same bytes with no barrier between <> ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)

; ---- the first atomic of two waves reads what nothing wrote, whichever wave it is of
  ds_add_u32 v1, v0                     ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written
  s_waitcnt lgkmcnt(0)

; ---- an atomic of one wave races with a store of another, whatever was there
  v_and_b32 v2, 0xfc, v1
  v_lshrrev_b32 v5, 6, v0
  v_readfirstlane_b32 s8, v5
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 OTHER
  ds_add_u32 v2, v1
  s_endpgm
OTHER:
  ds_write_b32 v2, v1                   ;! hazard/lds-race: writes what was updated: waves 0 and 1 touch the same bytes with no barrier between <> ds_add_u32 v2, v1
  s_waitcnt lgkmcnt(0)
