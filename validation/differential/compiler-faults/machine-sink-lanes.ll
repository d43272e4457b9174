; Lanes read each other before the branch. machine-sink moves v_mov_b32_dpp with dpp8 into the block behind it, where lanes
; that it reads are not active; it does the same to v_permlane64_b32. Moves by other DPP controls stay where they are.
; llc -mcpu=gfx1100: s_cbranch_execz .LBB0_2, then v_mov_b32_dpp v1, v1 dpp8:[4,6,7,6,3,0,0,7]
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %lane = tail call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %lane
  %a = load i32, ptr addrspace(1) %from
  %moved = call i32 @llvm.amdgcn.mov.dpp8.i32(i32 %a, i32 14695924)
  %c = icmp sgt i32 %a, 31
  br i1 %c, label %more, label %done

more:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %moved, ptr addrspace(1) %to
  br label %done

done:
  ret void
}
declare i32 @llvm.amdgcn.mov.dpp8.i32(i32, i32 immarg)
declare i32 @llvm.amdgcn.workitem.id.x()
