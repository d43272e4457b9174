// ---- turn dimensions, and say what a view is
%m = memref.alloc() : memref<8x64xindex, #gpu.address_space<workgroup>>
%c3 = arith.constant 3 : index
%s = memref.subview %m[2, 0] [4, 64] [1, 1] : memref<8x64xindex, #gpu.address_space<workgroup>> to memref<4x64xindex, strided<[64, 1], offset: 128>, #gpu.address_space<workgroup>>
%t = memref.transpose %s (i, j) -> (j, i) : memref<4x64xindex, strided<[64, 1], offset: 128>, #gpu.address_space<workgroup>> to memref<64x4xindex, strided<[1, 64], offset: 128>, #gpu.address_space<workgroup>>
memref.store %a, %t[%a, %c3] : memref<64x4xindex, strided<[1, 64], offset: 128>, #gpu.address_space<workgroup>>
%base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %t : memref<64x4xindex, strided<[1, 64], offset: 128>, #gpu.address_space<workgroup>> -> memref<index, #gpu.address_space<workgroup>>, index, index, index, index, index
%flat = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#1, %sizes#0], strides: [%strides#1, %strides#0] : memref<index, #gpu.address_space<workgroup>> to memref<?x?xindex, strided<[?, ?], offset: ?>, #gpu.address_space<workgroup>>
%back = memref.load %flat[%c3, %a] : memref<?x?xindex, strided<[?, ?], offset: ?>, #gpu.address_space<workgroup>>
%rank = memref.rank %flat : memref<?x?xindex, strided<[?, ?], offset: ?>, #gpu.address_space<workgroup>>
%o = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 + s1 * 100 + s2 * 10000 + s3 * 10000000)>()[%back, %offset, %strides#1, %rank]
%r = arith.addi %o, %sizes#1 : index
