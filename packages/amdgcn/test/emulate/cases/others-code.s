; What other people's assemblers and linkers write: each kernel has one LDS read, 32 ways, behind what is unusual.
;: lds 8192
;: counts
;: ways
;: ignore hazard/uninitialized-lds

; ---- a label by its distance from the literal
  v_lshlrev_b32_e32 v1, 7, v0
  s_getpc_b64 s[4:5]
  s_add_i32 s6, target, 4
  s_add_u32 s4, s4, s6
  s_addc_u32 s5, s5, 0
  s_setpc_b64 s[4:5]
  v_mov_b32 v1, 0
  s_endpgm
target:
  ds_read_b32 v3, v1                    ;= 1 at 32 ways

; ---- no commas before registers and numbers, as in LLVM
  v_lshlrev_b32_e32 v1 7 v0
  s_cmp_lg_u32 s2 1
  ds_read_b32 v3 v1 offset:4            ;= 1 at 32 ways

; ---- a header of preloaded arguments, which are in registers from the start, and nobody gave them
;: arguments n:8
;: fields user_sgpr_kernarg_preload_length 2
  s_trap 2
  .fill 63, 4, 0xbf800000
  v_lshlrev_b32_e32 v1, 7, v0           ;! emulate/no-arguments: no values for kernel arguments: n
  ds_read_b32 v3, v1                    ;= 1 at 32 ways

; ---- a header that ends with an alignment
;: arguments n:8
;: fields user_sgpr_kernarg_preload_length 2
  s_load_dwordx2 s[8:9], s[4:5], 0x0
  s_waitcnt lgkmcnt(0)
  s_trap 2
  .p2align 8
  v_lshlrev_b32_e32 v1, 7, v0           ;! emulate/no-arguments: no values for kernel arguments: n
  ds_read_b32 v3, v1                    ;= 1 at 32 ways

; ---- instructions as words, executed where a wave comes to them
  v_lshlrev_b32_e32 v1, 7, v0
  .long 0xd86c0000, 0x03000001          ;! amdgcn/encoded-words: 2 words of code are read as the instructions of gfx942 that they encode ;= 1 at 32 ways
  s_nop 0
  ds_read_b32 v3, v1                    ;= 1 at 32 ways

; ---- instructions as numbers behind a label
  v_lshlrev_b32_e32 v1, 7, v0
  s_branch inner                        ;! error amdgcn/encoded: execution goes on into instructions that are written as data (.long), which is not decoded
inner: .long 0xd86c0000, 0x03000001
  s_nop 0
  ds_read_b32 v3, v1

; ---- instructions as words behind a label on a line of its own
  v_lshlrev_b32_e32 v1, 7, v0
  s_branch inner
inner:
  .long 0xd86c0000, 0x03000001          ;! amdgcn/encoded-words: 2 words of code are read as the instructions of gfx942 that they encode ;= 1 at 32 ways
  s_nop 0
  ds_read_b32 v3, v1                    ;= 1 at 32 ways

; ---- instructions in halves of words
  v_lshlrev_b32_e32 v1, 7, v0           ;! error amdgcn/encoded: execution goes on into instructions that are written as data (.long), which is not decoded
  .2byte 0, 0xd86c, 1, 0x0300           ;! amdgcn/data-in-code: a wave would execute data here; it is kept as data
  s_nop 0
  ds_read_b32 v3, v1

; ---- an access leads to numbers by a branch
  v_lshlrev_b32_e32 v1, 7, v0
  ds_read_b32 v3, v1
  s_branch inner                        ;! error amdgcn/encoded: execution goes on into instructions that are written as data (.long), which is not decoded
  s_endpgm
inner: .long 0xd86c0000

; ---- an access leads to numbers by a branch that may not be taken
  v_lshlrev_b32_e32 v1, 7, v0
  ds_read_b32 v3, v1
  s_cbranch_scc0 inner                  ;! error amdgcn/encoded: execution goes on into instructions that are written as data (.long), which is not decoded
  s_endpgm
inner: .4byte 0xd86c0000

; ---- an access leads to numbers behind an instruction
  v_lshlrev_b32_e32 v1, 7, v0
  ds_read_b32 v3, v1                    ;! error amdgcn/encoded: execution goes on into instructions that are written as data (.long), which is not decoded
  .2byte 0, 0xd86c, 1, 0                ;! amdgcn/data-in-code: a wave would execute data here; it is kept as data

; ---- bytes of another file
  v_lshlrev_b32_e32 v1, 7, v0
  .incbin "code.bin"                    ;! error amdgcn/unsupported-directive: the directive .incbin is not supported and was left out: it changes the meaning of the file

; ---- text of another file
  v_lshlrev_b32_e32 v1, 7, v0
  .include "code.s"                     ;! error amdgcn/unsupported-directive: the directive .include is not supported and was left out: it changes the meaning of the file

; ---- numbers behind a jump across them
  v_lshlrev_b32_e32 v1, 7, v0
  s_branch over
  .long 1
over:
  ds_read_b32 v3, v1                    ;= 1 at 32 ways
