// ---- leaves the dialect out where upstream does
module {
  func.func private @g()
  func.func @f(%c: i1) {
    call @g() : () -> ()
    scf.if %c {
      func.call @g() : () -> ()
    }
    return
  }
}
