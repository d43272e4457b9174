; What is wrong with a kernel is said at its place; everything else is executed and counted.
;: counts
  v_lshlrev_b32 v1, 2, v0

; ---- an instruction that is not known is named, and so are the sites that it makes unknown
  v_frobnicate_b32 v2, v1, v0           ;! error emulate/unknown-instruction: v_frobnicate_b32 is not an instruction of gfx942 that can be executed
  v_add_u32 v3, v2, v1
  ds_write_b32 v1, v0                   ;= 1
  ds_write_b64 v3, v[4:5]               ;! emulate/unknown-address: the LDS address of ds_write_b64 depends on the result of v_frobnicate_b32 in line 8: its accesses are not counted
  ds_read_b32 v6, v1                    ;= 1

; ---- one on which no address depends takes nothing away
  v_frobnicate_b32 v9, v1, v0           ;! error emulate/unknown-instruction: v_frobnicate_b32 is not an instruction of gfx942 that can be executed
  ds_frobnicate_b32 v1, v9              ;! error emulate/unknown-instruction: ds_frobnicate_b32 is not an instruction of gfx942 that can be executed ;! emulate/open-hazards: hazards are not looked for behind ds_frobnicate_b32: whether it waits, or brings waves together, is not known
  global_frobnicate_store v1, v9, s[4:5] ;! error emulate/unknown-instruction: global_frobnicate_store is not an instruction of gfx942 that can be executed ;! emulate/open-hazards: hazards are not looked for behind global_frobnicate_store: whether it waits, or brings waves together, is not known
  ds_write_b32 v1, v9                   ;= 1

; ---- one that may write to LDS makes it unknown
  ds_frobnicate_b32 v1, v0              ;! error emulate/unknown-instruction: ds_frobnicate_b32 is not an instruction of gfx942 that can be executed ;! emulate/open-hazards: hazards are not looked for behind ds_frobnicate_b32: whether it waits, or brings waves together, is not known
  ds_read_b32 v2, v1                    ;= 1
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v2, v0                   ;! emulate/unknown-address: the LDS address of ds_write_b32 depends on the result of ds_frobnicate_b32 in line 8: its accesses are not counted

; ---- one that compares has both ways followed
  s_cmp_frob_u32 s4, s5                 ;! error emulate/unknown-instruction: s_cmp_frob_u32 is not an instruction of gfx942 that can be executed ;! emulate/open-hazards: hazards are not looked for behind s_cmp_frob_u32: whether it waits, or brings waves together, is not known
  s_cbranch_scc1 other                  ;! emulate/unknown-branch (iterations): s_cbranch_scc1 depends on the result of s_cmp_frob_u32 in line 8: both sides are followed once, so counts cover one iteration
  ds_write_b32 v1, v0                   ;= 1
  s_endpgm
other:
  ds_write_b64 v1, v[2:3]               ;= 1

; ---- one that branches has both ways followed
  s_cbranch_frob other                  ;! error emulate/unknown-instruction: s_cbranch_frob is not an instruction of gfx942 that can be executed ;! emulate/open-hazards: hazards are not looked for behind s_cbranch_frob: whether it waits, or brings waves together, is not known ;! emulate/unknown-branch (iterations): s_cbranch_frob depends on the result of s_cbranch_frob in line 8: both sides are followed once, so counts cover one iteration
  ds_write_b32 v1, v0                   ;= 1
  s_endpgm
other:
  ds_write_b64 v1, v[2:3]               ;= 1

; ---- one that masks lanes leaves them active
  s_frob_saveexec_b64 s[4:5], vcc       ;! error emulate/unknown-instruction: s_frob_saveexec_b64 is not an instruction of gfx942 that can be executed ;! emulate/open-hazards: hazards are not looked for behind s_frob_saveexec_b64: whether it waits, or brings waves together, is not known ;! emulate/unknown-mask (lanes): the active lanes after s_frob_saveexec_b64 depend on the result of s_frob_saveexec_b64 in line 8: all are assumed to stay active
  ds_write_b32 v1, v0                   ;= 1

; ---- a branch that cannot be read ends the wave
  ds_write_b32 v1, v0                   ;= 1
  s_branch nowhere                      ;! error amdgcn/undefined-symbol: the symbol 'nowhere' is not defined
  ds_write_b64 v1, v[2:3]

; ---- a wave at a barrier is not waited for by those that end
;: block 128
  v_readfirstlane_b32 s5, v0
  s_cmp_eq_u32 s5, 0
  s_cbranch_scc1 end
  s_barrier
  ds_write_b32 v1, v0                   ;= 1
end:

; ---- a call into another file has its name
  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, helper@rel32@lo+4   ;! error emulate/other-file: s_add_u32 takes the address of helper, which is not in this file ;! emulate/open-hazards: hazards are not looked for behind s_add_u32: whether it waits, or brings waves together, is not known
  s_addc_u32 s5, s5, helper@rel32@hi+12 ;! error emulate/other-file: s_addc_u32 takes the address of helper, which is not in this file ;! emulate/open-hazards: hazards are not looked for behind s_addc_u32: whether it waits, or brings waves together, is not known
  s_swappc_b64 s[30:31], s[4:5]         ;! error emulate/unknown-jump: the target of s_swappc_b64 depends on the result of s_add_u32 in line 9, the result of s_addc_u32 in line 10: the wave ends here

; ---- a wild jump says where it goes
  s_mov_b32 s4, 8
  s_mov_b32 s5, 0
  s_setpc_b64 s[4:5]                    ;! error emulate/wild-jump: execution goes to 0x8, where there is no instruction

; ---- a jump that nobody foresaw to a line that cannot be read says so
  s_getpc_b64 s[4:5]
  s_mov_b32 s6, 40
  s_add_u32 s4, s4, s6
  s_addc_u32 s5, s5, 0
  s_setpc_b64 s[4:5]
  s_endpgm
  ds_read_b32 v1,                       ;! error syntax/expected: expected an operand, found the end of the line ;! error execute/unsupported: ds_read_b32: this form of the instruction is not supported ;! error emulate/unreadable: a jump to a computed address leads to a line that could not be read
