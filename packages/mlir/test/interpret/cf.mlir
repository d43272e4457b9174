// Loops that lanes leave at different times, with %r. %i is the lane as an i32.

// ---- keep what they left with
cf.br ^head(%c0 : i32)
^head(%n: i32):
  %r = arith.muli %n, %n : i32
  %next = arith.addi %n, %c1 : i32
  %again = arith.cmpi slt, %n, %i : i32
  cf.cond_br %again, ^head(%next : i32), ^exit

// ---- keep what other lanes gave them
cf.br ^head(%c0 : i32)
^head(%n: i32):
  %r = gpu.subgroup_broadcast %n, first_active_lane : i32
  %next = arith.addi %n, %c1 : i32
  %again = arith.cmpi slt, %n, %i : i32
  cf.cond_br %again, ^head(%next : i32), ^exit

// ---- keep it through two loops at once
cf.br ^outer(%c0 : i32)
^outer(%n: i32):
  %first = arith.muli %n, %c3 : i32
  cf.br ^inner(%n : i32)
^inner(%m: i32):
  %seen = gpu.subgroup_broadcast %m, first_active_lane : i32
  %second = arith.addi %seen, %first : i32
  %step = arith.addi %m, %c1 : i32
  %done = arith.cmpi sge, %step, %i : i32
  %r = arith.addi %first, %second : i32
  cf.cond_br %done, ^exit, ^latch
^latch:
  %odd = arith.andi %step, %c1 : i32
  %isOdd = arith.trunci %odd : i32 to i1
  cf.cond_br %isOdd, ^inner(%step : i32), ^outer(%step : i32)

// ---- meet before a barrier behind the loop, and after an inner one that goes on outside
cf.br ^outer(%c0 : i32)
^outer(%n: i32):
  gpu.barrier
  cf.br ^inner(%n : i32)
^inner(%r: i32):
  %step = arith.addi %r, %c1 : i32
  %more = arith.cmpi slt, %step, %i : i32
  cf.cond_br %more, ^inner(%step : i32), ^latch
^latch:
  %next = arith.addi %n, %c1 : i32
  %again = arith.cmpi slt, %next, %c3 : i32
  cf.cond_br %again, ^outer(%next : i32), ^end
^end:
  gpu.barrier
  cf.br ^exit
