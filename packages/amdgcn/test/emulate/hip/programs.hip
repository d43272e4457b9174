// Control flow and memory: calls, tables of functions, switches, structs, stacks, bytes at any address, ids.
#include "common.h"
#pragma clang fp contract(off)

DEVICE NOINLINE int blend(int a, int b, int c, int d, int e, int f) { return a * 2 + b * 3 - c + d * e ^ f; }
DEVICE NOINLINE double halve(double x) { return x * 0.5 + 1; }
struct Point {
  int x, y;
  double weight;
  short tags[5];
};
DEVICE NOINLINE Point move(Point p, int by) {
  p.x += by;
  p.y -= by;
  p.weight *= 2;
  p.tags[by & 3] = (short)by;
  return p;
}

KERNEL calls(const int *x, int *y, double *z) {
  int t = item(), v = x[t];
  int r = blend(v, t, 5, v >> 3, t & 7, 1);
  if (v & 1) r = blend(r, r >> 1, 1, 2, 3, t);
  Point p = {v, t, 0.25 * t, {1, 2, 3, 4, 5}};
  for (int i = 0; i < (t & 3); i++) p = move(p, i + v % 5);
  y[t] = r ^ p.x ^ p.y * 3 ^ p.tags[0] ^ p.tags[1] << 4 ^ p.tags[2] << 8;
  z[t] = halve(p.weight);
}

DEVICE int add(int a, int b) { return a + b; }
DEVICE int sub(int a, int b) { return a - b; }
DEVICE int mul(int a, int b) { return a * b; }
DEVICE int mix(int a, int b) { return (a ^ b) >> 1; }
typedef int (*Operation)(int, int);
DEVICE const Operation operations[4] = {add, sub, mul, mix};

KERNEL pointers(const int *x, int *y) {
  int t = item(), v = x[t];
  y[t] = operations[v & 3](v, t);
}

KERNEL interpreter(const u8 *code, const int *x, int *y) {
  // A stack machine: each lane has its own program counter and stack.
  int stack[16], top = 0, pc = (item() & 3) * 16, steps = 0;
  stack[top++] = x[item()];
  for (bool on = true; on && steps < 200; steps++) {
    u8 op = code[pc++];
    switch (op >> 4) {
      case 0: stack[top++] = op & 15; break;
      case 1: top--; stack[top - 1] += stack[top]; break;
      case 2: top--; stack[top - 1] -= stack[top]; break;
      case 3: top--; stack[top - 1] *= stack[top]; break;
      case 4: stack[top] = stack[top - 1 - (op & 15)]; top++; break;
      case 5: { int a = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = a; break; }
      case 6: stack[top - 1] >>= op & 15; break;
      case 7: if (stack[--top] != 0) pc -= op & 15; break;
      case 8: stack[top - 1] &= 0xff; break;
      case 9: top--; break;
      case 10: stack[top - 1] = -stack[top - 1]; break;
      case 11: stack[top - 1] = stack[top - 1] == 0; break;
      default: on = false;
    }
  }
  y[item()] = stack[top - 1] * 256 + steps;
}

KERNEL states(const u8 *text, int *y, int length) {
  // Counts words, numbers and other signs; each lane begins elsewhere.
  int words = 0, numbers = 0, others = 0, state = 0;
  for (int i = item(); i < length; i++) {
    u8 c = text[i];
    if (c == '.') goto end;
    if (c >= '0' && c <= '9') {
      if (state != 2) numbers++;
      state = 2;
    } else if ((c | 32) >= 'a' && (c | 32) <= 'z') {
      if (state != 1) words++;
      state = 1;
    } else {
      state = 0;
      if (c == ' ') continue;
      others++;
    }
  }
end:
  y[item()] = words * 10000 + numbers * 100 + others;
}

KERNEL mandelbrot(int *y, float left, float top, float step) {
  int c = item(), r = group();
  float a = left + c * step, b = top + r * 8 * step, x = 0, z = 0;
  int n = 0;
  while (n < 200) {
    float p = x * x, q = z * z;
    if (p + q > 4) break;
    z = 2 * x * z + b;
    x = p - q + a;
    n++;
  }
  y[index()] = n;
}

KERNEL queens(int *y, int n) {
  // Solutions with the first queen in column `item`, without recursion.
  u32 columns[12], left[12], right[12], open[12];
  u32 all = (1u << n) - 1;
  int found = 0;
  if (item() < n) {
    u32 first = 1u << item();
    int row = 1;
    columns[1] = first;
    left[1] = first << 1;
    right[1] = first >> 1;
    open[1] = all & ~(columns[1] | left[1] | right[1]);
    while (row > 0) {
      if (open[row] == 0) {
        row--;
        continue;
      }
      u32 place = open[row] & -open[row];
      open[row] ^= place;
      if (row == n - 1) {
        found++;
        continue;
      }
      columns[row + 1] = columns[row] | place;
      left[row + 1] = (left[row] | place) << 1;
      right[row + 1] = (right[row] | place) >> 1;
      row++;
      open[row] = all & ~(columns[row] | left[row] | right[row]);
    }
  }
  y[item()] = found;
}

KERNEL quicksort(int *x) {
  // 32 numbers in each lane's own memory.
  int a[32];
  struct { short low, high; } ranges[32];
  for (int i = 0; i < 32; i++) a[i] = x[index() * 32 + i];
  int top = 0;
  ranges[top++] = {0, 31};
  while (top > 0) {
    auto [low, high] = ranges[--top];
    if (low >= high) continue;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i <= j) {
        int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    ranges[top++] = {low, (short)j};
    ranges[top++] = {(short)i, high};
  }
  for (int i = 0; i < 32; i++) x[index() * 32 + i] = a[i];
}

struct Config {
  char tag;
  short half;
  int word;
  double scale;
  u8 bytes[7];
  u64 wide;
};

KERNEL by_value(Config config, float factor, u8 small, double *y, short extra) {
  int t = item();
  y[t] = config.tag + config.half * t + config.word + config.scale * factor + config.bytes[t % 7] +
         (double)config.wide + small * 1000 + extra;
}

KERNEL ids(int *y, int width, int height) {
  int x = __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x();
  int r = __builtin_amdgcn_workgroup_id_y() * __builtin_amdgcn_workgroup_size_y() + __builtin_amdgcn_workitem_id_y();
  int p = __builtin_amdgcn_workgroup_id_z() * __builtin_amdgcn_workgroup_size_z() + __builtin_amdgcn_workitem_id_z();
  y[(p * height + r) * width + x] =
      x + 100 * r + 10000 * p + 1000000 * (int)(__builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y());
}

CONSTANT int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
DEVICE int counter = 40;
DEVICE double totals[4];
static CONSTANT const double weights[4] = {0.5, 0.25, -1.5, 8};
CONSTANT const char *const names[3] = {"alpha", "be", "gamma!"};

KERNEL globals(int *y, double *z) {
  int t = item();
  y[t] = primes[t & 7] + names[t % 3][t & 1];
  z[t] = weights[t & 3];
  if (t == 0) {
    totals[group()] += 1.5 * group();
    z[64 + group()] = totals[group()];
    y[64 + group()] = __atomic_add_fetch(&counter, 2, __ATOMIC_RELAXED);
  }
}

struct __attribute__((packed)) Packed {
  u8 a;
  int b;
  short c;
  double d;
};

KERNEL unaligned(const u8 *x, u8 *y, Packed *out) {
  int t = item();
  Packed p;
  __builtin_memcpy(&p, x + 15 * t, 15);
  p.a += 1;
  p.b *= 3;
  p.c -= 7;
  p.d = -p.d;
  out[t] = p;
  u16 half;
  __builtin_memcpy(&half, x + 3 * t + 1, 2);
  half ^= 0x55aa;
  y[5 * t] = (u8)half;
  __builtin_memcpy(y + 5 * t + 1, &half, 2);
  y[5 * t + 3] = x[t] >> 4 | x[t + 1] << 4;
  y[5 * t + 4] = 0xee;
}

KERNEL copies(const u8 *x, u8 *y) {
  // Blocks that are copied, moved and filled, and a table of bytes in private memory.
  u8 local[96], map[256];
  int t = item();
  __builtin_memset(local, t, 96);
  __builtin_memcpy(local + 8, x + 64 * t, 61);
  __builtin_memmove(local + 20, local + 8, 50);
  for (int i = 0; i < 256; i++) map[i] = (u8)(i * 7 + t);
  u32 sum = 0;
  for (int i = 0; i < 96; i++) sum = sum * 31 + map[local[(i * 5 + t) % 96]];
  __builtin_memcpy(y + 4 * t, &sum, 4);
}

typedef int int8v __attribute__((ext_vector_type(8)));
typedef float float16v __attribute__((ext_vector_type(16)));

KERNEL vectors(const int *x, int *y, float *z, int uniform) {
  // Elements at numbers that only the run knows, the same for all lanes and different.
  int t = item();
  int8v a = {1, 2, 3, 4, 5, 6, 7, 8};
  a[x[t] & 7] = 100 + t;
  a[uniform & 7] += 1000;
  y[t] = a[(t + uniform) & 7] * 2 + a[uniform];
  float16v f;
  for (int i = 0; i < 16; i++) f[i] = (float)(x[(t + i) & 63] & 1023);
  f[uniform] = -1;
  f[t & 15] += 0.5f;
  float sum = 0;
  for (int i = 0; i < 16; i++) sum = sum * 0.5f + f[(i + uniform) & 15];
  z[t] = sum;
}

KERNEL distance(const u8 *words, int *y) {
  // Edit distance between word `item` and word `item + 1`, 8 signs each, rows in private memory.
  int row[9];
  const u8 *a = words + 8 * item(), *b = a + 8;
  for (int j = 0; j <= 8; j++) row[j] = j;
  for (int i = 1; i <= 8; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= 8; j++) {
      int best = corner + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      corner = row[j];
      row[j] = best;
    }
  }
  y[item()] = row[8];
}

KERNEL search(const int *sorted, int n, const int *wanted, int *y) {
  int low = 0, high = n, v = wanted[item()];
  while (low < high) {
    int middle = (low + high) >> 1;
    if (sorted[middle] < v) low = middle + 1;
    else high = middle;
  }
  y[item()] = low < n && sorted[low] == v ? low : ~low;
}

KERNEL sieve(u8 *composite, int n) {
  for (int p = 2; p * p < n; p++) {
    barrier();
    if (composite[p]) continue;
    for (int m = p * p + p * item(); m < n; m += p * size()) composite[m] = 1;
  }
}

KERNEL leaves(const int *x, int *y, int n) {
  // Lanes leave early, loops nest, one lane in three works twice.
  int t = item();
  if (t >= n) return;
  int v = x[t];
  if (v < 0) {
    y[t] = -1;
    return;
  }
  int sum = 0;
  for (int i = 0; i < (v & 15); i++) {
    if (i == 3) continue;
    int j = i;
    do {
      sum += j * v;
      if (sum & 0x400) break;
      j -= 2;
    } while (j > 0);
    if (sum > 100000) {
      y[t] = -2;
      return;
    }
  }
  if (t % 3 == 0)
    for (int i = t; i != 1 && i != 0; i = i & 1 ? i * 3 + 1 : i / 2) sum++;
  y[t] = sum;
}
