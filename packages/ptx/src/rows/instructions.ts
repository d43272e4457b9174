/**
 * The instructions of PTX, a row each: the chapter of the ISA that describes it, the modifiers with which it is executed
 * here, and its effect on registers, memory and lanes (`row.ts`).
 *
 *     add.s32         9.7.1, 's32' is one of its words      executed
 *     add.f32.f16     two types, where one is taken          refused
 *     multimem.ld     a reason                               refused
 *
 * A form that is not in the table is refused: an unknown modifier could change the result. Source: PTX ISA 9.0, 9.7; of the
 * chips and of words ptxas 13, where it and the text differ (`test/chips/ptxas-13.txt`).
 */
import type { InstructionRow, Memory, Row } from './row.ts';

const words = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(' ')));

const WORDS32 = 's16 u16 s32 u32 s64 u64';
const BITS = 'b16 b32 b64';
const HALVES = 'f16 bf16 f16x2 bf16x2';
const ROUND = 'rn rz rm rp';
const COMPARE = 'eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan';
const SPACES =
  'global shared shared::cta shared::cluster local const param param::entry param::func';
const ORDER = 'weak relaxed acquire release acq_rel volatile mmio cta cluster gpu sys';
const CACHE =
  'ca cg cs lu cv wb wt nc unified L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate L2::evict_normal L2::evict_first L2::evict_last L2::cache_hint L2::64B L2::128B L2::256B';
const MEMORY_TYPES = 'b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64 v2 v4 v8';
const VIDEO = 's32 u32 add min max';
const OF_WARP = 'sync aligned';
const TILES = `${OF_WARP} m8n8 x1 x2 x4 trans shared shared::cta b16`;
const REDUCE = 'add and or xor inc dec min max';
const COMPLETES = 'mbarrier::complete_tx::bytes';
const PRIORITIES = 'L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged';
const OF_BLOCK = 'cta red sync arrive popc and or u32 pred';
const RESTRICTED = 'sync_restrict::shared::cta sync_restrict::shared::cluster';
const TEXELS = 'v4 s32 u32 f32';
const SURFACE = 'b 1d 2d 3d trap clamp zero';
const SURFACE_DATA = 'a1d a2d v2 v4 b8 b16 b32 b64 cg cs';
const MATRICES = `${OF_WARP} row col f16 bf16 tf32 f32 f64 s4 u4 s8 u8 s32 b1 xor and popc satfinite`;
/** M is 64 and N a multiple of 8; K depends on the type of elements, and on whether A is sparse. */
const WARPGROUP = Array.from({ length: 32 }, (_, n) =>
  [8, 16, 32, 64, 256].map((k) => `m64n${8 * n + 8}k${k}`),
).flat();

const TYPE_TEST = 'it asks for the type of an object that is not one of the unified mode';
const MULTIMEM =
  'it reaches the memory of several GPUs through one address, which a launch on one does not have';
const NEWER = 'it is of chips after sm_90';
const TENSOR_MEMORY =
  'it is of sm_100 and later, whose tensor memory is not modelled; Triton IR and tile specifications are analyzed for sm_100';

const EVERY = '70';
const WIDE = 'v8+b32 v8+u32 v8+s32 v8+f32 v4+b64 v4+u64 v4+s64 v4+f64: 100';
const CACHED = 'L2::64B L2::128B: 75; L2::256B L2::cache_hint: 80';
const CLUSTER = 'cluster shared::cluster: 90';
const HALVES80 = 'bf16 bf16x2: 80';
const HALVES90 = 'bf16 bf16x2: 90';
const UPDATES = `${EVERY}; L2::cache_hint: 80; ${HALVES90}; ${CLUSTER}; b128 v2 v4 v8 async: 90`;
const BLACKWELL = '100f/120a';

const computes = {
  first: 'result',
  memory: 'none',
  lanes: 'own',
  control: 'none',
  hidden: 'none',
  chips: EVERY,
} as const;
const exchanges = { ...computes, lanes: 'cross' } as const;
const ofWarp = { ...computes, lanes: 'all' } as const;
const hints = {
  first: 'source',
  memory: 'hint',
  lanes: 'own',
  control: 'none',
  hidden: 'none',
  chips: EVERY,
} as const;
const orders = { ...hints, memory: 'order' } as const;
const goes = {
  first: 'source',
  memory: 'none',
  lanes: 'own',
  hidden: 'none',
  chips: EVERY,
} as const;
const fetches = {
  first: 'result',
  lanes: 'own',
  control: 'none',
  hidden: 'none',
  chips: EVERY,
} as const;

const has = (words: readonly string[], ...any: readonly string[]): boolean =>
  any.some((word) => words.includes(word));

const copied = (words: readonly string[]): Memory => {
  if (has(words, 'commit_group', 'wait_group', 'wait_all')) return 'order';
  if (has(words, 'prefetch')) return 'hint';
  return has(words, 'mbarrier') ? 'mbarrier' : 'copy';
};

type Rows = Readonly<Record<string, Row>>;

const chapters: Readonly<Record<string, Rows>> = {
  // Integer and extended-precision arithmetic; floating point in f32, f64, halves and mixed.
  '9.7.1': {
    add: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}; u16x2 s16x2: 90; f32x2 f32+f16 f32+bf16: 100`,
      words: words(WORDS32, ROUND, HALVES, 'u16x2 s16x2 f32x2 cc sat ftz f32 f64'),
    },
    sub: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}; f32x2 f32+f16 f32+bf16: 100`,
      words: words(WORDS32, ROUND, HALVES, 'f32x2 cc sat ftz f32 f64'),
    },
    mul: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}; f32x2 f32+f16 f32+bf16: 100`,
      words: words(WORDS32, ROUND, HALVES, 'f32x2 lo hi wide ftz sat f32 f64'),
    },
    mad: { ...computes, words: words(WORDS32, ROUND, 'lo hi wide cc sat ftz f32 f64') },
    mul24: { ...computes, words: words('lo hi s32 u32') },
    mad24: { ...computes, words: words('lo hi sat s32 u32') },
    sad: { ...computes, words: words(WORDS32) },
    div: { ...computes, words: words(WORDS32, ROUND, 'approx full ftz f32 f64') },
    rem: { ...computes, words: words(WORDS32) },
    abs: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}`,
      words: words('s16 s32 s64 ftz f32 f64', HALVES),
    },
    neg: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}`,
      words: words('s16 s32 s64 ftz f32 f64', HALVES),
    },
    min: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}; f16 f16x2 NaN: 80; xorsign: 86; u16x2 s16x2 relu: 90; f32+4args: 100`,
      words: words(WORDS32, HALVES, 'u16x2 s16x2 relu ftz NaN xorsign abs f32 f64'),
    },
    max: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}; f16 f16x2 NaN: 80; xorsign: 86; u16x2 s16x2 relu: 90; f32+4args: 100`,
      words: words(WORDS32, HALVES, 'u16x2 s16x2 relu ftz NaN xorsign abs f32 f64'),
    },
    popc: { ...computes, words: words('b32 b64') },
    clz: { ...computes, words: words('b32 b64') },
    bfind: { ...computes, words: words('u32 u64 s32 s64 shiftamt') },
    fns: { ...computes, words: words('b32') },
    brev: { ...computes, words: words('b32 b64') },
    bfe: { ...computes, words: words('u32 u64 s32 s64') },
    bfi: { ...computes, words: words('b32 b64') },
    szext: { ...computes, words: words('clamp wrap u32 s32') },
    bmsk: { ...computes, words: words('clamp wrap b32') },
    dp4a: { ...computes, words: words('u32 s32'), types: 2 },
    dp2a: { ...computes, words: words('lo hi u32 s32'), types: 2 },
  },
  '9.7.2': {
    addc: { ...computes, hidden: 'carry', words: words('cc s32 u32 s64 u64') },
    subc: { ...computes, hidden: 'carry', words: words('cc s32 u32 s64 u64') },
    madc: { ...computes, hidden: 'carry', words: words('lo hi cc s32 u32 s64 u64') },
  },
  '9.7.3': {
    testp: {
      ...computes,
      words: words('finite infinite number notanumber normal subnormal f32 f64'),
    },
    copysign: { ...computes, words: words('f32 f64') },
    fma: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}; relu: 80; f32x2 f32+f16 f32+bf16: 100`,
      words: words(ROUND, HALVES, 'f32x2 ftz sat relu f32 f64'),
    },
    rcp: { ...computes, words: words(ROUND, 'approx ftz f32 f64') },
    sqrt: { ...computes, words: words(ROUND, 'approx ftz f32 f64') },
    rsqrt: { ...computes, words: words('approx ftz f32 f64') },
    sin: { ...computes, words: words('approx ftz f32') },
    cos: { ...computes, words: words('approx ftz f32') },
    lg2: { ...computes, words: words('approx ftz f32') },
    ex2: {
      ...computes,
      chips: `${EVERY}; f16 f16x2: 75; ${HALVES90}`,
      words: words('approx ftz f32', HALVES),
    },
    tanh: { ...computes, chips: `75; ${HALVES90}`, words: words('approx f32', HALVES) },
  },
  '9.7.6': {
    set: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}`,
      words: words(WORDS32, BITS, HALVES, COMPARE, 'and or xor ftz f32 f64'),
      types: 2,
    },
    setp: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}`,
      words: words(WORDS32, BITS, HALVES, COMPARE, 'and or xor ftz f32 f64'),
    },
    selp: { ...computes, words: words(WORDS32, BITS, 'f32 f64') },
    slct: { ...computes, words: words(WORDS32, BITS, 'ftz f32 f64'), types: 2 },
  },
  '9.7.8': {
    and: { ...computes, words: words(BITS, 'pred') },
    or: { ...computes, words: words(BITS, 'pred') },
    xor: { ...computes, words: words(BITS, 'pred') },
    not: { ...computes, words: words(BITS, 'pred') },
    cnot: { ...computes, words: words(BITS) },
    lop3: { ...computes, words: words('and or b32') },
    shf: { ...computes, words: words('l r clamp wrap b32') },
    shl: { ...computes, words: words(BITS) },
    shr: { ...computes, words: words(BITS, WORDS32) },
  },
  '9.7.9': {
    mov: {
      ...computes,
      chips: `${EVERY}; %cluster: 90`,
      words: words(BITS, WORDS32, 'b128 f16 bf16 f16x2 bf16x2 f32 f64 pred v2 v4 v8'),
    },
    shfl: { ...exchanges, words: words('sync up down bfly idx b32') },
    prmt: { ...computes, words: words('b32 f4e b4e rc8 ecl ecr rc16') },
    ld: {
      ...computes,
      memory: 'load',
      chips: `${EVERY}; ${CACHED}; ${CLUSTER}; ${WIDE}`,
      words: words(SPACES, ORDER, CACHE, MEMORY_TYPES),
    },
    ldu: {
      ...computes,
      memory: 'load',
      chips: `${EVERY}; ${CACHED}; ${CLUSTER}; ${WIDE}`,
      words: words('global', MEMORY_TYPES),
    },
    st: {
      ...hints,
      memory: (form) => (has(form, 'async') ? 'async' : 'store'),
      chips: `${EVERY}; ${CACHED}; ${CLUSTER}; async: 90; bulk async+mmio: 100; ${WIDE}`,
      words: words(SPACES, ORDER, CACHE, MEMORY_TYPES, 'async', COMPLETES),
    },
    multimem: {
      ...computes,
      memory: 'unknown',
      lanes: 'all',
      first: 'both',
      chips: '90',
      refused: MULTIMEM,
    },
    prefetch: {
      ...hints,
      chips: `${EVERY}; L2::evict_last L2::evict_normal: 80; tensormap: 90`,
      words: words('global local L1 L2 L2::evict_last L2::evict_normal const param tensormap'),
    },
    prefetchu: { ...hints, words: words('L1') },
    applypriority: { ...hints, chips: '80', words: words('global L2::evict_normal') },
    discard: { ...hints, chips: '80', words: words('global L2') },
    createpolicy: {
      ...computes,
      chips: '80',
      words: words('fractional range cvt L2 global b64', PRIORITIES),
      // Its two priorities may be the same.
      types: 2,
    },
    isspacep: {
      ...computes,
      chips: `${EVERY}; ${CLUSTER}`,
      words: words('const global local param param::entry shared shared::cta shared::cluster'),
    },
    cvta: {
      ...computes,
      chips: `${EVERY}; ${CLUSTER}`,
      words: words(
        'to const global local param param::entry shared shared::cta shared::cluster u32 u64',
      ),
    },
    cvt: {
      ...computes,
      chips: `${EVERY}; pack: 72; s4 u4 s2 u2: 75; relu bf16 f16x2 bf16x2 tf32: 80; e4m3x2 e5m2x2: 89; bf16+!f32 tf32+!rna: 90; e2m1x2 e2m3x2 e3m2x2 ue8m0x2: ${BLACKWELL}; rs: 100a`,
      words: words(
        WORDS32,
        HALVES,
        ROUND,
        'pack s8 u8 s4 u4 s2 u2 b32 f32 f64 tf32 e4m3x2 e5m2x2 rna rni rzi rmi rpi ftz sat relu satfinite',
      ),
      types: 3,
    },
    cp: {
      ...hints,
      memory: copied,
      chips: `80; bulk reduce: 90; cp_mask: 100; cta_group::1 cta_group::2 im2col::w im2col::w::128 tile::gather4 tile::scatter4: 100f`,
      words: words(
        'async ca cg shared shared::cta shared::cluster global L2 L2::cache_hint L2::64B L2::128B L2::256B',
        'commit_group wait_group wait_all read mbarrier arrive noinc',
        'bulk prefetch bulk_group multicast::cluster cta_group::1 cta_group::2',
        COMPLETES,
        'tensor 1d 2d 3d 4d 5d tile tile::gather4 tile::scatter4 im2col im2col_no_offs im2col::w im2col::w::128',
        REDUCE,
        'reduce noftz f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64',
      ),
    },
    mapa: { ...computes, chips: '90', words: words('shared::cluster u32 u64') },
    getctarank: { ...computes, chips: '90', words: words('shared::cluster u32 u64') },
    tensormap: {
      ...hints,
      memory: 'map',
      chips: `90; replace: 90a/${BLACKWELL}`,
      words: words(
        'replace tile global_address rank elemtype interleave_layout swizzle_mode fill_mode',
        'box_dim element_stride global_dim global_stride b1024 b32 b64 global shared::cta',
        'cp_fenceproxy tensormap::generic release cta cluster gpu sys',
        OF_WARP,
      ),
    },
  },
  '9.7.10': {
    tex: {
      ...fetches,
      memory: 'texture',
      words: words(TEXELS, '1d 2d 3d a1d a2d cube acube base level grad'),
      types: 2,
    },
    tld4: { ...fetches, memory: 'texture', words: words(TEXELS, '2d r g b a'), types: 2 },
    txq: { ...fetches, memory: 'texture-query', words: words('width height depth b32') },
    istypep: { ...computes, refused: TYPE_TEST },
  },
  '9.7.11': {
    suld: { ...fetches, memory: 'surface-load', words: words(SURFACE, SURFACE_DATA, 'ca cv') },
    sust: {
      ...fetches,
      first: 'source',
      memory: 'surface-store',
      words: words(SURFACE, SURFACE_DATA, 'p wb wt'),
    },
    sured: {
      ...fetches,
      first: 'source',
      memory: 'surface-store',
      words: words(SURFACE, 'add min max and or u32 s32 u64 s64 b32'),
    },
    suq: { ...fetches, memory: 'texture-query', words: words('width height depth b32') },
  },
  '9.7.12': {
    bra: { ...goes, control: 'branch', words: words('uni') },
    brx: { ...goes, control: 'table', words: words('idx uni') },
    call: { ...goes, control: 'call', words: words('uni') },
    ret: { ...goes, control: 'return', words: words('uni') },
    exit: { ...goes, control: 'exit', words: words('') },
  },
  '9.7.13': {
    bar: {
      ...goes,
      first: (form) => (has(form, 'red') ? 'result' : 'source'),
      control: 'barrier',
      words: words(OF_BLOCK, 'warp'),
    },
    barrier: {
      ...goes,
      first: (form) => (has(form, 'red') ? 'result' : 'source'),
      control: 'barrier',
      chips: `${EVERY}; cluster: 90`,
      words: words(OF_BLOCK, 'aligned cluster wait release relaxed acquire'),
    },
    membar: { ...orders, words: words('cta gl sys proxy alias') },
    fence: {
      ...orders,
      chips: `${EVERY}; cluster async async::generic tensormap::generic mbarrier_init ${RESTRICTED}: 90`,
      words: words(
        'sc acq_rel acquire release cta cluster gpu sys mbarrier_init',
        'proxy alias async global shared::cta shared::cluster async::generic tensormap::generic',
        RESTRICTED,
      ),
    },
    atom: {
      ...exchanges,
      memory: 'atomic',
      chips: UPDATES,
      words: words(SPACES, ORDER, MEMORY_TYPES, HALVES, REDUCE, 'exch cas noftz L2::cache_hint'),
    },
    red: {
      ...exchanges,
      first: 'source',
      memory: (form) => (has(form, 'async') ? 'async' : 'atomic'),
      chips: UPDATES,
      words: words(
        SPACES,
        ORDER,
        MEMORY_TYPES,
        HALVES,
        REDUCE,
        COMPLETES,
        'noftz L2::cache_hint async mmio',
      ),
    },
    vote: { ...exchanges, words: words('sync all any uni ballot pred b32'), types: 1 },
    match: { ...exchanges, words: words('sync any all b32 b64') },
    activemask: { ...exchanges, words: words('b32') },
    redux: {
      ...exchanges,
      chips: '80; f32: 100f',
      words: words('sync add min max and or xor s32 u32 b32'),
    },
    griddepcontrol: { ...hints, chips: '90', words: words('wait launch_dependents') },
    elect: { ...exchanges, chips: '90', words: words('sync') },
    mbarrier: {
      ...computes,
      memory: 'mbarrier',
      chips: `80; ${CLUSTER}; relaxed expect_tx complete_tx try_wait arrive+3args+!noComplete arrive_drop+3args+!noComplete: 90`,
      words: words(
        'init inval arrive arrive_drop expect_tx complete_tx test_wait try_wait pending_count parity noComplete',
        'release acquire relaxed cta cluster shared shared::cta shared::cluster b64',
      ),
    },
    clusterlaunchcontrol: {
      ...computes,
      memory: 'unknown',
      lanes: 'all',
      first: 'both',
      chips: '100',
      refused: NEWER,
    },
  },
  '9.7.14': {
    wmma: {
      ...ofWarp,
      first: (form) => (form[0] === 'store' ? 'source' : 'result'),
      memory: (form) =>
        form[0] === 'load' ? 'tile-load' : form[0] === 'store' ? 'tile-store' : 'none',
      chips: `${EVERY}; s8 u8 s32: 72; s4 u4 b1: 75; bf16 tf32 f64 and: 80`,
      words: words(
        MATRICES,
        'load store mma a b c d global shared shared::cta rn',
        'm16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128',
      ),
      types: 4,
    },
    mma: {
      ...ofWarp,
      chips: `${EVERY}; m16n8k8 m8n8k16 m8n8k32 m8n8k128: 75; m16n8k4 m16n8k16 m16n8k32 m16n8k64 m16n8k128 m16n8k256 bf16 tf32 f64 and: 80; e4m3 e5m2: 89; m16n8k4+f64 m16n8k8+f64 m16n8k16+f64: 90; kind::f8f6f4 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 kind::i8: ${BLACKWELL}`,
      words: words(
        MATRICES,
        'e4m3 e5m2 sp sp::ordered_metadata m8n8k4 m8n8k16 m8n8k32 m8n8k128',
        'm16n8k4 m16n8k8 m16n8k16 m16n8k32 m16n8k64 m16n8k128 m16n8k256',
      ),
      types: 4,
    },
    ldmatrix: {
      ...ofWarp,
      memory: 'matrix-load',
      chips: `75; m16n16 m8n16: ${BLACKWELL}`,
      words: words(TILES),
    },
    stmatrix: {
      ...ofWarp,
      first: 'source',
      memory: 'matrix-store',
      chips: `90; m16n8: ${BLACKWELL}`,
      words: words(TILES),
    },
    movmatrix: { ...ofWarp, chips: '75', words: words(OF_WARP, 'm8n8 trans b16') },
  },
  '9.7.15': {
    wgmma: {
      ...ofWarp,
      first: (form) => (form[0] === 'mma_async' ? 'both' : 'source'),
      memory: (form) => (form[0] === 'mma_async' ? 'product' : 'order'),
      chips: '90a',
      words: words(
        OF_WARP,
        'fence commit_group wait_group mma_async sp f16 bf16 tf32 f32 e4m3 e5m2 s8 u8 s32 b1 and popc satfinite',
        ...WARPGROUP,
      ),
      types: 3,
    },
  },
  '9.7.16': {
    tcgen05: {
      ...computes,
      memory: 'unknown',
      lanes: 'all',
      first: 'both',
      chips: '100f',
      refused: TENSOR_MEMORY,
    },
  },
  '9.7.17': {
    stacksave: { ...computes, hidden: 'stack', words: words('u32 u64') },
    stackrestore: { ...computes, first: 'source', hidden: 'stack', words: words('u32 u64') },
    alloca: { ...computes, hidden: 'stack', words: words('u32 u64') },
  },
  '9.7.18': {
    ...Object.fromEntries(
      ['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax'].map((name) => [
        name,
        { ...computes, words: words(VIDEO, 'sat'), types: 3 },
      ]),
    ),
    vshl: { ...computes, words: words(VIDEO, 'sat clamp wrap'), types: 3 },
    vshr: { ...computes, words: words(VIDEO, 'sat clamp wrap'), types: 3 },
    vmad: { ...computes, words: words('s32 u32 po sat shr7 shr15'), types: 3 },
    vset: { ...computes, words: words(VIDEO, 'eq ne lt le gt ge'), types: 2 },
    ...Object.fromEntries(
      ['vadd', 'vsub', 'vavrg', 'vabsdiff', 'vmin', 'vmax'].flatMap((name) =>
        ['2', '4'].map((count) => [
          name + count,
          { ...computes, words: words('s32 u32 sat add'), types: 3 },
        ]),
      ),
    ),
    ...Object.fromEntries(
      ['vset2', 'vset4'].map((name) => [
        name,
        { ...computes, words: words('s32 u32 add eq ne lt le gt ge'), types: 2 },
      ]),
    ),
  },
  '9.7.19': {
    brkpt: { ...goes, control: 'break', words: words('') },
    trap: { ...goes, control: 'trap', words: words('') },
    nanosleep: { ...hints, words: words('u32') },
    pmevent: { ...hints, words: words('mask') },
    setmaxnreg: {
      ...hints,
      chips: `90a/${BLACKWELL}`,
      words: words(OF_WARP, 'inc dec u32'),
    },
  },
};

/** By opcode. */
export const instructionRows: ReadonlyMap<string, InstructionRow> = new Map(
  Object.entries(chapters).flatMap(([chapter, list]) =>
    Object.entries(list).map(([opcode, row]) => [opcode, { chapter, ...row }] as const),
  ),
);
