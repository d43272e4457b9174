// ---- functions
func.func private @collatz(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c0 = arith.constant 0 : i32
  cf.br ^head(%x, %c0 : i32, i32)
^head(%y: i32, %n: i32):
  %small = arith.cmpi sle, %y, %c1 : i32
  cf.cond_br %small, ^exit, ^step
^step:
  %more = func.call @next(%y) : (i32) -> i32
  %m = arith.addi %n, %c1 : i32
  cf.br ^head(%more, %m : i32, i32)
^exit:
  return %n : i32
}
func.func private @next(%y: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %odd = arith.trunci %y : i32 to i1
  cf.cond_br %odd, ^odd, ^even
^odd:
  %a = arith.muli %y, %c3 : i32
  %b = arith.addi %a, %c1 : i32
  return %b : i32
^even:
  %h = arith.shrui %y, %c1 : i32
  return %h : i32
}

// ---- calls of %a, and of 2 * %a
%low = arith.trunci %a : i32 to i1
cf.cond_br %low, ^one, ^two
^one:
  %p = func.call @collatz(%a) : (i32) -> i32
  cf.br ^join(%p : i32)
^two:
  %double = arith.addi %a, %a : i32
  %q = func.call @collatz(%double) : (i32) -> i32
  cf.br ^join(%q : i32)
^join(%r: i32):
