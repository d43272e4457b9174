// Globals and functions of a module, if any, and bodies from %x, an i32 of each lane, to %r; %id is the lane.

// ---- ds_bpermute, readlane, readfirstlane, mbcnt and ballot
%c7 = llvm.mlir.constant(7 : i32) : i32
%c28 = llvm.mlir.constant(28 : i32) : i32
%all = llvm.mlir.constant(-1 : i32) : i32
%seven = llvm.mul %id, %c28 : i32
%p = rocdl.ds_bpermute %seven, %x : (i32, i32) -> i32
%l = rocdl.readlane %x, %c7 : (i32, i32) -> i32
%f = rocdl.readfirstlane %x : i32
%low = rocdl.mbcnt.lo %all, %c0 : (i32, i32) -> i32
%n = rocdl.mbcnt.hi %all, %low : (i32, i32) -> i32
%odd = llvm.trunc %id : i32 to i1
%votes = rocdl.ballot %odd : i64
%shift = llvm.zext %id : i32 to i64
%mine = llvm.lshr %votes, %shift : i64
%bit = llvm.trunc %mine : i64 to i1
%agree = llvm.icmp "eq" %bit, %odd : i1
%a = llvm.add %p, %l : i32
%b = llvm.sub %a, %f : i32
%c = llvm.xor %b, %n : i32
%r = llvm.select %agree, %c, %c0 : i1, i32

// ---- permlane16.swap and permlane32.swap exchange rows and halves
%neg = llvm.sub %c0, %x : i32
%s = rocdl.permlane16.swap %x, %neg, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
%a = llvm.extractvalue %s[0] : !llvm.struct<(i32, i32)>
%b = llvm.extractvalue %s[1] : !llvm.struct<(i32, i32)>
%t = rocdl.permlane32.swap %a, %b, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
%r = llvm.extractvalue %t[0] : !llvm.struct<(i32, i32)>

// ---- permlanex16 takes a lane of the other row by four bits each
%low = llvm.mlir.constant(0x01234567 : i32) : i32
%high = llvm.mlir.constant(-1985229329 : i32) : i32
%r = rocdl.permlanex16 %c0, %x, %low, %high, false, false : i32, i32

// ---- memset fills as many bytes as it is asked to
%mine = llvm.alloca %c4 x i32 : (i32) -> !llvm.ptr<5>
%c8 = llvm.mlir.constant(8 : i32) : i32
%third = llvm.getelementptr %mine[2] : (!llvm.ptr<5>) -> !llvm.ptr<5>, i32
%second = llvm.getelementptr %mine[1] : (!llvm.ptr<5>) -> !llvm.ptr<5>, i32
llvm.store %id, %third : i32, !llvm.ptr<5>
%byte = llvm.trunc %x : i32 to i8
"llvm.intr.memset"(%mine, %byte, %c8) <{isVolatile = false}> : (!llvm.ptr<5>, i8, i32) -> ()
%a = llvm.load %mine : !llvm.ptr<5> -> i32
%b = llvm.load %second : !llvm.ptr<5> -> i32
%c = llvm.load %third : !llvm.ptr<5> -> i32
%sum = llvm.add %a, %b : i32
%r = llvm.xor %sum, %c : i32

// ---- a lane has memory of its own, which is copied whole
%mine = llvm.alloca %c2 x i64 : (i32) -> !llvm.ptr<5>
%copy = llvm.alloca %c2 x i64 : (i32) -> !llvm.ptr<5>
%wide = llvm.sext %x : i32 to i64
llvm.store %wide, %mine : i64, !llvm.ptr<5>
"llvm.intr.memcpy"(%copy, %mine, %c4) <{isVolatile = false}> : (!llvm.ptr<5>, !llvm.ptr<5>, i32) -> ()
%r = llvm.load %copy : !llvm.ptr<5> -> i32

// ---- constants of the module
llvm.mlir.global internal constant @table(dense<[5, 7, 11, 13]> : tensor<4xi32>) : !llvm.array<4 x i32>

%c3 = llvm.mlir.constant(3 : i32) : i32
%at = llvm.and %id, %c3 : i32
%table = llvm.mlir.addressof @table : !llvm.ptr
%cell = llvm.getelementptr %table[0, %at] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
%r = llvm.load %cell : !llvm.ptr -> i32

// ---- buffers end where their resource does
%bytes = llvm.mlir.constant(128 : i64) : i64
%stride = llvm.mlir.constant(0 : i16) : i16
%flags = llvm.mlir.constant(159744 : i32) : i32
%rsrc = rocdl.make.buffer.rsrc %in, %stride, %bytes, %flags : !llvm.ptr to !llvm.ptr<8>
%offset = llvm.mul %id, %c4 : i32
%a = rocdl.raw.ptr.buffer.load %rsrc, %offset, %c4, %c0 : i32
%fat = llvm.addrspacecast %rsrc : !llvm.ptr<8> to !llvm.ptr<7>
%cell = llvm.getelementptr %fat[%id] : (!llvm.ptr<7>, i32) -> !llvm.ptr<7>, i32
%b = llvm.load %cell : !llvm.ptr<7> -> i32
%r = llvm.sub %a, %b : i32

// ---- functions of the module and of the device library, operations by name
llvm.func @__ockl_get_local_size(i32) -> i64
llvm.func @__ocml_exp2_f32(f32) -> f32
llvm.mlir.global internal @kept() {addr_space = 3 : i32} : !llvm.array<64 x i32>
llvm.mlir.global internal @own() {addr_space = 3 : i32} : !llvm.array<64 x i32>
llvm.func internal @through(%a: i32) -> i32 {
  %lane = rocdl.workitem.id.x : i32
  %kept = llvm.mlir.addressof @kept : !llvm.ptr<3>
  %cell = llvm.getelementptr %kept[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %a, %cell : i32, !llvm.ptr<3>
  %flat = llvm.addrspacecast %cell : !llvm.ptr<3> to !llvm.ptr
  %b = llvm.load %flat : !llvm.ptr -> i32
  llvm.return %b : i32
}
llvm.func internal @twice(%a: i32) -> i32 {
  %one = llvm.call @through(%a) : (i32) -> i32
  %two = llvm.add %one, %a : i32
  llvm.return %two : i32
}

%own = llvm.mlir.addressof @own : !llvm.ptr<3>
llvm.store %id, %own : i32, !llvm.ptr<3>
%d = llvm.call @twice(%id) : (i32) -> i32
%size = llvm.call @__ockl_get_local_size(%c0) : (i32) -> i64
%n = llvm.trunc %size : i64 to i32
%lane = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
%most = llvm.call_intrinsic "llvm.smax.i32"(%lane, %c4) : (i32, i32) -> i32
%small = llvm.and %id, %c4 : i32
%f = llvm.sitofp %small : i32 to f32
%e = llvm.call @__ocml_exp2_f32(%f) : (f32) -> f32
%power = llvm.fptosi %e : f32 to i32
%a = llvm.add %d, %n : i32
%b = llvm.add %a, %most : i32
%r = llvm.add %b, %power : i32

// ---- globals, structs and divergent pointers in LDS
llvm.mlir.global internal @pad() {addr_space = 3 : i32} : !llvm.array<4 x i8>
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x struct<(i8, i32)>>
llvm.mlir.global internal @other() {addr_space = 3 : i32} : !llvm.array<64 x i32>

%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
%other = llvm.mlir.addressof @other : !llvm.ptr<3>
%place = llvm.getelementptr %tile[0, %id, 1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x struct<(i8, i32)>>
%cell = llvm.getelementptr %other[%id] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
llvm.store %x, %place : i32, !llvm.ptr<3>
llvm.store %id, %cell : i32, !llvm.ptr<3>
rocdl.barrier
%odd = llvm.trunc %id : i32 to i1
%mine = llvm.select %odd, %place, %cell : i1, !llvm.ptr<3>
%r = llvm.load %mine : !llvm.ptr<3> -> i32

// ---- loads into LDS pass no registers
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x i32>

%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
rocdl.load.to.lds %from, %tile, 4, 0, 0 : !llvm.ptr
rocdl.s.waitcnt 0
%c1x = llvm.xor %id, %c1 : i32
%cell = llvm.getelementptr %tile[%c1x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
%r = llvm.load %cell : !llvm.ptr<3> -> i32

// ---- 16 lanes read a transpose
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x i16>

%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
%first = llvm.mul %id, %c4 : i32
%cell = llvm.getelementptr %tile[%first] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
%half = llvm.trunc %x : i32 to i16
%u = llvm.mlir.undef : vector<4xi16>
%v0 = llvm.insertelement %half, %u[%c0 : i32] : vector<4xi16>
%v = llvm.shufflevector %v0, %v0 [0, 0, 0, 0] : vector<4xi16>
llvm.store %v, %cell : vector<4xi16>, !llvm.ptr<3>
%t = rocdl.ds.read.tr16.b64 %cell : !llvm.ptr<3> -> vector<4xi16>
%bits = llvm.bitcast %t : vector<4xi16> to vector<2xi32>
%r = llvm.extractelement %bits[%c1 : i32] : vector<2xi32>

// ---- LDS is updated lane after lane
llvm.mlir.global internal @sum() {addr_space = 3 : i32} : !llvm.array<2 x i32>

%sum = llvm.mlir.addressof @sum : !llvm.ptr<3>
%which = llvm.and %id, %c1 : i32
%cell = llvm.getelementptr %sum[%which] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
llvm.store %c0, %cell : i32, !llvm.ptr<3>
%old = llvm.atomicrmw add %cell, %id monotonic : !llvm.ptr<3>, i32
%pair = llvm.cmpxchg %cell, %old, %id monotonic monotonic : !llvm.ptr<3>, i32
%ok = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
%one = llvm.zext %ok : i1 to i32
%r = llvm.add %old, %one : i32
