/** Nesting of regions, types, attributes, expressions and brackets. Kernels stay below 30. */
export const nestingLimit = 256;

/** Diagnostics of one file; what follows is seldom more than an echo. */
export const diagnosticLimit = 100;
