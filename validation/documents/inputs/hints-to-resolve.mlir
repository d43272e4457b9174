// Hints that a pass resolves, and three that it has to leave.
#wg = #gpu.address_space<workgroup>
func.func @a(%i: index, %j: index, %k: index) -> vector<4xf16> {
  %m = memref.alloc() alignment = 128 : memref<2x16x128xf16, #wg>
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<128, 4, 128, 1>] : memref<2x16x128xf16, #wg>
  %v = vector.load %h[%i, %j, %k] : memref<2x16x128xf16, #wg>, vector<4xf16>
  memref.dealloc %m : memref<2x16x128xf16, #wg>
  return %v : vector<4xf16>
}
func.func @b(%i: index, %j: index) -> vector<4xf16> {
  %m = memref.alloc() : memref<16x128xf16, #wg>
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<128, 4, 128, 1>] : memref<16x128xf16, #wg>
  %v = vector.load %h[%i, %j] : memref<16x128xf16, #wg>, vector<4xf16>
  %w = vector.load %m[%i, %j] : memref<16x128xf16, #wg>, vector<4xf16>
  %x = arith.addf %v, %w : vector<4xf16>
  return %x : vector<4xf16>
}
func.func @c(%n: index, %i: index, %j: index) -> vector<4xf16> {
  %m = memref.alloc(%n) : memref<?x128xf16, #wg>
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<128, 4>] : memref<?x128xf16, #wg>
  %v = vector.load %h[%i, %j] : memref<?x128xf16, #wg>, vector<4xf16>
  return %v : vector<4xf16>
}
func.func @d(%i: index) -> vector<4xf16> {
  %m = memref.alloc() : memref<2048xf16, 3>
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.rotate_rows<128, 4>] : memref<2048xf16, 3>
  %v = vector.load %h[%i] : memref<2048xf16, 3>, vector<4xf16>
  return %v : vector<4xf16>
}
