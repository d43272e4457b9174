// Bodies from %a, the lane, to %r.

// ---- adds up in scf.parallel
%r = scf.parallel (%m, %n) = (%c0, %c1) to (%a, %c5) step (%c2, %c1) init (%c2) -> index {
  %p = arith.muli %m, %n : index
  scf.reduce(%p : index) {
  ^bb0(%left: index, %right: index):
    %s = arith.addi %left, %right : index
    scf.reduce.return %s : index
  }
}

// ---- chooses by scf.index_switch
%k = arith.remui %a, %c5 : index
%r = scf.index_switch %k -> index
case 1 { scf.yield %a : index }
case 3 {
  %t = arith.muli %a, %a : index
  scf.yield %t : index
}
default { scf.yield %c2 : index }

// ---- inlines scf.execute_region
%r = scf.execute_region -> index {
  %t = arith.addi %a, %c5 : index
  scf.yield %t : index
}

// ---- passes values and memrefs on
%n = util.assume.int %a<umin = 0, umax = 63> : index
%j = util.optimization_barrier %n : index
%m = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
%b = iree_gpu.buffer_resource_cast %m : memref<64xindex, #gpu.address_space<workgroup>>
memref.store %j, %b[%j] : memref<64xindex, #gpu.address_space<workgroup>>
%s = iree_gpu.barrier_region ins(%j : index) {
^bb0(%k: index):
  %o = arith.subi %c63, %k : index
  %e = memref.load %m[%o] : memref<64xindex, #gpu.address_space<workgroup>>
  iree_gpu.yield %e : index
} : index
%r = iree_codegen.index_hint %s(#iree_gpu.lane_constant<64>) : index
