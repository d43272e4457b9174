#include "BlackScholes_kernel.cuh"
