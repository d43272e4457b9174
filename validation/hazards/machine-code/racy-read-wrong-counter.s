; gfx950, 128 threads: vmcnt does not count reads of LDS
  ds_read_b128 v[4:7], v3
  s_waitcnt vmcnt(0)
  s_barrier
  v_xor_b32 v12, 0x400, v3
  ds_write_b128 v12, v[4:7]                          ; hazard/missing-wait hazard/unfinished-read
  s_waitcnt lgkmcnt(0)
