// What is behind a kernel's IR on the host: a fiber per lane, and the intrinsics of the chip as functions.
//
// A fiber runs until its lane meets others: at a barrier, or where lanes give each other values. When none can go on,
// those that wait at the earliest place (the return address of the call) exchange: lanes of a wave that wait there
// are active, the others are not.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <ucontext.h>
typedef uint32_t u32; typedef uint64_t u64; typedef _Float16 f16;
enum Kind { RUNS, ENDED, BARRIER, BPERMUTE, PERMUTE, SWIZZLE, READLANE, READFIRST, DPP, BALLOT, MOVE };
struct Lane { ucontext_t context; Kind kind; char *place; u64 a; u32 b, c, rows, banks, bound; u64 result; };
static Lane lanes[ITEMS]; static ucontext_t scheduler; static u32 current, group;
static u32 argument_words[ARGUMENT_BYTES / 4];
extern "C" void enter(void *);
static void lane_main() { enter(argument_words); lanes[current].kind = ENDED; swapcontext(&lanes[current].context, &scheduler); }
static u64 meet(Kind kind, void *place) {
  Lane &lane = lanes[current]; lane.kind = kind; lane.place = (char *)place;
  swapcontext(&lane.context, &scheduler); return lanes[current].result;
}
#define HERE __builtin_return_address(0)
#define C extern "C"
C u32 amdgcn_workitem_id_x() { return current; }
C u32 amdgcn_workgroup_id_x() { return group; }
C void *amdgcn_kernarg_segment_ptr() { return argument_words; }
C u32 amdgcn_mbcnt_lo(u32 mask, u32 add) { u32 n = current & (WAVE - 1); return add + __builtin_popcount(n >= 32 ? mask : mask & ((1u << n) - 1)); }
C u32 amdgcn_mbcnt_hi(u32 mask, u32 add) { u32 n = current & (WAVE - 1); return add + (n < 32 ? 0 : __builtin_popcount(mask & ((1u << (n - 32)) - 1))); }
C void amdgcn_s_barrier() { meet(BARRIER, HERE); }
C void amdgcn_s_barrier_signal(u32) {}
C void amdgcn_s_barrier_wait(u32) { meet(BARRIER, HERE); }
// In a workgroup of one wave it stands for the barrier.
C void amdgcn_wave_barrier() { meet(BARRIER, HERE); }
static u64 exchange(Kind kind, void *place, u64 a, u32 b) { Lane &lane = lanes[current]; lane.a = a; lane.b = b; return meet(kind, place); }
C u32 amdgcn_ds_bpermute(u32 a, u32 b) { return exchange(BPERMUTE, HERE, a, b); }
C u32 amdgcn_ds_permute(u32 a, u32 b) { return exchange(PERMUTE, HERE, a, b); }
C u32 amdgcn_ds_swizzle(u32 a, u32 b) { return exchange(SWIZZLE, HERE, a, b); }
C u32 amdgcn_readlane_i32(u32 a, u32 b) { return exchange(READLANE, HERE, a, b); }
C u32 amdgcn_readfirstlane_i32(u32 a) { return exchange(READFIRST, HERE, a, 0); }
C u64 amdgcn_readlane_i64(u64 a, u32 b) { return exchange(READLANE, HERE, a, b); }
C u64 amdgcn_readfirstlane_i64(u64 a) { return exchange(READFIRST, HERE, a, 0); }
static u32 bits(float a) { u32 r; memcpy(&r, &a, 4); return r; }
static float number(u64 a) { u32 low = a; float r; memcpy(&r, &low, 4); return r; }
C float amdgcn_readlane_f32(float a, u32 b) { return number(exchange(READLANE, HERE, bits(a), b)); }
C float amdgcn_readfirstlane_f32(float a) { return number(exchange(READFIRST, HERE, bits(a), 0)); }
C u32 amdgcn_ballot_i32(bool a) { return (u32)exchange(BALLOT, HERE, a, 0); }
C u64 amdgcn_ballot_i64(bool a) { return exchange(BALLOT, HERE, a, 0); }
C u32 amdgcn_update_dpp_i32(u32 old, u32 value, u32 control, u32 rows, u32 banks, bool bound) {
  Lane &lane = lanes[current]; lane.c = old; lane.rows = rows; lane.banks = banks; lane.bound = bound;
  return exchange(DPP, HERE, value, control);
}
C float amdgcn_update_dpp_f32(float old, float value, u32 control, u32 rows, u32 banks, bool bound) {
  Lane &lane = lanes[current]; lane.c = bits(old); lane.rows = rows; lane.banks = banks; lane.bound = bound;
  return number(exchange(DPP, HERE, bits(value), control));
}
static u32 move(void *place, u32 a, u32 from) { return exchange(MOVE, place, a, from); }
static u32 chosen(u32 low, u32 high) { return (current & 8 ? high : low) >> 4 * (current & 7) & 15; }
C u32 amdgcn_permlane16_i32(u32, u32 a, u32 low, u32 high, bool, bool) { return move(HERE, a, (current & ~15) | chosen(low, high)); }
C u32 amdgcn_permlanex16_i32(u32, u32 a, u32 low, u32 high, bool, bool) { return move(HERE, a, ((current & ~15) ^ 16) | chosen(low, high)); }
C u32 amdgcn_permlane64_i32(u32 a) { return move(HERE, a, current ^ 32); }
C u32 amdgcn_mov_dpp8_i32(u32 a, u32 lanes) { return move(HERE, a, (current & ~7) | (lanes >> 3 * (current & 7) & 7)); }
static int source_of_dpp(u32 control, int lane) {
  int row = lane & ~15, at = lane & 15, n = control & 15;
  if (control < 0x100) return (lane & ~3) | (control >> 2 * (lane & 3) & 3);
  if (control > 0x100 && control < 0x110) return at + n < 16 ? lane + n : -1;
  if (control > 0x110 && control < 0x120) return at >= n ? lane - n : -1;
  if (control > 0x120 && control < 0x130) return row | ((at - n) & 15);
  if (control >= 0x150 && control < 0x160) return row | n;
  if (control >= 0x160 && control < 0x170) return lane ^ n;
  switch (control) {
    case 0x130: return lane < 63 ? lane + 1 : -1;
    case 0x134: return (lane + 1) & 63;
    case 0x138: return lane - 1;
    case 0x13c: return (lane - 1) & 63;
    case 0x140: return lane ^ 15;
    case 0x141: return lane ^ 7;
    case 0x142: return lane < 16 ? -1 : row - 1;
    case 0x143: return lane < 32 ? -1 : 31;
  }
  fprintf(stderr, "dpp %x\n", control); exit(3);
}
static void serve(char *place) {
  for (u32 first = 0; first < ITEMS; first += WAVE) {
    Lane *wave = lanes + first; bool active[WAVE]; u32 leader = WAVE; u64 ballot = 0;
    for (u32 n = 0; n < WAVE; n++) {
      active[n] = wave[n].kind != ENDED && wave[n].place == place;
      if (active[n] && leader == WAVE) leader = n;
      if (active[n] && wave[n].a) ballot |= 1ull << n;
    }
    if (leader == WAVE) continue;
    u32 pushed[WAVE] = {};
    for (u32 n = 0; n < WAVE; n++) if (active[n]) pushed[(n & ~(REACH - 1)) | (wave[n].a >> 2 & (REACH - 1))] = wave[n].b;
    for (u32 n = 0; n < WAVE; n++) {
      if (!active[n]) continue;
      Lane &lane = wave[n];
      switch (lane.kind) {
        case BPERMUTE: { u32 from = (n & ~(REACH - 1)) | (lane.a >> 2 & (REACH - 1)); lane.result = active[from] ? wave[from].b : 0; break; }
        case PERMUTE: lane.result = pushed[n]; break;
        case SWIZZLE: {
          u32 p = lane.b, from = p & 0x8000 ? (n & ~3) | (p >> 2 * (n & 3) & 3) : (n & 32) | ((((n & 31) & (p & 31)) | (p >> 5 & 31)) ^ (p >> 10 & 31));
          lane.result = active[from] ? wave[from].a : 0; break;
        }
        case READLANE: lane.result = wave[lane.b & (WAVE - 1)].a; break;
        case READFIRST: lane.result = wave[leader].a; break;
        case MOVE: lane.result = wave[lane.b & (WAVE - 1)].a; break;
        case BALLOT: lane.result = ballot; break;
        case DPP: {
          int from = source_of_dpp(lane.b, n);
          bool enabled = (lane.rows >> (n >> 4) & 1) && (lane.banks >> (n >> 2 & 3) & 1);
          lane.result = !enabled ? lane.c : from >= 0 && active[from] ? wave[from].a : lane.bound ? 0 : lane.c; break;
        }
        default: break;
      }
    }
  }
  for (Lane &lane : lanes) if (lane.kind != ENDED && lane.place == place) lane.kind = RUNS;
}
int main(int, char **files) {
  static u32 in[INPUT_BYTES / 4], out[OUT_BYTES / 4], global[GLOBAL_BYTES / 4];
  FILE *f = fopen(files[1], "rb"); fread(in, 1, sizeof in, f);
  f = fopen(files[2], "rb"); fread(argument_words, 1, sizeof argument_words, f);
  void *pointers[3] = { in, out, global }; memcpy(argument_words, pointers, sizeof pointers);
  const size_t stack = 1 << 18;
  for (group = 0; group < GROUPS; group++) {
    for (u32 n = 0; n < ITEMS; n++) {
      Lane &lane = lanes[n]; getcontext(&lane.context); lane.kind = RUNS;
      lane.context.uc_stack.ss_sp = malloc(stack); lane.context.uc_stack.ss_size = stack; lane.context.uc_link = &scheduler;
      makecontext(&lane.context, lane_main, 0);
    }
    for (;;) {
      for (current = 0; current < ITEMS; current++)
        if (lanes[current].kind == RUNS) swapcontext(&scheduler, &lanes[current].context);
      char *first = 0;
      for (Lane &lane : lanes) if (lane.kind != ENDED && (!first || lane.place < first)) first = lane.place;
      if (!first) break;
      serve(first);
    }
  }
  fwrite(out, 1, sizeof out, stdout); fwrite(global, 1, sizeof global, stdout);
}
// Integer arithmetic, and approximations of the chip.
C u32 amdgcn_perm(u32 a, u32 b, u32 s) { u64 both = (u64)a << 32 | b; u32 r = 0; for (u32 i = 0; i < 4; i++) r |= (u32)(uint8_t)(both >> 8 * (s >> 8 * i & 7)) << 8 * i; return r; }
C u32 amdgcn_sad_u8(u32 a, u32 b, u32 c) { for (u32 i = 0; i < 32; i += 8) { int d = (int)(a >> i & 255) - (int)(b >> i & 255); c += d < 0 ? -d : d; } return c; }
C u32 amdgcn_alignbyte(u32 a, u32 b, u32 n) { return (u32)(((u64)a << 32 | b) >> 8 * (n & 3)); }
template <typename F> static u32 over(u32 width, u32 a, u32 b, u32 c, F of) { u32 m = (1u << width) - 1; for (u32 i = 0; i < 32; i += width) c += (u32)of((int)(a >> i & m), (int)(b >> i & m)); return c; }
static int apart(int x, int y) { return x < y ? y - x : x - y; }
C u32 amdgcn_sad_u16(u32 a, u32 b, u32 c) { return over(16, a, b, c, apart); }
C u32 amdgcn_sad_hi_u8(u32 a, u32 b, u32 c) { return c + (over(8, a, b, 0, apart) << 16); }
C u32 amdgcn_msad_u8(u32 a, u32 b, u32 c) { return over(8, a, b, c, [](int x, int y) { return y == 0 ? 0 : apart(x, y); }); }
C u32 amdgcn_lerp(u32 a, u32 b, u32 c) { u32 r = 0; for (u32 i = 0; i < 32; i += 8) r |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1) << i; return r; }
C u32 amdgcn_udot4(u32 a, u32 b, u32 c, bool) { return over(8, a, b, c, [](int x, int y) { return x * y; }); }
C u32 amdgcn_udot8(u32 a, u32 b, u32 c, bool) { return over(4, a, b, c, [](int x, int y) { return x * y; }); }
C u32 amdgcn_sudot4(bool sa, u32 a, bool sb, u32 b, u32 c, bool) { return over(8, a, b, c, [=](int x, int y) { return (sa && x > 127 ? x - 256 : x) * (sb && y > 127 ? y - 256 : y); }); }
C u32 amdgcn_sudot8(bool sa, u32 a, bool sb, u32 b, u32 c, bool) { return over(4, a, b, c, [=](int x, int y) { return (sa && x > 7 ? x - 16 : x) * (sb && y > 7 ? y - 16 : y); }); }
typedef f16 h2 __attribute__((ext_vector_type(2))); typedef uint16_t w2 __attribute__((ext_vector_type(2)));
C float amdgcn_fdot2(h2 a, h2 b, float c, bool) { return c + (float)a.x * (float)b.x + (float)a.y * (float)b.y; }
C w2 amdgcn_cvt_pk_u16(u32 a, u32 b) { return w2{(uint16_t)(a > 65535 ? 65535 : a), (uint16_t)(b > 65535 ? 65535 : b)}; }
static uint16_t near(int a) { return (uint16_t)(a > 32767 ? 32767 : a < -32768 ? -32768 : a); }
C w2 amdgcn_cvt_pk_i16(int a, int b) { return w2{near(a), near(b)}; }
C u32 amdgcn_cvt_pk_u8_f32(float a, u32 at, u32 c) { at = 8 * (at & 3); return (c & ~(255u << at)) | (u32)a << at; }
C u32 amdgcn_alignbit(u32 a, u32 b, u32 n) { return (u32)(((u64)a << 32 | b) >> (n & 31)); }
C u32 amdgcn_mul_u24_i32(u32 a, u32 b) { return (a & 0xffffff) * (b & 0xffffff); }
C u32 amdgcn_mul_i24_i32(u32 a, u32 b) { return (u32)((int)(a << 8) >> 8) * (u32)((int)(b << 8) >> 8); }
C u32 amdgcn_mulhi_u24(u32 a, u32 b) { return (u32)((u64)(a & 0xffffff) * (b & 0xffffff) >> 32); }
C u32 amdgcn_ubfe_i32(u32 a, u32 at, u32 n) { at &= 31; n &= 31; return (a >> at) & ((1u << n) - 1); }
C u32 amdgcn_sbfe_i32(u32 a, u32 at, u32 n) { at &= 31; n &= 31; return n == 0 ? 0 : at + n < 32 ? (int)(a << (32 - at - n)) >> (32 - n) : (int)a >> at; }
C float amdgcn_fmad_ftz_f32(float a, float b, float c) { float p = a * b; return p + c; }
C float amdgcn_ldexp_f32(float a, int n) { return ldexpf(a, n); }
C float amdgcn_sqrt_f32(float x) { return sqrtf(x); }
C float amdgcn_frexp_mant_f32(float x) { int n; return frexpf(x, &n); }
C int amdgcn_frexp_exp_i32_f32(float x) { int n; if (!isfinite(x)) return 0; frexpf(x, &n); return n; }
C double amdgcn_frexp_mant_f64(double x) { int n; return frexp(x, &n); }
C int amdgcn_frexp_exp_i32_f64(double x) { int n; if (!isfinite(x)) return 0; frexp(x, &n); return n; }
C void *amdgcn_bitcast_nonnull_p0_p3(void *p) { return p; }
C void *amdgcn_bitcast_nonnull_p3_p0(void *p) { return p; }
C void *amdgcn_bitcast_nonnull_p5_p0(void *p) { return p; }
C u64 amdgcn_mul_u24_i64(u32 a, u32 b) { return (u64)(a & 0xffffff) * (b & 0xffffff); }
C u64 amdgcn_mul_i24_i64(u32 a, u32 b) { return (int64_t)((int)(a << 8) >> 8) * ((int)(b << 8) >> 8); }
C void *amdgcn_bitcast_nonnull_p0_p5(void *p) { return p; }
C float amdgcn_rcp_f32(float x) { return 1 / x; }
C double amdgcn_rcp_f64(double x) { return 1 / x; }
C float amdgcn_fract_f32(float x) { float r = x - floorf(x); return fminf(r, 0x1.fffffep-1f); }
C double amdgcn_fract_f64(double x) { double r = x - floor(x); return fmin(r, 0x1.fffffffffffffp-1); }
