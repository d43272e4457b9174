// ---- hears nothing from inactive lanes
%two = arith.constant 2 : i32
%one = arith.constant 1 : i32
%w = arith.constant 64 : i32
%zero = arith.constant 0 : i32
%m = arith.remui %a, %two : i32
%even = arith.cmpi eq, %m, %zero : i32
%r = scf.if %even -> (i32) {
  %v, %ok = gpu.shuffle xor %a, %one, %w : i32
  %bit = arith.extui %ok : i1 to i32
  scf.yield %bit : i32
} else {
  scf.yield %two : i32
}

// ---- broadcasts the first active lane, or a given one
%c = arith.constant 20 : i32
%low = arith.cmpi sge, %a, %c : i32
%r = scf.if %low -> (i32) {
  %f = gpu.subgroup_broadcast %a, first_active_lane : i32
  scf.yield %f : i32
} else {
  %one = arith.constant 7 : i32
  %s = gpu.subgroup_broadcast %a, specific_lane %one : i32
  scf.yield %s : i32
}
