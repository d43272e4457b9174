; What depends on n in v1, which nobody gives, through exchanges and copies of gfx1250.
;: chip gfx1250
;: block 32
;: arguments n:4
;: ignore emulate/no-arguments hazard/uninitialized-lds
  s_load_b32 s4, s[0:1], 0x0
  v_mov_b32_e32 v2, 0
  s_wait_kmcnt 0x0
  v_mov_b32_e32 v1, s4
  v_lshlrev_b32_e32 v3, 4, v0

; ---- it goes to all lanes of an exchange: lane 9 alone stores it, and what lane 8 gets from lane 9 is unknown
  v_cmp_eq_u32_e32 vcc_lo, 9, v0
  ds_store_b128 v3, v[4:7]
  s_and_saveexec_b32 s6, vcc_lo
  ds_store_b32 v3, v1
  s_mov_b32 exec_lo, s6
  s_wait_dscnt 0x0
  ds_load_tr16_b128 v[8:11], v3
  s_wait_dscnt 0x0
  v_cmp_eq_u32_e32 vcc_lo, 8, v0
  s_and_saveexec_b32 s6, vcc_lo
  ds_load_b32 v12, v8                   ;! emulate/unknown-address: the LDS address of ds_load_b32 depends on argument n (offset 0): its accesses are not counted

; ---- an unknown address of LDS to which a copy goes
  global_store_b32 v2, v1, s[2:3]       ;! error emulate/wild-address (no-memory): global_store_b32 touches address 0x0, where there is no memory (lane 0)
  global_load_async_to_lds_b32 v1, v2, s[2:3] ;! emulate/unknown-address: the LDS address of global_load_async_to_lds_b32 depends on argument n (offset 0): its accesses are not counted

; ---- an unknown address of memory from which a copy comes
  global_load_async_to_lds_b32 v3, v1, s[2:3]
  s_wait_asynccnt 0x0
  ds_load_b32 v4, v3
  s_wait_dscnt 0x0
  ds_load_b32 v5, v4                    ;! emulate/unknown-address: the LDS address of ds_load_b32 depends on argument n (offset 0), the memory behind argument n (offset 0): its accesses are not counted
