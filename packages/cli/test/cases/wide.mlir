func.func @k(%in: memref<512xf16>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %lds = memref.alloc() : memref<512xf16, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %lane = gpu.thread_id x
  %at = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%lane]
  amdgpu.gather_to_lds %in[%at], %lds[%c0] : vector<8xf16>, memref<512xf16>, memref<512xf16, #gpu.address_space<workgroup>>
  return
}
