; GlobalISel refuses shared memory in a function that is not a kernel: it warns, and puts `s_trap 2` there.
; llc -mcpu=gfx90a -global-isel: s_trap 2
@m = internal addrspace(3) global [16 x i32] poison

define internal i32 @get() noinline {
  %value = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @m, i32 8)
  ret i32 %value
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @m, i32 8)
  %value = call i32 @get()
  store i32 %value, ptr addrspace(1) %out
  ret void
}
