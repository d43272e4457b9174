/** Kernels as a user would write them, small enough to count by hand. */
import { caseText } from './case-text.ts';

/**
 * One wave writes a 64x64 tile of f32 by rows, and each lane reads down its own row: lanes are 256 bytes
 * apart, a multiple of every bank period, so all of a phase meet on one bank.
 */
export const transpose = caseText('transpose.mlir');

/** The same access, conflict-free: lane i wants word i. */
export const copy = caseText('copy.mlir');

/** The transpose with other addresses in each of 4,096 workgroups, so that none stands for the others. */
export const spread = caseText('spread.mlir');
