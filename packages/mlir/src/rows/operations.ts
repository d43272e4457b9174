/**
 * The operations of MLIR, a row each: what analyses ask about it (`row.ts`). A name that ends in `*` stands for all that begin
 * with it.
 *
 *     arith.addi       adds, in each element
 *     memref.view      a view of bytes
 *     foo.bar          no row: it may do anything
 *
 * Rows are of what is executed, and of what it is made of; an operation that only its syntax knows has none. Sources: the dialect
 * references of MLIR and IREE, and the lowerings of `interpret`.
 */
import type { Row } from './row.ts';
import {
  accesses,
  all,
  allocates,
  byRule,
  computes,
  elementwise,
  exchanges,
  gives,
  givesEach,
  goes,
  hints,
  holdsFunction,
  indexed,
  insideOf,
  isolates,
  knowHalves,
  masked,
  names,
  orders,
  type Rows,
  UNKNOWN,
  updates,
  views,
} from './templates.ts';

const arith: Rows = {
  constant: byRule('constant'),
  ...all(
    'addf subf mulf divf remf negf maximumf maxnumf minimumf minnumf extf truncf sitofp uitofp fptosi fptoui scaling_extf scaling_truncf',
    elementwise,
  ),
  ...all(
    'addui_extended mulsi_extended mului_extended bitcast ceildivsi ceildivui cmpf cmpi maxui minui ori',
    elementwise,
  ),
  select: byRule('choice', elementwise),
  addi: byRule('add', elementwise),
  subi: byRule('subtract', elementwise),
  muli: byRule('multiply', elementwise),
  xori: byRule('xor', elementwise),
  andi: byRule('and', elementwise),
  shli: byRule('shift left', elementwise),
  shrui: byRule('shift right', elementwise),
  shrsi: byRule('shift right signed', elementwise),
  divui: byRule('divide', elementwise),
  divsi: byRule('divide signed', elementwise),
  floordivsi: byRule('divide down', elementwise),
  remui: byRule('remainder', elementwise),
  remsi: byRule('remainder signed', elementwise),
  minsi: byRule('minimum', elementwise),
  maxsi: byRule('maximum', elementwise),
  ...all('index_cast extsi trunci', byRule('cast', elementwise)),
  ...all('index_castui extui', byRule('cast unsigned', elementwise)),
};

const math: Rows = all(
  'absf absi acos acosh asin asinh atan atan2 atanh cbrt ceil clampf copysign cos cosh ctlz ctpop cttz erf erfc exp exp2 expm1 floor fma fpowi ipowi isfinite isinf isnan isnormal log log10 log1p log2 powf round roundeven rsqrt sin sincos sinh sqrt tan tanh trunc',
  elementwise,
);

/** Not executed yet; its names are here so that an address of it is followed. */
const index: Rows = {
  ...all('ceildivs ceildivu cmp maxu minu or sizeof bool.constant', computes),
  constant: byRule('constant'),
  add: byRule('add'),
  sub: byRule('subtract'),
  mul: byRule('multiply'),
  xor: byRule('xor'),
  and: byRule('and'),
  shl: byRule('shift left'),
  shru: byRule('shift right'),
  shrs: byRule('shift right signed'),
  divu: byRule('divide'),
  divs: byRule('divide signed'),
  floordivs: byRule('divide down'),
  remu: byRule('remainder'),
  rems: byRule('remainder signed'),
  mins: byRule('minimum'),
  maxs: byRule('maximum'),
  casts: byRule('cast'),
  castu: byRule('cast unsigned'),
};

const complex: Rows = all(
  'abs add angle atan2 bitcast conj constant cos create div eq exp expm1 im log log1p mul neg neq pow powi re rsqrt sign sin sqrt sub tan tanh',
  computes,
);

const affine: Rows = {
  apply: byRule('affine'),
  delinearize_index: byRule('digits'),
  linearize_index: byRule('number of digits'),
  ...all('min max', computes),
  ...all('load vector_load', accesses('load')),
  ...all('store vector_store', accesses('store')),
  prefetch: hints,
  if: goes('if'),
  for: goes('for'),
  parallel: goes('parallel'),
  yield: goes('yield'),
};

const memref: Rows = {
  ...all('alloc alloca', allocates),
  get_global: names,
  ...all('cast memory_space_cast', byRule('same', views)),
  assume_alignment: byRule('same', hints),
  distinct_objects: byRule('each', views),
  subview: byRule('subview', views),
  view: byRule('bytes', views),
  expand_shape: byRule('expand', views),
  collapse_shape: byRule('collapse', views),
  reinterpret_cast: byRule('reinterpret', views),
  ...all('transpose reshape extract_strided_metadata', views),
  extract_aligned_pointer_as_index: views,
  ...all('dim rank', { ...computes, effect: 'shape' }),
  dealloc: { ...hints, effect: 'release' },
  prefetch: hints,
  load: indexed('load'),
  store: indexed('store'),
  copy: accesses('copy to second'),
  ...all('atomic_rmw generic_atomic_rmw', updates),
  alloca_scope: goes('region'),
  atomic_yield: goes('yield'),
};

const vector: Rows = {
  ...all('broadcast splat shape_cast', byRule('same')),
  ...all(
    'bitcast constant_mask contract create_mask deinterleave extract extract_strided_slice extractelement from_elements insert insert_strided_slice insertelement interleave multi_reduction outerproduct reduction scalable.extract scalable.insert scan shuffle step to_elements transpose type_cast vscale',
    computes,
  ),
  fma: elementwise,
  load: indexed('load'),
  store: indexed('store'),
  transfer_read: { ...accesses('load'), address: insideOf },
  transfer_write: { ...accesses('store'), address: insideOf },
  maskedload: { ...masked('load'), address: 'masked' },
  maskedstore: { ...masked('store'), address: 'masked' },
  gather: masked('load'),
  scatter: masked('store'),
  expandload: masked('read'),
  compressstore: masked('write'),
  yield: goes('yield'),
};

const tensor: Rows = all(
  'bitcast cast collapse_shape dim empty expand_shape extract extract_slice rank',
  computes,
);

const gpu: Rows = {
  thread_id: { ...gives('item'), promise: 'upper_bound' },
  block_id: { ...gives('group'), promise: 'upper_bound' },
  block_dim: gives('group size'),
  grid_dim: gives('grid size'),
  global_id: gives('global'),
  lane_id: gives('lane'),
  subgroup_id: gives('wave'),
  num_subgroups: gives('waves'),
  subgroup_size: gives('wave size'),
  subgroup_broadcast: byRule('broadcast', exchanges),
  ...all('subgroup_reduce shuffle rotate', exchanges),
  all_reduce: { ...exchanges, lanes: 'workgroup', isolated: true },
  barrier: orders,
  return: goes('return'),
  yield: goes('yield'),
  ...all('launch_func launch memcpy alloc', { ...UNKNOWN, effect: 'host' }),
  func: holdsFunction,
  module: isolates,
};

const amdgpu: Rows = {
  ...all('mfma scaled_mfma sparse_mfma wmma', exchanges),
  ...all('dpp swizzle_bitmode permlane_swap', exchanges),
  ...all('ext_packed_fp8 packed_trunc_2xfp8 scaled_ext_packed packed_stoch_round_fp8', computes),
  fat_raw_buffer_cast: views,
  gather_to_lds: { ...indexed('direct copy'), sourceless: true },
  raw_buffer_load: accesses('load'),
  raw_buffer_store: accesses('store'),
  ...all(
    'raw_buffer_atomic_fadd raw_buffer_atomic_fmax raw_buffer_atomic_smax raw_buffer_atomic_umin raw_buffer_atomic_cmpswap',
    updates,
  ),
  transpose_load: { ...indexed('read'), lanes: 'cross' },
  ...all('lds_barrier sched_barrier memory_counter_wait', orders),
};

const rocdl: Rows = {
  ...givesEach('workitem.id', 'item'),
  ...givesEach('workgroup.id', 'group'),
  ...givesEach('workgroup.dim', 'group size'),
  ...givesEach('grid.dim', 'grid size'),
  'wavefrontsize': gives('wave size'),
  ...all('mbcnt.lo mbcnt.hi', { ...computes, lanes: 'id' }),
  'readfirstlane': byRule('broadcast', exchanges),
  ...all(
    'readlane ballot ds_swizzle ds_bpermute update.dpp permlanex16 permlane16.swap permlane32.swap',
    exchanges,
  ),
  ...all('mfma.* smfmac.* wmma.*', exchanges),
  ...all('cvt.*', computes),
  ...all('exp2 log rcp rsq sin cos sqrt tanh fmed3', elementwise),
  'make.buffer.rsrc': views,
  'raw.ptr.buffer.load': accesses('load'),
  'raw.ptr.buffer.store': accesses('store'),
  'raw.ptr.buffer.atomic.*': updates,
  ...all(
    'raw.ptr.buffer.load.lds raw.ptr.buffer.load.async.lds load.to.lds load.async.to.lds global.load.lds global.load.async.lds',
    accesses('direct copy'),
  ),
  'ds.read.tr*': { ...accesses('read'), lanes: 'cross' },
  ...all('barrier s.barrier s.barrier.signal s.barrier.wait asyncmark wait.asyncmark', orders),
  ...all(
    's.waitcnt s.wait.asynccnt s.wait.dscnt s.wait.expcnt s.wait.loadcnt s.wait.storecnt s.wait.tensorcnt',
    orders,
  ),
  ...all('sched.barrier sched.group.barrier', orders),
  ...all('iglp.opt s.nop s.setprio s.sleep', hints),
};

const nvgpu: Rows = {
  'mma.sync': exchanges,
  'ldmatrix': { ...indexed('read'), lanes: 'cross' },
  'device_async_copy': { ...accesses('copy to first'), sourceless: true },
  ...all('device_async_create_group device_async_wait', orders),
};

const nvvm: Rows = {
  ...givesEach('read.ptx.sreg.tid', 'item'),
  ...givesEach('read.ptx.sreg.ctaid', 'group'),
  ...givesEach('read.ptx.sreg.ntid', 'group size'),
  ...givesEach('read.ptx.sreg.nctaid', 'grid size'),
  'read.ptx.sreg.laneid': gives('lane'),
  'read.ptx.sreg.warpid': gives('wave'),
  'read.ptx.sreg.warpsize': gives('wave size'),
  'mma.sync': exchanges,
  'shfl.sync': exchanges,
  'ldmatrix': { ...accesses('read'), lanes: 'cross' },
  ...all('bar.warp.sync barrier barrier0', orders),
};

const llvm: Rows = {
  'mlir.constant': byRule('constant'),
  ...all('mlir.poison mlir.undef mlir.zero', computes),
  ...all(
    'fadd fsub fmul fdiv frem fneg fcmp fpext fptrunc sitofp uitofp fptosi fptoui',
    elementwise,
  ),
  ...all('icmp or sdiv srem ashr', elementwise),
  'select': byRule('choice', elementwise),
  'add': byRule('add', elementwise),
  'sub': byRule('subtract', elementwise),
  'mul': byRule('multiply', elementwise),
  'xor': byRule('xor', elementwise),
  'and': byRule('and', elementwise),
  'shl': byRule('shift left', elementwise),
  'lshr': byRule('shift right', elementwise),
  'udiv': byRule('divide', elementwise),
  'urem': byRule('remainder', elementwise),
  ...all('sext trunc', byRule('cast', elementwise)),
  'zext': byRule('cast unsigned', elementwise),
  ...all('bitcast inttoptr ptrtoint addrspacecast freeze', byRule('same')),
  'getelementptr': byRule('pointer'),
  ...all('extractelement insertelement extractvalue insertvalue shufflevector', computes),
  ...all(
    'intr.abs intr.atan intr.atan2 intr.bitreverse intr.bswap intr.canonicalize intr.ceil intr.copysign intr.cos intr.ctlz intr.ctpop intr.cttz intr.exp intr.exp2 intr.expect intr.fabs intr.floor intr.fma intr.fmuladd intr.fptosi.sat intr.fptoui.sat intr.fshl intr.fshr intr.is.fpclass intr.ldexp intr.log intr.log10 intr.log2 intr.maximum intr.maxnum intr.minimum intr.minnum intr.nearbyint intr.pow intr.powi intr.rint intr.round intr.roundeven intr.sadd.sat intr.sin intr.smax intr.smin intr.sqrt intr.ssub.sat intr.tan intr.tanh intr.trunc intr.uadd.sat intr.umax intr.umin intr.usub.sat',
    elementwise,
  ),
  ...all(
    'intr.sadd.with.overflow intr.smul.with.overflow intr.ssub.with.overflow intr.uadd.with.overflow intr.umul.with.overflow intr.usub.with.overflow intr.vector.reduce.*',
    computes,
  ),
  'alloca': allocates,
  'mlir.addressof': names,
  'load': accesses('load'),
  'store': accesses('store'),
  'intr.masked.load': accesses('load'),
  'intr.masked.store': accesses('store'),
  ...all('atomicrmw cmpxchg', { ...updates, data: 'last' }),
  ...all('intr.memcpy intr.memcpy.inline intr.memmove', accesses('copy to first')),
  ...all('intr.memset intr.memset.inline', accesses('write')),
  'fence': orders,
  ...all('intr.assume intr.donothing intr.lifetime.end intr.lifetime.start intr.sideeffect', hints),
  ...all('br cond_br switch', goes('branch')),
  'call': goes('call'),
  // It stands for an operation, whose row is asked.
  'call_intrinsic': UNKNOWN,
  'return': goes('return'),
  'unreachable': goes('unreachable'),
  'func': holdsFunction,
  ...all('mlir.alias mlir.global', isolates),
};

const scf: Rows = {
  if: goes('if'),
  for: goes('for'),
  while: goes('while'),
  ...all('forall parallel', goes('parallel')),
  ...all('condition reduce reduce.return yield', goes('yield')),
  ...all('execute_region index_switch forall.in_parallel', goes('region')),
};

const hal: Rows = {
  ...all('interface.binding.subspan interface.constant.load', { ...computes, effect: 'binding' }),
  'interface.workgroup.id': gives('group'),
  'interface.workgroup.count': gives('grid size'),
  'interface.workgroup.size': gives('group size'),
  ...all(
    'executable executable.condition executable.constant.block executable.export executable.source executable.variant',
    isolates,
  ),
};

const stream: Rows = {
  'binding.subspan': views,
  'dispatch.workgroup.id': gives('group'),
  'dispatch.workgroup.count': gives('grid size'),
  'dispatch.workgroup.size': gives('group size'),
  'async.func': holdsFunction,
  ...all('executable executable.export', isolates),
};

const util: Rows = {
  'assume.int': byRule('each'),
  'optimization_barrier': byRule('same', hints),
  'func': holdsFunction,
  'initializer': isolates,
};

const ireeCodegen: Rows = {
  swizzle_hint: byRule('same', views),
  extract_strided_metadata: views,
  index_hint: byRule('same'),
  fusion_barrier: byRule('same', hints),
  inner_tiled: computes,
  load_from_buffer: accesses('read'),
  store_to_buffer: accesses('write'),
  ...all('dispatch_config smt.constraints', isolates),
};

const ireeGpu: Rows = {
  bank_conflict_padding_hint: byRule('same', hints),
  buffer_resource_cast: byRule('same', views),
  value_barrier: { ...UNKNOWN, effect: 'order' },
  ...all('async_dma coalesced_gather_dma', accesses('direct copy')),
  barrier_region: goes('region'),
  yield: goes('yield'),
};

const dialects: Readonly<Record<string, Rows>> = {
  arith: knowHalves(arith),
  math: knowHalves(math),
  index,
  complex,
  affine,
  memref,
  vector,
  tensor,
  bufferization: { alloc_tensor: allocates },
  gpu,
  amdgpu,
  rocdl: knowHalves(rocdl),
  nvgpu,
  nvvm: knowHalves(nvvm),
  llvm: knowHalves(llvm),
  scf: knowHalves(scf),
  cf: knowHalves({ ...all('br cond_br switch', goes('branch')), assert: goes('assert') }),
  func: knowHalves({ call: goes('call'), return: goes('return'), func: holdsFunction }),
  builtin: knowHalves({ unrealized_conversion_cast: views, module: isolates }),
  ub: { poison: computes, unreachable: goes('unreachable') },
  hal,
  stream,
  flow: {
    ...all('dispatch.workgroups executable executable.export', isolates),
    func: holdsFunction,
  },
  util,
  iree_codegen: ireeCodegen,
  iree_gpu: ireeGpu,
  iree_tensor_ext: { 'dispatch.workload.ordinal': byRule('same') },
  iree_vector_ext: { to_layout: exchanges, yield: goes('yield') },
  transform: all('named_sequence', isolates),
  tt: { func: holdsFunction, return: goes('return') },
  ttg: { local_alloc: allocates },
  triton_gpu: { local_alloc: allocates },
};

const rows = new Map<string, Row>();
const families: (readonly [prefix: string, row: Row])[] = [];
for (const [dialect, named] of Object.entries(dialects)) {
  for (const [mnemonic, row] of Object.entries(named)) {
    const name = `${dialect}.${mnemonic}`;
    if (name.endsWith('*')) families.push([name.slice(0, -1), row]);
    else rows.set(name, row);
  }
}

/** The row of an operation; `undefined` where it has none. */
export const rowNamed = (name: string): Row | undefined =>
  rows.get(name) ?? families.find(([prefix]) => name.startsWith(prefix))?.[1];

/** The operations that have a row of their own. */
export const namedRows: ReadonlyMap<string, Row> = rows;
