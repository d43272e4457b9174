#include <climits>
#include "kernels.cuh"
