; A lane of %a == %b, or of %c, has to leave %a; structurizecfg drops that value for lanes that come by way of %other.
; opt -mcpu=gfx942 -passes=structurizecfg -S: %1 = phi i64 [ %value, %other ], [ %wide, %0 ], then store i64 %1
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %lane = tail call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %lane
  %a = load i32, ptr addrspace(1) %from
  %equal = icmp eq i32 %a, %lane
  br i1 %equal, label %taken, label %other

other:
  %value = zext i32 %lane to i64
  %c = icmp sgt i32 %a, 31
  br i1 %c, label %taken, label %done

taken:
  %wide = zext i32 %a to i64
  br label %done

done:
  %result = phi i64 [ %wide, %taken ], [ %value, %other ]
  %to = getelementptr i64, ptr addrspace(1) %out, i32 %lane
  store i64 %result, ptr addrspace(1) %to
  ret void

  uselistorder label %taken, { 1, 0 }
}
declare i32 @llvm.amdgcn.workitem.id.x()
