; Lanes differ in which constant they store. GlobalISel keeps the phi in a scalar register, so all lanes store the last.
; llc -mcpu=gfx90a -global-isel -O1: s_load_dword s4, s[0:1], 0x0, then v_mov_b32_e32 v1, s4
; llc -mcpu=gfx1201 -global-isel -O1 -stop-before=instruction-select: %24:sgpr(s32) = G_PHI
; llc -mcpu=gfx1201 -global-isel -O1 -stop-before=instruction-select -new-reg-bank-select: %24:vgpr(s32) = G_PHI
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %lane = tail call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %lane
  %a = load i32, ptr addrspace(1) %from
  %c = icmp sgt i32 %a, 31
  br i1 %c, label %more, label %done

more:
  %d = load i32, ptr addrspace(1) %in
  store i32 1, ptr addrspace(1) %from
  br label %done

done:
  %result = phi i32 [ %d, %more ], [ 243, %0 ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %result, ptr addrspace(1) %to
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
