// ---- a kernel and a function
gpu.module @m {
  gpu.func @k(%m: memref<64xf32>) kernel {
    %x = gpu.thread_id x
    %y = affine.apply affine_map<(i) -> (i mod 64)>(%x)
    %v = memref.load %m[%y] : memref<64xf32>
    memref.store %v, %m[%x] : memref<64xf32>
    gpu.return
  }
}
func.func @f(%c: i1) {
  scf.if %c {
    %z = arith.constant 1 : i32
  }
  return
}
