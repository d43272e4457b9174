// Bodies in a kernel of 2 x 2 workgroups of 32 x 4 threads, %bx, %by, %x and %y; %t counts the threads of a workgroup from 1.

// ---- deals iterations to threads
%z = arith.addi %bx, %by : index
%first = arith.cmpi eq, %z, %c0 : index
%half = arith.cmpi ult, %y, %c2 : index
%both = arith.andi %first, %half : i1
scf.if %first {
  scf.forall (%i) in (300) {
    memref.store %t, %out[%i] : memref<4096xindex>
  } {mapping = [#gpu.thread<linear_dim_0>]}
}

// ---- deals iterations to lanes
%z = arith.addi %bx, %by : index
%first = arith.cmpi eq, %z, %c0 : index
%half = arith.cmpi ult, %y, %c2 : index
%both = arith.andi %first, %half : i1
scf.if %both {
  scf.forall (%i) in (300) {
    memref.store %t, %out[%i] : memref<4096xindex>
  } {mapping = [#iree_gpu.lane_id<0>]}
}

// ---- goes through all dimensions of one kind as one, with bounds and steps
scf.forall (%i, %j) = (2, 1) to (20, 40) step (3, 2) {
  %at = affine.apply affine_map<()[s0, s1] -> (s0 * 100 + s1)>()[%i, %j]
  memref.store %t, %out[%at] : memref<4096xindex>
} {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}

// ---- maps each dimension to its own worker
scf.forall (%b, %c) in (2, 2) {
  scf.forall (%i, %j) in (4, 32) {
    %at = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 * 1024 + s1 * 512 + s2 * 32 + s3)>()[%b, %c, %i, %j]
    memref.store %t, %out[%at] : memref<4096xindex>
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
} {mapping = [#gpu.block<y>, #gpu.block<x>]}

// ---- deals to warps and workgroups by their numbers
scf.forall (%b) in (4) {
  scf.forall (%w) in (2) {
    %at = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 * 512 + s1 * 128 + s2 + s3 * 32)>()[%b, %w, %x, %y]
    memref.store %c1, %out[%at] : memref<4096xindex>
  } {mapping = [#gpu.warp<linear_dim_0>]}
} {mapping = [#iree_codegen.workgroup_mapping<x>]}
