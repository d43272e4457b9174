// A product of MXFP4: 16 x 256 by the transposed of 16 x 256, one wave. Two f4 are a byte, the first in its low half;
// 32 along k share a scale, a power of two (e8m0).
#lds = #gpu.address_space<workgroup>
#row = affine_map<()[s0] -> (s0 mod 16)>
#piece = affine_map<()[s0, s1] -> (s1 * 64 + (s0 floordiv 16) * 16)>
#place = affine_map<()[s0, s1] -> (s1 * 128 + (s0 floordiv 16) * 32)>
#group = affine_map<()[s0, s1] -> (s1 * 4 + s0 floordiv 16)>
#four = affine_map<()[s0, s1] -> ((s0 floordiv 16) * 4 + s1)>

gpu.module @example {
  gpu.func @mxfp4(%a: memref<16x128xi8>, %scaleA: memref<16x8xi8>, %b: memref<16x128xi8>,
                  %scaleB: memref<16x8xi8>, %out: memref<16x16xf32>)
      workgroup(%tileA: memref<16x256xf4E2M1FN, #lds>, %tileB: memref<16x256xf4E2M1FN, #lds>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %t = gpu.thread_id x
    %row = affine.apply #row()[%t]

    // In: lane t stores 16 bytes, 32 elements, of row t mod 16, for each half of k.
    scf.for %half = %c0 to %c2 step %c1 {
      %from = affine.apply #piece()[%t, %half]
      %to = affine.apply #place()[%t, %half]
      %bytesA = vector.load %a[%row, %from] : memref<16x128xi8>, vector<16xi8>
      %bytesB = vector.load %b[%row, %from] : memref<16x128xi8>, vector<16xi8>
      %packedA = vector.bitcast %bytesA : vector<16xi8> to vector<32xf4E2M1FN>
      %packedB = vector.bitcast %bytesB : vector<16xi8> to vector<32xf4E2M1FN>
      vector.store %packedA, %tileA[%row, %to] : memref<16x256xf4E2M1FN, #lds>, vector<32xf4E2M1FN>
      vector.store %packedB, %tileB[%row, %to] : memref<16x256xf4E2M1FN, #lds>, vector<32xf4E2M1FN>
    }
    gpu.barrier

    // Out: operands of the matrix instruction, row t mod 16, 32 elements of k from 32 (t div 16) on.
    %sum = scf.for %half = %c0 to %c2 step %c1 iter_args(%before = %zero) -> (vector<4xf32>) {
      %from = affine.apply #place()[%t, %half]
      %group = affine.apply #group()[%t, %half]
      %operandA = vector.load %tileA[%row, %from] : memref<16x256xf4E2M1FN, #lds>, vector<32xf4E2M1FN>
      %operandB = vector.load %tileB[%row, %from] : memref<16x256xf4E2M1FN, #lds>, vector<32xf4E2M1FN>
      %exponentA = memref.load %scaleA[%row, %group] : memref<16x8xi8>
      %exponentB = memref.load %scaleB[%row, %group] : memref<16x8xi8>
      %sA = arith.bitcast %exponentA : i8 to f8E8M0FNU
      %sB = arith.bitcast %exponentB : i8 to f8E8M0FNU
      %after = amdgpu.scaled_mfma 16x16x128 (%sA[0] * %operandA) * (%sB[0] * %operandB) + %before : f8E8M0FNU, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>
      scf.yield %after : vector<4xf32>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %outRow = affine.apply #four()[%t, %i]
      %value = vector.extract %sum[%i] : f32 from vector<4xf32>
      memref.store %value, %out[%outRow, %row] : memref<16x16xf32>
    }
    gpu.return
  }
}
