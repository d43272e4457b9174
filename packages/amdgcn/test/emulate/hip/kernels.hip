// Ordinary compute kernels: what a compiler makes of reductions, scans, sorts, atomics, byte tables, stacks,
// recursion, divergent loops, f64 and 64-bit division. Built without headers or device libraries.
#include "common.h"

extern SHARED float dynamic[];

KERNEL reduce(const float *x, float *y, int n) {
  float sum = 0;
  for (int i = group() * size() + item(); i < n; i += size() * 2) sum += x[i];
  dynamic[item()] = sum;
  barrier();
  for (int k = size() / 2; k > 0; k >>= 1) {
    if (item() < k) dynamic[item()] += dynamic[item() + k];
    barrier();
  }
  if (item() == 0) y[group()] = dynamic[0];
}

KERNEL scan(const int *x, int *y) {
  SHARED int a[256];
  int t = item();
  a[t] = x[group() * 256 + t];
  barrier();
  for (int offset = 1; offset < 256; offset <<= 1) {
    int before = t >= offset ? a[t - offset] : 0;
    barrier();
    a[t] += before;
    barrier();
  }
  y[group() * 256 + t] = a[t];
}

KERNEL stack(const int *x, int *y) {
  int h[16];
  for (int i = 0; i < 16; i++) h[i] = i * 3;
  for (int i = 0; i < 40; i++) {
    int k = x[(item() + i) & 255] & 15;
    h[k] = h[k] * 5 + i;
  }
  int sum = 0;
  for (int i = 0; i < 16; i++) sum ^= h[(i + item()) & 15] + i;
  y[item()] = sum;
}

DEVICE __attribute__((noinline)) int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

KERNEL recurse(int *y) { y[item()] = fibonacci(item() & 7); }

KERNEL doubles(const double *x, double *y) {
  double a = x[item()];
  double sum = 0;
  for (int i = 1; i < 20; i++) sum += a / i - __builtin_sqrt(a * i);
  y[item()] = sum;
}

KERNEL histogram(const unsigned char *x, u32 *y, int n) {
  SHARED u32 h[256];
  h[item()] = 0;
  barrier();
  for (int i = item(); i < n; i += 256) __atomic_fetch_add(&h[x[i]], 1u, __ATOMIC_RELAXED);
  barrier();
  __atomic_fetch_add(&y[item()], h[item()], __ATOMIC_RELAXED);
}

KERNEL bytes(const signed char *x, unsigned short *y, short *z) {
  static const unsigned char table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  int t = item();
  y[t] = table[x[t] & 15] * 257;
  z[t] = (short)(x[t] * (t - 100));
  if (t & 1) z[t] ^= x[255 - t];
}

KERNEL collatz(const int *x, int *y) {
  u32 value = x[item()];
  int steps = 0;
  while (value != 1) {
    if (value & 1) value = 3 * value + 1;
    else value >>= 1;
    if (++steps > 1000) break;
  }
  y[item()] = steps;
}

KERNEL sort(int *x) {
  SHARED int a[256];
  int t = item();
  a[t] = x[t];
  barrier();
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        int u = a[t], w = a[p];
        if ((u > w) == ((t & k) == 0)) {
          a[t] = w;
          a[p] = u;
        }
      }
      barrier();
    }
  x[t] = a[t];
}

KERNEL divide(const u64 *x, u64 *y) {
  u64 a = x[item()], b = x[255 - item()] | 1;
  y[item()] = a / b + a % b;
}

KERNEL choose(const int *x, int *y) {
  int v = x[item()];
  switch (v & 7) {
    case 0: v = v * 3; break;
    case 1: v = v / 7; break;
    case 2: v = v % 11; break;
    case 3: v = v << 3; break;
    case 4: v = -v; break;
    case 5: v ^= 0x55; break;
    case 6: v = v * v; break;
    default: v = v - 100;
  }
  y[item()] = v;
}

KERNEL exchange(u32 *y) {
  u32 old = *(volatile u32 *)y, wanted;
  do {
    wanted = old * 3 + 1;
  } while (!__atomic_compare_exchange_n(y, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
