/** Kernels as a user would write them, small enough to count by hand. */

/**
 * One wave writes a 64x64 tile of f32 by rows, and each lane reads down its own row: lanes are 256 bytes
 * apart, a multiple of every bank period, so all of a phase meet on one bank.
 */
export const transpose = `module {
  gpu.module @kernels {
    gpu.func @transpose(%out: memref<64xf32>) workgroup(%tile: memref<64x64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %lane = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %tile[%c0, %lane] : memref<64x64xf32, #gpu.address_space<workgroup>>
      memref.store %zero, %tile[%lane, %c0] : memref<64x64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x = memref.load %tile[%lane, %c0] : memref<64x64xf32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%lane] : memref<64xf32>
      gpu.return
    }
  }
}
`;

/** The same access, conflict-free: lane i wants word i. */
export const copy = transpose
  .replaceAll('[%lane, %c0]', '[%c0, %lane]')
  .replaceAll('@transpose', '@copy');

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
