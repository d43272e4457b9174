/** Kernels as a user would write them, small enough to count by hand. */
import { caseText } from './case-text.ts';

/**
 * One wave writes a 64x64 tile of f32 by rows, and each lane reads down its own row: lanes are 256 bytes
 * apart, a multiple of every bank period, so all of a phase meet on one bank.
 */
export const transpose = caseText('transpose.mlir');

/** The same access, conflict-free: lane i wants word i. */
export const copy = caseText('copy.mlir');

/** The same with other addresses in each of 4,096 workgroups, so that none stands for the others. */
export const spread = (kernel: string): string =>
  kernel
    .replace(
      '%c0 = arith.constant 0 : index',
      '%block = gpu.block_id x %c0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%block] ' +
        '%row = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) mod 64)>()[%block]',
    )
    .replace(
      '%lane = gpu.thread_id x',
      '%lane = gpu.thread_id x %turned = affine.apply affine_map<()[s0, s1] -> ((s0 + s1) mod 64)>()[%lane, %c0]',
    )
    .replaceAll('[%c0, %lane]', '[%row, %turned]');
