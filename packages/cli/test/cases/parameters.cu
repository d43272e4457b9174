
/* __global__ void scale(int wrong) */
namespace ns {
template <typename T, int N = (1 > 0)>
__global__ void __launch_bounds__(256, 2) scale(T *__restrict__ out, const T* in, // the input
  unsigned int n = 4, float factors[4]);
}
__global__ void empty(void) {}
__global__ void other(int a) {}
__global__ void other(int a, int b) {}
