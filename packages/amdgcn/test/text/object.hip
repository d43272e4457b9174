#define DEVICE __attribute__((device))
DEVICE __attribute__((noinline)) int pick(int a, int *p) { return p[a] + a; }
DEVICE int table[4] = {1, 2, 3, 4};
DEVICE int *pointers[2] = {table + 1, table + 3};
DEVICE int zeros[100];
__attribute__((constant)) const int fixed[4] = {5, 6, 7, 8};
__attribute__((global)) void first(int *p, int n) {
  __attribute__((shared)) static int lds[100];
  int i = __builtin_amdgcn_workitem_id_x();
  lds[i] = pick(i, p);
  __builtin_amdgcn_s_barrier();
  p[i] = lds[i ^ 1] + table[i & 3] + fixed[n & 3] + *pointers[n & 1] + zeros[i & 15];
}
__attribute__((global)) void second(int *p) { p[0] = pick(1, p); }
