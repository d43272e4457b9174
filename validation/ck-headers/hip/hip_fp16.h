// Half precision is the compiler's own.
#pragma once
