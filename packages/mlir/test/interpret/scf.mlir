// Bodies from %a, the lane, and %b, a number below 17, to %r.

// ---- for: runs as often as each lane has to
%r = scf.for %k = %b to %a step %c3 iter_args(%s = %c1) -> (index) {
  %t = arith.muli %s, %c2 : index
  %m = arith.addi %t, %k : index
  %n = arith.remui %m, %c1000 : index
  scf.yield %n : index
}

// ---- for: passes swapped values on all at once
%z:2 = scf.for %k = %c0 to %b step %c1 iter_args(%p = %a, %q = %c3) -> (index, index) {
  scf.yield %q, %p : index, index
}
%t = arith.muli %z#0, %c2 : index
%r = arith.subi %t, %z#1 : index

// ---- for: rotates memrefs
%m0 = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
%m1 = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
memref.store %c2, %m0[%a] : memref<64xindex, #gpu.address_space<workgroup>>
memref.store %c3, %m1[%a] : memref<64xindex, #gpu.address_space<workgroup>>
%s:3 = scf.for %k = %c0 to %c3 step %c1 iter_args(%p = %m0, %q = %m1, %sum = %c0) -> (memref<64xindex, #gpu.address_space<workgroup>>, memref<64xindex, #gpu.address_space<workgroup>>, index) {
  %e = memref.load %p[%a] : memref<64xindex, #gpu.address_space<workgroup>>
  %tens = affine.apply affine_map<(d0)[s0] -> (d0 * 10 + s0)>(%sum)[%e]
  scf.yield %q, %p, %tens : memref<64xindex, #gpu.address_space<workgroup>>, memref<64xindex, #gpu.address_space<workgroup>>, index
}
%last = memref.load %s#0[%a] : memref<64xindex, #gpu.address_space<workgroup>>
%r = affine.apply affine_map<(d0)[s0] -> (d0 * 10 + s0)>(%s#2)[%last]

// ---- for: keeps what a lane had when it left an inner loop
%r = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %c0) -> (index) {
  %inner = scf.for %l = %k to %b step %c2 iter_args(%t = %s) -> (index) {
    %u = arith.addi %t, %l : index
    scf.yield %u : index
  }
  scf.yield %inner : index
}

// ---- if: takes both sides apart, three deep
%e0 = arith.andi %a, %c1 : index
%p0 = arith.cmpi ne, %e0, %c0 : index
%e1 = arith.andi %a, %c2 : index
%p1 = arith.cmpi ne, %e1, %c0 : index
%e2 = arith.andi %a, %c4 : index
%p2 = arith.cmpi ne, %e2, %c0 : index
%r = scf.if %p2 -> (index) {
  %y1_4 = scf.if %p1 -> (index) {
    %y0_6 = scf.if %p0 -> (index) {
      %x7 = arith.constant 49 : index
      scf.yield %x7 : index
    } else {
      %x6 = arith.constant 36 : index
      scf.yield %x6 : index
    }
    scf.yield %y0_6 : index
  } else {
    %y0_4 = scf.if %p0 -> (index) {
      %x5 = arith.constant 25 : index
      scf.yield %x5 : index
    } else {
      %x4 = arith.constant 16 : index
      scf.yield %x4 : index
    }
    scf.yield %y0_4 : index
  }
  scf.yield %y1_4 : index
} else {
  %y1_0 = scf.if %p1 -> (index) {
    %y0_2 = scf.if %p0 -> (index) {
      %x3 = arith.constant 9 : index
      scf.yield %x3 : index
    } else {
      %x2 = arith.constant 4 : index
      scf.yield %x2 : index
    }
    scf.yield %y0_2 : index
  } else {
    %y0_0 = scf.if %p0 -> (index) {
      %x1 = arith.constant 1 : index
      scf.yield %x1 : index
    } else {
      %x0 = arith.constant 0 : index
      scf.yield %x0 : index
    }
    scf.yield %y0_0 : index
  }
  scf.yield %y1_0 : index
}

// ---- if: leaves a store out for lanes that do not take part
%m = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
memref.store %c0, %m[%a] : memref<64xindex, #gpu.address_space<workgroup>>
%odd = arith.remui %a, %c2 : index
%p = arith.cmpi eq, %odd, %c1 : index
scf.if %p {
  memref.store %b, %m[%a] : memref<64xindex, #gpu.address_space<workgroup>>
}
%r = memref.load %m[%a] : memref<64xindex, #gpu.address_space<workgroup>>

// ---- while: ends for each lane at its own time
%w:2 = scf.while (%x = %a, %n = %c0) : (index, index) -> (index, index) {
  %more = arith.cmpi ugt, %x, %c1 : index
  scf.condition(%more) %x, %n : index, index
} do {
^bb0(%y: index, %m: index):
  %odd = arith.remui %y, %c2 : index
  %isOdd = arith.cmpi eq, %odd, %c1 : index
  %half = arith.divui %y, %c2 : index
  %triple = arith.muli %y, %c3 : index
  %up = arith.addi %triple, %c1 : index
  %next = arith.select %isOdd, %up, %half : index
  %count = arith.addi %m, %c1 : index
  scf.yield %next, %count : index, index
}
%r = arith.addi %w#0, %w#1 : index
