// A kernel without a purpose: operations of the vector level and parallel loops, for the test that damages it.
#lds = #gpu.address_space<workgroup>
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]

func.func @everything(%in: memref<64x16xf32>, %out: memref<64x16xf32>, %ints: memref<64xi32>)
    attributes {gpu.known_block_size = array<i32: 64, 1, 1>, gpu.known_grid_size = array<i32: 2, 1, 1>} {
  %x = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %xi = arith.index_cast %x : index to i32
  %i0 = arith.constant 0 : i32
  %pad = arith.constant 0.0 : f32
  %tile = memref.alloc() : memref<64x16xf32, #lds>
  %counts = memref.alloc() : memref<64xi32, #lds>
  memref.store %i0, %counts[%x] : memref<64xi32, #lds>

  // Transfers.
  %m = vector.create_mask %c1, %c2 : vector<2x4xi1>
  %mt = vector.constant_mask [3, 1] : vector<4x2xi1>
  %row = vector.transfer_read %in[%x, %c0], %pad {in_bounds = [true]} : memref<64x16xf32>, vector<16xf32>
  vector.transfer_write %row, %tile[%x, %c0] {in_bounds = [true]} : vector<16xf32>, memref<64x16xf32, #lds>
  gpu.barrier
  %a = vector.transfer_read %tile[%c0, %c4], %pad, %m : memref<64x16xf32, #lds>, vector<2x4xf32>
  %b = vector.transfer_read %tile[%x, %c2], %pad, %mt {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<64x16xf32, #lds>, vector<2x4xf32>
  %w = vector.transfer_read %tile[%x, %c2], %pad {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<64x16xf32, #lds>, vector<3x4xf32>

  // Products, sums, scans.
  %bt = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %zero = arith.constant dense<0.0> : vector<2x2xf32>
  %p = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %bt, %zero : vector<2x4xf32>, vector<4x2xf32> into vector<2x2xf32>
  %left = vector.extract %a[%c1] : vector<4xf32> from vector<2x4xf32>
  %right = vector.extract %b[0] : vector<4xf32> from vector<2x4xf32>
  %o = vector.outerproduct %left, %right : vector<4xf32>, vector<4xf32>
  %acc = arith.constant dense<0.0> : vector<4xf32>
  %s = vector.multi_reduction <add>, %o, %acc [0] : vector<4x4xf32> to vector<4xf32>
  %ms = vector.constant_mask [2, 3] : vector<4x4xi1>
  %masked = vector.mask %ms { vector.multi_reduction <maximumf>, %o, %acc [1] : vector<4x4xf32> to vector<4xf32> } : vector<4x4xi1> -> vector<4xf32>
  %all, %last = vector.scan <add>, %o, %s {inclusive = false, reduction_dim = 1 : i64} : vector<4x4xf32>, vector<4xf32>
  %sum = vector.reduction <add>, %last : vector<4xf32> into f32
  %put = vector.insert %sum, %masked[%c2] : f32 into vector<4xf32>
  %even, %odd = vector.deinterleave %put : vector<4xf32> -> vector<2xf32>

  // Places that are data.
  %steps = vector.step : vector<4xindex>
  %four = vector.constant_mask [3] : vector<4xi1>
  %g = vector.gather %tile[%x, %c0] [%steps], %four, %put : memref<64x16xf32, #lds>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %out[%x, %c0] [%steps], %four, %g : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %e = vector.expandload %tile[%x, %c4], %four, %g : memref<64x16xf32, #lds>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %out[%x, %c4], %four, %e : memref<64x16xf32>, vector<4xi1>, vector<4xf32>

  // Atomics, copies, views.
  %old = memref.atomic_rmw addi %xi, %counts[%c1] : (i32, memref<64xi32, #lds>) -> i32
  %gen = memref.generic_atomic_rmw %counts[%c2] : memref<64xi32, #lds> {
  ^bb0(%now: i32):
    %next = arith.addi %now, %xi : i32
    memref.atomic_yield %next : i32
  }
  gpu.barrier
  memref.copy %counts, %ints : memref<64xi32, #lds> to memref<64xi32>
  %turned = memref.transpose %tile (i, j) -> (j, i) : memref<64x16xf32, #lds> to memref<16x64xf32, strided<[1, 16]>, #lds>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %turned : memref<16x64xf32, strided<[1, 16]>, #lds> -> memref<f32, #lds>, index, index, index, index, index

  // Loops of workers, switches, affine forms.
  scf.forall (%i, %j) in (8, 4) {
    %d = affine.load %tile[%i * 4 + %j, 3] : memref<64x16xf32, #lds>
    affine.store %d, %out[%i * 4 + %j, 8] : memref<64x16xf32>
  } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  %total = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%c0) -> index {
    scf.reduce(%i : index) {
    ^bb0(%l: index, %r: index):
      %t = arith.addi %l, %r : index
      scf.reduce.return %t : index
    }
  }
  %q:3 = affine.delinearize_index %x into (4, 4, 4) : index, index, index
  %back = affine.linearize_index [%q#2, %q#0] by (4, 4) : index
  %chosen = scf.index_switch %q#1 -> index
  case 1 { scf.yield %back : index }
  default {
    %in2 = scf.execute_region -> index { scf.yield %total : index }
    scf.yield %in2 : index
  }
  %v = affine.vector_load %tile[%x, 4] : memref<64x16xf32, #lds>, vector<4xf32>

  // Lanes.
  %f = arith.index_cast %chosen : index to i32
  %dpp = amdgpu.dpp %f %xi row_shr(1 : i32) : i32
  %swz = amdgpu.swizzle_bitmode %dpp 31 0 3 : i32
  %per = amdgpu.permlane_swap %swz 16 : i32
  %red = gpu.subgroup_reduce add %per cluster(size = 4, stride = 4) : (i32) -> i32
  %rot, %ok = gpu.rotate %red, 1, 16 : i32
  %most = gpu.all_reduce maxsi %rot uniform {} : (i32) -> i32
  %ld = amdgpu.raw_buffer_load %in[%xi, %i0] : memref<64x16xf32>, i32, i32 -> vector<2xf32>
  amdgpu.raw_buffer_store %ld -> %out[%xi, %i0] : vector<2xf32> -> memref<64x16xf32>, i32, i32
  memref.store %most, %ints[%x] : memref<64xi32>
  return
}
