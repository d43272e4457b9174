// One global-memory instruction of one warp at given addresses, to be counted by Nsight Compute.
//
//   nvcc -arch=sm_90 -o probe global.cu
//   ncu --csv --metrics METRICS ./probe OP COUNT PATTERNS.jsonl
//
// Each launch executes the instruction OP once with one pattern of addresses; PATTERNS.jsonl gets one line per launch
// (op, mask, address) in the order of the launches. See global.sh, which puts the two together. Addresses are bytes
// from the start of a buffer that begins at a multiple of 256. They reach the kernel as parameters, so that nothing but
// the instruction in question accesses global memory.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

constexpr uint32_t kBytes = 1 << 20;

enum Op { kLd8, kLd16, kLd32, kLd64, kLd128, kSt8, kSt16, kSt32, kSt64, kSt128 };
struct Pattern { uint32_t address[32]; };

__global__ void access(int op, const __grid_constant__ Pattern pattern, uint32_t mask, char *memory) {
  const uint32_t lane = threadIdx.x;
  char *at = memory + pattern.address[lane];
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (!((mask >> lane) & 1)) return;
  switch (op) {
    case kLd8: asm volatile("ld.global.u8 %0, [%1];" : "=r"(a) : "l"(at) : "memory"); break;
    case kLd16: asm volatile("{.reg .u16 t; ld.global.u16 t, [%1]; cvt.u32.u16 %0, t;}" : "=r"(a) : "l"(at) : "memory"); break;
    case kLd32: asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(at) : "memory"); break;
    case kLd64: asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at) : "memory"); break;
    case kLd128: asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(at) : "memory"); break;
    case kSt8: asm volatile("st.global.u8 [%0], %1;" ::"l"(at), "r"(lane) : "memory"); break;
    case kSt16: asm volatile("{.reg .u16 t; cvt.u16.u32 t, %1; st.global.u16 [%0], t;}" ::"l"(at), "r"(lane) : "memory"); break;
    case kSt32: asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(lane) : "memory"); break;
    case kSt64: asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(at), "r"(lane) : "memory"); break;
    case kSt128: asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(lane) : "memory"); break;
  }
  if (a + b + c + d == 0xdeadbeef) *(volatile uint32_t *)memory = a;
}

static uint64_t state = 88172645463325252ull;
static uint32_t next() {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 32);
}

struct Named { const char *name; Op op; uint32_t width; };
static const Named kOps[] = {
    {"ld.global.b8", kLd8, 1},        {"ld.global.b16", kLd16, 2},    {"ld.global.b32", kLd32, 4},
    {"ld.global.v2.b32", kLd64, 8},   {"ld.global.v4.b32", kLd128, 16},
    {"st.global.b8", kSt8, 1},        {"st.global.b16", kSt16, 2},    {"st.global.b32", kSt32, 4},
    {"st.global.v2.b32", kSt64, 8},   {"st.global.v4.b32", kSt128, 16},
};

/** Strides, permutations, rows, few places, and anything; aligned to the width. */
static Pattern pattern(uint32_t width) {
  Pattern p;
  const uint32_t kind = next() % 5, base = next() % 64 * width, shift = next() % 9;
  const uint32_t stride = (1 + next() % 8) << shift, x = next() % 32, rows = 1u << (next() % 5), places = 1 + next() % 8;
  for (uint32_t lane = 0; lane < 32; lane++) {
    uint32_t at = 0;
    if (kind == 0) at = base + lane * stride * width;
    if (kind == 1) at = base + (lane ^ x) * width;
    if (kind == 2) at = base + lane % rows * width + lane / rows * 4096;
    if (kind == 3) at = base + next() % places * (width << shift);
    if (kind == 4) at = next() % (64u << shift) * width;
    p.address[lane] = at % (kBytes - 16) / width * width;
  }
  return p;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const Named *named = nullptr;
  for (const Named &each : kOps) if (!strcmp(each.name, argv[1])) named = &each;
  if (!named) return 2;
  const int count = atoi(argv[2]);
  FILE *out = fopen(argv[3], "w");
  char *memory;
  cudaMalloc(&memory, kBytes);
  cudaMemset(memory, 0, kBytes);
  for (int i = 0; i < count; i++) {
    const Pattern p = pattern(named->width);
    const uint32_t mask = next() % 3 ? 0xffffffffu : next();
    access<<<1, 32>>>(named->op, p, mask, memory);
    fprintf(out, "{\"op\":\"%s\",\"mask\":\"%08x\",\"address\":[", named->name, mask);
    for (int lane = 0; lane < 32; lane++) fprintf(out, "%s%u", lane ? "," : "", p.address[lane]);
    fprintf(out, "]}\n");
  }
  fclose(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
