#pragma once
#include "hip_runtime.h"

#include "../ldscope/bfloat16.h"
