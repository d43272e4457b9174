// One cp.async of one warp at given places, to be counted by Nsight Compute.
//
//   nvcc -arch=sm_90 -o probe copy.cu
//   ncu --csv --metrics METRICS ./probe OP COUNT PATTERNS.jsonl
//
// Each launch executes the instruction OP once with one pattern; PATTERNS.jsonl gets one line per launch in the order of the launches:
// op, mask, `address` in bytes of shared memory, `source` in bytes from the start of a buffer that begins at a multiple of 256, and of
// `.sizes` the bytes that each lane copies. See copy.sh, which puts the two together. Places reach the kernel as parameters, so that
// nothing but the instruction in question accesses memory.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr uint32_t kBytes = 1 << 20, kSharedBytes = 32768;

enum Op { kCa4, kCa8, kCa16, kCg16, kCg16Sizes };
struct Pattern { uint32_t address[32], source[32], size[32]; };

__global__ void access(int op, const __grid_constant__ Pattern pattern, uint32_t mask, char *memory) {
  __shared__ __align__(1024) char tile[kSharedBytes];
  const uint32_t lane = threadIdx.x;
  const uint32_t to = (uint32_t)__cvta_generic_to_shared(tile) + pattern.address[lane];
  const char *from = memory + pattern.source[lane];
  if (!((mask >> lane) & 1)) return;
  switch (op) {
    case kCa4: asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory"); break;
    case kCa8: asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(from) : "memory"); break;
    case kCa16: asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory"); break;
    case kCg16: asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory"); break;
    case kCg16Sizes: asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(pattern.size[lane]) : "memory"); break;
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
}

static uint64_t state = 88172645463325252ull;
static uint32_t next() {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 32);
}

struct Named { const char *name; Op op; uint32_t width; };
static const Named kOps[] = {
    {"cp.async.ca.b32", kCa4, 4}, {"cp.async.ca.b64", kCa8, 8}, {"cp.async.ca.b128", kCa16, 16},
    {"cp.async.cg.b128", kCg16, 16}, {"cp.async.cg.b128.sizes", kCg16Sizes, 16},
};

/** Rows of a tile, permutations of neighbours, strides, few places, and anything; in units of the width. */
static void places(uint32_t width, uint32_t bytes, uint32_t *out) {
  const uint32_t units = bytes / width, kind = next() % 6, base = next() % 64, x = next() % 32, shift = next() % 6;
  const uint32_t across = 1u << (next() % 6), pitch = across + next() % 72, stride = 1 + next() % 40, few = 1 + next() % 8;
  for (uint32_t lane = 0; lane < 32; lane++) {
    uint32_t unit = 0;
    switch (kind) {
      case 0: case 1: unit = base + lane % across + lane / across * pitch; break;
      case 2: unit = base + (lane ^ x); break;
      case 3: unit = base + lane * stride; break;
      case 4: unit = next() % few << shift; break;
      case 5: unit = next() % (64u << shift); break;
    }
    out[lane] = unit % units * width;
  }
}

static void print(FILE *out, const char *name, const uint32_t *list) {
  fprintf(out, ",\"%s\":[", name);
  for (int lane = 0; lane < 32; lane++) fprintf(out, "%s%u", lane ? "," : "", list[lane]);
  fprintf(out, "]");
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
    Pattern p;
    places(named->width, kSharedBytes, p.address);
    // Two lanes that copy to one place are a race: the targets are different in most patterns, and what is counted does not depend on it.
    if (next() % 4) places(named->width, kBytes - 4096, p.source);
    else for (uint32_t lane = 0; lane < 32; lane++) p.source[lane] = lane * named->width + (i % 8) * named->width;
    for (uint32_t &size : p.size) size = next() % 3 ? 16 : next() % 2 || i % 2 ? 0 : next() % 17;
    const uint32_t mask = next() % 3 ? 0xffffffffu : (next() | 1u << next() % 32);
    access<<<1, 32>>>(named->op, p, mask, memory);
    fprintf(out, "{\"op\":\"%s\",\"mask\":\"%08x\"", named->name, mask);
    print(out, "address", p.address);
    print(out, "source", p.source);
    if (named->op == kCg16Sizes) print(out, "size", p.size);
    fprintf(out, "}\n");
  }
  fclose(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
