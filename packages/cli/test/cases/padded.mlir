func.func @turn() attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %x = gpu.thread_id x loc("kernel.py":2:5)
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %v = arith.constant 1.0 : f32
  %row = arith.muli %x, %c32 : index
  %tile = memref.alloc() : memref<2048xf32, #gpu.address_space<workgroup>> loc("tile"("kernel.py":3:5))
  memref.store %v, %tile[%row] : memref<2048xf32, #gpu.address_space<workgroup>> loc("kernel.py":4:5)
  %y = memref.load %tile[%x] : memref<2048xf32, #gpu.address_space<workgroup>> loc("kernel.py":5:9)
  return
}
