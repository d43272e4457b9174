// ---- pass through constants, conditions and loops
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c5 = arith.constant 5 : index
%k = arith.constant 6364136223846793005 : i64
%positive = arith.cmpi sgt, %y, %x : i64
%start = scf.if %positive -> i64 {
  scf.yield %x : i64
} else {
  scf.yield %y : i64
}
%s = scf.for %round = %c0 to %c5 step %c1 iter_args(%h = %start) -> i64 {
  %m = arith.muli %h, %k : i64
  %n = arith.xori %m, %y : i64
  scf.yield %n : i64
}
