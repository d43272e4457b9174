// ---- a loop that carries a value
func.func @f(%x: index, %n: index) -> index {
  %a = arith.addi %x, %n : index
  %r = scf.for %i = %a to %n step %a iter_args(%s = %x) -> (index) {
    %b = arith.muli %i, %a : index
    %c = arith.addi %b, %s : index
    scf.yield %c : index
  }
  %d = arith.subi %r, %a : index
  return %d : index
}

// ---- knows entry blocks of a control-flow graph, and values that jumps pass
func.func @g(%x: index, %p: i1) -> index {
  %a = arith.addi %x, %x : index
  cf.cond_br %p, ^bb1(%a : index), ^bb2
^bb1(%y: index):
  %b = arith.addi %y, %a : index
  return %b : index
^bb2:
  return %a : index
}
