// A kernel without a purpose: one of each operation that the interpreter knows, for the test that damages it.
#lds = #gpu.address_space<workgroup>
#fat = #amdgpu.address_space<fat_raw_buffer>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>

memref.global "private" @words : memref<64xi32, #lds>

func.func @everything(%in: memref<64x8xf16>, %out: memref<64xf32>, %ints: memref<?xi32>, %n: index)
    attributes {gpu.known_block_size = array<i32: 64, 1, 1>, gpu.known_grid_size = array<i32: 2, 1, 1>} {
  %x = gpu.thread_id x
  %b = gpu.block_id x
  %lane = gpu.lane_id upper_bound 64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  %i64 = arith.constant 64 : i32
  %xi = arith.index_cast %x : index to i32
  %tile = memref.alloc() : memref<64x8xf16, #lds>
  %bytes = memref.alloc() : memref<1024xi8, #lds>
  %private = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
  %words = memref.get_global @words : memref<64xi32, #lds>

  // Copies and waits.
  %size = arith.constant 1000 : i64
  %buffer = amdgpu.fat_raw_buffer_cast %in validBytes(%size) : memref<64x8xf16> to memref<64x8xf16, #fat>
  amdgpu.gather_to_lds %buffer[%x, %c0], %tile[%c0, %c0] : vector<8xf16>, memref<64x8xf16, #fat>, memref<64x8xf16, #lds>
  amdgpu.memory_counter_wait load(0)
  rocdl.s.waitcnt 0
  rocdl.s.setprio 1
  rocdl.s.barrier

  // Views.
  %row = memref.subview %tile[%x, 2] [1, 4] [1, 1] : memref<64x8xf16, #lds> to memref<4xf16, strided<[1], offset: ?>, #lds>
  %h4 = vector.load %row[%c0] : memref<4xf16, strided<[1], offset: ?>, #lds>, vector<4xf16>
  %again = memref.reinterpret_cast %tile to offset: [%c4], sizes: [16, 8], strides: [16, 1] : memref<64x8xf16, #lds> to memref<16x8xf16, strided<[16, 1], offset: ?>, #lds>
  %h = memref.load %again[%c2, %c1] : memref<16x8xf16, strided<[16, 1], offset: ?>, #lds>
  %flat = memref.collapse_shape %tile [[0, 1]] : memref<64x8xf16, #lds> into memref<512xf16, #lds>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 32, 8] : memref<512xf16, #lds> into memref<2x32x8xf16, #lds>
  %g = memref.load %cube[%c1, %c4, %c2] : memref<2x32x8xf16, #lds>
  %dynamic = memref.cast %tile : memref<64x8xf16, #lds> to memref<?x?xf16, #lds>
  %rows = memref.dim %dynamic, %c0 : memref<?x?xf16, #lds>
  %typed = memref.view %bytes[%c4][] : memref<1024xi8, #lds> to memref<64xi32, #lds>

  // Integers, in waves and lanes.
  %mod = arith.remui %xi, %i64 : i32
  %shifted = arith.shli %mod, %i1 : i32
  %mixed = arith.xori %shifted, %xi : i32
  %sum = gpu.subgroup_reduce add %mixed : (i32) -> i32
  %partner, %ok = gpu.shuffle xor %mixed, %i1, %i64 : i32
  %first = gpu.subgroup_broadcast %partner, first_active_lane : i32
  %wide = arith.extsi %sum : i32 to i64
  %cut = arith.trunci %wide : i64 to i16
  %back = arith.extui %cut : i16 to i32
  %chosen = arith.select %ok, %back, %first : i32
  memref.store %chosen, %words[%x] : memref<64xi32, #lds>
  memref.store %xi, %typed[%x] : memref<64xi32, #lds>
  gpu.barrier

  // Control flow, different for each lane.
  %counted = scf.for %k = %c0 to %x step %c4 iter_args(%s = %c0) -> (index) {
    %odd = arith.remui %k, %c2 : index
    %isOdd = arith.cmpi eq, %odd, %c1 : index
    %next = scf.if %isOdd -> (index) {
      scf.yield %s : index
    } else {
      %more = affine.apply affine_map<(d0)[s0] -> ((d0 * 3 + s0) mod 64)>(%s)[%k]
      scf.yield %more : index
    }
    scf.yield %next : index
  }
  %halved = scf.while (%v = %x) : (index) -> index {
    %big = arith.cmpi ugt, %v, %c4 : index
    scf.condition(%big) %v : index
  } do {
  ^bb0(%v: index):
    %half = arith.divui %v, %c2 : index
    scf.yield %half : index
  }
  %bounded = affine.for %k = 0 to 8 step 2 iter_args(%s = %counted) -> (index) {
    %m = affine.min affine_map<(d0, d1) -> (d0 + d1, 63)>(%s, %k)
    affine.yield %m : index
  }
  %either = affine.if #set(%x)[%b] -> index {
    affine.yield %bounded : index
  } else {
    affine.yield %halved : index
  }
  %word = memref.load %words[%either] : memref<64xi32, #lds>
  memref.store %word, %ints[%x] : memref<?xi32>

  // Vectors.
  %mask = vector.create_mask %c2 : vector<4xi1>
  %zero4 = arith.constant dense<0.0> : vector<4xf16>
  %masked = vector.maskedload %tile[%x, %c4], %mask, %zero4 : memref<64x8xf16, #lds>, vector<4xi1>, vector<4xf16> into vector<4xf16>
  vector.maskedstore %tile[%x, %c0], %mask, %masked : memref<64x8xf16, #lds>, vector<4xi1>, vector<4xf16>
  %pair = vector.extract_strided_slice %h4 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf16> to vector<2xf16>
  %put = vector.insert_strided_slice %pair, %masked {offsets = [2], strides = [1]} : vector<2xf16> into vector<4xf16>
  %mixture = vector.shuffle %put, %h4 [0, 5, 2, 7] : vector<4xf16>, vector<4xf16>
  %at = arith.remui %x, %c4 : index
  %one = vector.extract %mixture[%at] : f16 from vector<4xf16>
  %all = vector.broadcast %one : f16 to vector<4xf16>
  %bits = vector.bitcast %all : vector<4xf16> to vector<2xi32>
  %least = vector.reduction <minui>, %bits : vector<2xi32> into i32
  %square = vector.shape_cast %mixture : vector<4xf16> to vector<2x2xf16>
  %turned = vector.transpose %square, [1, 0] : vector<2x2xf16> to vector<2x2xf16>
  %line = vector.shape_cast %turned : vector<2x2xf16> to vector<4xf16>

  // Matrix cores, floats and the way out.
  %acc = arith.constant dense<0.0> : vector<4xf32>
  %d = amdgpu.mfma 16x16x16 %line * %all + %acc blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
  %total = vector.reduction <add>, %d : vector<4xf32> into f32
  %hg = arith.addf %h, %g : f16
  %f = arith.extf %hg : f16 to f32
  %least32 = arith.uitofp %least : i32 to f32
  %root = math.sqrt %least32 : f32
  %greater = arith.cmpf ogt, %root, %total : f32
  %result = arith.select %greater, %f, %total : f32
  memref.store %result, %private[%c2] : memref<4xf32, #gpu.address_space<private>>
  %kept = memref.load %private[%c2] : memref<4xf32, #gpu.address_space<private>>
  memref.store %kept, %out[%x] : memref<64xf32>
  return
}
