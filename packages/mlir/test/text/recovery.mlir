// ---- gives an early use the object of the later definition
func.func @f(%c: i1) {
  cf.br ^late
^early:
  "test.use"(%x#1) : (f32) -> ()
  return
^late:
  %x:2 = "test.two"() : () -> (i32, f32)
  cf.br ^early
}

// ---- operations that we do not know are kept word for word, with the values that they mention
func.func @f(%a: i32, %b: memref<4xf32>) {
  %0:2 = other.op %a, {x = "}"} // a comment with {
  %1 = other.region ins(%b : memref<4xf32>) {
    ^bb0(%in: f32):
    %x = other.inner %in : f32
    other.yield %x : f32
  } -> tensor<4xf32>
  %2 = other.typed %0#1 < %a : f32
  other.last %2, %1
  return
}
