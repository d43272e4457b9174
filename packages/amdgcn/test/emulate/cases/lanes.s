; Unknown values by lane and by bit: arguments n in s8 and m in s9, which nobody gives.
;: arguments n:4 m:4
;: ignore emulate/no-arguments
;: counts
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_mov_b32 v1, v0
  s_waitcnt lgkmcnt(0)

; ---- lanes of a register are unknown, not all of it
; v2 is unknown in every lane, then known in those that read LDS at it.
;: counted 1 of 2; whose address depends on argument n (offset 0)
  v_mov_b32 v2, s8
  v_cmp_gt_u32 vcc, 32, v0
  s_and_saveexec_b64 s[10:11], vcc
  v_lshlrev_b32 v2, 2, v0
  ds_read_b32 v3, v2                    ;= 1 of 32 lanes
  s_mov_b64 exec, s[10:11]
  ds_read_b32 v4, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted

; ---- ds_append counts in one word, whatever the lane
; Word 32 is unknown, and what the counter was in every lane; its neighbours are known. v7 of lane 63 is beyond what was written, and 0.
;: counted 5 of 6; whose address depends on argument n (offset 0)
  s_movk_i32 m0, 0x80
  v_mov_b32 v2, s8
  v_lshlrev_b32 v4, 2, v0
  ds_write_b32 v4, v0                   ;= 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_mov_b32 v5, 0x80
  ds_write_b32 v5, v2                   ;= 1
  s_waitcnt lgkmcnt(0)
  ds_append v6                          ;= 1 of 1 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v7, v6                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted
  ds_read_b32 v7, v4 offset:132         ;= 1
  s_waitcnt lgkmcnt(0)
  v_and_b32 v7, 0xff, v7
  ds_read_b32 v8, v7                    ;! hazard/misaligned: touches byte 33, which is not a multiple of 4 (lane 0) ;= 1

; ---- beside a word where ds_append counts it is known
;: counted 4 of 4
  s_movk_i32 m0, 0x80
  v_mov_b32 v2, s8
  v_lshlrev_b32 v4, 2, v0
  ds_write_b32 v4, v0                   ;= 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_mov_b32 v5, 0x84
  ds_write_b32 v5, v2                   ;= 1
  s_waitcnt lgkmcnt(0)
  ds_append v6                          ;= 1 of 1 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v7, v6                    ;= 1

; ---- an atomic leaves unknown, and returns, what it was given
;: counted 5 of 7; whose address depends on argument n (offset 0)
  s_movk_i32 m0, 0x80
  v_mov_b32 v2, s8
  v_lshlrev_b32 v4, 2, v0
  ds_write_b32 v4, v0                   ;= 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_write_b32 v4, v2                   ;= 1
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v5, 4
  ds_add_u32 v4, v5                     ;= 1
  s_waitcnt lgkmcnt(0)
  ds_add_rtn_u32 v6, v4, v5             ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v7, v6                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted
  ds_read_b32 v8, v4                    ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v7, v8                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted

; ---- a mask is known where two conditions meet
; The second condition is unknown; lanes from 32 on are not active whatever it is.
;: counted 1 of 1
  v_cmp_gt_u32 s[12:13], 32, v0
  v_cmp_gt_u32 vcc, s8, v0
  s_and_b64 s[14:15], s[12:13], vcc
  s_mov_b64 exec, s[14:15]              ;! emulate/unknown-mask (lanes): the active lanes after s_mov_b64 depend on argument n (offset 0): all are assumed to stay active
  v_lshlrev_b32 v2, 2, v0
  ds_read_b32 v3, v2                    ;! hazard/uninitialized-lds: reads 128 bytes of LDS that nothing has written ;= 1 of 32 lanes

; ---- lanes of both sides of an unknown condition stay active
;: counted 3 of 3
  v_lshlrev_b32 v2, 2, v0
  v_cmp_gt_u32 vcc, s8, v0
  s_and_saveexec_b64 s[10:11], vcc      ;! emulate/unknown-mask (lanes): the active lanes after s_and_saveexec_b64 depend on argument n (offset 0): all are assumed to stay active
  s_xor_b64 s[10:11], exec, s[10:11]
  s_cbranch_execz otherwise
  ds_read_b32 v3, v2                    ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written ;= 1
otherwise:
  s_or_saveexec_b64 s[10:11], s[10:11]
  s_xor_b64 exec, exec, s[10:11]
  s_cbranch_execz done
  ds_read_b64 v[4:5], v2                ;! hazard/misaligned: touches byte 4, which is not a multiple of 8 (lane 1) ;! hazard/uninitialized-lds: reads 260 bytes of LDS that nothing has written ;= 1
done:
  s_or_b64 exec, exec, s[10:11]
  ds_read_b32 v6, v2 offset:4           ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written ;= 1

; ---- a sum of unknowns is known: added and taken away
;: counted 1 of 1
  s_mul_i32 s10, s8, 0x100
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, s10, v1
  s_add_u32 s11, s8, 5
  s_lshl_b32 s11, s11, 8
  v_subrev_u32 v2, s11, v2
  v_add_u32 v2, 0x500, v2
  ds_read_b32 v5, v2                    ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written ;= 1

; ---- a sum of unknowns is known: multiplied until nothing is left
;: counted 1 of 1
  s_lshl_b32 s10, s8, 32
  s_lshl_b32 s10, s8, 16
  s_lshl_b32 s10, s10, 16
  v_add_u32 v2, s10, v0
  ds_read_b32 v5, v2                    ;! hazard/misaligned: touches byte 1, which is not a multiple of 4 (lane 1) ;! hazard/uninitialized-lds: reads 68 bytes of LDS that nothing has written ;= 1

; ---- a sum of unknowns is known: of lanes, from memory that nobody gave
;: counted 1 of 1
  v_mov_b32 v3, 0
  global_load_dword v4, v3, s[8:9]
  s_waitcnt vmcnt(0)
  v_add3_u32 v2, v4, v0, 4
  v_sub_u32 v2, v2, v4
  ds_read_b32 v5, v2                    ;! hazard/misaligned: touches byte 5, which is not a multiple of 4 (lane 1) ;! hazard/uninitialized-lds: reads 68 bytes of LDS that nothing has written ;= 1

; ---- a sum of unknowns is unknown: of another unknown
;: counted 0 of 1; whose address depends on argument n (offset 0), argument m (offset 4)
  s_sub_u32 s10, s8, s9
  v_add_u32 v2, s10, v0
  ds_read_b32 v5, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0), argument m (offset 4): its accesses are not counted

; ---- a sum of unknowns is unknown: twice of which one is left
;: counted 0 of 1; whose address depends on argument n (offset 0)
  s_add_u32 s10, s8, s8
  s_sub_u32 s10, s10, s8
  v_add_u32 v2, s10, v0
  ds_read_b32 v5, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted

; ---- a sum of unknowns is unknown: in some lanes only
;: counted 0 of 1; whose address depends on argument n (offset 0)
  v_add_u32 v2, s8, v0
  s_mov_b64 exec, 0xff
  v_subrev_u32 v2, s8, v2
  s_mov_b64 exec, -1
  ds_read_b32 v5, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted

; ---- a sum of unknowns is unknown: beyond the bits that are multiplied
;: counted 0 of 1; whose address depends on argument n (offset 0)
  v_mul_u32_u24 v2, s8, v0
  v_mul_u32_u24 v3, s8, v0
  v_sub_u32 v2, v2, v3
  v_add_u32 v2, s8, v2
  ds_read_b32 v5, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted

; ---- what a branch answered is answered alike, so that what no launch does is not reported
; v3 is loaded and waited for on the same condition; the value of s8 is in another register then.
;: counted 1 of 1
  v_lshlrev_b32 v1, 2, v0
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 none                   ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  ds_read_b32 v3, v1                    ;= 1
none:
  s_add_u32 s10, s8, 2
  s_cmp_lg_i32 s10, 2
  s_cbranch_scc0 done
  s_waitcnt lgkmcnt(0)
done:
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 end
  v_add_u32 v4, v3, v3
end:

; ---- what a branch answered, where both sides have the same unknowns
;: counted 1 of 2; not reached
  v_lshlrev_b32 v1, 2, v0
  s_add_u32 s10, s8, 4
  s_add_u32 s11, s8, 4
  s_cmp_eq_u32 s10, s11
  s_cbranch_scc1 same
  ds_read_b32 v3, v1 offset:4           ;! emulate/not-reached: ds_read_b32 was not reached on any path that was followed: its accesses are not counted
same:
  s_cmp_lg_u32 s10, s8
  s_cbranch_scc0 end
  ds_read_b32 v3, v1                    ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written ;= 1
end:

; ---- a loop that asks the same does not keep a wave
;: counted 2 of 2
  v_lshlrev_b32 v1, 2, v0
loop:
  ds_read_b32 v3, v1                    ;= 1
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc0 loop                   ;! emulate/unknown-branch (iterations): s_cbranch_scc0 depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  ds_read_b32 v3, v1 offset:4           ;= 1

; ---- an access to no memory, in every launch is an error
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  global_load_dword v4, v[2:3], off     ;! error emulate/wild-address (no-memory): global_load_dword touches address 0x0, where there is no memory (lane 0)

; ---- an access to no memory is no error on a way that perhaps no launch has
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 over                   ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  global_load_dword v4, v[2:3], off     ;! emulate/wild-address (no-memory): global_load_dword touches address 0x0, where there is no memory (lane 0), on a path that was followed because a branch condition is unknown
over:

; ---- a loop with an unknown bound, that lanes leave one by one, at its end
;: counted 2 of 2
  s_mov_b64 s[12:13], 0
  v_lshlrev_b32 v1, 2, v0
loop:
  ds_read_b32 v2, v1                    ;= 1
  v_add_u32 v0, 64, v0
  v_cmp_le_u32 vcc, s8, v0
  s_or_b64 s[12:13], vcc, s[12:13]
  s_andn2_b64 exec, exec, s[12:13]      ;! emulate/unknown-mask (lanes): the active lanes after s_andn2_b64 depend on argument n (offset 0): all are assumed to stay active
  s_cbranch_execnz loop                 ;! emulate/unknown-branch (iterations): s_cbranch_execnz depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  s_or_b64 exec, exec, s[12:13]
  ds_read_b32 v3, v1 offset:64          ;= 1

; ---- a loop with an unknown bound, that lanes leave at its beginning
;: counted 2 of 2
  s_mov_b64 s[12:13], exec
  v_lshlrev_b32 v1, 2, v0
loop:
  v_cmp_gt_u32 vcc, s8, v0
  s_and_b64 exec, exec, vcc             ;! emulate/unknown-mask (lanes): the active lanes after s_and_b64 depend on argument n (offset 0): all are assumed to stay active
  s_cbranch_execz out                   ;! emulate/unknown-branch (iterations): s_cbranch_execz depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  ds_read_b32 v2, v1                    ;= 1
  v_add_u32 v0, 64, v0
  s_branch loop
out:
  s_mov_b64 exec, s[12:13]
  ds_read_b32 v3, v1 offset:64          ;= 1

; ---- a loop with an unknown bound, with its exit before it
;: counted 2 of 2
  v_lshlrev_b32 v1, 2, v0
  s_branch loop
out:
  ds_read_b32 v3, v1 offset:64          ;= 1
  s_endpgm
loop:
  ds_read_b32 v2, v1                    ;= 1
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc0 out                    ;! emulate/unknown-branch (iterations): s_cbranch_scc0 depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  s_branch loop

; ---- a loop with an unknown bound, in another one, both unknown
;: counted 2 of 2
  v_lshlrev_b32 v1, 2, v0
outer:
  s_mov_b32 s12, s9
loop:
  ds_read_b32 v2, v1                    ;= 1
  s_sub_u32 s12, s12, 1
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 loop                   ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument m (offset 4): both sides are followed once, so counts cover one iteration
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 outer                  ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  ds_read_b32 v3, v1 offset:64          ;= 1

; ---- a loop with an unknown bound, as vcc says
;: counted 2 of 2
  v_lshlrev_b32 v1, 2, v0
loop:
  ds_read_b32 v2, v1                    ;= 1
  v_add_u32 v0, 64, v0
  v_cmp_gt_u32 vcc, s8, v0
  s_cbranch_vccnz loop                  ;! emulate/unknown-branch (iterations): s_cbranch_vccnz depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  ds_read_b32 v3, v1 offset:64          ;= 1

; ---- loops of which each wave has a copy end for every wave
;: counted 3 of 3
;: block 128
  v_lshlrev_b32 v1, 2, v0
  v_readfirstlane_b32 s4, v0
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 second
first:
  ds_read_b32 v3, v1                    ;= 1
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc0 out                    ;! emulate/unknown-branch (iterations): s_cbranch_scc0 depends on argument n (offset 0): both sides are followed once, so counts cover one iteration
  s_branch first
out:
  s_endpgm
second:
  ds_read_b32 v3, v1                    ;= 1
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc0 out
  ds_read_b32 v3, v1 offset:4           ;= 1
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc0 out
  s_branch second

; ---- an address that a mask chooses, where the other one is outside of LDS
;: counted 1 of 1
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v4, 0x80000000
  v_cmp_gt_u32 vcc, s8, v0
  v_cndmask_b32 v2, v4, v1, vcc
  ds_read_b32 v3, v2                    ;! emulate/unknown-mask (lanes): the active lanes after ds_read_b32 depend on argument n (offset 0): all are assumed to stay active ;! hazard/uninitialized-lds: reads 256 bytes of LDS that nothing has written ;= 1

; ---- an address that a mask chooses, where the other one may be inside too, and is unknown
;: counted 0 of 1; whose address depends on argument n (offset 0)
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v4, 0x100
  v_cmp_gt_u32 vcc, s8, v0
  v_cndmask_b32 v2, v4, v1, vcc
  ds_read_b32 v3, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted

; ---- an address that a mask chooses, where the other one may be inside too as a negative one
;: counted 0 of 1; whose address depends on argument n (offset 0)
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v4, -1
  v_cmp_gt_u32 vcc, s8, v0
  v_cndmask_b32 v2, v4, v1, vcc
  ds_read_b32 v3, v2                    ;! emulate/unknown-address: the LDS address of ds_read_b32 depends on argument n (offset 0): its accesses are not counted
