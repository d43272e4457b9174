#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "float", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, !llvm.ptr<1> = dense<64> : vector<4xi64>, !llvm.ptr<2> = dense<32> : vector<4xi64>, !llvm.ptr<3> = dense<32> : vector<4xi64>, !llvm.ptr<4> = dense<64> : vector<4xi64>, !llvm.ptr<5> = dense<32> : vector<4xi64>, !llvm.ptr<6> = dense<32> : vector<4xi64>, !llvm.ptr<7> = dense<[160, 256, 256, 32]> : vector<4xi64>, !llvm.ptr<8> = dense<[128, 128, 128, 48]> : vector<4xi64>, !llvm.ptr<9> = dense<[192, 256, 256, 32]> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 32, 64>, "dlti.stack_alignment" = 32 : i64, "dlti.alloca_memory_space" = 5 : ui64, "dlti.global_memory_space" = 1 : ui64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "amdgcn-amd-amdhsa"} {
  llvm.mlir.global internal unnamed_addr @_ZZ10gemm_edgesE2as() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<32 x array<32 x f32>> {
    %0 = llvm.mlir.undef : !llvm.array<32 x array<32 x f32>>
    llvm.return %0 : !llvm.array<32 x array<32 x f32>>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ10gemm_edgesE2bs() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<32 x array<32 x f32>> {
    %0 = llvm.mlir.undef : !llvm.array<32 x array<32 x f32>>
    llvm.return %0 : !llvm.array<32 x array<32 x f32>>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ13grouped_tilesE4tile() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<32 x array<32 x f32>> {
    %0 = llvm.mlir.undef : !llvm.array<32 x array<32 x f32>>
    llvm.return %0 : !llvm.array<32 x array<32 x f32>>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ15transpose_edgesE4tile() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<32 x array<33 x f32>> {
    %0 = llvm.mlir.undef : !llvm.array<32 x array<33 x f32>>
    llvm.return %0 : !llvm.array<32 x array<33 x f32>>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ13stencil_edgesE4line() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<258 x f32> {
    %0 = llvm.mlir.undef : !llvm.array<258 x f32>
    llvm.return %0 : !llvm.array<258 x f32>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ14reduction_tailE4sums() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<256 x f32> {
    %0 = llvm.mlir.undef : !llvm.array<256 x f32>
    llvm.return %0 : !llvm.array<256 x f32>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ6causalE4tile() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<32 x array<32 x f32>> {
    %0 = llvm.mlir.undef : !llvm.array<32 x array<32 x f32>>
    llvm.return %0 : !llvm.array<32 x array<32 x f32>>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ8triangleE4line() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<64 x f32> {
    %0 = llvm.mlir.undef : !llvm.array<64 x f32>
    llvm.return %0 : !llvm.array<64 x f32>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ6raggedE4line() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<64 x f32> {
    %0 = llvm.mlir.undef : !llvm.array<64 x f32>
    llvm.return %0 : !llvm.array<64 x f32>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ7rotatedE4line() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<256 x f32> {
    %0 = llvm.mlir.undef : !llvm.array<128 x f32>
    llvm.return %0 : !llvm.array<128 x f32>
  }
  llvm.mlir.global internal unnamed_addr @_ZZ7split_kE4line() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<64 x f32> {
    %0 = llvm.mlir.undef : !llvm.array<64 x f32>
    llvm.return %0 : !llvm.array<64 x f32>
  }
  llvm.mlir.global internal @_ZZ4binsE6counts() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<64 x i32> {
    %0 = llvm.mlir.undef : !llvm.array<64 x i32>
    llvm.return %0 : !llvm.array<64 x i32>
  }
  llvm.mlir.global external @__hip_cuid_8479ff015f958a42(0 : i8) {addr_space = 1 : i32} : i8
  llvm.mlir.global appending @llvm.compiler.used() {addr_space = 1 : i32, section = "llvm.metadata"} : !llvm.array<1 x ptr> {
    %0 = llvm.mlir.addressof @__hip_cuid_8479ff015f958a42 : !llvm.ptr<1>
    %1 = llvm.addrspacecast %0 : !llvm.ptr<1> to !llvm.ptr
    %2 = llvm.mlir.undef : !llvm.array<1 x ptr>
    %3 = llvm.insertvalue %1, %2[0] : !llvm.array<1 x ptr> 
    llvm.return %3 : !llvm.array<1 x ptr>
  }
  llvm.module_flags [#llvm.mlir.module_flag<error, "amdhsa_code_object_version", 600 : i32>, #llvm.mlir.module_flag<error, "amdgpu_printf_kind", "hostcall">, #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @gemm_edges(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}, %arg3: i32 {llvm.noundef}, %arg4: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "256,256"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(31 : i32) : i32
    %1 = llvm.mlir.constant(5 : i32) : i32
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %4 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
    %5 = llvm.mlir.addressof @_ZZ10gemm_edgesE2as : !llvm.ptr<3>
    %6 = llvm.mlir.addressof @_ZZ10gemm_edgesE2bs : !llvm.ptr<3>
    %7 = llvm.mlir.constant(false) : i1
    %8 = llvm.mlir.constant(8 : i32) : i32
    %9 = llvm.mlir.constant(24 : i32) : i32
    %10 = llvm.mlir.constant(10 : i32) : i32
    %11 = llvm.mlir.constant(1 : i32) : i32
    %12 = llvm.mlir.constant(4 : i32) : i32
    %13 = llvm.mlir.constant(32 : i32) : i32
    %14 = llvm.mlir.constant(3 : i32) : i32
    %15 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %16 = llvm.and %15, %0 : i32
    %17 = llvm.lshr %15, %1 : i32
    %18 = llvm.icmp "sgt" %arg4, %2 : i32
    llvm.cond_br %18, ^bb1, ^bb3(%4 : vector<4xf32>)
  ^bb1:  // pred: ^bb0
    %19 = llvm.getelementptr inbounds|nuw %5[%16] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %20 = llvm.getelementptr inbounds|nuw %6[%16] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %21 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> i32
    %22 = llvm.shl %21, %1 overflow<nsw> : i32
    %23 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> i32
    %24 = llvm.shl %23, %1 overflow<nsw> : i32
    %25 = llvm.or disjoint %24, %16 : i32
    %26 = llvm.icmp "slt" %25, %arg3 : i32
    %27 = llvm.getelementptr inbounds|nuw %5[%17] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    %28 = llvm.getelementptr inbounds|nuw %6[%16] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.br ^bb2(%2, %4 : i32, vector<4xf32>)
  ^bb2(%29: i32, %30: vector<4xf32>):  // 2 preds: ^bb1, ^bb11
    %31 = llvm.or disjoint %29, %16 : i32
    %32 = llvm.icmp "slt" %31, %arg4 : i32
    %33 = llvm.or disjoint %29, %16 : i32
    llvm.br ^bb5(%17 : i32)
  ^bb3(%34: vector<4xf32>):  // 2 preds: ^bb0, ^bb11
    %35 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> (i32 {llvm.noundef})
    %36 = llvm.shl %35, %1 overflow<nsw> : i32
    %37 = llvm.or disjoint %36, %17 : i32
    %38 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %39 = llvm.shl %38, %1 overflow<nsw> : i32
    %40 = llvm.or disjoint %39, %16 : i32
    %41 = llvm.icmp "slt" %40, %arg3 : i32
    llvm.br ^bb15(%2 : i32)
  ^bb4:  // pred: ^bb9
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    llvm.br ^bb10(%2, %30 : i32, vector<4xf32>)
  ^bb5(%42: i32):  // 2 preds: ^bb2, ^bb9
    %43 = llvm.add %42, %22 overflow<nsw, nuw> : i32
    %44 = llvm.icmp "slt" %43, %arg2 : i32
    %45 = llvm.select %44, %32, %7 : i1, i1
    llvm.cond_br %45, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    %46 = llvm.mul %43, %arg4 overflow<nsw> : i32
    %47 = llvm.add %33, %46 : i32
    %48 = llvm.sext %47 : i32 to i64
    %49 = llvm.getelementptr inbounds %arg1[%48] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %50 = llvm.load %49 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %51 = llvm.getelementptr inbounds|nuw %19[%42] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    llvm.store %50, %51 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb7
  ^bb7:  // 2 preds: ^bb5, ^bb6
    %52 = llvm.or disjoint %42, %29 : i32
    %53 = llvm.icmp "slt" %52, %arg4 : i32
    %54 = llvm.select %53, %26, %7 : i1, i1
    llvm.cond_br %54, ^bb8, ^bb9
  ^bb8:  // pred: ^bb7
    %55 = llvm.mul %52, %arg3 overflow<nsw> : i32
    %56 = llvm.add %55, %25 overflow<nsw> : i32
    %57 = llvm.sext %56 : i32 to i64
    %58 = llvm.getelementptr inbounds %arg1[%57] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %59 = llvm.load %58 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %60 = llvm.getelementptr inbounds|nuw %20[%42] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    llvm.store %59, %60 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb9
  ^bb9:  // 2 preds: ^bb7, ^bb8
    %61 = llvm.add %42, %8 overflow<nsw, nuw> : i32
    %62 = llvm.icmp "ult" %42, %9 : i32
    llvm.cond_br %62, ^bb5(%61 : i32), ^bb4 {loop_annotation = #loop_annotation}
  ^bb10(%63: i32, %64: vector<4xf32>):  // 2 preds: ^bb4, ^bb12
    %65 = llvm.getelementptr inbounds|nuw %27[%63] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %66 = llvm.getelementptr inbounds|nuw %28[%63] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    %67 = llvm.load %66 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    llvm.br ^bb13(%2, %64 : i32, vector<4xf32>)
  ^bb11:  // pred: ^bb12
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %68 = llvm.add %29, %13 overflow<nsw, nuw> : i32
    %69 = llvm.icmp "slt" %68, %arg4 : i32
    llvm.cond_br %69, ^bb2(%68, %80 : i32, vector<4xf32>), ^bb3(%80 : vector<4xf32>) {loop_annotation = #loop_annotation}
  ^bb12:  // pred: ^bb13
    %70 = llvm.add %63, %11 overflow<nsw, nuw> : i32
    %71 = llvm.icmp "eq" %70, %13 : i32
    llvm.cond_br %71, ^bb11, ^bb10(%70, %80 : i32, vector<4xf32>) {loop_annotation = #loop_annotation}
  ^bb13(%72: i32, %73: vector<4xf32>):  // 2 preds: ^bb10, ^bb13
    %74 = llvm.shl %72, %10 overflow<nsw, nuw> : i32
    %75 = llvm.getelementptr inbounds|nuw %65[%74] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %76 = llvm.load %75 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %77 = llvm.fmul %76, %67 {fastmathFlags = #llvm.fastmath<contract>} : f32
    %78 = llvm.extractelement %73[%72 : i32] : vector<4xf32>
    %79 = llvm.fadd %78, %77 {fastmathFlags = #llvm.fastmath<contract>} : f32
    %80 = llvm.insertelement %79, %73[%72 : i32] : vector<4xf32>
    %81 = llvm.add %72, %11 overflow<nsw, nuw> : i32
    %82 = llvm.icmp "eq" %81, %12 : i32
    llvm.cond_br %82, ^bb12, ^bb13(%81, %80 : i32, vector<4xf32>) {loop_annotation = #loop_annotation}
  ^bb14:  // pred: ^bb17
    llvm.return
  ^bb15(%83: i32):  // 2 preds: ^bb3, ^bb17
    %84 = llvm.shl %83, %14 overflow<nsw, nuw> : i32
    %85 = llvm.add %37, %84 overflow<nsw> : i32
    %86 = llvm.icmp "slt" %85, %arg2 : i32
    %87 = llvm.select %86, %41, %7 : i1, i1
    llvm.cond_br %87, ^bb16, ^bb17
  ^bb16:  // pred: ^bb15
    %88 = llvm.extractelement %34[%83 : i32] : vector<4xf32>
    %89 = llvm.mul %85, %arg3 overflow<nsw> : i32
    %90 = llvm.add %89, %40 overflow<nsw> : i32
    %91 = llvm.sext %90 : i32 to i64
    %92 = llvm.getelementptr inbounds %arg0[%91] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %88, %92 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.br ^bb17
  ^bb17:  // 2 preds: ^bb15, ^bb16
    %93 = llvm.add %83, %11 overflow<nsw, nuw> : i32
    %94 = llvm.icmp "eq" %93, %12 : i32
    llvm.cond_br %94, ^bb14, ^bb15(%93 : i32) {loop_annotation = #loop_annotation}
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @grouped_tiles(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}, %arg3: i32 {llvm.noundef}, %arg4: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "256,256"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(3 : i32) : i32
    %1 = llvm.mlir.constant(8 : i32) : i32
    %2 = llvm.mlir.constant(31 : i32) : i32
    %3 = llvm.mlir.constant(5 : i32) : i32
    %4 = llvm.mlir.addressof @_ZZ13grouped_tilesE4tile : !llvm.ptr<3>
    %5 = llvm.mlir.constant(24 : i32) : i32
    %6 = llvm.shl %arg3, %0 overflow<nsw> : i32
    %7 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %8 = llvm.sdiv %7, %6 : i32
    %9 = llvm.shl %8, %0 overflow<nsw> : i32
    %10 = llvm.sub %arg2, %9 overflow<nsw> : i32
    %11 = llvm.intr.smin(%10, %1) : (i32, i32) -> i32
    %12 = llvm.mul %8, %6 : i32
    %13 = llvm.sub %7, %12 : i32
    %14 = llvm.sdiv %13, %11 : i32
    %15 = llvm.mul %14, %11 : i32
    %16 = llvm.sub %13, %15 : i32
    %17 = llvm.add %16, %9 overflow<nsw> : i32
    %18 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %19 = llvm.and %18, %2 : i32
    %20 = llvm.lshr %18, %3 : i32
    %21 = llvm.getelementptr inbounds|nuw %4[%19] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %22 = llvm.shl %17, %3 overflow<nsw> : i32
    %23 = llvm.shl %14, %3 overflow<nsw> : i32
    %24 = llvm.or disjoint %23, %19 : i32
    llvm.br ^bb2(%20 : i32)
  ^bb1:  // pred: ^bb2
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %25 = llvm.getelementptr inbounds|nuw %4[%19] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    %26 = llvm.shl %14, %3 overflow<nsw> : i32
    %27 = llvm.shl %17, %3 overflow<nsw> : i32
    %28 = llvm.or disjoint %27, %19 : i32
    llvm.br ^bb4(%20 : i32)
  ^bb2(%29: i32):  // 2 preds: ^bb0, ^bb2
    %30 = llvm.add %29, %22 overflow<nsw, nuw> : i32
    %31 = llvm.mul %30, %arg4 overflow<nsw> : i32
    %32 = llvm.add %24, %31 : i32
    %33 = llvm.sext %32 : i32 to i64
    %34 = llvm.getelementptr inbounds %arg1[%33] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %35 = llvm.load %34 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %36 = llvm.getelementptr inbounds|nuw %21[%29] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    llvm.store %35, %36 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    %37 = llvm.add %29, %1 overflow<nsw, nuw> : i32
    %38 = llvm.icmp "ult" %29, %5 : i32
    llvm.cond_br %38, ^bb2(%37 : i32), ^bb1 {loop_annotation = #loop_annotation}
  ^bb3:  // pred: ^bb4
    llvm.return
  ^bb4(%39: i32):  // 2 preds: ^bb1, ^bb4
    %40 = llvm.getelementptr inbounds|nuw %25[%39] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %41 = llvm.load %40 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %42 = llvm.add %39, %26 overflow<nsw, nuw> : i32
    %43 = llvm.mul %42, %arg4 overflow<nsw> : i32
    %44 = llvm.add %28, %43 : i32
    %45 = llvm.sext %44 : i32 to i64
    %46 = llvm.getelementptr inbounds %arg0[%45] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %41, %46 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    %47 = llvm.add %39, %1 overflow<nsw, nuw> : i32
    %48 = llvm.icmp "ult" %39, %5 : i32
    llvm.cond_br %48, ^bb4(%47 : i32), ^bb3 {loop_annotation = #loop_annotation}
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @transpose_edges(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}, %arg3: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "256,256"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(31 : i32) : i32
    %1 = llvm.mlir.constant(5 : i32) : i32
    %2 = llvm.mlir.addressof @_ZZ15transpose_edgesE4tile : !llvm.ptr<3>
    %3 = llvm.mlir.constant(false) : i1
    %4 = llvm.mlir.constant(8 : i32) : i32
    %5 = llvm.mlir.constant(24 : i32) : i32
    %6 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %7 = llvm.and %6, %0 : i32
    %8 = llvm.lshr %6, %1 : i32
    %9 = llvm.getelementptr inbounds|nuw %2[%7] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %10 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> (i32 {llvm.noundef})
    %11 = llvm.shl %10, %1 overflow<nsw> : i32
    %12 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %13 = llvm.shl %12, %1 overflow<nsw> : i32
    %14 = llvm.or disjoint %13, %7 : i32
    %15 = llvm.icmp "slt" %14, %arg3 : i32
    llvm.br ^bb2(%8 : i32)
  ^bb1:  // pred: ^bb4
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %16 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %17 = llvm.shl %16, %1 overflow<nsw> : i32
    %18 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> (i32 {llvm.noundef})
    %19 = llvm.shl %18, %1 overflow<nsw> : i32
    %20 = llvm.or disjoint %19, %7 : i32
    %21 = llvm.icmp "slt" %20, %arg2 : i32
    %22 = llvm.getelementptr inbounds|nuw %2[%7] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<33 x f32>
    llvm.br ^bb6(%8 : i32)
  ^bb2(%23: i32):  // 2 preds: ^bb0, ^bb4
    %24 = llvm.add %23, %11 overflow<nsw, nuw> : i32
    %25 = llvm.icmp "slt" %24, %arg2 : i32
    %26 = llvm.select %25, %15, %3 : i1, i1
    llvm.cond_br %26, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %27 = llvm.mul %24, %arg3 overflow<nsw> : i32
    %28 = llvm.add %27, %14 overflow<nsw> : i32
    %29 = llvm.sext %28 : i32 to i64
    %30 = llvm.getelementptr inbounds %arg1[%29] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %31 = llvm.load %30 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %32 = llvm.getelementptr inbounds|nuw %9[%23] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<33 x f32>
    llvm.store %31, %32 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    %33 = llvm.add %23, %4 overflow<nsw, nuw> : i32
    %34 = llvm.icmp "ult" %23, %5 : i32
    llvm.cond_br %34, ^bb2(%33 : i32), ^bb1 {loop_annotation = #loop_annotation}
  ^bb5:  // pred: ^bb8
    llvm.return
  ^bb6(%35: i32):  // 2 preds: ^bb1, ^bb8
    %36 = llvm.add %35, %17 overflow<nsw, nuw> : i32
    %37 = llvm.icmp "slt" %36, %arg3 : i32
    %38 = llvm.select %37, %21, %3 : i1, i1
    llvm.cond_br %38, ^bb7, ^bb8
  ^bb7:  // pred: ^bb6
    %39 = llvm.getelementptr inbounds|nuw %22[%35] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %40 = llvm.load %39 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %41 = llvm.mul %36, %arg2 overflow<nsw> : i32
    %42 = llvm.add %41, %20 overflow<nsw> : i32
    %43 = llvm.sext %42 : i32 to i64
    %44 = llvm.getelementptr inbounds %arg0[%43] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %40, %44 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.br ^bb8
  ^bb8:  // 2 preds: ^bb6, ^bb7
    %45 = llvm.add %35, %4 overflow<nsw, nuw> : i32
    %46 = llvm.icmp "ult" %35, %5 : i32
    llvm.cond_br %46, ^bb6(%45 : i32), ^bb5 {loop_annotation = #loop_annotation}
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @stencil_edges(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "256,256"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>, will_return} {
    %0 = llvm.mlir.constant(8 : i32) : i32
    %1 = llvm.mlir.addressof @_ZZ13stencil_edgesE4line : !llvm.ptr<3>
    %2 = llvm.mlir.constant(4 : i32) : i32
    %3 = llvm.mlir.constant(0 : i32) : i32
    %4 = llvm.mlir.constant(-4 : i64) : i64
    %5 = llvm.mlir.constant(255 : i32) : i32
    %6 = llvm.mlir.constant(1 : i32) : i32
    %7 = llvm.mlir.constant(1028 : i32) : i32
    %8 = llvm.getelementptr inbounds|nuw %1[%7] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %9 = llvm.mlir.constant(false) : i1
    %10 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %11 = llvm.shl %10, %0 overflow<nsw> : i32
    %12 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %13 = llvm.add %11, %12 overflow<nsw> : i32
    %14 = llvm.icmp "slt" %13, %arg2 : i32
    llvm.cond_br %14, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %15 = llvm.sext %13 : i32 to i64
    %16 = llvm.getelementptr inbounds %arg1[%15] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %17 = llvm.load %16 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %18 = llvm.getelementptr inbounds|nuw %1[%12] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %19 = llvm.getelementptr inbounds|nuw %18[%2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    llvm.store %17, %19 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    %20 = llvm.icmp "eq" %12, %3 : i32
    %21 = llvm.icmp "sgt" %13, %3 : i32
    %22 = llvm.and %20, %21 : i1
    llvm.cond_br %22, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %23 = llvm.zext nneg %13 : i32 to i64
    %24 = llvm.getelementptr %arg1[%23] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %25 = llvm.getelementptr %24[%4] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    %26 = llvm.load %25 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    llvm.store %26, %1 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    %27 = llvm.icmp "eq" %12, %5 : i32
    llvm.cond_br %27, ^bb5, ^bb7
  ^bb5:  // pred: ^bb4
    %28 = llvm.add %13, %6 overflow<nsw> : i32
    %29 = llvm.icmp "slt" %28, %arg2 : i32
    llvm.cond_br %29, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    %30 = llvm.sext %28 : i32 to i64
    %31 = llvm.getelementptr inbounds %arg1[%30] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %32 = llvm.load %31 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    llvm.store %32, %8 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb7
  ^bb7:  // 3 preds: ^bb4, ^bb5, ^bb6
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %33 = llvm.add %13, %6 overflow<nsw, nuw> : i32
    %34 = llvm.icmp "slt" %33, %arg2 : i32
    %35 = llvm.select %21, %34, %9 : i1, i1
    llvm.cond_br %35, ^bb8, ^bb9
  ^bb8:  // pred: ^bb7
    %36 = llvm.getelementptr inbounds|nuw %1[%12] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %37 = llvm.load %36 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %38 = llvm.getelementptr inbounds|nuw %36[%2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %39 = llvm.load %38 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %40 = llvm.fadd %37, %39 {fastmathFlags = #llvm.fastmath<contract>} : f32
    %41 = llvm.getelementptr inbounds|nuw %36[%0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %42 = llvm.load %41 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %43 = llvm.fadd %40, %42 {fastmathFlags = #llvm.fastmath<contract>} : f32
    %44 = llvm.zext nneg %13 : i32 to i64
    %45 = llvm.getelementptr inbounds|nuw %arg0[%44] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %43, %45 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.br ^bb9
  ^bb9:  // 2 preds: ^bb7, ^bb8
    llvm.return
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @reduction_tail(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "256,256"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(8 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %2 = llvm.mlir.addressof @_ZZ14reduction_tailE4sums : !llvm.ptr<3>
    %3 = llvm.mlir.constant(128 : i32) : i32
    %4 = llvm.mlir.constant(1 : i32) : i32
    %5 = llvm.mlir.constant(0 : i32) : i32
    %6 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %7 = llvm.shl %6, %0 overflow<nsw> : i32
    %8 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %9 = llvm.add %7, %8 overflow<nsw> : i32
    %10 = llvm.icmp "slt" %9, %arg2 : i32
    llvm.cond_br %10, ^bb1, ^bb2(%1 : f32)
  ^bb1:  // pred: ^bb0
    %11 = llvm.sext %9 : i32 to i64
    %12 = llvm.getelementptr inbounds %arg1[%11] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %13 = llvm.load %12 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    llvm.br ^bb2(%13 : f32)
  ^bb2(%14: f32):  // 2 preds: ^bb0, ^bb1
    %15 = llvm.getelementptr inbounds|nuw %2[%8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %14, %15 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %16 = llvm.getelementptr inbounds|nuw %2[%8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.br ^bb4(%3 : i32)
  ^bb3:  // pred: ^bb6
    %17 = llvm.icmp "eq" %8, %5 : i32
    llvm.cond_br %17, ^bb7, ^bb8
  ^bb4(%18: i32):  // 2 preds: ^bb2, ^bb6
    %19 = llvm.icmp "ult" %8, %18 : i32
    llvm.cond_br %19, ^bb5, ^bb6
  ^bb5:  // pred: ^bb4
    %20 = llvm.getelementptr inbounds|nuw %16[%18] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %21 = llvm.load %20 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %22 = llvm.load %15 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %23 = llvm.fadd %21, %22 {fastmathFlags = #llvm.fastmath<contract>} : f32
    llvm.store %23, %15 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb6
  ^bb6:  // 2 preds: ^bb4, ^bb5
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %24 = llvm.lshr %18, %4 : i32
    %25 = llvm.icmp "eq" %24, %5 : i32
    llvm.cond_br %25, ^bb3, ^bb4(%24 : i32) {loop_annotation = #loop_annotation}
  ^bb7:  // pred: ^bb3
    %26 = llvm.load %2 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %27 = llvm.sext %6 : i32 to i64
    %28 = llvm.getelementptr inbounds %arg0[%27] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %26, %28 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.br ^bb8
  ^bb8:  // 2 preds: ^bb3, ^bb7
    llvm.return
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @causal(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "256,256"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(31 : i32) : i32
    %1 = llvm.mlir.constant(5 : i32) : i32
    %2 = llvm.mlir.addressof @_ZZ6causalE4tile : !llvm.ptr<3>
    %3 = llvm.mlir.constant(8 : i32) : i32
    %4 = llvm.mlir.constant(24 : i32) : i32
    %5 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %6 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> (i32 {llvm.noundef})
    %7 = llvm.icmp "sgt" %5, %6 : i32
    llvm.cond_br %7, ^bb7, ^bb1
  ^bb1:  // pred: ^bb0
    %8 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %9 = llvm.and %8, %0 : i32
    %10 = llvm.lshr %8, %1 : i32
    %11 = llvm.getelementptr inbounds|nuw %2[%9] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %12 = llvm.shl %6, %1 overflow<nsw> : i32
    %13 = llvm.shl %5, %1 overflow<nsw> : i32
    %14 = llvm.or disjoint %13, %9 : i32
    llvm.br ^bb3(%10 : i32)
  ^bb2:  // pred: ^bb5
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %15 = llvm.getelementptr inbounds|nuw %2[%9] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    %16 = llvm.shl %5, %1 overflow<nsw> : i32
    %17 = llvm.shl %6, %1 overflow<nsw> : i32
    %18 = llvm.or disjoint %9, %17 : i32
    llvm.br ^bb6(%10 : i32)
  ^bb3(%19: i32):  // 2 preds: ^bb1, ^bb5
    %20 = llvm.add %19, %12 overflow<nsw, nuw> : i32
    %21 = llvm.icmp "sgt" %14, %20 : i32
    llvm.cond_br %21, ^bb5, ^bb4
  ^bb4:  // pred: ^bb3
    %22 = llvm.mul %20, %arg2 overflow<nsw> : i32
    %23 = llvm.add %22, %14 overflow<nsw> : i32
    %24 = llvm.sext %23 : i32 to i64
    %25 = llvm.getelementptr inbounds %arg1[%24] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %26 = llvm.load %25 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %27 = llvm.getelementptr inbounds|nuw %11[%19] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x f32>
    llvm.store %26, %27 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb5
  ^bb5:  // 2 preds: ^bb3, ^bb4
    %28 = llvm.add %19, %3 overflow<nsw, nuw> : i32
    %29 = llvm.icmp "ult" %19, %4 : i32
    llvm.cond_br %29, ^bb3(%28 : i32), ^bb2 {loop_annotation = #loop_annotation}
  ^bb6(%30: i32):  // 2 preds: ^bb2, ^bb6
    %31 = llvm.getelementptr inbounds|nuw %15[%30] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %32 = llvm.load %31 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %33 = llvm.add %30, %16 overflow<nsw, nuw> : i32
    %34 = llvm.mul %33, %arg2 overflow<nsw> : i32
    %35 = llvm.add %18, %34 : i32
    %36 = llvm.sext %35 : i32 to i64
    %37 = llvm.getelementptr inbounds %arg0[%36] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %32, %37 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    %38 = llvm.add %30, %3 overflow<nsw, nuw> : i32
    %39 = llvm.icmp "ult" %30, %4 : i32
    llvm.cond_br %39, ^bb6(%38 : i32), ^bb7 {loop_annotation = #loop_annotation}
  ^bb7:  // 2 preds: ^bb0, ^bb6
    llvm.return
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @triangle(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "64,64"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(-15 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %2 = llvm.mlir.constant(16 : i32) : i32
    %3 = llvm.mlir.addressof @_ZZ8triangleE4line : !llvm.ptr<3>
    %4 = llvm.mlir.constant(63 : i32) : i32
    %5 = llvm.mlir.constant(0 : i32) : i32
    %6 = llvm.mlir.constant(6 : i32) : i32
    %7 = llvm.mlir.constant(1 : i32) : i32
    %8 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %9 = llvm.icmp "slt" %8, %0 : i32
    llvm.cond_br %9, ^bb2(%1 : f32), ^bb1
  ^bb1:  // pred: ^bb0
    %10 = llvm.sdiv %8, %2 : i32
    %11 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %12 = llvm.getelementptr inbounds|nuw %3[%11] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %13 = llvm.sub %4, %11 overflow<nsw> : i32
    %14 = llvm.getelementptr inbounds %3[%13] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.br ^bb3(%5, %1 : i32, f32)
  ^bb2(%15: f32):  // 2 preds: ^bb0, ^bb3
    %16 = llvm.shl %8, %6 overflow<nsw> : i32
    %17 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %18 = llvm.add %16, %17 overflow<nsw> : i32
    %19 = llvm.sext %18 : i32 to i64
    %20 = llvm.getelementptr inbounds %arg0[%19] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %15, %20 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.return
  ^bb3(%21: i32, %22: f32):  // 2 preds: ^bb1, ^bb3
    %23 = llvm.shl %21, %6 overflow<nsw> : i32
    %24 = llvm.add %23, %11 overflow<nsw, nuw> : i32
    %25 = llvm.zext nneg %24 : i32 to i64
    %26 = llvm.getelementptr inbounds|nuw %arg1[%25] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %27 = llvm.load %26 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    llvm.store %27, %12 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %28 = llvm.load %14 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %29 = llvm.fadd %22, %28 {fastmathFlags = #llvm.fastmath<contract>} : f32
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %30 = llvm.add %21, %7 overflow<nsw, nuw> : i32
    %31 = llvm.icmp "eq" %21, %10 : i32
    llvm.cond_br %31, ^bb2(%29 : f32), ^bb3(%30, %29 : i32, f32) {loop_annotation = #loop_annotation}
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @ragged(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "64,64"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>, will_return} {
    %0 = llvm.mlir.constant(64 : i32) : i32
    %1 = llvm.mlir.addressof @_ZZ6raggedE4line : !llvm.ptr<3>
    %2 = llvm.mlir.constant(-1 : i32) : i32
    %3 = llvm.mlir.constant(6 : i32) : i32
    %4 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %5 = llvm.sext %4 : i32 to i64
    %6 = llvm.getelementptr inbounds %arg1[%5] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %7 = llvm.load %6 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr<1> -> i32
    %8 = llvm.srem %7, %0 : i32
    %9 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %10 = llvm.icmp "slt" %9, %8 : i32
    llvm.cond_br %10, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %11 = llvm.uitofp nneg %9 : i32 to f32
    %12 = llvm.getelementptr inbounds|nuw %1[%9] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %11, %12 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    llvm.cond_br %10, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %13 = llvm.xor %9, %2 : i32
    %14 = llvm.getelementptr %1[%8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %15 = llvm.getelementptr %14[%13] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %16 = llvm.load %15 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %17 = llvm.shl %4, %3 overflow<nsw> : i32
    %18 = llvm.add %17, %9 overflow<nsw> : i32
    %19 = llvm.sext %18 : i32 to i64
    %20 = llvm.getelementptr inbounds %arg0[%19] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %16, %20 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    llvm.return
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @rotated(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "64,64"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>, will_return} {
    %0 = llvm.mlir.constant(4 : i32) : i32
    %1 = llvm.mlir.constant(6 : i32) : i32
    %2 = llvm.mlir.constant(1 : i32) : i32
    %3 = llvm.mlir.constant(256 : i32) : i32
    %4 = llvm.mlir.addressof @_ZZ7rotatedE4line : !llvm.ptr<3>
    %5 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> (i32 {llvm.noundef})
    %6 = llvm.srem %5, %0 : i32
    %7 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %8 = llvm.shl %7, %1 overflow<nsw> : i32
    %9 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %10 = llvm.add %8, %9 overflow<nsw> : i32
    %11 = llvm.sext %10 : i32 to i64
    %12 = llvm.getelementptr inbounds %arg1[%11] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %13 = llvm.load %12 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    %14 = llvm.add %6, %2 overflow<nsw> : i32
    %15 = llvm.mul %14, %9 overflow<nsw> : i32
    %16 = llvm.srem %15, %3 : i32
    %17 = llvm.getelementptr inbounds %4[%16] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %13, %17 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %18 = llvm.xor %6, %9 : i32
    %19 = llvm.getelementptr inbounds %4[%18] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %20 = llvm.load %19 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %21 = llvm.getelementptr inbounds %arg0[%11] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %20, %21 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @split_k(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}, %arg3: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "64,64"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>} {
    %0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %1 = llvm.mlir.addressof @_ZZ7split_kE4line : !llvm.ptr<3>
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(1 : i32) : i32
    %4 = llvm.mlir.constant(63 : i32) : i32
    %5 = llvm.mlir.constant(false) : i1
    %6 = llvm.mlir.constant(64 : i32) : i32
    %7 = llvm.mlir.constant(11 : i32) : i32
    %8 = llvm.mlir.constant(6 : i32) : i32
    %9 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.z"() : () -> (i32 {llvm.noundef})
    %10 = llvm.mul %arg3, %9 overflow<nsw> : i32
    %11 = llvm.add %10, %arg3 overflow<nsw> : i32
    %12 = llvm.intr.smin(%11, %arg2) : (i32, i32) -> i32
    %13 = llvm.icmp "slt" %10, %12 : i32
    llvm.cond_br %13, ^bb1, ^bb2(%0 : f32)
  ^bb1:  // pred: ^bb0
    %14 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %15 = llvm.getelementptr inbounds|nuw %1[%14] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.br ^bb3(%10, %0 : i32, f32)
  ^bb2(%16: f32):  // 2 preds: ^bb0, ^bb6
    %17 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %18 = llvm.shl %9, %7 : i32
    %19 = llvm.shl %17, %8 : i32
    %20 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %21 = llvm.add %19, %20 : i32
    %22 = llvm.add %21, %18 : i32
    %23 = llvm.sext %22 : i32 to i64
    %24 = llvm.getelementptr inbounds %arg0[%23] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %16, %24 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<1>
    llvm.return
  ^bb3(%25: i32, %26: f32):  // 2 preds: ^bb1, ^bb6
    %27 = llvm.add %25, %14 overflow<nsw> : i32
    %28 = llvm.icmp "slt" %27, %12 : i32
    llvm.cond_br %28, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %29 = llvm.sext %27 : i32 to i64
    %30 = llvm.getelementptr inbounds %arg1[%29] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %31 = llvm.load %30 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> f32
    llvm.store %31, %15 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr<3>
    llvm.br ^bb5
  ^bb5:  // 2 preds: ^bb3, ^bb4
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    llvm.br ^bb7(%2, %26 : i32, f32)
  ^bb6:  // pred: ^bb7
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %32 = llvm.add %25, %6 overflow<nsw> : i32
    %33 = llvm.icmp "slt" %32, %12 : i32
    llvm.cond_br %33, ^bb3(%32, %38 : i32, f32), ^bb2(%38 : f32) {loop_annotation = #loop_annotation}
  ^bb7(%34: i32, %35: f32):  // 2 preds: ^bb5, ^bb7
    %36 = llvm.getelementptr inbounds|nuw %1[%34] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %37 = llvm.load %36 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> f32
    %38 = llvm.fadd %35, %37 {fastmathFlags = #llvm.fastmath<contract>} : f32
    %39 = llvm.add %34, %3 overflow<nsw, nuw> : i32
    %40 = llvm.icmp "ult" %34, %4 : i32
    %41 = llvm.add %39, %25 overflow<nsw> : i32
    %42 = llvm.icmp "slt" %41, %12 : i32
    %43 = llvm.select %40, %42, %5 : i1, i1
    llvm.cond_br %43, ^bb7(%39, %38 : i32, f32), ^bb6 {loop_annotation = #loop_annotation}
  }
  llvm.func protected local_unnamed_addr amdgpu_kernelcc @bins(%arg0: !llvm.ptr<1> {llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr<1> {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) attributes {convergent, dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["amdgpu-agpr-alloc", "0"], ["amdgpu-flat-work-group-size", "64,64"], "amdgpu-no-cluster-id-x", "amdgpu-no-cluster-id-y", "amdgpu-no-cluster-id-z", "amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-dispatch-id", "amdgpu-no-dispatch-ptr", "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-implicitarg-ptr", "amdgpu-no-lds-kernel-id", "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr", "amdgpu-no-workgroup-id-x", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z", "amdgpu-no-workitem-id-x", "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "gfx942"], ["uniform-work-group-size", "true"]], target_cpu = "gfx942", target_features = #llvm.target_features<["+16-bit-insts", "+atomic-buffer-global-pk-add-f16-insts", "+atomic-ds-pk-add-16-insts", "+atomic-fadd-rtn-insts", "+atomic-flat-pk-add-16-insts", "+atomic-fmin-fmax-global-f64", "+atomic-global-pk-add-bf16-inst", "+ci-insts", "+cube-insts", "+cvt-pknorm-vop2-insts", "+dl-insts", "+dot1-insts", "+dot10-insts", "+dot2-insts", "+dot3-insts", "+dot4-insts", "+dot5-insts", "+dot6-insts", "+dot7-insts", "+dpp", "+fp8-conversion-insts", "+fp8-insts", "+gfx8-insts", "+gfx9-insts", "+gfx90a-insts", "+gfx940-insts", "+lerp-inst", "+mai-insts", "+qsad-insts", "+s-memrealtime", "+s-memtime-inst", "+sad-insts", "+wavefrontsize64", "+xf32-insts"]>, will_return} {
    %0 = llvm.mlir.addressof @_ZZ4binsE6counts : !llvm.ptr<3>
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(6 : i32) : i32
    %3 = llvm.mlir.constant(63 : i32) : i32
    %4 = llvm.mlir.constant(1 : i32) : i32
    %5 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>})
    %6 = llvm.getelementptr inbounds|nuw %0[%5] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %1, %6 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr<3>
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %7 = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> (i32 {llvm.noundef})
    %8 = llvm.shl %7, %2 overflow<nsw> : i32
    %9 = llvm.add %8, %5 overflow<nsw> : i32
    %10 = llvm.icmp "slt" %9, %arg2 : i32
    llvm.cond_br %10, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %11 = llvm.sext %9 : i32 to i64
    %12 = llvm.getelementptr inbounds %arg1[%11] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %13 = llvm.load %12 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr<1> -> i32
    %14 = llvm.and %13, %3 : i32
    %15 = llvm.getelementptr inbounds|nuw %0[%14] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %16 = llvm.atomicrmw add %15, %4 syncscope("workgroup") monotonic {alignment = 4 : i64} : !llvm.ptr<3>, i32
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    %17 = llvm.zext nneg %5 : i32 to i64
    llvm.fence syncscope("workgroup") release
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    llvm.fence syncscope("workgroup") acquire
    %18 = llvm.getelementptr inbounds|nuw %arg0[%17] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %19 = llvm.load %6 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr<3> -> i32
    %20 = llvm.atomicrmw add %18, %19 syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
    llvm.return
  }
  llvm.func @llvm.amdgcn.workitem.id.x() -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 1024>}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nocallback", "nofree", "nosync", "speculatable"], will_return}
  llvm.func @llvm.amdgcn.workgroup.id.y() -> (i32 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nocallback", "nofree", "nosync", "speculatable"], will_return}
  llvm.func @llvm.amdgcn.workgroup.id.x() -> (i32 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nocallback", "nofree", "nosync", "speculatable"], will_return}
  llvm.func @llvm.amdgcn.s.barrier() attributes {convergent, no_unwind, passthrough = ["nocallback", "nofree"], will_return}
  llvm.func @llvm.amdgcn.workgroup.id.z() -> (i32 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nocallback", "nofree", "nosync", "speculatable"], will_return}
}
