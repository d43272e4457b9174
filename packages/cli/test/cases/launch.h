#include <hip/hip_version.h>
#if HIP_VERSION < 60000000
#error the version of HIP
#endif
template <typename K> __global__ void launch(float *out) { K{}(out); }
