#define KERNEL extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(256, 256))) void
typedef unsigned int u32; typedef int i32; typedef unsigned long long u64; typedef long long i64;
#define ITEM (__builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x())
KERNEL words(const u32 *a, const u32 *b, u32 *out) {
  u32 i = ITEM, x = a[i], y = b[i];
  out[6 * i] = x / y; out[6 * i + 1] = x % y;
  out[6 * i + 2] = (i32)x / (i32)y; out[6 * i + 3] = (i32)x % (i32)y;
  out[6 * i + 4] = (x & 0x3fffff) / (y & 0xffff | 1); out[6 * i + 5] = (x & 0xffff) % (y & 255 | 1);
}
KERNEL wide(const u64 *a, const u64 *b, u64 *out) {
  u32 i = ITEM; u64 x = a[i], y = b[i];
  out[4 * i] = x / y; out[4 * i + 1] = x % y;
  out[4 * i + 2] = (i64)x / (i64)y; out[4 * i + 3] = (i64)x % (i64)y;
}
KERNEL floats(const float *a, const float *b, float *out) {
  u32 i = ITEM; out[2 * i] = a[i] / b[i]; out[2 * i + 1] = __builtin_sqrtf(__builtin_fabsf(a[i]));
}
KERNEL doubles(const double *a, const double *b, double *out) {
  u32 i = ITEM; out[2 * i] = a[i] / b[i]; out[2 * i + 1] = __builtin_sqrt(__builtin_fabs(a[i]));
}
