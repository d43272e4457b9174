/** `nvvm`: the intrinsics of NVIDIA's GPUs. Those with a syntax of their own (`mma.sync`) are kept as text. */
import { headlessCodec, wrappedCodec } from '../text/codecs.ts';
import { spread } from '../text/syntax.ts';
import type { Codec, DialectSyntax } from '../text/syntax.ts';

/** `#nvvm<name word>` for a word. */
const kind = (name: string, words: string): Codec => wrappedCodec(`#nvvm<${name} `, '>', words);

const register = 'dict : type(result)';
const ranged = '{ range $range:range }? dict : type(result)';
const hint = '{ l2_cache_hint = %l2CacheHint? }?';
const predicated = '{ , predicate = %predicate? }?';
const scoped = 'scope:any=#nvvm.mem_scope<cta>';
const relaxed = `${scoped} relaxed:bool=false`;
const box = 'box [ %coordinates* ]';
const offsets = '{ im2col [ %im2colOffsets*^ ] }?';
const all = 'types(operands)';
const pair = '%addr , %count';
const transaction = '%addr , %txcount';

/** `x`, `y` and `z` of a register. */
const axes = (names: string): string =>
  names
    .split(' ')
    .flatMap((name) => ['x', 'y', 'z'].map((axis) => `read.ptx.sreg.${name}.${axis}`))
    .join(' ');

const single = (names: string): string =>
  names
    .split(' ')
    .map((name) => `read.ptx.sreg.${name}`)
    .join(' ');

export const nvvm: DialectSyntax = {
  name: 'nvvm',
  codecs: {
    'range': headlessCodec('#llvm.constant_range'),
    'shuffle': kind('shfl_kind', 'bfly up down idx'),
    'vote': kind('vote_sync_kind', 'any all ballot uni'),
    'match': kind('match_sync_kind', 'any all'),
    'redux': kind('redux_kind', 'add and max min or umax umin xor fmin fmax'),
    'cache': kind('load_cache_modifier', 'ca cg cs lu cv'),
    'memory-scope': headlessCodec('#nvvm.mem_scope'),
    'registers': kind('action', 'decrease increase'),
    'grid': kind('grid_dep_action', 'wait launch_dependents'),
  },
  operations: {
    ...spread(
      axes('tid ntid ctaid nctaid clusterid nclusterid cluster.ctaid cluster.nctaid'),
      ranged,
    ),
    ...spread(
      single('laneid warpid nwarpid warpsize smid nsmid gridid cluster.ctarank cluster.nctarank'),
      ranged,
    ),
    ...spread(
      single(
        'clock clock64 globaltimer globaltimer.lo dynamic.smem.size aggr.smem.size total.smem.size lanemask.eq lanemask.ge lanemask.gt lanemask.le lanemask.lt',
      ),
      register,
    ),
    'read.ptx.sreg.envreg*': register,

    ...spread(
      'barrier0 breakpoint exit cp.async.commit.group cp.async.bulk.commit.group fence.mbarrier.init fence.sc.cluster wgmma.fence.aligned wgmma.commit.group.sync.aligned',
      'dict',
    ),
    'barrier.arrive': '{ id = %barrierId? }? number_of_threads = %numberOfThreads dict',
    'bar.warp.sync': '%mask dict : type(mask)',
    ...spread('cluster.arrive cluster.arrive.relaxed cluster.wait', 'dict ; aligned:unit'),
    'griddepcontrol': '$kind:grid dict',
    'memory.barrier': '$scope:memory-scope dict',
    'nanosleep': 'dict %duration',
    'setmaxregister': '$action:registers $regCount:i32 dict',
    'elect.sync': '{ %membermask? }? dict -> type(result)',
    'shfl.sync':
      '$kind:shuffle %thread_mask , %val , %offset , %mask_and_clamp dict : type(val) -> type(result) ; return_value_and_is_valid:unit',
    'vote.sync': '$kind:vote %mask , %pred dict -> type(result)',
    'match.sync': '$kind:match %thread_mask , %val dict : type(val) -> type(result)',
    'redux.sync':
      '$kind:redux %val , %mask_and_clamp dict : type(val) -> type(result) ; abs:bool=false nan:bool=false',
    'rcp.approx.ftz.f': '%arg dict : type(arg) => arg',

    'cp.async.shared.global': `%dst , %src , $size:i32 , cache = $modifier:cache { , %cpSize? }? dict : ${all}`,
    'cp.async.wait.group': '$n:i32 dict',
    'cp.async.mbarrier.arrive': `%addr dict : ${all} ; noinc:bool=false`,
    'cp.async.bulk.wait_group': '$group:i32 dict ; read:unit',
    'cp.async.bulk.shared.cluster.global': `%dstMem , %srcMem , %mbar , %size { multicast_mask = %multicastMask? }? ${hint} dict : type(dstMem) , type(srcMem:!llvm.ptr) ; segments`,
    'cp.async.bulk.global.shared.cta': `%dstMem , %srcMem , %size ${hint} { byte_mask = %byteMask? }? dict : type(dstMem:!llvm.ptr) , type(srcMem:!llvm.ptr) ; segments`,
    'cp.async.bulk.shared.cluster.shared.cta':
      '%dstMem , %srcMem , %mbar , %size dict : type(dstMem:!llvm.ptr) , type(srcMem:!llvm.ptr)',
    'cp.async.bulk.prefetch': `%srcMem , %size ${hint} dict : type(srcMem:!llvm.ptr)`,
    'cp.async.bulk.tensor.shared.cluster.global': `%dstMem , %tmaDescriptor , %mbar , ${box} ${offsets} { multicast_mask = %multicastMask? }? ${hint} { predicate = %predicate? }? dict : type(dstMem) , type(tmaDescriptor) ; segments mode:any=#nvvm.tma_load_mode<tile> isCTAOnly:bool=false group:any order dstMem tmaDescriptor coordinates mbar im2colOffsets multicastMask l2CacheHint predicate`,
    'cp.async.bulk.tensor.global.shared.cta': `%tmaDescriptor , %srcMem , ${box} ${hint} ${predicated} dict : type(tmaDescriptor) , type(srcMem:!llvm.ptr) ; segments mode:any=#nvvm.tma_store_mode<tile>`,
    'cp.async.bulk.tensor.prefetch': `%tmaDescriptor , ${box} ${offsets} ${hint} dict : type(tmaDescriptor) ; segments mode:any=#nvvm.tma_load_mode<tile>`,
    'cp.async.bulk.tensor.reduce': `%tmaDescriptor , %srcMem , ${box} ${hint} dict : type(tmaDescriptor) , type(srcMem:!llvm.ptr) ; segments redKind:any mode:any=#nvvm.tma_store_mode<tile>`,

    'mbarrier.init': `${pair} ${predicated} dict : ${all}`,
    'mbarrier.inval': `%addr dict : ${all}`,
    ...spread(
      'mbarrier.arrive mbarrier.arrive_drop',
      `%addr { , %count? }? dict : type(addr) { -> type(result)^ }? ; ${relaxed}`,
    ),
    ...spread(
      'mbarrier.arrive.nocomplete mbarrier.arrive_drop.nocomplete',
      `${pair} dict : ${all} -> type(result)`,
    ),
    'mbarrier.arrive.expect_tx': `${transaction} ${predicated} dict : ${all} { -> type(result)^ }? ; ${relaxed}`,
    'mbarrier.arrive_drop.expect_tx': `${transaction} dict : ${all} { -> type(result)^ }? ; ${relaxed}`,
    ...spread(
      'mbarrier.complete_tx mbarrier.expect_tx',
      `${transaction} dict : ${all} ; ${scoped}`,
    ),
    'mbarrier.test.wait': `%addr , %stateOrPhase dict : ${all} -> type(result) ; ${relaxed}`,
    'mbarrier.try_wait': `%addr , %stateOrPhase { , %ticks? }? dict : ${all} -> type(result) ; ${relaxed}`,
    'mbarrier.try_wait.parity': `%addr , %phase , %ticks dict : ${all}`,
    'mapa': '%a , %b dict : type(a) -> type(result)',

    'ldmatrix': '%ptr dict : function(ptr) ; num:i32 layout:any shape:any eltType:any',
    'stmatrix': `%ptr , %sources* dict : ${all} ; layout:any shape:any eltType:any`,
    'wmma.load':
      '%ptr , %stride dict : ( type(ptr) ) -> type(result) ; m:i32 n:i32 k:i32 layout:any eltype:any frag:any',
    'wmma.mma':
      '%args* dict : function(args) ; m:i32 n:i32 k:i32 layoutA:any layoutB:any eltypeA:any eltypeB:any',
    'wmma.store':
      '%ptr , %stride , %args* dict : type(ptr) , types(args) ; m:i32 n:i32 k:i32 layout:any eltype:any order ptr args stride',
    'wgmma.wait.group.sync.aligned': 'dict $group:i64',
  },
};
