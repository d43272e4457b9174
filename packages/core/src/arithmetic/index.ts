/**
 * Arithmetic as hardware does it, for every frontend that executes machine code: `@ldscope/core/arithmetic`.
 *
 * Names are those that the tables of instructions call; all take and give plain numbers, 64-bit integers as two words.
 */
export * from './bits.ts';
export * from './bytes.ts';
export * from './convert.ts';
export * from './directed.ts';
export * from './fused.ts';
