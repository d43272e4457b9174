// Lanes and waves that work together: shuffles, DPP, ballots, barriers, flags, LDS and its atomics.
#include "common.h"

extern SHARED int dynamic[];

DEVICE inline int shuffle(int value, int from) { return __builtin_amdgcn_ds_bpermute(4 * from, value); }
DEVICE inline float shuffle(float value, int from) {
  return __builtin_bit_cast(float, shuffle(__builtin_bit_cast(int, value), from));
}
DEVICE inline double shuffle(double value, int from) {
  i64 bits = __builtin_bit_cast(i64, value);
  u32 low = shuffle((int)bits, from);
  i64 high = shuffle((int)(bits >> 32), from);
  return __builtin_bit_cast(double, (i64)(high << 32 | low));
}

KERNEL shuffled(const float *x, const double *y, float *f, double *d) {
  float a = x[index()];
  double b = y[index()];
  for (int k = 32; k > 0; k >>= 1) {
    a += shuffle(a, lane() ^ k);
    b += shuffle(b, lane() ^ k);
  }
  f[index()] = a;
  d[index()] = b;
}

#define STEP(control, rows, value) \
  value += __builtin_amdgcn_update_dpp(0, value, control, rows, 0xf, false)

KERNEL dpp_scan(const int *x, int *y) {
  int v = x[index()];
  STEP(0x111, 0xf, v);  // row_shr:1
  STEP(0x112, 0xf, v);
  STEP(0x114, 0xf, v);
  STEP(0x118, 0xf, v);
  STEP(0x142, 0xa, v);  // row_bcast:15
  STEP(0x143, 0xc, v);  // row_bcast:31
  y[index()] = v;
}

KERNEL dpp_moves(const int *x, int *y) {
  int v = x[item()], n = size();
  y[item()] = __builtin_amdgcn_mov_dpp(v, 0x1b, 0xf, 0xf, true);                // quad_perm:[3,2,1,0]
  y[n + item()] = __builtin_amdgcn_update_dpp(-1, v, 0x140, 0xf, 0xf, false);   // row_mirror
  y[2 * n + item()] = __builtin_amdgcn_update_dpp(-1, v, 0x141, 0xf, 0x5, false);  // row_half_mirror
  y[3 * n + item()] = __builtin_amdgcn_update_dpp(-1, v, 0x124, 0x5, 0xf, false);  // row_ror:4
  y[4 * n + item()] = __builtin_amdgcn_update_dpp(-1, v, 0x103, 0xf, 0xf, true);   // row_shl:3
  y[5 * n + item()] = __builtin_amdgcn_update_dpp(-1, v, 0x138, 0xf, 0xf, false);  // wave_shr:1
  y[6 * n + item()] = __builtin_amdgcn_ds_swizzle(v, 0x041f);                      // lane ^ 1
}

KERNEL block_scan(const int *x, int *inclusive, int *exclusive) {
  SHARED int sums[16];
  int v = x[item()], sum = v;
  for (int k = 1; k < 64; k <<= 1) {
    int other = shuffle(sum, lane() - k);
    if (lane() >= k) sum += other;
  }
  if (lane() == 63) sums[item() >> 6] = sum;
  barrier();
  if (item() < 16) {
    int before = 0;
    for (int i = 0; i < 16; i++) before += i < item() ? sums[i] : 0;
    __builtin_amdgcn_wave_barrier();
    sums[item()] = before;
  }
  barrier();
  sum += sums[item() >> 6];
  inclusive[item()] = sum;
  exclusive[item()] = sum - v;
}

KERNEL radix_sort(u32 *x) {
  SHARED u32 keys[2][256];
  SHARED u32 counts[4][16], starts[4][16];
  int t = item(), wave = t >> 6;
  keys[0][t] = x[t];
  barrier();
  for (int pass = 0; pass < 8; pass++) {
    u32 key = keys[pass & 1][t], digit = key >> (4 * pass) & 15;
    u64 peers = ~0ull;
    for (int bit = 0; bit < 4; bit++) {
      u64 set = __builtin_amdgcn_ballot_w64(digit >> bit & 1);
      peers &= digit >> bit & 1 ? set : ~set;
    }
    u32 rank = __builtin_amdgcn_mbcnt_hi(peers >> 32, __builtin_amdgcn_mbcnt_lo((u32)peers, 0));
    if (t < 64) counts[t >> 4][t & 15] = 0;
    barrier();
    if (rank == 0) counts[wave][digit] = __builtin_popcountll(peers);
    barrier();
    if (t < 64) {
      u32 start = 0;
      for (int d = 0; d < 16; d++)
        for (int w = 0; w < 4; w++)
          if (d < (t & 15) || (d == (t & 15) && w < t >> 4)) start += counts[w][d];
      starts[t >> 4][t & 15] = start;
    }
    barrier();
    keys[(pass + 1) & 1][starts[wave][digit] + rank] = key;
    barrier();
  }
  x[t] = keys[0][t];
}

KERNEL compact(const int *x, int *y, u32 *count) {
  int v = x[index()];
  if (v % 3 == 0) {
    u64 taken = __builtin_amdgcn_ballot_w64(true);
    u32 rank = __builtin_amdgcn_mbcnt_hi(taken >> 32, __builtin_amdgcn_mbcnt_lo((u32)taken, 0));
    u32 start = 0;
    if (rank == 0) start = __atomic_fetch_add(count, (u32)__builtin_popcountll(taken), __ATOMIC_RELAXED);
    start = __builtin_amdgcn_readfirstlane(start);
    y[start + rank] = v;
  }
}

KERNEL lanes(const int *x, int *y, u64 *masks) {
  int v = x[item()];
  int sum = 0;
  for (int i = 0; i < 64; i++) sum = sum * 3 + __builtin_amdgcn_readlane(v, i);
  y[item()] = sum;
  if (item() & 1) masks[item()] = __builtin_amdgcn_ballot_w64(v > 0);
  else masks[item()] = __builtin_amdgcn_ballot_w64(v & 2) ^ __builtin_amdgcn_read_exec();
}

KERNEL waterfall(const int *x, int *y) {
  // One trip for each value that the lanes of a wave have.
  int v = x[item()] & 7, trips = 0;
  for (;;) {
    trips++;
    int first = __builtin_amdgcn_readfirstlane(v);
    if (first == v) {
      y[item()] = 100 * trips + first;
      break;
    }
  }
}

typedef int int4 __attribute__((ext_vector_type(4)));

KERNEL transpose(const int4 *x, int4 *y) {
  // 64x64 words, rows padded by four.
  SHARED __attribute__((aligned(16))) int tile[64][68];
  for (int i = item(); i < 1024; i += 256) *(int4 *)&tile[i >> 4][4 * (i & 15)] = x[i];
  barrier();
  for (int i = item(); i < 1024; i += 256) {
    int row = i >> 4, column = 4 * (i & 15);
    int4 value = {tile[column][row], tile[column + 1][row], tile[column + 2][row], tile[column + 3][row]};
    y[i] = value;
  }
}

KERNEL spin(int *y) {
  SHARED int flags[4];
  SHARED int values[4];
  int wave = item() >> 6;
  if (item() < 4) flags[item()] = 0;
  barrier();
  // Wave 3 goes first and wave 0 last: each waits for the next one.
  int value = 1;
  if (wave < 3) {
    while (__atomic_load_n(&flags[wave + 1], __ATOMIC_ACQUIRE) == 0) __builtin_amdgcn_s_sleep(1);
    value = values[wave + 1] * 3 + wave;
  }
  if (lane() == 0) {
    values[wave] = value;
    __atomic_store_n(&flags[wave], 1, __ATOMIC_RELEASE);
  }
  y[item()] = value;
}

KERNEL lock(int *words) {
  // words[0] is a lock that one lane holds at a time, words[1] what it guards. The lanes of a wave take turns: of
  // lanes that wait for each other, none would go on.
  for (int turn = 0; turn < 64; turn++) {
    if (lane() != turn) continue;
    int open = 0;
    while (!__atomic_compare_exchange_n(words, &open, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) open = 0;
    words[1] = words[1] + item();
    __atomic_store_n(words, 0, __ATOMIC_RELEASE);
  }
}

KERNEL last_group(const int *x, u32 *state, int *y) {
  // The last workgroup adds up what all of them wrote.
  SHARED int last;
  if (item() == 0) {
    y[group()] = x[group()] * 2;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    last = __atomic_fetch_add(state, 1u, __ATOMIC_ACQ_REL) == 7;
  }
  barrier();
  if (last && item() == 0) {
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += ((volatile int *)y)[i];
    y[8] = sum;
  }
}

template <typename T, typename Op> DEVICE inline void swap_loop(T *place, T value, Op op) {
  T old = *place;
  while (!__atomic_compare_exchange_n(place, &old, op(old, value), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

struct Multiply {
  template <typename T> DEVICE T operator()(T a, T b) const { return a * b + 1; }
};

// Sums, bounds, masks, exchanges of 32 and 64 bits, on places in LDS or in global memory.
template <typename W, typename L, typename F>
DEVICE inline void atomics(W *w, L *l, F *f, int v) {
  __atomic_fetch_add(&w[0], v, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&w[1], v, __ATOMIC_RELAXED);
  __atomic_fetch_and(&w[2], ~(1u << (v & 31)), __ATOMIC_RELAXED);
  __atomic_fetch_or(&w[3], 1u << (v & 31), __ATOMIC_RELAXED);
  __atomic_fetch_xor(&w[4], (u32)v * 77777u, __ATOMIC_RELAXED);
  __atomic_fetch_min(&w[5], (u32)v, __ATOMIC_RELAXED);
  __atomic_fetch_max(&w[6], (u32)v, __ATOMIC_RELAXED);
  __atomic_fetch_min((int *)&w[7], v - 500, __ATOMIC_RELAXED);
  __atomic_fetch_max((int *)&w[8], v - 500, __ATOMIC_RELAXED);
  swap_loop(&w[9], 3u, Multiply());
  __atomic_fetch_add(&l[0], (u64)v << 30, __ATOMIC_RELAXED);
  __atomic_fetch_xor(&l[1], (u64)v * 0x123456789abull, __ATOMIC_RELAXED);
  __atomic_fetch_max(&l[2], (u64)v << 33, __ATOMIC_RELAXED);
  __atomic_fetch_min((i64 *)&l[3], -((i64)v << 33), __ATOMIC_RELAXED);
  swap_loop(&l[4], (u64)5, Multiply());
  __atomic_fetch_add(f, (float)v, __ATOMIC_RELAXED);
}

KERNEL lds_atomics(const int *x, u32 *w, u64 *l, float *f, u32 *old) {
  SHARED u32 words[10];
  SHARED u64 pairs[5];
  SHARED float sum;
  SHARED double wide;
  SHARED u32 ticket;
  int t = item();
  if (t < 10) words[t] = w[t];
  if (t < 5) pairs[t] = l[t];
  if (t == 0) sum = 0, wide = 0, ticket = 0;
  barrier();
  atomics(words, pairs, &sum, x[t]);
  __atomic_fetch_add(&wide, 0.5 * x[t], __ATOMIC_RELAXED);
  old[t] = __atomic_fetch_add(&ticket, 1u, __ATOMIC_RELAXED);
  barrier();
  if (t < 10) w[t] = words[t];
  if (t < 5) l[t] = pairs[t];
  if (t == 0) f[0] = sum, f[1] = (float)wide;
}

KERNEL global_atomics(const int *x, u32 *w, u64 *l, float *f, double *d, u32 *old) {
  atomics(w, l, f, x[index()]);
  __atomic_fetch_add(d, 0.5 * x[index()], __ATOMIC_RELAXED);
  old[index()] = __atomic_exchange_n(&w[10], (u32)index() + 1, __ATOMIC_RELAXED);
}

KERNEL shared_pieces(const double *x, double *y) {
  // Dynamic LDS that is cut into doubles, words and bytes.
  double *d = (double *)dynamic;
  int *w = (int *)(d + 64);
  signed char *b = (signed char *)(w + 64);
  int t = item();
  d[t] = x[t];
  w[t] = t * 1000;
  b[t] = (signed char)(t * 5);
  barrier();
  y[t] = d[63 - t] + w[t ^ 1] + b[(t + 7) & 63];
}

KERNEL life(const u8 *x, u8 *y, int generations) {
  // 32x32 cells on a torus, a lane each.
  SHARED u8 cells[2][32][32];
  int r = item() >> 5, c = item() & 31, now = 0;
  cells[0][r][c] = x[item()];
  barrier();
  for (int g = 0; g < generations; g++, now ^= 1) {
    int n = 0;
    for (int i = -1; i <= 1; i++)
      for (int j = -1; j <= 1; j++)
        if (i != 0 || j != 0) n += cells[now][(r + i) & 31][(c + j) & 31];
    cells[now ^ 1][r][c] = n == 3 || (n == 2 && cells[now][r][c]);
    barrier();
  }
  y[item()] = cells[now][r][c];
}

KERNEL fourier(float *re, float *im, const float *cosines, const float *sines) {
  // 256 points in LDS, two a lane and step, in place after bits were reversed.
  SHARED float a[256], b[256];
  for (int i = item(); i < 256; i += 128) {
    int from = __builtin_bitreverse32(i) >> 24;
    a[i] = re[from];
    b[i] = im[from];
  }
  for (int half = 1; half < 256; half *= 2) {
    barrier();
    int k = item() & (half - 1), i = 2 * item() - k, j = i + half;
    float c = cosines[k * (128 / half)], s = sines[k * (128 / half)];
    float p = a[j] * c - b[j] * s, q = a[j] * s + b[j] * c;
    float u = a[i], v = b[i];
    a[i] = u + p;
    b[i] = v + q;
    a[j] = u - p;
    b[j] = v - q;
  }
  barrier();
  for (int i = item(); i < 256; i += 128) {
    re[i] = a[i];
    im[i] = b[i];
  }
}

KERNEL multiply(const float *a, const float *b, float *c, int n) {
  SHARED float x[16][16], y[16][16];
  int i = __builtin_amdgcn_workitem_id_y(), j = item();
  int row = __builtin_amdgcn_workgroup_id_y() * 16 + i, column = group() * 16 + j;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    x[i][j] = a[row * n + k + j];
    y[i][j] = b[(k + i) * n + column];
    barrier();
    for (int m = 0; m < 16; m++) sum += x[i][m] * y[m][j];
    barrier();
  }
  c[row * n + column] = sum;
}
