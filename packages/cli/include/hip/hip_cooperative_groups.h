#pragma once
#include "hip_runtime.h"

#include "../ldscope/cooperative-groups.h"
