namespace ns { struct S { float a; int b; };
template <typename T, int N> struct K { static __device__ void go(T *p) { __shared__ T t[N][N + 1]; } };
__shared__ float whole[8][8];
template <typename T, int N = 7> __global__ void __launch_bounds__(N, 2) tk(T *p, int n) {
  __shared__ T a[N][N]; { __shared__ int b[4][4]; } { __shared__ int b[2][2]; }
}
template <typename T, int N> struct O { static void go(); };
template <typename T, int N> void O<T, N>::go() { __shared__ T t[N][3]; }
}
