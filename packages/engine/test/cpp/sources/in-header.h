#pragma once
constexpr int ROWS = 32;
constexpr int PITCH = ROWS;
