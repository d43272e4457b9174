// A copy straight to LDS, whose destination has a swizzle hint.
#wg = #gpu.address_space<workgroup>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<TileAndFuse> workgroup_size = [64, 1, 1] subgroup_size = 64>
#exec = #hal.executable.target<"rocm", "rocm-hsaco-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "gfx950", features = "", wgp = <compute = fp32, storage = b32, subgroup = none, dot = none, mma = [], subgroup_size_choices = [64, 64], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 65536, max_workgroup_counts = [2147483647, 2147483647, 2147483647], max_load_instruction_bits = 128, simds_per_wgp = 4, vgpr_space_bits = 8192, dma_sizes = [32, 128]>>}>
func.func @k(%src: memref<8x64xf16, #amdgpu.address_space<fat_raw_buffer>>, %out: memref<64x8xf16>) attributes {hal.executable.target = #exec, translation_info = #translation} {
  %a = memref.alloc() : memref<512xf16, #wg>
  %h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<64, 8>] : memref<512xf16, #wg>
  %dst = memref.expand_shape %h [[0, 1]] output_shape [8, 64] : memref<512xf16, #wg> into memref<8x64xf16, #wg>
  scf.forall (%lane) in (64) {
    iree_gpu.coalesced_gather_dma %src into %dst lane(%lane) : memref<8x64xf16, #amdgpu.address_space<fat_raw_buffer>>, memref<8x64xf16, #wg>, index
  } {mapping = [#iree_gpu.lane_id<0>]}
  amdgpu.memory_counter_wait load(0)
  gpu.barrier
  %t = gpu.thread_id x upper_bound 64
  %c0 = arith.constant 0 : index
  %r = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%t]
  %c = affine.apply affine_map<()[s0] -> ((s0 floordiv 8) * 8)>()[%t]
  %v = vector.load %dst[%r, %c] : memref<8x64xf16, #wg>, vector<8xf16>
  vector.store %v, %out[%t, %c0] : memref<64x8xf16>, vector<8xf16>
  return
}
