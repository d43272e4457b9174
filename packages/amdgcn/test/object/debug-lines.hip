#include "twice.h"
typedef __attribute__((address_space(3))) float Shared;
static inline __attribute__((always_inline)) float both(Shared *s, int i) {
  float a = twice(s[i]);
  return a + twice(s[i + 1]);
}
__attribute__((amdgpu_kernel)) void kernel(float *out, Shared *s) {
  int i = __builtin_amdgcn_workitem_id_x();
  s[i] = out[i];
  __builtin_amdgcn_s_barrier();
  if (i < 32)
    out[i] = both(s, i);
}
__attribute__((amdgpu_kernel)) void other(float *out, Shared *s) {
  int i = __builtin_amdgcn_workitem_id_x();
  for (int k = 0; k < 8; k++) out[i + k] = both(s, i ^ k);
}
