// Stands in for ROCm's header of this name where ROCm is not installed: what kernels use of it, for a compiler that translates the
// device's half of a program. Types and functions are HIP's; what they are made of is ldscope's.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "../ldscope/qualifiers.h"

#include "../ldscope/identity.h"

#include "../ldscope/atomics.h"
#include "../ldscope/host.h"
#include "../ldscope/lanes.h"
#include "../ldscope/math.h"
#include "../ldscope/output.h"
#include "../ldscope/vectors.h"
