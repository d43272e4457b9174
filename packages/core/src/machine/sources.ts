/** Where the facts of the machine files come from, each under a short name that those files use. */
export const sources = {
  shark: 'nod-ai/amd-shark-ai:docs/empirical-lds @efa471ae (MI300X, MI350X, W7900, RX 9070 XT)',
  sharkGuide: 'nod-ai/amd-shark-ai:docs/amdgpu_kernel_optimization_guide.md @efa471ae',
  hipKittens:
    'HazyResearch/HipKittens:analysis/paper_experiments/phases @f09e9685; arXiv 2511.08083',
  pyhip: 'tingqli/pyhip:archive/bank-conflict/README.md @649e1242 (MI308X)',
  loom: 'IREE loom lds_bank_service (ROCm/hrx-system; gfx942, gfx1100, gfx1151)',
  rocRoller: 'ROCm/rocm-libraries:shared/rocroller LDSBankModel (PR 1481, 2157, 2633)',
  rocke: 'ROCm/rocm-libraries rocke lds_conflict.py counter corpus (MI250)',
  amdBlog: 'rocm.blogs.amd.com/software-tools-optimization/lds-bank-conflict (2025-07-25)',
  tutorials: 'ROCm/composable_kernel tile tutorials, bank_conflict_slides.html (MI300, MI355)',
  omniperf: 'ROCm/rocprofiler-compute:docs/tutorial/includes/lds-examples.rst @95b600ea (MI210)',
  microbench: 'kzwrime/gpu_shm_microbench:README.md (MI50, V100, A100)',
  triton: 'triton-lang/triton PR 11365',
  cdna3: 'AMD CDNA3 ISA reference guide',
  cdna4: 'AMD CDNA4 ISA reference guide',
  rdna: 'AMD RDNA ISA reference guides',
  llvm: 'LLVM AMDGPU back end (AMDGPUBaseInfo, GCNSubtarget)',
  comgr: 'LLVM/Comgr ISA metadata',
  gfx1250Study: 'AMD cycle simulator study of gfx1250 (public code, no silicon)',
  compute: 'ROCm/rocprofiler-compute:docs/conceptual/pipeline-descriptions.rst @95b600ea',
  hopper:
    'ldscope: 24,000 random accesses, and 2,250 of atomics and matrix forms, on an H200 under ncu (validation/data)',
  cudaGuide: 'NVIDIA CUDA C++ Programming Guide, compute capabilities',
  nvidiaForum: 'forums.developer.nvidia.com/t/77228, NVIDIA on CC 7.0 to 7.5',
  deck: 'LDS Bank Conflicts on CDNA (deck of 2026-04-21), rules R1 to R3',
  talk: 'talk on swizzling in IREE, "Wave64 phasing"',
} as const;
