// Bodies from %as and %bs to %ds, which point at what the lanes hold of A, B and D.

// ---- rocdl.mfma of f64
%pa = llvm.getelementptr %as[%id] : (!llvm.ptr, i32) -> !llvm.ptr, f64
%pb = llvm.getelementptr %bs[%id] : (!llvm.ptr, i32) -> !llvm.ptr, f64
%a = llvm.load %pa : !llvm.ptr -> f64
%b = llvm.load %pb : !llvm.ptr -> f64
%c = llvm.mlir.constant(dense<0.0> : vector<4xf64>) : vector<4xf64>
%d = rocdl.mfma.f64.16x16x4f64 %a, %b, %c, %c0, %c0, %c0 : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
%pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf64>
llvm.store %d, %pd : vector<4xf64>, !llvm.ptr

// ---- rocdl.wmma of i8 and u8
%pa = llvm.getelementptr %as[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<2xi32>
%pb = llvm.getelementptr %bs[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<2xi32>
%a = llvm.load %pa : !llvm.ptr -> vector<2xi32>
%b = llvm.load %pb : !llvm.ptr -> vector<2xi32>
%c = llvm.mlir.constant(dense<1> : vector<8xi32>) : vector<8xi32>
%d = "rocdl.wmma.i32.16x16x16.iu8"(%a, %b, %c) <{signA = true}> : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
%pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<8xi32>
llvm.store %d, %pd : vector<8xi32>, !llvm.ptr

// ---- nvvm.mma.sync of f16
%pa = llvm.getelementptr %as[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<8xf16>
%pb = llvm.getelementptr %bs[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf16>
%a = llvm.load %pa : !llvm.ptr -> vector<8xf16>
%b = llvm.load %pb : !llvm.ptr -> vector<4xf16>
%a0 = llvm.shufflevector %a, %a [0, 1] : vector<8xf16>
%a1 = llvm.shufflevector %a, %a [2, 3] : vector<8xf16>
%a2 = llvm.shufflevector %a, %a [4, 5] : vector<8xf16>
%a3 = llvm.shufflevector %a, %a [6, 7] : vector<8xf16>
%b0 = llvm.shufflevector %b, %b [0, 1] : vector<4xf16>
%b1 = llvm.shufflevector %b, %b [2, 3] : vector<4xf16>
%c = llvm.mlir.constant(0.25 : f32) : f32
%d = "nvvm.mma.sync"(%a0, %a1, %a2, %a3, %b0, %b1, %c, %c, %c, %c) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, operandSegmentSizes = array<i32: 4, 2, 4>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
%pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(f32, f32, f32, f32)>
llvm.store %d, %pd : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr
