// One shared-memory instruction of one warp at given addresses, to be counted by Nsight Compute.
//
//   nvcc -arch=sm_90 -o probe shared.cu
//   ncu --csv --metrics METRICS ./probe OP COUNT PATTERNS.jsonl
//
// Each launch executes the instruction OP once with one pattern of addresses; PATTERNS.jsonl gets one line per
// launch (op, mask, address) in the order of the launches, so line i belongs to row i of ncu's output. See
// probe.sh, which puts the two together.
//
// red.shared.add of floats and of 64 bits compile to loops of compare-and-swap: their counters are sums over its rounds. A red of a
// constant is left out: it compiles to ATOMS.POPC.INC, which combines lanes. Copies have the places of their sources in the log too.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

constexpr int kSharedBytes = 16384;

enum Op {
  kRed32, kAtom32, kAtom64, kLdm1, kLdm2, kLdm2t, kStm1, kStm2, kStm4t, kCas32, kCas64, kAddF32, kAddU64, kAddF64,
  kLd32g, kLd64g, kLd128g, kSt32g, kSt64g, kSt128g, kCopy4, kCopy8, kCopy16
};

// `other` is memory that a generic pointer could point to as well, and where copies come from.
__global__ void access(int op, const uint32_t *addresses, uint32_t mask, const uint32_t *source, uint32_t *sink, char *other,
                       const uint32_t *from) {
  __shared__ __align__(16) char memory[kSharedBytes];
  const uint32_t lane = threadIdx.x;
  const uint32_t base = (uint32_t)__cvta_generic_to_shared(memory);
  const uint32_t at = base + addresses[lane];
  const uint32_t value = source[lane];
  uint32_t a = 0, b = 0, c = 0, d = 0;
  unsigned long long wide = 0;
  // The compiler does not see which memory it is.
  char *generic = (mask == 0 ? other : memory) + addresses[lane];
  const char *origin = other + from[lane];
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
    case kCas32: asm volatile("atom.shared.cas.b32 %0, [%1], %2, %3;" : "=r"(a) : "r"(at), "r"(value), "r"(lane) : "memory"); break;
    case kCas64: asm volatile("atom.shared.cas.b64 %0, [%1], %2, %3;" : "=l"(wide) : "r"(at), "l"((unsigned long long)value), "l"((unsigned long long)lane) : "memory"); break;
    case kAddF32: asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at), "f"((float)lane) : "memory"); break;
    case kAddU64: asm volatile("red.shared.add.u64 [%0], %1;" ::"r"(at), "l"((unsigned long long)lane) : "memory"); break;
    case kAddF64: asm volatile("red.shared.add.f64 [%0], %1;" ::"r"(at), "d"((double)lane) : "memory"); break;
    case kLd32g: asm volatile("ld.u32 %0, [%1];" : "=r"(a) : "l"(generic) : "memory"); break;
    case kLd64g: asm volatile("ld.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(generic) : "memory"); break;
    case kLd128g: asm volatile("ld.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(generic) : "memory"); break;
    case kSt32g: asm volatile("st.u32 [%0], %1;" ::"l"(generic), "r"(lane) : "memory"); break;
    case kSt64g: asm volatile("st.v2.u32 [%0], {%1, %1};" ::"l"(generic), "r"(lane) : "memory"); break;
    case kSt128g: asm volatile("st.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(generic), "r"(lane) : "memory"); break;
    case kCopy4: asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.wait_all;" ::"r"(at), "l"(origin) : "memory"); break;
    case kCopy8: asm volatile("cp.async.ca.shared.global [%0], [%1], 8; cp.async.wait_all;" ::"r"(at), "l"(origin) : "memory"); break;
    case kCopy16: asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.wait_all;" ::"r"(at), "l"(origin) : "memory"); break;
    case kStm4t: asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(lane) : "memory"); break;
  }
  if (a + b + c + d + (uint32_t)wide == 0xdeadbeef) sink[lane] = a;
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
    {"stmatrix.x4.trans", kStm4t, 16, true},
    {"atom.shared.cas.b32", kCas32, 4, false},
    {"atom.shared.cas.b64", kCas64, 8, false},
    {"red.shared.add.f32", kAddF32, 4, false},
    {"red.shared.add.u64", kAddU64, 8, false},
    {"red.shared.add.f64", kAddF64, 8, false},
    {"ld.b32", kLd32g, 4, false},
    {"ld.v2.b32", kLd64g, 8, false},
    {"ld.v4.b32", kLd128g, 16, false},
    {"st.b32", kSt32g, 4, false},
    {"st.v2.b32", kSt64g, 8, false},
    {"st.v4.b32", kSt128g, 16, false},
    {"cp.async.b32", kCopy4, 4, false},
    {"cp.async.b64", kCopy8, 8, false},
    {"cp.async.b128", kCopy16, 16, false}};

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
  uint32_t *addresses, *sink, *source, *from;
  char *other;
  cudaMalloc(&addresses, 128), cudaMalloc(&sink, 128), cudaMalloc(&source, 128), cudaMalloc(&from, 128);
  cudaMalloc(&other, kSharedBytes), cudaMemset(other, 0, kSharedBytes);
  const bool copies = !strncmp(chosen->name, "cp.", 3);
  for (int i = 0; i < atoi(argv[2]); i++) {
    uint32_t list[32], origin[32];
    pattern(chosen->width, list);
    // Sources side by side, or anywhere.
    if (copies && next() % 2) pattern(chosen->width, origin);
    else for (uint32_t lane = 0; lane < 32; lane++) origin[lane] = lane * chosen->width;
    cudaMemcpy(from, origin, 128, cudaMemcpyHostToDevice);
    const uint32_t mask = chosen->wholeWarp || next() % 3 ? 0xffffffffu : (next() | 1u << (next() % 32));
    cudaMemcpy(addresses, list, 128, cudaMemcpyHostToDevice);
    access<<<1, 32>>>(chosen->op, addresses, mask, source, sink, other, from);
    fprintf(log, "{\"op\":\"%s\",\"mask\":\"%08x\",\"address\":[", chosen->name, mask);
    for (int lane = 0; lane < 32; lane++) fprintf(log, lane ? ",%u" : "%u", list[lane]);
    if (copies) {
      fprintf(log, "],\"source\":[");
      for (int lane = 0; lane < 32; lane++) fprintf(log, lane ? ",%u" : "%u", origin[lane]);
    }
    fprintf(log, "]}\n");
  }
  fclose(log);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
