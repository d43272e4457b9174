// What a kernel says to its host, who is not there: `printf` prints nothing, a failed assertion ends the wave.
#pragma once
#include <cassert>
#include <cstdio>

template <class... Arguments> __device__ __attribute__((always_inline)) inline int printf(const char *, Arguments...) {
  return 0;
}
extern "C" __device__ __attribute__((noreturn)) inline void __assert_fail(const char *, const char *, unsigned, const char *) {
  __builtin_trap();
}
