// Globals of a module, if any, and bodies of kernels.

// ---- LDS that the launch adds, as flat addresses
llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

%lds = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
%flat = llvm.addrspacecast %lds : !llvm.ptr<3> to !llvm.ptr
%cell = llvm.getelementptr %flat[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
llvm.store %x, %cell : i32, !llvm.ptr
rocdl.barrier
%c63 = llvm.mlir.constant(63 : i32) : i32
%turned = llvm.sub %c63, %id : i32
%from2 = llvm.getelementptr %lds[%turned] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
%r = llvm.load %from2 : !llvm.ptr<3> -> i32

// ---- nvvm.ldmatrix
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x i32>

%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
%four = llvm.mul %id, %c4 : i32
%cell = llvm.getelementptr %tile[%four] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
%from = llvm.getelementptr %in[%four] : (!llvm.ptr, i32) -> !llvm.ptr, i32
%row = llvm.load %from : !llvm.ptr -> vector<4xi32>
llvm.store %row, %cell : vector<4xi32>, !llvm.ptr<3>
nvvm.barrier0
%m = "nvvm.ldmatrix"(%cell) <{num = 4 : i32, layout = #nvvm.mma_layout<LAYOUT>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
%last = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
%to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
llvm.store %last, %to : i32, !llvm.ptr

// ---- a memref descriptor
%wide = llvm.zext %id : i32 to i64
%u = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%s0 = llvm.insertvalue %ap, %u[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%s1 = llvm.insertvalue %aq, %s0[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%s2 = llvm.insertvalue %ao, %s1[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%s3 = llvm.insertvalue %an, %s2[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%s4 = llvm.insertvalue %as, %s3[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%p = llvm.extractvalue %s4[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%o = llvm.extractvalue %s4[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
%n = STRIDE
%scaled = llvm.mul %wide, %n : i64
%place = llvm.add %scaled, %o : i64
%from = llvm.getelementptr %p[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i32
%x = llvm.load %from : !llvm.ptr -> i32
%to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
llvm.store %x, %to : i32, !llvm.ptr

// ---- small floats, packed as halves
%p = "rocdl.cvt.pk.f32.bf8"(%x) <{wordSel = true}> : (i32) -> vector<2xf32>
%a = llvm.extractelement %p[%c0 : i32] : vector<2xf32>
%b = llvm.extractelement %p[%c1 : i32] : vector<2xf32>
%scale = llvm.mlir.constant(1.0004 : f32) : f32
%c = llvm.fmul %a, %scale : f32
%d = llvm.fmul %b, %scale : f32
%h = "rocdl.cvt.pkrtz"(%c, %d) : (f32, f32) -> vector<2xf16>
%r = llvm.bitcast %h : vector<2xf16> to i32

// ---- sizes of a launch by dimension
llvm.func @__ockl_get_global_size(i32) -> i64
llvm.func @__ockl_get_num_groups(i32) -> i64
llvm.func @__ockl_get_local_id(i32) -> i64

%wglobal_size0 = llvm.call @__ockl_get_global_size(%c0) : (i32) -> i64
%global_size0 = llvm.trunc %wglobal_size0 : i64 to i32
%wglobal_size1 = llvm.call @__ockl_get_global_size(%c1) : (i32) -> i64
%global_size1 = llvm.trunc %wglobal_size1 : i64 to i32
%wglobal_size2 = llvm.call @__ockl_get_global_size(%c2) : (i32) -> i64
%global_size2 = llvm.trunc %wglobal_size2 : i64 to i32
%wnum_groups1 = llvm.call @__ockl_get_num_groups(%c1) : (i32) -> i64
%num_groups1 = llvm.trunc %wnum_groups1 : i64 to i32
%wlocal_id0 = llvm.call @__ockl_get_local_id(%c0) : (i32) -> i64
%local_id0 = llvm.trunc %wlocal_id0 : i64 to i32
%c1000 = llvm.mlir.constant(1000 : i32) : i32
%sum = llvm.add %local_id0, %num_groups1 : i32
%high = llvm.mul %global_size0, %c1000 : i32
%more = llvm.mul %global_size1, %global_size2 : i32
%all = llvm.add %high, %more : i32
%r = llvm.add %all, %sum : i32

// ---- elements across pages of memory that nobody gives
%page = llvm.mlir.constant(65536 : i32) : i32
%from = llvm.getelementptr %in[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
%x = llvm.load %from : !llvm.ptr -> i32
%next = llvm.add %id, %c1 : i32
%end = llvm.mul %next, %page : i32
%begin = llvm.sub %end, %c2 : i32
%p = llvm.getelementptr %work[%begin] : (!llvm.ptr, i32) -> !llvm.ptr, i8
%q = llvm.getelementptr %work[%end] : (!llvm.ptr, i32) -> !llvm.ptr, i8
%wide = llvm.sext %x : i32 to i64
llvm.store %wide, %p {alignment = 1 : i64} : i64, !llvm.ptr
%again = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i64
%all = llvm.trunc %again : i64 to i32
%half = llvm.load %q : !llvm.ptr -> i16
%high = llvm.sext %half : i16 to i32
%r = llvm.xor %all, %high : i32
%to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
llvm.store %r, %to : i32, !llvm.ptr

// ---- rocdl.mfma of xf32
%a = llvm.mlir.constant(dense<0x3F803FFF> : vector<2xf32>) : vector<2xf32>
%b = llvm.mlir.constant(dense<1.0> : vector<2xf32>) : vector<2xf32>
%c = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
%d = rocdl.mfma.f32.16x16x8.xf32 %a, %b, %c, %c0, %c0, %c0 : (vector<2xf32>, vector<2xf32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
%pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf32>
llvm.store %d, %pd : vector<4xf32>, !llvm.ptr
