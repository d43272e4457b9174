/** Diagnostics of one file; further ones rarely add anything. */
export const diagnosticLimit = 100;

/** Parentheses in an expression, levels of a YAML or MessagePack document. */
export const nestingLimit = 64;

/** Macros and repetitions inside each other. LLVM stops at 20. */
export const expansionDepthLimit = 64;

/** Lines that macros and repetitions may make in one file; the largest generated kernels stay below 300,000. */
export const expansionLineLimit = 1_000_000;

/** Characters of all those lines together: a macro may also make its text longer and longer. */
export const expansionTextLimit = 64 * 1024 * 1024;

/** Bytes of data in one file. */
export const dataLimit = 128 * 1024 * 1024;
