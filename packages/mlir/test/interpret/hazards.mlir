// Two waves of 64 and a buffer in LDS; `%me` is the work-item, `%other` that of the other wave in its lane. What is told of a kernel
// is behind `//!`: the second access, and the first one.

// ---- a read that a store does not wait for
memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
//! lds-race: memref.store %value, %lds[%me], with: %v = memref.load %lds[%other]

// ---- a read that a store waits for
memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>

// ---- a copy that the compiler waits for, with reads up to its first and from its last byte
amdgpu.memory_counter_wait ds(0)
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%edge = affine.apply affine_map<()[s0] -> (s0 + (s0 floordiv 32) * 64)>()[%lane]
scf.if %first {
  amdgpu.gather_to_lds %in[%me], %lds[%c32] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
  %v = memref.load %lds[%edge] : memref<128xi32, #gpu.address_space<workgroup>>
}
rocdl.s.barrier
%inside = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%lane]
%w = memref.load %lds[%inside] : memref<128xi32, #gpu.address_space<workgroup>>
//! unfinished-async-copy: %w = memref.load %lds[%inside], with: amdgpu.gather_to_lds %in[%me], %lds[%c32]

// ---- stores of different values
memref.store %mine, %lds[%lane] : memref<128xi32, #gpu.address_space<workgroup>>
//! lds-race: memref.store %mine, %lds[%lane], with: memref.store %mine, %lds[%lane]

// ---- stores of equal values
memref.store %value, %lds[%lane] : memref<128xi32, #gpu.address_space<workgroup>>

// ---- a loop without barriers
scf.for %i = %c0 to %c4 step %c1 {
  memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
  %v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
}
//! lds-race: memref.store %mine, %lds[%me], with: %v = memref.load %lds[%other]
//! lds-race: %v = memref.load %lds[%other], with: memref.store %mine, %lds[%me]

// ---- a loop with a barrier behind the store
scf.for %i = %c0 to %c4 step %c1 {
  memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
  %v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
}
//! lds-race: memref.store %mine, %lds[%me], with: %v = memref.load %lds[%other]

// ---- a loop with a barrier behind the read
scf.for %i = %c0 to %c4 step %c1 {
  memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
  %v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
}
//! lds-race: %v = memref.load %lds[%other], with: memref.store %mine, %lds[%me]

// ---- a loop with both
scf.for %i = %c0 to %c4 step %c1 {
  memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
  %v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
}

// ---- what a wave does with its own bytes, lane by lane or over time
memref.store %mine, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
%v = memref.load %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
%back = affine.apply affine_map<()[s0, s1] -> (s1 * 64 + 63 - s0)>()[%lane, %wave]
%w = memref.load %lds[%back] : memref<128xi32, #gpu.address_space<workgroup>>

// ---- equal values of lanes at one place
scf.if %first {
  memref.store %value, %lds[%c4] : memref<128xi32, #gpu.address_space<workgroup>>
}

// ---- overlapping vectors of lanes
%v = vector.broadcast %mine : i32 to vector<2xi32>
%at = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%me]
scf.if %first {
  vector.store %v, %lds[%at] : memref<128xi32, #gpu.address_space<workgroup>>, vector<2xi32>
}
//! lane-collision: vector.store %v, %lds[%at]

// ---- a copy over what another wave still reads
scf.for %i = %c0 to %c4 step %c1 {
  amdgpu.gather_to_lds async %in[%me], %lds[%half] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait load(0)
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
  %v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
}
//! lds-race: amdgpu.gather_to_lds async %in[%me], %lds[%half], with: %v = memref.load %lds[%other]

// ---- a copy behind a barrier
scf.for %i = %c0 to %c4 step %c1 {
  amdgpu.gather_to_lds async %in[%me], %lds[%half] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait load(0)
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
  %v = memref.load %lds[%other] : memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
}

// ---- a store of the own wave before the wait
scf.if %first {
  amdgpu.gather_to_lds async %in[%me], %lds[%c0] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
  memref.store %value, %lds[%lane] : memref<128xi32, #gpu.address_space<workgroup>>
}
//! unfinished-async-copy: memref.store %value, %lds[%lane], with: amdgpu.gather_to_lds async %in[%me], %lds[%c0]

// ---- a store of the own wave before the copy
scf.if %first {
  memref.store %value, %lds[%lane] : memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.gather_to_lds async %in[%me], %lds[%c0] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
}

// ---- a store behind the wait
scf.if %first {
  amdgpu.gather_to_lds async %in[%me], %lds[%c0] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
  amdgpu.memory_counter_wait load(0)
  memref.store %value, %lds[%lane] : memref<128xi32, #gpu.address_space<workgroup>>
}

// ---- copies of the same data to the same place
amdgpu.gather_to_lds async %in[%lane], %lds[%c0] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>

// ---- bytes that a copy wrote
amdgpu.gather_to_lds async %in[%lane], %lds[%c0] : i32, memref<4096xi32>, memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait load(0)
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%v = memref.load %lds[%lane] : memref<128xi32, #gpu.address_space<workgroup>>

// ---- an atomic
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%old = memref.atomic_rmw addi %value, %lds[%c0] : (i32, memref<128xi32, #gpu.address_space<workgroup>>) -> i32

// ---- an atomic and a read
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%old = memref.atomic_rmw addi %value, %lds[%c0] : (i32, memref<128xi32, #gpu.address_space<workgroup>>) -> i32
%v = memref.load %lds[%c0] : memref<128xi32, #gpu.address_space<workgroup>>
//! lds-race: %v = memref.load %lds[%c0], with: %old = memref.atomic_rmw addi %value, %lds[%c0]

// ---- an atomic, a barrier and a read
memref.store %value, %lds[%me] : memref<128xi32, #gpu.address_space<workgroup>>
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%old = memref.atomic_rmw addi %value, %lds[%c0] : (i32, memref<128xi32, #gpu.address_space<workgroup>>) -> i32
amdgpu.memory_counter_wait ds(0)
rocdl.s.barrier
%v = memref.load %lds[%c0] : memref<128xi32, #gpu.address_space<workgroup>>

// ---- an atomic that has nothing to begin with
%old = memref.atomic_rmw addi %value, %lds[%c0] : (i32, memref<128xi32, #gpu.address_space<workgroup>>) -> i32
//! uninitialized-lds: %old = memref.atomic_rmw addi %value, %lds[%c0]
