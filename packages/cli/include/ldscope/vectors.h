// float2, uint4 and the like: members x, y, z, w, arithmetic by element, alignment as HIP has it (of 3: that of an element).
#pragma once

namespace ldscope {
template <bool> struct Where {};
template <> struct Where<true> {
  using type = int;
};
// A template's parameter that exists where the condition holds.
template <bool condition> using If = typename Where<condition>::type;

template <class T, unsigned count> struct Members;
template <class T> struct Members<T, 1> {
  T x;
};
template <class T> struct alignas(2 * sizeof(T)) Members<T, 2> {
  T x, y;
};
template <class T> struct Members<T, 3> {
  T x, y, z;
};
template <class T> struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) Members<T, 4> {
  T x, y, z, w;
};

template <class T, unsigned count> struct Vector : Members<T, count> {
  using value_type = T;
  Vector() = default;
  __host__ __device__ constexpr Vector(T all) : Members<T, count>{} {
    for (unsigned i = 0; i < count; i++) (*this)[i] = all;
  }
  template <class... U, If<(sizeof...(U) == count && count > 1)> = 0>
  __host__ __device__ constexpr Vector(U... values) : Members<T, count>{static_cast<T>(values)...} {}
  template <class U> __host__ __device__ constexpr explicit Vector(const Vector<U, count> &other) {
    for (unsigned i = 0; i < count; i++) (*this)[i] = static_cast<T>(other[i]);
  }
  __host__ __device__ constexpr T &operator[](unsigned i) { return (&this->x)[i]; }
  __host__ __device__ constexpr const T &operator[](unsigned i) const { return (&this->x)[i]; }
};
} // namespace ldscope

template <class T, unsigned count> using HIP_vector_type = ldscope::Vector<T, count>;

#define LDSCOPE_OPERATOR(op)                                                                               \
  template <class T, unsigned n>                                                                           \
  __host__ __device__ __forceinline__ constexpr ldscope::Vector<T, n> &operator op##=(                     \
      ldscope::Vector<T, n> &left, const ldscope::Vector<T, n> &right) {                                   \
    for (unsigned i = 0; i < n; i++) left[i] op## = right[i];                                              \
    return left;                                                                                           \
  }                                                                                                        \
  template <class T, unsigned n, class U, ldscope::If<__is_arithmetic(U)> = 0>                               \
  __host__ __device__ __forceinline__ constexpr ldscope::Vector<T, n> &operator op##=(                     \
      ldscope::Vector<T, n> &left, U right) {                                                              \
    for (unsigned i = 0; i < n; i++) left[i] op## = static_cast<T>(right);                                 \
    return left;                                                                                           \
  }                                                                                                        \
  template <class T, unsigned n>                                                                           \
  __host__ __device__ __forceinline__ constexpr ldscope::Vector<T, n> operator op(                         \
      ldscope::Vector<T, n> left, const ldscope::Vector<T, n> &right) {                                    \
    return left op## = right;                                                                              \
  }                                                                                                        \
  template <class T, unsigned n, class U, ldscope::If<__is_arithmetic(U)> = 0>                               \
  __host__ __device__ __forceinline__ constexpr ldscope::Vector<T, n> operator op(                         \
      ldscope::Vector<T, n> left, U right) {                                                               \
    return left op## = right;                                                                              \
  }                                                                                                        \
  template <class T, unsigned n, class U, ldscope::If<__is_arithmetic(U)> = 0>                               \
  __host__ __device__ __forceinline__ constexpr ldscope::Vector<T, n> operator op(                         \
      U left, const ldscope::Vector<T, n> &right) {                                                        \
    return ldscope::Vector<T, n>(static_cast<T>(left)) op right;                                           \
  }
LDSCOPE_OPERATOR(+)
LDSCOPE_OPERATOR(-)
LDSCOPE_OPERATOR(*)
LDSCOPE_OPERATOR(/)
LDSCOPE_OPERATOR(%)
LDSCOPE_OPERATOR(&)
LDSCOPE_OPERATOR(|)
LDSCOPE_OPERATOR(^)
LDSCOPE_OPERATOR(<<)
LDSCOPE_OPERATOR(>>)
#undef LDSCOPE_OPERATOR

template <class T, unsigned n>
__host__ __device__ __forceinline__ constexpr ldscope::Vector<T, n> operator-(ldscope::Vector<T, n> value) {
  for (unsigned i = 0; i < n; i++) value[i] = -value[i];
  return value;
}
template <class T, unsigned n>
__host__ __device__ __forceinline__ constexpr bool operator==(const ldscope::Vector<T, n> &left,
                                                              const ldscope::Vector<T, n> &right) {
  for (unsigned i = 0; i < n; i++)
    if (left[i] != right[i]) return false;
  return true;
}

#define LDSCOPE_VECTORS(T, name)                                                                           \
  using name##1 = ldscope::Vector<T, 1>;                                                                   \
  using name##2 = ldscope::Vector<T, 2>;                                                                   \
  using name##3 = ldscope::Vector<T, 3>;                                                                   \
  using name##4 = ldscope::Vector<T, 4>;                                                                   \
  __host__ __device__ __forceinline__ constexpr name##1 make_##name##1(T x) { return {x}; }                \
  __host__ __device__ __forceinline__ constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }        \
  __host__ __device__ __forceinline__ constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  __host__ __device__ __forceinline__ constexpr name##4 make_##name##4(T x, T y, T z, T w) {               \
    return {x, y, z, w};                                                                                   \
  }
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned;
using ulong = unsigned long;

LDSCOPE_VECTORS(signed char, char)
LDSCOPE_VECTORS(unsigned char, uchar)
LDSCOPE_VECTORS(short, short)
LDSCOPE_VECTORS(unsigned short, ushort)
LDSCOPE_VECTORS(int, int)
LDSCOPE_VECTORS(unsigned, uint)
LDSCOPE_VECTORS(long, long)
LDSCOPE_VECTORS(unsigned long, ulong)
LDSCOPE_VECTORS(long long, longlong)
LDSCOPE_VECTORS(unsigned long long, ulonglong)
LDSCOPE_VECTORS(float, float)
LDSCOPE_VECTORS(double, double)
#undef LDSCOPE_VECTORS
