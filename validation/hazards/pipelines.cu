// Small pipelines, each right (`good_`) and with one mistake (`bad_`): pipelines.test.ts executes them, and compute-sanitizer --tool racecheck checks
// the same program on a GPU. Lines of accesses that a mistake makes wrong are marked.
#include <cstdint>
#include <cstdio>
#include <cstring>
#define KERNEL extern "C" __global__ void __launch_bounds__(128)
__device__ __forceinline__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(uint64_t *b, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(uint64_t *b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory"); }
__device__ __forceinline__ void expect(uint64_t *b, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(n) : "memory"); }
__device__ __forceinline__ void wait(uint64_t *b, unsigned parity) {
  asm volatile("{.reg .pred p; W%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra W%=;}" ::"r"(at(b)), "r"(parity) : "memory");
}
__device__ __forceinline__ void copy16(void *to, const void *from) { asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory"); }
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void waitGroup() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void bulkLoad(void *to, const void *from, unsigned n, uint64_t *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory");
}
__device__ __forceinline__ void bulkStore(void *to, const void *from, unsigned n) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(n) : "memory");
}
__device__ __forceinline__ void fenceProxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#define T threadIdx.x

template <bool GOOD> __device__ void exchange(float *y, const float *x) {
  __shared__ float s[128];
  s[T] = x[T];
  if (GOOD) __syncthreads();
  y[T] = s[(T + 32) % 128]; // exchange
}
template <bool GOOD> __device__ void reuse(float *y, const float *x) {
  __shared__ float s[128];
  float sum = 0;
  for (int i = 0; i < 4; i++) {
    s[T] = x[T + i]; // reuse
    __syncthreads();
    sum += s[(T + 32) % 128];
    if (GOOD) __syncthreads();
  }
  y[T] = sum;
}
template <bool GOOD> __device__ void copyWait(float4 *y, const float4 *x) {
  __shared__ float4 s[128];
  copy16(&s[T], &x[T]);
  commit();
  if (GOOD) waitGroup<0>();
  __syncthreads();
  y[T] = s[127 - T]; // copyWait
}
template <bool GOOD> __device__ void copyOwn(float4 *y, const float4 *x) {
  __shared__ float4 s[128];
  copy16(&s[T], &x[T]);
  commit();
  if (GOOD) waitGroup<0>();
  y[T] = s[T]; // copyOwn
}
template <bool GOOD> __device__ void copyGroups(float4 *y, const float4 *x) {
  __shared__ float4 s[2][128];
  copy16(&s[0][T], &x[T]);
  commit();
  copy16(&s[1][T], &x[128 + T]);
  commit();
  waitGroup<GOOD ? 0 : 1>();
  __syncthreads();
  y[T] = s[0][127 - T];
  y[128 + T] = s[1][127 - T]; // copyGroups
}
template <bool GOOD> __device__ void copyBarrier(float4 *y, const float4 *x) {
  __shared__ float4 s[128];
  copy16(&s[T], &x[T]);
  commit();
  waitGroup<0>();
  if (GOOD) __syncthreads();
  y[T] = s[127 - T]; // copyBarrier
}
template <bool GOOD> __device__ void phase(float *y, const float *x) {
  __shared__ float s[64];
  __shared__ uint64_t full;
  if (T == 0) init(&full, 64);
  __syncthreads();
  if (T < 64) {
    s[T] = x[T];
    arrive(&full);
  } else {
    wait(&full, GOOD ? 0 : 1); // phase
    y[T - 64] = s[127 - T];
  }
}
template <bool GOOD> __device__ void ring(float *y, const float *x) {
  __shared__ float s[2][64];
  __shared__ uint64_t full[2], empty[2];
  if (T == 0)
    for (int i = 0; i < 2; i++) init(&full[i], 64), init(&empty[i], 64);
  __syncthreads();
  for (int k = 0; k < 6; k++) {
    int stage = k % 2, parity = k / 2 % 2;
    if (T < 64) {
      if (GOOD) wait(&empty[stage], parity ^ 1);
      s[stage][T] = x[k * 64 + T];
      arrive(&full[stage]);
    } else {
      wait(&full[stage], parity); // ring
      y[k * 64 + T - 64] = s[stage][127 - T];
      arrive(&empty[stage]);
    }
  }
}
template <bool GOOD> __device__ void bulk(float *y, const float *x) {
  __shared__ __align__(128) float s[128];
  __shared__ uint64_t full;
  if (T == 0) init(&full, 1);
  __syncthreads();
  if (T == 0) {
    expect(&full, 512);
    bulkLoad(s, x, 512, &full);
  }
  if (GOOD) wait(&full, 0);
  else __syncthreads();
  y[T] = s[127 - T]; // bulk
}
template <bool GOOD> __device__ void bulkAgain(float *y, const float *x) {
  __shared__ __align__(128) float s[128];
  __shared__ uint64_t full;
  if (T == 0) init(&full, 1);
  __syncthreads();
  for (int k = 0; k < 3; k++) {
    if (T == 0) {
      expect(&full, 512);
      bulkLoad(s, x + 128 * k, 512, &full);
    }
    wait(&full, k & 1); // bulkAgain
    y[128 * k + T] = s[127 - T];
    if (GOOD) __syncthreads();
  }
}
template <bool GOOD> __device__ void proxy(float *y, const float *x) {
  __shared__ __align__(128) float s[128];
  s[T] = 2 * x[T];
  if (GOOD) fenceProxy();
  __syncthreads();
  if (T == 0) {
    bulkStore(y, s, 512); // proxy
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
template <bool GOOD> __device__ void storeAgain(float *y, const float *x) {
  __shared__ __align__(128) float s[128];
  for (int k = 0; k < 3; k++) {
    s[T] = 2 * x[128 * k + T]; // storeAgain
    fenceProxy();
    __syncthreads();
    if (T == 0) {
      bulkStore(y + 128 * k, s, 512);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (GOOD) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
template <bool GOOD> __device__ void named(float *y, const float *x) {
  __shared__ float s[64];
  if (T < 64) {
    s[T] = x[T];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    if (GOOD) asm volatile("bar.sync 1, 128;" ::: "memory");
    else asm volatile("bar.sync 2, 64;" ::: "memory");
    y[T - 64] = s[127 - T]; // named
  }
}
#define EACH(DO) DO(exchange, float) DO(reuse, float) DO(copyWait, float4) DO(copyOwn, float4) DO(copyGroups, float4) DO(copyBarrier, float4) DO(phase, float) DO(ring, float) DO(bulk, float) DO(bulkAgain, float) DO(proxy, float) DO(storeAgain, float) DO(named, float)
#define BOTH(name, type) \
  KERNEL good_##name(type *y, const type *x) { name<true>(y, x); } \
  KERNEL bad_##name(type *y, const type *x) { name<false>(y, x); }
EACH(BOTH)
int main(int count, char **words) {
  const char *name = count > 1 ? words[1] : "";
  void *x, *y;
  cudaMalloc(&x, 65536), cudaMalloc(&y, 65536);
  cudaMemset(x, 1, 65536);
  void *arguments[] = {&y, &x};
#define RUN(each, type) \
  if (!strcmp(name, "good_" #each)) cudaLaunchKernel((const void *)good_##each, dim3(1), dim3(128), arguments, 0, 0); \
  if (!strcmp(name, "bad_" #each)) cudaLaunchKernel((const void *)bad_##each, dim3(1), dim3(128), arguments, 0, 0);
  EACH(RUN)
  printf("%s: %s\n", name, cudaGetErrorString(cudaDeviceSynchronize()));
}
