// ---- a dispatch of IREE whose sizes are constants of the launch
#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
func.func @dispatch() attributes {translation_info = #iree_codegen.translation_info<pipeline = LLVMGPUTileAndFuse workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n32 = hal.interface.constant.load layout(#layout) ordinal(0) : i32
  %n = arith.index_castui %n32 : i32 to index
  %in = hal.interface.binding.subspan layout(#layout) binding(0) offset(%c0) : memref<?x?xf32>{%n, %n}
  %lds = memref.alloc() : memref<64x32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  scf.for %k = %c0 to %n step %c32 {
    %v = memref.load %in[%t, %k] : memref<?x?xf32>
    memref.store %v, %lds[%t, %c0] : memref<64x32xf32, #gpu.address_space<workgroup>>
  }
  return
}
