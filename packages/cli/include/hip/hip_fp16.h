#pragma once
#include "hip_runtime.h"

#include "../ldscope/half.h"
