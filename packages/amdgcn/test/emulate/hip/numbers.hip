// Integers: division, wide products, bits, bytes, saturation, packed halves, products of bytes.
#include "common.h"

KERNEL division(const int *x, const int *y, int *s, u32 *u) {
  int t = item(), n = size();
  int a = x[t], b = y[t];
  s[t] = a / b;
  s[n + t] = a % b;
  s[2 * n + t] = a / 1000 + a % 7 * 3;
  u32 c = a, d = b;
  u[t] = c / d;
  u[n + t] = c % d;
  u[2 * n + t] = c / 10 - c % 641;
  short e = (short)a, f = (short)b;
  s[3 * n + t] = f == 0 ? 0 : e / f * 1000 + e % f;
  u8 g = (u8)a, h = (u8)b;
  u[3 * n + t] = h == 0 ? 0 : g / h * 1000 + g % h;
}

KERNEL wide_division(const i64 *x, const i64 *y, i64 *s, u64 *u) {
  int t = item(), n = size();
  i64 a = x[t], b = y[t];
  s[t] = a / b;
  s[n + t] = a % b;
  s[2 * n + t] = a / 1000000007;
  u[t] = (u64)a / (u64)b;
  u[n + t] = (u64)a % (u64)b;
  u[2 * n + t] = (u64)a % 1000000007u;
}

KERNEL products(const i64 *x, const i64 *y, i64 *out) {
  int t = item(), n = size();
  i64 a = x[t], b = y[t];
  out[t] = a * b;
  out[n + t] = (i64)(((__int128)a * b) >> 64);
  out[2 * n + t] = (i64)(((unsigned __int128)(u64)a * (u64)b) >> 64);
  out[3 * n + t] = (i64)(int)a * (int)b;
  out[4 * n + t] = (u64)(u32)a * (u32)b;
  out[5 * n + t] = (i64)(((i64)(int)a * (int)b) >> 32) + (i64)(((u64)(u32)a * (u32)b) >> 32);
  out[6 * n + t] = (a & 0xffffff) * (b & 0xffffff);
  out[7 * n + t] = ((int)(a << 8) >> 8) * ((int)(b << 8) >> 8);
  out[8 * n + t] = (u64)(u32)a * (u32)b + (u64)(a ^ b);
  out[9 * n + t] = (i64)(int)a * (int)b + (a - b);
}

KERNEL bits(const u64 *x, u64 *out) {
  int t = item(), n = size();
  u64 a = x[t];
  u32 b = (u32)a, c = (u32)(a >> 32);
  int k = t & 63;
  out[t] = __builtin_popcount(b) + 100 * __builtin_popcountll(a);
  out[n + t] = __builtin_clz(b | 1) + 100 * __builtin_clzll(a | 1);
  out[2 * n + t] = __builtin_ctz(b | 0x80000000u) + 100 * __builtin_ctzll(a | 1ull << 63);
  out[3 * n + t] = __builtin_bitreverse32(b);
  out[4 * n + t] = __builtin_bitreverse64(a);
  out[5 * n + t] = __builtin_bswap32(b) + ((u64)__builtin_bswap16((u16)c) << 32);
  out[6 * n + t] = __builtin_bswap64(a);
  out[7 * n + t] = __builtin_rotateleft32(b, k) + ((u64)__builtin_rotateright32(c, 7) << 32);
  out[8 * n + t] = __builtin_rotateleft64(a, k);
  out[9 * n + t] = a >> k ^ a << (63 - k) ^ (u64)((i64)a >> (k >> 1));
  out[10 * n + t] = __builtin_amdgcn_ubfe(b, k & 31, 5) + ((u64)(u32)__builtin_amdgcn_sbfe(c, 3, k & 31) << 32);
  out[11 * n + t] = __builtin_amdgcn_perm(b, c, 0x07020500) + ((u64)__builtin_amdgcn_perm(c, b, 0x0c0d0408) << 32);
  out[12 * n + t] = __builtin_amdgcn_alignbit(b, c, k) + ((u64)__builtin_amdgcn_alignbyte(b, c, k & 3) << 32);
  out[13 * n + t] = __builtin_amdgcn_sad_u8(b, c, 5) + ((u64)__builtin_amdgcn_sad_u16(b, c, 6) << 32);
  out[14 * n + t] = __builtin_ffs(b) + 100 * __builtin_ffsll(a) + 10000 * __builtin_parity(b);
  out[15 * n + t] = (b & c) | (~b & 0x0ff00ff0u) | ((u64)((b ^ c) & ~(b << 3)) << 32);
  out[16 * n + t] = (b & 0xff00u) << 8 | (c >> 16 & 0xff) | ((u64)(short)b & 0xffff0000ffff0000ull);
  out[17 * n + t] = __builtin_clrsbll((i64)a) + 100 * (u64)__builtin_clrsb((int)b);
}

KERNEL saturation(const int *x, const int *y, int *out) {
  int t = item(), n = size();
  int a = x[t], b = y[t];
  out[t] = __builtin_elementwise_add_sat(a, b);
  out[n + t] = __builtin_elementwise_sub_sat(a, b);
  out[2 * n + t] = __builtin_elementwise_add_sat((u32)a, (u32)b);
  out[3 * n + t] = __builtin_elementwise_sub_sat((u32)a, (u32)b);
  out[4 * n + t] = __builtin_elementwise_add_sat((short)a, (short)b);
  out[5 * n + t] = __builtin_elementwise_sub_sat((u16)a, (u16)b);
  out[6 * n + t] = __builtin_elementwise_min(__builtin_elementwise_max(a, -1000), 1000);
  out[7 * n + t] = __builtin_elementwise_abs(a) / 2;
  int sum;
  out[8 * n + t] = __builtin_add_overflow(a, b, &sum) + 2 * __builtin_mul_overflow(a, b, &sum);
  u32 carry, low = __builtin_addc((u32)a, (u32)b, 1u, &carry);
  out[9 * n + t] = low + carry;
}

typedef short short2 __attribute__((ext_vector_type(2)));
typedef u16 ushort2 __attribute__((ext_vector_type(2)));

KERNEL packed(const short2 *x, const short2 *y, short2 *out) {
  int t = item(), n = size();
  short2 a = x[t], b = y[t];
  out[t] = a + b;
  out[n + t] = a - b;
  out[2 * n + t] = a * b + a.yx;
  out[3 * n + t] = __builtin_elementwise_max(a, b);
  out[4 * n + t] = __builtin_elementwise_min(a, b);
  out[5 * n + t] = a << (short2)3;
  out[6 * n + t] = a >> (b & (short2)15);
  out[7 * n + t] = (short2)((ushort2)a >> (ushort2)(b & (short2)7));
  out[8 * n + t] = __builtin_elementwise_add_sat(a, b);
  out[9 * n + t] = (short2)__builtin_elementwise_sub_sat((ushort2)a, (ushort2)b);
  out[10 * n + t] = a.xx - b.yx;
}

KERNEL dots(const u32 *x, const u32 *y, int *out) {
  int t = item(), n = size();
  u32 a = x[t], b = y[t];
  out[t] = __builtin_amdgcn_sdot4(a, b, 7, false);
  out[n + t] = __builtin_amdgcn_udot4(a, b, 9u, false);
  out[2 * n + t] = __builtin_amdgcn_sdot8(a, b, -5, false);
  out[3 * n + t] = __builtin_amdgcn_udot8(a, b, 3u, false);
  out[4 * n + t] = __builtin_amdgcn_sdot2(__builtin_bit_cast(short2, a), __builtin_bit_cast(short2, b), 11, false);
  out[5 * n + t] = __builtin_amdgcn_udot2(__builtin_bit_cast(ushort2, a), __builtin_bit_cast(ushort2, b), 13u, false);
  out[6 * n + t] = __builtin_amdgcn_sdot4(a, b, 0x7ffffff0, true);
  out[7 * n + t] = __builtin_amdgcn_udot4(a, b, 0xfffffff0u, true);
  // What the compiler finds by itself in sums of bytes.
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += (int)(signed char)(a >> (8 * i)) * (signed char)(b >> (8 * i));
  out[8 * n + t] = sum;
}

KERNEL hashes(const u32 *x, u32 *out) {
  // xorshift, a multiplicative hash, and a checksum by table and by bits.
  SHARED u32 table[256];
  for (int i = item(); i < 256; i += size()) {
    u32 c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  barrier();
  int t = item(), n = size();
  u32 v = x[t], crc = ~0u;
  for (int i = 0; i < 4; i++) crc = table[(crc ^ v >> (8 * i)) & 255] ^ crc >> 8;
  out[t] = ~crc;
  u32 s = v | 1;
  for (int i = 0; i < 100; i++) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
  }
  out[n + t] = s;
  u64 h = 0xcbf29ce484222325ull;
  for (int i = 0; i < 4; i++) h = (h ^ (v >> (8 * i) & 255)) * 0x100000001b3ull;
  out[2 * n + t] = (u32)(h ^ h >> 32);
  u64 p = v, r = 1;
  for (u32 e = 65537; e > 0; e >>= 1, p = p * p % 1000003) if (e & 1) r = r * p % 1000003;
  out[3 * n + t] = (u32)r;
}
