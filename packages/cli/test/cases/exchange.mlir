func.func @k(%in: memref<128xi32>, %out: memref<128xi32>)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %me = gpu.thread_id x
  %other = affine.apply affine_map<()[s0] -> ((s0 + 64) mod 128)>()[%me]
  %lds = memref.alloc() : memref<128xi32, #gpu.address_space<workgroup>>
  %v = memref.load %in[%me] : memref<128xi32>
  memref.store %v, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
  // barrier
  %w = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
  memref.store %w, %out[%me] : memref<128xi32>
  return
}
