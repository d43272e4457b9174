/**
 * Whether a text is C++ of CK Tile without a kernel: a policy header, or a piece of one.
 *
 *     constexpr auto desc = make_naive_tensor_descriptor_packed(...);      it is
 *     __global__ void f() { ... make_naive_tensor_descriptor_packed(...)   a kernel, which a compiler has to read
 *     lds: |                                                               a specification with C++ in it
 *       make_naive_tensor_descriptor_packed(...)
 */
const CK_TILE =
  /\b(?:make_\w*tensor_descriptor|transform_tensor_descriptor|tile_distribution_encoding|make_static_tile_distribution)/;

/** True for a text that names what makes descriptors and distributions. */
export const namesCkTile = (text: string): boolean => CK_TILE.test(text);

/** Kernels, and launches of them. */
const KERNEL = /\b__global__\b|<<<[^;]*>>>/;

/** The keys of a specification, at the start of a line. */
const SPECIFICATION =
  /^(?:tutorial|tile|accesses|lds|lds_swapping|write|read|gemm|element)\s*:(?!:)/m;

/** True for what `layoutsOfCpp` reads, except for what `print()` wrote. */
export const isCkTileCpp = (text: string): boolean =>
  namesCkTile(text) && !KERNEL.test(text) && !SPECIFICATION.test(text);
