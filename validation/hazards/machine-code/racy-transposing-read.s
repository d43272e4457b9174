; gfx950, 128 threads: a transposing read is in flight while another wave stores
  v_lshlrev_b32 v5, 3, v0
  v_xor_b32 v6, 0x200, v5
  ds_read_b64_tr_b16 v[4:5], v6
  s_barrier
  v_lshlrev_b32 v7, 3, v0
  ds_write_b64 v7, v[0:1]                            ; hazard/unfinished-read
  s_waitcnt lgkmcnt(0)
