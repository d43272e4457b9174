// The words of the language that are not the compiler's own.
#pragma once

#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
// `__launch_bounds__(256)` or `__launch_bounds__(256, 4)`: items of a workgroup at most, waves of a SIMD at least.
#define LDSCOPE_BOUNDS_1(items) __attribute__((amdgpu_flat_work_group_size(1, items)))
#define LDSCOPE_BOUNDS_2(items, waves) __attribute__((amdgpu_flat_work_group_size(1, items), amdgpu_waves_per_eu(waves)))
#define LDSCOPE_BOUNDS(first, second, name, ...) name
#define __launch_bounds__(...) LDSCOPE_BOUNDS(__VA_ARGS__, LDSCOPE_BOUNDS_2, LDSCOPE_BOUNDS_1, )(__VA_ARGS__)
#define __grid_constant__
#define __restrict__ __restrict
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(T, name) extern __shared__ T name[];
#define HIP_SYMBOL(name) name
