// Accesses of one warp to shared memory of a block of its cluster, under the counters of ncu: see cluster.sh.
//
//   cluster OP < patterns     a launch per line: lanes that access, those of them that access block 1, 32 addresses
//
// Two blocks, each on a multiprocessor of its own since both take more than half of its shared memory. Block 0 accesses by addresses of
// `mapa`; lanes that do not access block 1 access their own.
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Pattern {
  unsigned mask;
  unsigned remote;
  unsigned address[32];
};

constexpr unsigned BYTES = 120 * 1024;
constexpr unsigned BARRIER = BYTES - 64;

#define FOLD "xor.b32 r, r, s; xor.b32 t, t, u; xor.b32 r, r, t;"
#define OPERATIONS(DO)                                                                                     \
  DO(ld8, "ld.shared::cluster.u8 r, [a];")                                                                 \
  DO(ld32, "ld.shared::cluster.b32 r, [a];")                                                               \
  DO(ld64, "ld.shared::cluster.v2.b32 {r, s}, [a]; xor.b32 r, r, s;")                                                 \
  DO(ld128, "ld.shared::cluster.v4.b32 {r, s, t, u}, [a];" FOLD)                                                \
  DO(st8, "st.shared::cluster.u8 [a], %2;")                                                                \
  DO(st32, "st.shared::cluster.b32 [a], %2;")                                                              \
  DO(st64, "st.shared::cluster.v2.b32 [a], {%2, %2};")                                                     \
  DO(st128, "st.shared::cluster.v4.b32 [a], {%2, %2, %2, %2};")                                            \
  DO(add32, "atom.shared::cluster.add.u32 r, [a], %2;")                                                    \
  DO(red32, "red.shared::cluster.add.u32 [a], %2; mov.b32 r, 0;")                                          \
  DO(exch32, "atom.shared::cluster.exch.b32 r, [a], %2;")                                                  \
  DO(exch64, "atom.shared::cluster.exch.b64 w, [a], x; cvt.u32.u64 r, w;")                                 \
  DO(cas32, "atom.shared::cluster.cas.b32 r, [a], 0, %2;")                                                 \
  DO(cas64, "atom.shared::cluster.cas.b64 w, [a], 0, x; cvt.u32.u64 r, w;")                                \
  DO(addf32, "atom.shared::cluster.add.f32 f, [a], 0f3f800000; mov.b32 r, f;")                             \
  DO(add64, "atom.shared::cluster.add.u64 w, [a], x; cvt.u32.u64 r, w;")                                   \
  DO(genericld32, "ld.b32 r, [g];")                                                                        \
  DO(genericld128, "ld.v4.b32 {r, s, t, u}, [g];" FOLD)                                                         \
  DO(genericst32, "st.b32 [g], %2;")                                                                       \
  DO(async32, "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [a], %2, [b];")              \
  DO(async64, "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [a], {%2, %2}, [b];")     \
  DO(async128, "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [a], {%2, %2, %2, %2}, [b];") \
  DO(redasync32, "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [a], %2, [b];")    \
  DO(bulk, "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [a], [o], 1024, [b];")

#define KERNEL(name, text)                                                                                 \
  extern "C" __global__ void __cluster_dims__(2, 1, 1) op_##name(const __grid_constant__ Pattern p, unsigned *out) { \
    extern __shared__ __align__(1024) unsigned char tile[];                                                \
    unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(tile));                                  \
    if (threadIdx.x == 0)                                                                                  \
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(own + BARRIER)); \
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");            \
    unsigned rank, result = 0;                                                                             \
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));                                           \
    unsigned lane = threadIdx.x;                                                                           \
    if (rank == 0 && (p.mask >> lane & 1))                                                                 \
      asm volatile("{.reg .b32 r, s, t, u, a, b, o; .reg .b64 w, x, g; .reg .f32 f;"                       \
                   "cvt.u64.u32 x, %2; mov.b32 r, %2; mov.b32 o, %4;"                                      \
                   "mapa.shared::cluster.u32 a, %1, %3; mapa.shared::cluster.u32 b, %5, %3;"               \
                   "cvt.u64.u32 g, a; cvta.shared::cluster.u64 g, g;" text " mov.b32 %0, r;}"              \
                   : "=r"(result)                                                                          \
                   : "r"(own + p.address[lane]), "r"(lane + 1), "r"(p.remote >> lane & 1), "r"(own), "r"(own + BARRIER)  \
                   : "memory");                                                                            \
    __nanosleep(3000);                                                                                     \
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");            \
    if (rank == 0) out[lane] = result;                                                                     \
  }
OPERATIONS(KERNEL)

int main(int count, char **words) {
  const char *name = count > 1 ? words[1] : "";
  const void *kernel = nullptr;
#define FIND(each, text) \
  if (!strcmp(name, #each)) kernel = reinterpret_cast<const void *>(op_##each);
  OPERATIONS(FIND)
  if (!kernel) return fprintf(stderr, "no operation %s\n", name), 2;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
  unsigned *out;
  cudaMalloc(&out, 128);
  Pattern p;
  while (scanf("%x %x", &p.mask, &p.remote) == 2) {
    for (unsigned &address : p.address)
      if (scanf("%u", &address) != 1) return 2;
    void *arguments[] = {&p, &out};
    cudaError_t error = cudaLaunchKernel(kernel, dim3(2), dim3(32), arguments, BYTES, nullptr);
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error != cudaSuccess) return fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(error)), 1;
  }
}
