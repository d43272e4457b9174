// ---- packed conversions take two of four, with a scale
%v = vector.broadcast %a : f32 to vector<4xf32>
%s = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
%p = arith.mulf %v, %s : vector<4xf32>
%f = arith.truncf %p : vector<4xf32> to vector<4xf8E4M3FN>
%e = amdgpu.ext_packed_fp8 %f[1] : vector<4xf8E4M3FN> to vector<2xf32>
%four = arith.constant 4.0 : f32
%g = amdgpu.scaled_ext_packed %f[0], %four : vector<4xf8E4M3FN> to vector<2xf32>
%e1 = vector.extract %e[1] : f32 from vector<2xf32>
%g1 = vector.extract %g[1] : f32 from vector<2xf32>
%h = amdgpu.packed_trunc_2xfp8 %e1, %g1 into undef[word 1] : f32 to vector<4xf8E4M3FN>
%h2 = vector.extract %h[2] : f8E4M3FN from vector<4xf8E4M3FN>
%h3 = vector.extract %h[3] : f8E4M3FN from vector<4xf8E4M3FN>
%x2 = arith.extf %h2 : f8E4M3FN to f32
%x3 = arith.extf %h3 : f8E4M3FN to f32
%k = arith.constant 1000.0 : f32
%y = arith.mulf %x2, %k : f32
%r = arith.addf %y, %x3 : f32
