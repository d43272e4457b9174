; What depends on arguments that nobody gives: n is in s10, pitch in s11, x in s[8:9].
;: arguments x:8* n:4 pitch:4 hidden_block_count_x:4
;: fields private_segment_fixed_size 16
;: ignore emulate/no-arguments
;: counts
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)

; ---- the argument that an LDS address depends on is named
  v_mul_lo_u32 v2, s11, v0
  ds_write_b32 v2, v0                   ;! emulate/unknown-address: the LDS address of ds_write_b32 depends on argument pitch (offset 12): its accesses are not counted
  ds_write_b32 v1, v0                   ;= 1

; ---- values are followed through LDS, private memory and loads
  v_mov_b32 v2, s10
  ds_write_b32 v1, v2                   ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v1                    ;= 1
  scratch_store_dword off, v2, off offset:4
  scratch_store_dword off, v1, off offset:8
  s_waitcnt lgkmcnt(0)
  ds_write_b8 v3, v0                    ;! emulate/unknown-address: the LDS address of ds_write_b8 depends on argument n (offset 8): its accesses are not counted
  scratch_load_dword v4, off, off offset:4
  scratch_load_dword v5, off, off offset:8
  s_waitcnt vmcnt(0)
  ds_write_b8 v4, v0 offset:1           ;! emulate/unknown-address: the LDS address of ds_write_b8 depends on argument n (offset 8): its accesses are not counted
  ds_write_b8 v5, v0 offset:2           ;= 1
  global_load_dword v6, v1, s[8:9]
  s_waitcnt vmcnt(0)
  ds_write_b8 v6, v0 offset:3           ;! emulate/unknown-address: the LDS address of ds_write_b8 depends on argument x (offset 0), the memory behind argument x (offset 0): its accesses are not counted

; ---- values are followed through flat addresses of LDS
  s_mov_b64 s[12:13], src_shared_base
  v_mov_b32 v2, s10
  v_mov_b32 v4, v1
  v_mov_b32 v5, s13
  flat_store_dword v[4:5], v2           ;= 1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_b32 v6, v1                    ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_u8 v8, v6                     ;! emulate/unknown-address: the LDS address of ds_read_u8 depends on argument n (offset 8): its accesses are not counted
  flat_store_dword v[4:5], v1           ;= 1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_b32 v6, v1                    ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_u8 v8, v6 offset:1            ;= 1
  ds_write_b32 v1, v2                   ;= 1
  s_waitcnt lgkmcnt(0)
  flat_load_dword v7, v[4:5]            ;= 1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_u8 v8, v7 offset:2            ;! emulate/unknown-address: the LDS address of ds_read_u8 depends on argument n (offset 8): its accesses are not counted

; ---- a loop with an unknown bound is executed once
  s_cmp_lt_i32 s10, 1
  s_cbranch_scc1 done                   ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument n (offset 8): both sides are followed once, so counts cover one iteration
loop:
  ds_write_b32 v1, v0                   ;= 1
  s_add_i32 s10, s10, -1
  s_cmp_lg_u32 s10, 0
  s_cbranch_scc1 loop
done:
  ds_read_b32 v2, v1                    ;= 1

; ---- a loop with a known bound is executed as often as it runs
  s_mov_b32 s12, 5
loop:
  ds_write_b32 v1, v0                   ;= 5
  s_sub_u32 s12, s12, 1
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 loop

; ---- an unknown branch goes both ways
  s_cmp_lt_i32 s10, 1
  s_cbranch_scc1 other                  ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument n (offset 8): both sides are followed once, so counts cover one iteration
  ds_write_b32 v1, v0                   ;= 1
  s_endpgm
other:
  ds_write_b64 v1, v[2:3]               ;! hazard/misaligned: touches byte 4, which is not a multiple of 8 (lane 1) ;= 1

; ---- vector instructions that s_setvskip may skip are executed
  s_mov_b32 s4, s10
  v_lshlrev_b32 v1, 3, v0
  s_setvskip s4, 0                      ;! emulate/unknown-mask (lanes): whether s_setvskip skips the vector instructions after it depends on argument n (offset 8): they are assumed to execute
  ds_read_b32 v2, v1                    ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written ;= 1
  s_setvskip 1, 0
  ds_read_b32 v3, v1 offset:4
  s_setvskip 0, 0
  ds_read_b32 v4, v0                    ;! hazard/misaligned: touches byte 1, which is not a multiple of 4 (lane 1) ;! hazard/uninitialized-lds: reads 68 bytes of LDS that nothing has written ;= 1

; ---- lanes behind an unknown mask are active
  v_cmp_gt_u32 vcc, s10, v0
  s_and_saveexec_b64 s[12:13], vcc      ;! emulate/unknown-mask (lanes): the active lanes after s_and_saveexec_b64 depend on argument n (offset 8): all are assumed to stay active
  s_cbranch_execz done
  ds_write_b32 v1, v0                   ;= 1
done:
  s_mov_b64 exec, s[12:13]
  ds_read_b32 v2, v1                    ;= 1

; ---- an unknown jump ends the wave
  s_setpc_b64 s[10:11]                  ;! error emulate/unknown-jump: the target of s_setpc_b64 depends on argument n (offset 8), argument pitch (offset 12): the wave ends here
other:
  ds_write_b32 v1, v0
  s_branch other

; ---- a copy to a known place in LDS from an unknown one in memory, and to an unknown place
  s_mov_b32 m0, 256
  global_load_lds_dword v1, s[8:9]      ;= 1
  s_waitcnt vmcnt(0)
  ds_read_b32 v2, v1 offset:256         ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument x (offset 0), the memory behind argument x (offset 0): its accesses are not counted
  s_mov_b32 m0, s10
  s_nop 0
  global_load_lds_dword v1, s[8:9]      ;! emulate/unknown-address: the LDS address of global_load_lds_dword depends on argument n (offset 8): its accesses are not counted

; ---- a loop that asks the clock turns once
L0:
  ds_write_b32 v1, v0                   ;= 1
  s_memtime s[10:11]
  s_waitcnt lgkmcnt(0)
  s_cmp_lt_u32 s10, 1000
  s_cbranch_scc1 L0                     ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on the clock: both sides are followed once, so counts cover one iteration -- no launch determines it: it differs from run to run; other accesses are counted

; ---- an address that depends on the clock leaves the others counted
;: counted 1 of 2; whose address depends on the clock
  s_memtime s[10:11]
  ds_write_b32 v1, v0                   ;= 1
  s_waitcnt lgkmcnt(0)
  s_and_b32 s10, s10, 3
  v_lshlrev_b32 v6, s10, v1
  ds_read_b32 v7, v6                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on the clock: its accesses are not counted
