// A kernel without a purpose in the llvm dialect: one of each kind of operation, for the test that damages it.
module {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x f16>
  llvm.mlir.global internal @sums() {addr_space = 3 : i32} : !llvm.array<64 x struct<(i32, f32)>>
  llvm.mlir.global internal constant @table(dense<[2, 3, 5, 7]> : tensor<4xi32>) : !llvm.array<4 x i32>
  llvm.func @__ockl_get_local_size(i32) -> i64
  llvm.func @__ocml_exp2_f32(f32) -> f32

  llvm.func internal @collatz(%x: i32) -> i32 {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    llvm.br ^head(%x, %c0 : i32, i32)
  ^head(%y: i32, %n: i32):
    %small = llvm.icmp "sle" %y, %c1 : i32
    llvm.cond_br %small, ^exit, ^step
  ^step:
    %odd = llvm.trunc %y : i32 to i1
    %triple = llvm.mul %y, %c3 : i32
    %up = llvm.add %triple, %c1 : i32
    %down = llvm.ashr %y, %c1 : i32
    %next = llvm.select %odd, %up, %down : i1, i32
    %m = llvm.add %n, %c1 : i32
    %far = llvm.icmp "sgt" %m, %x : i32
    llvm.cond_br %far, ^exit, ^head(%next, %m : i32, i32)
  ^exit:
    llvm.return %n : i32
  }

  llvm.func @everything(%in: !llvm.ptr, %in2: !llvm.ptr, %off: i64, %size: i64, %stride: i64, %out: !llvm.ptr, %n: i32)
      attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>, gpu.known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %big = llvm.mlir.constant(6364136223846793005 : i64) : i64
    %id = rocdl.workitem.id.x : i32
    %group = rocdl.workgroup.id.x : i32
    %id64 = llvm.zext %id : i32 to i64

    // A descriptor, taken apart and put together.
    %u = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %s0 = llvm.insertvalue %in, %u[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %s1 = llvm.insertvalue %in2, %s0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %s2 = llvm.insertvalue %off, %s1[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %s3 = llvm.insertvalue %stride, %s2[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %base = llvm.extractvalue %s3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %shift = llvm.extractvalue %s3[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %place = llvm.add %shift, %id64 : i64

    // A buffer, copied to LDS.
    %bytes = llvm.mlir.constant(4096 : i64) : i64
    %none = llvm.mlir.constant(0 : i16) : i16
    %flags = llvm.mlir.constant(159744 : i32) : i32
    %rsrc = rocdl.make.buffer.rsrc %base, %none, %bytes, %flags : !llvm.ptr to !llvm.ptr<8>
    %fat = llvm.addrspacecast %rsrc : !llvm.ptr<8> to !llvm.ptr<7>
    %from = llvm.getelementptr %fat[%place] : (!llvm.ptr<7>, i64) -> !llvm.ptr<7>, vector<8xf16>
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    rocdl.load.to.lds %from, %tile, 16, 0, 0 : !llvm.ptr<7>
    rocdl.s.waitcnt 0
    rocdl.s.barrier
    %four = llvm.shl %id, %c2 : i32
    %word = rocdl.raw.ptr.buffer.load %rsrc, %four, %c0, %c0 : i32

    // Vectors and matrices.
    %row = llvm.getelementptr inbounds %tile[0, %four] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<512 x f16>
    %v = llvm.load %row {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
    %turned = llvm.shufflevector %v, %v [3, 2, 1, 0] : vector<4xf16>
    %zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
    %d = rocdl.mfma.f32.16x16x16f16 %v, %turned, %zero, %c0, %c0, %c0 : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %e = llvm.extractelement %d[%c1 : i32] : vector<4xf32>
    %put = llvm.insertelement %e, %d[%c2 : i32] : vector<4xf32>
    %total = llvm.mlir.constant(0.5 : f32) : f32
    %sum = "llvm.intr.vector.reduce.fadd"(%total, %put) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
    %bits = llvm.bitcast %v : vector<4xf16> to i64

    // Integers of 64 bits.
    %mixed = llvm.mul %bits, %big : i64
    %high = llvm.lshr %mixed, %id64 : i64
    %both = llvm.xor %high, %mixed : i64
    %cut = llvm.trunc %both : i64 to i32
    %low = llvm.and %cut, %c63 : i32
    %count = llvm.intr.ctpop(%low) : (i32) -> i32
    %least = llvm.intr.umin(%count, %c4) : (i32, i32) -> i32

    // Control flow, different for each lane.
    %steps = llvm.call @collatz(%low) : (i32) -> i32
    llvm.switch %least : i32, ^other(%steps : i32) [
      1: ^one,
      2: ^other(%low : i32)
    ]
  ^one:
    %table = llvm.mlir.addressof @table : !llvm.ptr
    %which = llvm.and %id, %c2 : i32
    %cell = llvm.getelementptr %table[0, %which] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
    %prime = llvm.load %cell : !llvm.ptr -> i32
    llvm.br ^other(%prime : i32)
  ^other(%chosen: i32):

    // Lanes, the stack and the other memories.
    %first = rocdl.readfirstlane %chosen : i32
    %moved = rocdl.update.dpp %first, %chosen with 273, 15, 15, true : i32
    %pattern = llvm.mlir.constant(1055 : i32) : i32
    %swizzled = rocdl.ds_swizzle %moved, %pattern : (i32, i32) -> i32
    %odd = llvm.trunc %swizzled : i32 to i1
    %votes = rocdl.ballot %odd : i64
    %stack = llvm.alloca %c2 x i64 : (i32) -> !llvm.ptr<5>
    llvm.store %votes, %stack : i64, !llvm.ptr<5>
    %half = llvm.getelementptr %stack[1] : (!llvm.ptr<5>) -> !llvm.ptr<5>, i32
    %read = llvm.load %half : !llvm.ptr<5> -> i32
    %sums = llvm.mlir.addressof @sums : !llvm.ptr<3>
    %own = llvm.getelementptr %sums[0, %id, 0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x struct<(i32, f32)>>
    llvm.store %read, %own : i32, !llvm.ptr<3>
    %old = llvm.atomicrmw add %own, %swizzled monotonic : !llvm.ptr<3>, i32
    %size64 = llvm.call @__ockl_get_local_size(%c0) : (i32) -> i64
    %items = llvm.trunc %size64 : i64 to i32
    %f = llvm.sitofp %low : i32 to f32
    %small = llvm.fmul %f, %total : f32
    %power = llvm.call @__ocml_exp2_f32(%small) : (f32) -> f32
    %less = llvm.fcmp "olt" %power, %sum : f32
    %result = llvm.select %less, %power, %sum : i1, f32
    %start = llvm.mul %group, %items : i32
    %at = llvm.add %start, %id : i32
    %to = llvm.getelementptr %out[%at] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    llvm.store %result, %to : f32, !llvm.ptr
    llvm.return
  }
}
