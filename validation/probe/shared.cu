// One shared-memory instruction of one warp at given addresses, to be counted by Nsight Compute.
//
//   nvcc -arch=sm_90 -o probe shared.cu
//   ncu --csv --metrics METRICS ./probe OP COUNT PATTERNS.jsonl
//
// Each launch executes the instruction OP once with one pattern of addresses; PATTERNS.jsonl gets one line per
// launch (op, mask, address) in the order of the launches, so line i belongs to row i of ncu's output. See
// probe.sh, which puts the two together.
//
// Left out, because one PTX instruction is not one access of shared memory there: red.shared.add.u64 compiles to a
// compare-and-swap loop, a red of a constant to ATOMS.POPC.INC (which combines lanes), and the wavefronts of cp.async
// depend on its global addresses as well.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

constexpr int kSharedBytes = 16384;

enum Op { kRed32, kAtom32, kAtom64, kLdm1, kLdm2, kLdm2t, kStm1, kStm2, kStm4t };

__global__ void access(int op, const uint32_t *addresses, uint32_t mask, const uint32_t *source, uint32_t *sink) {
  __shared__ __align__(16) char memory[kSharedBytes];
  const uint32_t lane = threadIdx.x;
  const uint32_t base = (uint32_t)__cvta_generic_to_shared(memory);
  const uint32_t at = base + addresses[lane];
  const uint32_t value = source[lane];
  uint32_t a = 0, b = 0;
  unsigned long long wide = 0;
  if (!((mask >> lane) & 1)) return;
  switch (op) {
    // A value that the compiler cannot see: it turns a constant into ATOMS.POPC.INC, which combines lanes.
    case kRed32: asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory"); break;
    case kAtom32: asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(a) : "r"(at), "r"(lane) : "memory"); break;
    case kAtom64: asm volatile("atom.shared.exch.b64 %0, [%1], %2;" : "=l"(wide) : "r"(at), "l"((unsigned long long)lane) : "memory"); break;
    case kLdm1: asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at) : "memory"); break;
    case kLdm2: asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory"); break;
    case kLdm2t: asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory"); break;
    case kStm1: asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(lane) : "memory"); break;
    case kStm2: asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %1};" ::"r"(at), "r"(lane) : "memory"); break;
    case kStm4t: asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(lane) : "memory"); break;
  }
  if (a + b + (uint32_t)wide == 0xdeadbeef) sink[lane] = a;
}

static uint64_t state = 88172645463325252ull;
static uint32_t next() {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 32);
}

struct Named { const char *name; Op op; uint32_t width; bool wholeWarp; };
static const Named kOps[] = {
    {"red32", kRed32, 4, false},
    {"atom.shared.exch.b32", kAtom32, 4, false},
    {"atom.shared.exch.b64", kAtom64, 8, false},
    {"ldmatrix.x1", kLdm1, 16, true},
    {"ldmatrix.x2", kLdm2, 16, true},
    {"ldmatrix.x2.trans", kLdm2t, 16, true},
    {"stmatrix.x1", kStm1, 16, true},
    {"stmatrix.x2", kStm2, 16, true},
    {"stmatrix.x4.trans", kStm4t, 16, true}};

// Families: random, few different addresses, strides, permutations, lanes paired, structured XOR.
static void pattern(uint32_t width, uint32_t *out) {
  const uint32_t units = kSharedBytes / width;
  const uint32_t family = next() % 6, stride = 1 + next() % 64, few = 1 + next() % 8;
  uint32_t pool[8];
  for (uint32_t &p : pool) p = next() % units;
  const uint32_t key = next() % units, spread = 1u << (next() % 6);
  for (uint32_t lane = 0; lane < 32; lane++) {
    uint32_t unit = 0;
    switch (family) {
      case 0: unit = next(); break;
      case 1: unit = pool[next() % few]; break;
      case 2: unit = lane * stride; break;
      case 3: unit = (lane % spread) * stride + lane / spread; break;
      case 4: unit = lane & 1 ? out[lane - 1] / width : next(); break;
      case 5: unit = (lane * 32) ^ (key * lane); break;
    }
    out[lane] = (unit % units) * width;
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const Named *chosen = nullptr;
  for (const Named &named : kOps) if (!strcmp(named.name, argv[1])) chosen = &named;
  if (!chosen) return 2;
  FILE *log = fopen(argv[3], "w");
  uint32_t *addresses, *sink, *source;
  cudaMalloc(&addresses, 128), cudaMalloc(&sink, 128), cudaMalloc(&source, 128);
  for (int i = 0; i < atoi(argv[2]); i++) {
    uint32_t list[32];
    pattern(chosen->width, list);
    const uint32_t mask = chosen->wholeWarp || next() % 3 ? 0xffffffffu : (next() | 1u << (next() % 32));
    cudaMemcpy(addresses, list, 128, cudaMemcpyHostToDevice);
    access<<<1, 32>>>(chosen->op, addresses, mask, source, sink);
    fprintf(log, "{\"op\":\"%s\",\"mask\":\"%08x\",\"address\":[", chosen->name, mask);
    for (int lane = 0; lane < 32; lane++) fprintf(log, lane ? ",%u" : "%u", list[lane]);
    fprintf(log, "]}\n");
  }
  fclose(log);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
