/** Cases of the passes that lower copies to `amdgpu.gather_to_lds`, with the swizzle on the source. */
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, numberAt, numbersAt, objectAt, textAt } from '../base/json.ts';
import {
  named,
  shapeText,
  swizzleText,
  transform,
  type Transformed,
  WORKGROUP,
  type IreeCase,
} from './run-passes.ts';

const FAT = '#amdgpu.address_space<fat_raw_buffer>';

/** A function of 64 threads for a chip that copies a given number of bits per lane at once. */
function kernel(
  sizes: readonly number[],
  pipeline: string,
  parameters: string,
  body: string,
): string {
  return `
    #target = #hal.executable.target<"rocm", "rocm-hsaco-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "gfx950",
      features = "", wgp = <compute = fp32, storage = b32, subgroup = none, subgroup_size_choices = [64, 64],
      max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 65536,
      max_workgroup_counts = [2147483647, 2147483647, 2147483647], max_load_instruction_bits = 128, simds_per_wgp = 4,
      vgpr_space_bits = 8192, dma_sizes = [${sizes.join(', ')}]>>}>
    #translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<${pipeline}> workgroup_size = [64, 1, 1] subgroup_size = 64>
    func.func @k(${parameters}) attributes {hal.executable.target = #target, translation_info = #translation} {
      %c0 = arith.constant 0 : index
      ${body}
      return
    }`;
}

function compareError(expected: JsonObject, { said }: Transformed, to: Comparison): void {
  const error = textAt(expected, 'error');
  if (error === undefined) return;
  // Upstream's words may have more between the figures that a case names.
  const figures = error.match(/\w+=\d+/g) ?? [error];
  to.equal(
    'error',
    true,
    said.some((one) => figures.every((figure) => one.includes(figure))),
  );
}

/** `iree_gpu.coalesced_gather_dma` into a swizzled buffer. */
export function compareCoalesced({ item, input, expected }: IreeCase, to: Comparison): void {
  const element = textAt(input, 'elem') ?? 'f32';
  const shape = numbersAt(input, 'dest') ?? [];
  const flat = shape.reduce((all, size) => all * size, 1);
  const sizes = shapeText(shape, element);
  const [source, dest] = [`memref<${sizes}, ${FAT}>`, `memref<${sizes}, ${WORKGROUP}>`];
  const buffer = `memref<${flat}x${element}, ${WORKGROUP}>`;
  const ranks = shape.map((_, d) => d).join(', ');
  const isChained = textAt(input, 'via')?.includes('subview') === true;
  const view = `memref<${sizes}, strided<[${shape[1] ?? 1}, 1]>, ${WORKGROUP}>`;
  const zeros = shape.map(() => 0).join(', ');
  const subview = isChained
    ? `%s = memref.subview %e[${zeros}] [${shape.join(', ')}] [1, 1] : ${dest} to ${view}`
    : '';
  const body = `
      %a = memref.alloc() : ${buffer}
      %h = iree_codegen.swizzle_hint %a[${swizzleText(objectAt(item, 'attr'))}] : ${buffer}
      %e = memref.expand_shape %h [[${ranks}]] output_shape [${shape.join(', ')}] : ${buffer} into ${dest}
      ${subview}
      scf.forall (%lane) in (64) {
        iree_gpu.coalesced_gather_dma %g into ${isChained ? '%s' : '%e'} lane(%lane) : ${source}, ${isChained ? view : dest}, index
      } {mapping = [#iree_gpu.lane_id<0>]}`;
  const text = kernel(
    numbersAt(input, 'dma_sizes') ?? [32, 128],
    'TileAndFuse',
    `%g: ${source}`,
    body,
  );
  const outcome = transform(text, 'amdgpu-lower-coalesced-dma-to-gather-lds', 'iree', 'gfx950');
  compareError(expected, outcome, to);
  const xors = named(outcome.operations, 'arith.xori').length;
  const gathers = named(outcome.operations, 'amdgpu.gather_to_lds').length;
  to.equal('xor_emitted', expected['xor_emitted'], xors > 0);
  to.equal(
    'swizzle_found_through_views',
    expected['swizzle_found_through_views'],
    xors > 0 && gathers > 0,
  );
}

/** `iree_gpu.async_dma` of a tile. */
export function compareAsync({ input, expected }: IreeCase, to: Comparison): void {
  const element = textAt(input, 'elem') ?? 'f16';
  const shape = numbersAt(input, 'transfer') ?? [16, 64];
  const strides = numbersAt(input, 'source_strides');
  const layout = strides === undefined ? '' : `strided<[${strides.join(', ')}]>, `;
  const sizes = shapeText(shape, element);
  const [source, dest] = [`memref<${sizes}, ${layout}${FAT}>`, `memref<${sizes}, ${WORKGROUP}>`];
  const zeros = shape.map(() => '%c0').join(', ');
  const bounds = shape.map(() => 'true').join(', ');
  const text = kernel(
    [32, 128],
    'VectorDistribute',
    `%g: ${source}, %l: ${dest}`,
    `iree_gpu.async_dma %g[${zeros}] to %l[${zeros}], vector<${sizes}> in_bounds [${bounds}] : ${source}, ${dest}`,
  );
  const outcome = transform(text, 'amdgpu-lower-async-dma', 'iree', 'gfx950');
  compareError(expected, outcome, to);
  const gathers = named(outcome.operations, 'amdgpu.gather_to_lds');
  if (expected['gathers'] !== undefined) to.equal('gathers', expected['gathers'], gathers.length);
  const moved = /gather_to_lds .*? : vector<([^>]*)>/.exec(outcome.printed)?.[1];
  to.equal('vector', expected['vector'], moved);
  const dealt = expected['thread_delinearize'];
  if (dealt !== undefined) {
    const bases = named(outcome.operations, 'affine.delinearize_index').map((op) => {
      const basis = op.attributes.get('static_basis');
      return basis?.kind === 'dense_array' ? basis.values.map(Number) : [];
    });
    const found = bases.find((basis) => JSON.stringify(basis) === JSON.stringify(dealt));
    to.equal('thread_delinearize', dealt, found ?? bases);
  }
  if (numberAt(input, 'threads') !== undefined) to.equal('succeeds', true, outcome.succeeded);
}
