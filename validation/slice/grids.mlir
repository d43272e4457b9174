// Kernels whose workgroups differ, in the dialects above llvm: launches are in mlir-classes.ts.
#lds = #gpu.address_space<workgroup>

// Tiles of a transpose, cut at the edges of 1000 x 1001 elements by branches.
gpu.module @branches {
  gpu.func @transpose_if(%in: memref<1000x1001xf32>, %out: memref<1001x1000xf32>)
      workgroup(%tile: memref<32x32xf32, #lds>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %rows = arith.constant 1000 : index
    %columns = arith.constant 1001 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    scf.for %i = %c0 to %c32 step %c8 {
      %line = arith.addi %y, %i : index
      %row = affine.apply affine_map<(d0)[s0] -> (d0 * 32 + s0)>(%by)[%line]
      %column = affine.apply affine_map<(d0)[s0] -> (d0 * 32 + s0)>(%bx)[%x]
      %inRows = arith.cmpi slt, %row, %rows : index
      %inColumns = arith.cmpi slt, %column, %columns : index
      %inside = arith.andi %inRows, %inColumns : i1
      scf.if %inside {
        %value = memref.load %in[%row, %column] : memref<1000x1001xf32>
        memref.store %value, %tile[%line, %x] : memref<32x32xf32, #lds>
      }
    }
    gpu.barrier
    scf.for %i = %c0 to %c32 step %c8 {
      %line = arith.addi %y, %i : index
      %row = affine.apply affine_map<(d0)[s0] -> (d0 * 32 + s0)>(%bx)[%line]
      %column = affine.apply affine_map<(d0)[s0] -> (d0 * 32 + s0)>(%by)[%x]
      %inRows = arith.cmpi slt, %row, %columns : index
      %inColumns = arith.cmpi slt, %column, %rows : index
      %inside = arith.andi %inRows, %inColumns : i1
      scf.if %inside {
        %value = memref.load %tile[%x, %line] : memref<32x32xf32, #lds>
        memref.store %value, %out[%row, %column] : memref<1001x1000xf32>
      }
    }
    gpu.return
  }
}

// The same edges by masks of vectors.
gpu.module @masks {
  gpu.func @masked_rows(%in: memref<?x1001xf32>, %out: memref<?x1001xf32>)
      workgroup(%tile: memref<64x8xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %columns = arith.constant 1001 : index
    %t = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %column = affine.apply affine_map<(d0)[s0] -> (d0 * 256 + s0 * 4)>(%bx)[%t]
    %left = arith.subi %columns, %column : index
    %count = arith.minsi %left, %c4 : index
    %wanted = arith.maxsi %count, %c0 : index
    %mask = vector.create_mask %wanted : vector<4xi1>
    %value = vector.maskedload %in[%by, %column], %mask, %zero : memref<?x1001xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %tile[%t, %c0], %mask, %value : memref<64x8xf32, #lds>, vector<4xi1>, vector<4xf32>
    gpu.barrier
    %again = vector.maskedload %tile[%t, %c0], %mask, %zero : memref<64x8xf32, #lds>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %out[%by, %column], %mask, %again : memref<?x1001xf32>, vector<4xi1>, vector<4xf32>
    gpu.return
  }
}

// Rows up to the diagonal: the number of turns is that of the workgroup.
gpu.module @turns {
  gpu.func @triangle(%in: memref<?x64xf32>, %out: memref<?xf32>)
      workgroup(%tile: memref<8x64xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %line = arith.remui %b, %c8 : index
    %end = arith.addi %line, %c1 : index
    %sum = scf.for %i = %c0 to %end step %c1 iter_args(%so_far = %zero) -> (f32) {
      %value = memref.load %in[%i, %t] : memref<?x64xf32>
      memref.store %value, %tile[%i, %t] : memref<8x64xf32, #lds>
      %back = memref.load %tile[%i, %t] : memref<8x64xf32, #lds>
      %next = arith.addf %so_far, %back : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%b] : memref<?xf32>
    gpu.return
  }
}

// The number of turns is in a table, which nothing stores to.
gpu.module @table {
  gpu.func @ragged(%lengths: memref<?xi32>, %in: memref<?x64xf32>, %out: memref<?xf32>)
      workgroup(%tile: memref<8x64xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %length = memref.load %lengths[%b] : memref<?xi32>
    %end = arith.index_cast %length : i32 to index
    %sum = scf.for %i = %c0 to %end step %c1 iter_args(%so_far = %zero) -> (f32) {
      %value = memref.load %in[%i, %t] : memref<?x64xf32>
      memref.store %value, %tile[%i, %t] : memref<8x64xf32, #lds>
      %back = memref.load %tile[%i, %t] : memref<8x64xf32, #lds>
      %next = arith.addf %so_far, %back : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%b] : memref<?xf32>
    gpu.return
  }

  // The table is one that the kernel stores to as well: workgroups could depend on each other.
  gpu.func @stored_table(%lengths: memref<?xi32>, %in: memref<?x64xf32>)
      workgroup(%tile: memref<8x64xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %length = memref.load %lengths[%b] : memref<?xi32>
    %end = arith.index_cast %length : i32 to index
    scf.for %i = %c0 to %end step %c1 {
      %value = memref.load %in[%i, %t] : memref<?x64xf32>
      memref.store %value, %tile[%i, %t] : memref<8x64xf32, #lds>
    }
    %next = arith.addi %b, %c1 : index
    memref.store %one, %lengths[%next] : memref<?xi32>
    gpu.return
  }
}

// Addresses in LDS that are turned by the id.
gpu.module @addresses {
  gpu.func @rotated(%in: memref<?x64xf32>, %out: memref<?x64xf32>)
      workgroup(%tile: memref<64x64xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %turn = arith.remui %b, %c4 : index
    %key = arith.muli %t, %turn : index
    %row = arith.andi %key, %t : index
    %value = memref.load %in[%b, %t] : memref<?x64xf32>
    memref.store %value, %tile[%row, %t] : memref<64x64xf32, #lds>
    gpu.barrier
    %back = memref.load %tile[%row, %t] : memref<64x64xf32, #lds>
    memref.store %back, %out[%b, %t] : memref<?x64xf32>
    gpu.return
  }

  // An index that goes through LDS on its way: not shown.
  gpu.func @through_lds(%in: memref<?x64xf32>, %out: memref<?x64xf32>)
      workgroup(%index: memref<64xindex, #lds>, %tile: memref<64x64xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %turn = arith.remui %b, %c4 : index
    memref.store %turn, %index[%t] : memref<64xindex, #lds>
    %row = memref.load %index[%t] : memref<64xindex, #lds>
    %value = memref.load %in[%b, %t] : memref<?x64xf32>
    memref.store %value, %tile[%row, %t] : memref<64x64xf32, #lds>
    gpu.return
  }
}

// Branches between blocks; every third workgroup does nothing.
gpu.module @blocks {
  gpu.func @some_return(%in: memref<?x64xf32>, %out: memref<?x64xf32>)
      workgroup(%tile: memref<64xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %rest = arith.remui %b, %c3 : index
    %isOff = arith.cmpi eq, %rest, %c0 : index
    cf.cond_br %isOff, ^end, ^work
  ^work:
    %value = memref.load %in[%b, %t] : memref<?x64xf32>
    memref.store %value, %tile[%t] : memref<64xf32, #lds>
    %back = memref.load %tile[%t] : memref<64xf32, #lds>
    memref.store %back, %out[%b, %t] : memref<?x64xf32>
    cf.br ^end
  ^end:
    gpu.return
  }
}
