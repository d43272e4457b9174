// Bodies from %in, rows of 64 elements that are their numbers, %x, the lane, and %i, the same as an i32, to %r.

// ---- subview with an offset of each lane
%v = memref.subview %in[%x, 3] [1, 8] [1, 2] : memref<64x64xi32> to memref<1x8xi32, strided<[64, 2], offset: ?>>
%r = memref.load %v[%c0, %c2] : memref<1x8xi32, strided<[64, 2], offset: ?>>

// ---- subview of a subview, with strides
%u = memref.subview %in[2, 4] [30, 30] [2, 2] : memref<64x64xi32> to memref<30x30xi32, strided<[128, 2], offset: 132>>
%v = memref.subview %u[1, 1] [10, 10] [3, 1] : memref<30x30xi32, strided<[128, 2], offset: 132>> to memref<10x10xi32, strided<[384, 2], offset: 262>>
%r = memref.load %v[%c2, %c3] : memref<10x10xi32, strided<[384, 2], offset: 262>>

// ---- rank-reducing subview
%v = memref.subview %in[5, 0] [1, 64] [1, 1] : memref<64x64xi32> to memref<64xi32, strided<[1], offset: 320>>
%r = memref.load %v[%x] : memref<64xi32, strided<[1], offset: 320>>

// ---- reinterpret_cast counts from the allocation, not from the view
%u = memref.subview %in[7, 7] [2, 2] [1, 1] : memref<64x64xi32> to memref<2x2xi32, strided<[64, 1], offset: 455>>
%v = memref.reinterpret_cast %u to offset: [%c3], sizes: [64], strides: [2] : memref<2x2xi32, strided<[64, 1], offset: 455>> to memref<64xi32, strided<[2], offset: ?>>
%r = memref.load %v[%x] : memref<64xi32, strided<[2], offset: ?>>

// ---- reinterpret_cast with a dynamic stride
%v = memref.reinterpret_cast %in to offset: [0], sizes: [10, 64], strides: [%c3, 1] : memref<64x64xi32> to memref<10x64xi32, strided<[?, 1]>>
%r = memref.load %v[%c2, %x] : memref<10x64xi32, strided<[?, 1]>>

// ---- collapse_shape and expand_shape
%u = memref.collapse_shape %in [[0, 1]] : memref<64x64xi32> into memref<4096xi32>
%v = memref.expand_shape %u [[0, 1, 2]] output_shape [2, 32, 64] : memref<4096xi32> into memref<2x32x64xi32>
%r = memref.load %v[%c1, %c2, %x] : memref<2x32x64xi32>

// ---- cast to dynamic sizes, and dim
%v = memref.cast %in : memref<64x64xi32> to memref<?x?xi32>
%d = memref.dim %v, %c1 : memref<?x?xi32>
%s = arith.addi %d, %x : index
%r = arith.index_cast %s : index to i32

// ---- private memory, one for each lane
%p = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
memref.store %i, %p[%c2] : memref<4xi32, #gpu.address_space<private>>
%r = memref.load %p[%c2] : memref<4xi32, #gpu.address_space<private>>

// ---- a workgroup global by its name, twice the same
%g = memref.get_global @shared : memref<64xi32, #gpu.address_space<workgroup>>
memref.store %i, %g[%x] : memref<64xi32, #gpu.address_space<workgroup>>
gpu.barrier
%h = memref.get_global @shared : memref<64xi32, #gpu.address_space<workgroup>>
%m = affine.apply affine_map<()[s0] -> (63 - s0)>()[%x]
%r = memref.load %h[%m] : memref<64xi32, #gpu.address_space<workgroup>>

// ---- view of bytes as another type
%b = memref.alloc() : memref<512xi8, #gpu.address_space<workgroup>>
%v = memref.view %b[%c256][] : memref<512xi8, #gpu.address_space<workgroup>> to memref<64xi32, #gpu.address_space<workgroup>>
memref.store %i, %v[%x] : memref<64xi32, #gpu.address_space<workgroup>>
gpu.barrier
%at = affine.apply affine_map<()[s0] -> (s0 * 4 + 256)>()[%x]
%byte = memref.load %b[%at] : memref<512xi8, #gpu.address_space<workgroup>>
%r = arith.extsi %byte : i8 to i32

// ---- rows with gaps
%t = memref.alloc() : memref<8x8xi32, strided<[9, 1]>, #gpu.address_space<workgroup>>
%row = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%x]
%column = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%x]
memref.store %i, %t[%row, %column] : memref<8x8xi32, strided<[9, 1]>, #gpu.address_space<workgroup>>
gpu.barrier
%r = memref.load %t[%column, %row] : memref<8x8xi32, strided<[9, 1]>, #gpu.address_space<workgroup>>
