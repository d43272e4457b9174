// What kernels need of HIP, without its headers: names for attributes, ids of items, barriers.
#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))
#define CONSTANT __attribute__((constant))
#define NOINLINE __attribute__((noinline))
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

DEVICE inline int item() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE inline int group() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE inline int size() { return __builtin_amdgcn_workgroup_size_x(); }
DEVICE inline int index() { return group() * size() + item(); }
DEVICE inline void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE inline int lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); }
