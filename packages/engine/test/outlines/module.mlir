#loc1 = loc("matmul.py":7:3)
func.func @k(%lb: index, %n: index, %c: i1) {
  scf.for %i = %lb to %n step %n {
    gpu.barrier loc(#loc1)
    scf.for %j = %lb to %n step %n {
      %x = arith.addi %i, %j : index loc(callsite("lib.py":2:1 at #loc1))
    }
  }
  cf.br ^head
^head:
  %y = arith.addi %n, %n : index
  cf.cond_br %c, ^head, ^end
^end:
  %z = arith.muli %n, %n : index
  return
}

// loop of %x =: 5-7
// loop of gpu.barrier: 3-8
// loop of %y =: 11-12
// loop of %z =: none
// source of gpu.barrier: matmul.py:7
// source of %x =: lib.py:2 matmul.py:7
