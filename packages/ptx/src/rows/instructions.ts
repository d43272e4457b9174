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
import type { InstructionRow, Memory, Row, Shape } from './row.ts';

/** Types may be there several times: as often as a row says (`types`). */
const isType = (word: string): boolean =>
  /^(?:b?f|[bsu])(?:1|2|4|8|16|32|64|128)(?:x2)?$|^tf32$|^e\dm\d(?:x2)?$|^pred$/.test(word);

/**
 * Words in shapes, as the syntax lines of the ISA have them: groups apart by blanks, alternatives of which a form has one apart
 * by `|`. A form has a word of a group with `!`; a word with `*` may be there several times.
 */
const words = (...shapes: readonly string[]): readonly Shape[] =>
  shapes.map((text) => {
    const groups = text.split(' ');
    const alternatives = groups.map((group) => group.replace('!', '').split('|'));
    return {
      groups: new Map(
        alternatives.flatMap((all, at) =>
          all.map((word) => {
            const isMany = word.endsWith('*') || (all.length === 1 && isType(word));
            return [word.replace('*', ''), isMany ? -1 : at] as const;
          }),
        ),
      ),
      required: [...groups.keys()].filter((at) => groups[at]?.endsWith('!') === true),
      alternatives,
    };
  });

const INTEGERS = 's16 u16 s32 u32 s64 u64';
const BITS = 'b16 b32 b64';
const ROUND = 'rn|rz|rm|rp';
const BOOLEAN = 'and|or|xor';
const ORDERED = 'eq|ne|lt|le|gt|ge';
const COMPARE = `${ORDERED}|lo|ls|hi|hs`;
const FLOAT_COMPARE = `${ORDERED}|equ|neu|ltu|leu|gtu|geu|num|nan`;
const SHARED = 'shared|shared::cta';
const CLUSTER_SHARED = `${SHARED}|shared::cluster`;
const PARAMETERS = 'param|param::entry|param::func';
const SCOPES = 'cta|cluster|gpu|sys';
const L1 = 'L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate';
const L2 = 'L2::evict_normal|L2::evict_first|L2::evict_last';
const FETCHED = 'L2::64B|L2::128B|L2::256B';
const ELEMENTS = 'b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64 v2|v4|v8';
const VIDEO = 's32 u32 add|min|max';
const OF_WARP = 'sync aligned';
const TILES = `${OF_WARP} m8n8 x1|x2|x4 trans ${SHARED} b16`;
const UPDATE = 'add|and|or|xor|inc|dec|min|max';
const COMPLETES = 'mbarrier::complete_tx::bytes';
const PRIORITIES = 'L2::evict_last* L2::evict_normal* L2::evict_first* L2::evict_unchanged*';
const RESTRICTED = 'sync_restrict::shared::cta|sync_restrict::shared::cluster';
const RESTRICTED_WORDS = RESTRICTED.replace('|', ' ');
const DIMENSIONS = '1d|2d|3d|4d|5d';
const TILE_MODES = 'tile|tile::gather4|tile::scatter4';
const IM2COL = 'im2col|im2col::w|im2col::w::128';
const CTA_GROUP = 'cta_group::1|cta_group::2';
const TEXELS = 'v4 s32 u32 f32';
const SURFACE = '1d|2d|3d|a1d|a2d trap|clamp|zero';
const SURFACE_DATA = 'v2|v4 b8 b16 b32 b64';
const LAYOUTS = 'row* col*';
const FRAGMENTS = 'm16n16k16|m8n32k16|m32n8k16|m16n16k8|m8n8k4|m8n8k32|m8n8k128';
const MATRIX_TYPES = 'f16 bf16 tf32 f32 f64 s4 u4 s8 u8 s32 b1';
const ELEMENT = MATRIX_TYPES.replaceAll(' ', '|');
/** M is 64 and N a multiple of 8; K depends on the type of elements, and on whether A is sparse. */
const WARPGROUP = Array.from({ length: 32 }, (_, n) =>
  [8, 16, 32, 64, 256].map((k) => `m64n${8 * n + 8}k${k}`),
)
  .flat()
  .join('|');

/** Sums, products and both, of floats. */
const floats = (more: readonly string[] = []): readonly string[] => [
  `${ROUND} ftz sat f32`,
  `${ROUND} f64`,
  `${ROUND} ftz f32x2`,
  ...more,
];
const HALVES = ['rn ftz sat f16 f16x2', 'rn bf16 bf16x2'];

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
  gives: 'value',
  chips: EVERY,
} as const;
const extremes = {
  ...computes,
  chips: `${EVERY}; ${HALVES80}; f16 f16x2 NaN: 80; xorsign: 86; u16x2 s16x2 relu: 90; f32+4args: 100`,
  words: words(
    INTEGERS,
    'u16x2 s16x2 s32 relu',
    'ftz NaN abs f32',
    'ftz NaN f16 f16x2',
    'ftz NaN xorsign! abs! f32 f16 f16x2',
    'f64',
    'NaN bf16 bf16x2',
    'NaN xorsign! abs! bf16 bf16x2',
  ),
} as const;
const exchanges = { ...computes, lanes: 'cross' } as const;
const ofWarp = { ...computes, lanes: 'all' } as const;
const hints = {
  first: 'source',
  memory: 'hint',
  lanes: 'own',
  control: 'none',
  hidden: 'none',
  gives: 'value',
  chips: EVERY,
} as const;
/** Fences: those of proxies and of new barriers order copies and products alone. */
const orders = {
  ...hints,
  memory: (form: readonly string[]) => (has(form, 'proxy', 'mbarrier_init') ? 'order' : 'fence'),
} as const;
const goes = {
  first: 'source',
  memory: 'none',
  lanes: 'own',
  hidden: 'none',
  gives: 'value',
  chips: EVERY,
} as const;
const fetches = {
  first: 'result',
  lanes: 'own',
  control: 'none',
  hidden: 'none',
  gives: 'value',
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
      words: words(
        's16 u16 u32 s64 u64 u16x2 s16x2',
        's32 sat',
        's32 u32 s64 u64 cc',
        ...floats(HALVES),
      ),
    },
    sub: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}; f32x2 f32+f16 f32+bf16: 100`,
      words: words('s16 u16 u32 s64 u64', 's32 sat', 's32 u32 s64 u64 cc', ...floats(HALVES)),
    },
    mul: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}; f32x2 f32+f16 f32+bf16: 100`,
      words: words('lo|hi|wide s16 u16 s32 u32', 'lo|hi s64 u64', ...floats(HALVES)),
    },
    mad: {
      ...computes,
      words: words(
        'lo|hi|wide s16 u16 s32 u32',
        'lo|hi s64 u64',
        'hi sat s32',
        'lo|hi cc s32 u32 s64 u64',
        `${ROUND} ftz sat f32`,
        `${ROUND} f64`,
      ),
    },
    mul24: { ...computes, words: words('lo|hi s32 u32') },
    mad24: { ...computes, words: words('lo|hi s32 u32', 'hi sat s32') },
    sad: { ...computes, words: words(INTEGERS) },
    div: { ...computes, words: words(INTEGERS, `approx|full|${ROUND} ftz f32`, `${ROUND} f64`) },
    rem: { ...computes, words: words(INTEGERS) },
    abs: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}`,
      words: words('s16 s32 s64', 'ftz f32 f16 f16x2', 'f64', 'bf16 bf16x2'),
    },
    neg: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}`,
      words: words('s16 s32 s64', 'ftz f32 f16 f16x2', 'f64', 'bf16 bf16x2'),
    },
    min: extremes,
    max: extremes,
    popc: { ...computes, words: words('b32 b64') },
    clz: { ...computes, words: words('b32 b64') },
    bfind: { ...computes, words: words('u32 u64 s32 s64 shiftamt') },
    fns: { ...computes, words: words('b32') },
    brev: { ...computes, words: words('b32 b64') },
    bfe: { ...computes, words: words('u32 u64 s32 s64') },
    bfi: { ...computes, words: words('b32 b64') },
    szext: { ...computes, words: words('clamp|wrap u32 s32') },
    bmsk: { ...computes, words: words('clamp|wrap b32') },
    dp4a: { ...computes, words: words('u32 s32'), types: 2 },
    dp2a: { ...computes, words: words('lo|hi u32 s32'), types: 2 },
  },
  '9.7.2': {
    addc: { ...computes, hidden: 'carry', words: words('cc s32 u32 s64 u64') },
    subc: { ...computes, hidden: 'carry', words: words('cc s32 u32 s64 u64') },
    madc: { ...computes, hidden: 'carry', words: words('lo|hi cc s32 u32 s64 u64') },
  },
  '9.7.3': {
    testp: {
      ...computes,
      words: words('finite|infinite|number|notanumber|normal|subnormal f32 f64'),
    },
    copysign: { ...computes, words: words('f32 f64') },
    fma: {
      ...computes,
      chips: `${EVERY}; ${HALVES80}; relu: 80; f32x2 f32+f16 f32+bf16: 100`,
      words: words(...floats(HALVES), 'rn ftz relu f16 f16x2', 'rn relu bf16 bf16x2'),
    },
    rcp: { ...computes, words: words(`approx|${ROUND} ftz f32`, 'approx ftz f64', `${ROUND} f64`) },
    sqrt: { ...computes, words: words(`approx|${ROUND} ftz f32`, `${ROUND} f64`) },
    rsqrt: { ...computes, words: words('approx ftz f32 f64') },
    sin: { ...computes, words: words('approx ftz f32') },
    cos: { ...computes, words: words('approx ftz f32') },
    lg2: { ...computes, words: words('approx ftz f32') },
    ex2: {
      ...computes,
      chips: `${EVERY}; f16 f16x2: 75; ${HALVES90}`,
      words: words('approx ftz f32 bf16 bf16x2', 'approx f16 f16x2'),
    },
    tanh: {
      ...computes,
      chips: `75; ${HALVES90}`,
      words: words('approx f32 f16 bf16 f16x2 bf16x2'),
    },
  },
  '9.7.6': {
    set: {
      ...computes,
      chips: `${EVERY}; ${HALVES90}`,
      words: words(
        `${COMPARE}|equ|neu|ltu|leu|gtu|geu|num|nan ${BOOLEAN} ftz ${INTEGERS} ${BITS} f16 bf16 f16x2 bf16x2 f32 f64`,
      ),
      types: 2,
    },
    setp: {
      ...computes,
      gives: 'comparison',
      chips: `${EVERY}; ${HALVES90}`,
      words: words(
        `${COMPARE} ${BOOLEAN} ${INTEGERS}`,
        `eq|ne ${BOOLEAN} ${BITS}`,
        `${FLOAT_COMPARE} ${BOOLEAN} ftz f32 f16 f16x2`,
        `${FLOAT_COMPARE} ${BOOLEAN} f64 bf16 bf16x2`,
      ),
    },
    selp: { ...computes, words: words(INTEGERS + ' ' + BITS + ' f32 f64') },
    slct: { ...computes, words: words(`${INTEGERS} ${BITS} ftz f32 f64`), types: 2 },
  },
  '9.7.8': {
    and: { ...computes, words: words(`${BITS} pred`) },
    or: { ...computes, words: words(`${BITS} pred`) },
    xor: { ...computes, words: words(`${BITS} pred`) },
    not: { ...computes, words: words(`${BITS} pred`) },
    cnot: { ...computes, words: words(BITS) },
    lop3: { ...computes, words: words('and|or b32') },
    shf: { ...computes, words: words('l|r clamp|wrap b32') },
    shl: { ...computes, words: words(BITS) },
    shr: { ...computes, words: words(`${BITS} ${INTEGERS}`) },
  },
  '9.7.9': {
    mov: {
      ...computes,
      gives: 'copy',
      chips: `${EVERY}; %cluster: 90`,
      words: words(`${BITS} ${INTEGERS} b128 f16 bf16 f16x2 bf16x2 f32 f64 pred v2|v4|v8`),
    },
    shfl: { ...exchanges, words: words('sync up|down|bfly|idx b32') },
    prmt: { ...computes, words: words('b32 f4e|b4e|rc8|ecl|ecr|rc16') },
    ld: {
      ...computes,
      memory: 'load',
      chips: `${EVERY}; ${CACHED}; ${CLUSTER}; ${WIDE}`,
      words: words(
        `weak global nc ${L1} ${L2} L2::cache_hint ${FETCHED} ${ELEMENTS}`,
        `weak ca|cg|cs|lu|cv global nc L2::cache_hint ${FETCHED} ${ELEMENTS}`,
        `weak ca|cg|cs|lu|cv ${CLUSTER_SHARED}|local|${PARAMETERS}|const ${ELEMENTS}`,
        `volatile! ${CLUSTER_SHARED} ${ELEMENTS}`,
        `volatile! global ${FETCHED} ${ELEMENTS}`,
        `relaxed|acquire! ${SCOPES}! global|${CLUSTER_SHARED} ${L1} ${L2} L2::cache_hint ${FETCHED} ${ELEMENTS}`,
        `mmio! relaxed! sys! global ${ELEMENTS}`,
      ),
    },
    ldu: {
      ...computes,
      memory: 'load',
      chips: `${EVERY}; ${CACHED}; ${CLUSTER}; ${WIDE}`,
      words: words(`global ${ELEMENTS}`),
    },
    st: {
      ...hints,
      memory: (form) => (has(form, 'async') ? 'async' : 'store'),
      chips: `${EVERY}; ${CACHED}; ${CLUSTER}; async: 90; bulk async+mmio: 100; ${WIDE}`,
      words: words(
        `weak global ${L1} ${L2} L2::cache_hint ${ELEMENTS}`,
        `weak wb|cg|cs|wt global L2::cache_hint ${ELEMENTS}`,
        `weak wb|cg|cs|wt ${CLUSTER_SHARED}|local|${PARAMETERS} ${ELEMENTS}`,
        `volatile! global|${CLUSTER_SHARED} ${ELEMENTS}`,
        `relaxed|release! ${SCOPES}! global|${CLUSTER_SHARED} ${L1} ${L2} L2::cache_hint ${ELEMENTS}`,
        `mmio! relaxed! sys! global ${ELEMENTS}`,
        `async! weak|cluster ${CLUSTER_SHARED} ${COMPLETES} ${ELEMENTS}`,
        `async! mmio release ${SCOPES} global! ${ELEMENTS}`,
      ),
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
      words: words(
        'global|local L1|L2!',
        'global L2::evict_last|L2::evict_normal!',
        'tensormap! const|param',
      ),
    },
    prefetchu: { ...hints, words: words('L1') },
    applypriority: { ...hints, chips: '80', words: words('global L2::evict_normal') },
    discard: { ...hints, chips: '80', words: words('global L2') },
    createpolicy: {
      ...computes,
      chips: '80',
      words: words(`fractional|range! global L2 b64 ${PRIORITIES}`, 'cvt! L2 b64'),
      // Its two priorities may be the same.
      types: 2,
    },
    isspacep: {
      ...computes,
      chips: `${EVERY}; ${CLUSTER}`,
      words: words(`const|global|local|param|param::entry|${CLUSTER_SHARED}`),
    },
    cvta: {
      ...computes,
      gives: (form) => (has(form, 'to') ? 'space-address' : 'generic-address'),
      chips: `${EVERY}; ${CLUSTER}`,
      words: words(`to const|global|local|param|param::entry|${CLUSTER_SHARED} u32 u64`),
    },
    cvt: {
      ...computes,
      chips: `${EVERY}; pack: 72; s4 u4 s2 u2: 75; relu bf16 f16x2 bf16x2 tf32: 80; e4m3x2 e5m2x2: 89; bf16+!f32 tf32+!rna: 90; e2m1x2 e2m3x2 e3m2x2 ue8m0x2: ${BLACKWELL}; rs: 100a`,
      words: words(
        `${ROUND}|rna|rni|rzi|rmi|rpi ftz sat|satfinite relu ${INTEGERS} s8 u8 f16 bf16 f16x2 bf16x2 f32 f64 tf32 e4m3x2 e5m2x2`,
        'pack sat s16 u16 s8 u8 s4 u4 s2 u2 s32 b32',
      ),
      types: 3,
    },
    cp: {
      ...hints,
      memory: copied,
      chips: `80; bulk reduce: 90; cp_mask: 100; cta_group::1 cta_group::2 im2col::w im2col::w::128 tile::gather4 tile::scatter4: 100f`,
      words: words(
        `async! ca|cg! ${SHARED} global L2::cache_hint ${FETCHED}`,
        'async! commit_group|wait_group|wait_all!',
        `async! mbarrier! arrive! noinc ${SHARED} b64`,
        'async! bulk! commit_group!',
        'async! bulk! wait_group! read',
        `async! bulk! shared::cluster|shared::cta! global! ${COMPLETES} multicast::cluster L2::cache_hint`,
        `async! bulk! shared::cluster! shared::cta! ${COMPLETES}`,
        'async! bulk! global! shared::cta! bulk_group L2::cache_hint',
        'async! bulk! prefetch! L2 global L2::cache_hint',
        `async! bulk! tensor! ${DIMENSIONS}! shared::cluster|shared::cta! global! ${TILE_MODES}|${IM2COL} ${COMPLETES} multicast::cluster ${CTA_GROUP} L2::cache_hint`,
        `async! bulk! tensor! ${DIMENSIONS}! global! shared::cta! ${TILE_MODES}|im2col_no_offs bulk_group L2::cache_hint`,
        `async! bulk! prefetch! tensor! ${DIMENSIONS}! L2 global ${TILE_MODES}|${IM2COL} L2::cache_hint`,
        `reduce! async! bulk! shared::cluster! shared::cta! ${COMPLETES} ${UPDATE}! s32 u32 s64 u64`,
        `reduce! async! bulk! global! shared::cta! bulk_group L2::cache_hint ${UPDATE}! noftz f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64`,
        `reduce! async! bulk! tensor! ${DIMENSIONS}! global! shared::cta! ${UPDATE}! tile|im2col_no_offs bulk_group L2::cache_hint`,
      ),
    },
    mapa: {
      ...computes,
      gives: 'block-address',
      chips: '90',
      words: words('shared::cluster u32 u64'),
    },
    getctarank: { ...computes, chips: '90', words: words('shared::cluster u32 u64') },
    tensormap: {
      ...hints,
      memory: 'map',
      chips: `90; replace: 90a/${BLACKWELL}`,
      words: words(
        'replace! tile! global_address|global_stride! global|shared::cta b1024 b64',
        'replace! tile! rank|elemtype|interleave_layout|swizzle_mode|fill_mode|box_dim|element_stride|global_dim! global|shared::cta b1024 b32',
        `cp_fenceproxy! global shared::cta tensormap::generic release ${SCOPES} ${OF_WARP}`,
      ),
    },
  },
  '9.7.10': {
    tex: {
      ...fetches,
      memory: 'texture',
      words: words(`1d|2d|3d|a1d|a2d|cube|acube base|level|grad ${TEXELS}`),
      types: 2,
    },
    tld4: { ...fetches, memory: 'texture', words: words(`r|g|b|a 2d ${TEXELS}`), types: 2 },
    txq: { ...fetches, memory: 'texture-query', words: words('width|height|depth b32') },
    istypep: { ...computes, refused: TYPE_TEST },
  },
  '9.7.11': {
    suld: {
      ...fetches,
      memory: 'surface-load',
      words: words(`b ${SURFACE} ${SURFACE_DATA} ca|cg|cs|cv`),
    },
    sust: {
      ...fetches,
      first: 'source',
      memory: 'surface-store',
      words: words(`b|p ${SURFACE} ${SURFACE_DATA} wb|cg|cs|wt`),
    },
    sured: {
      ...fetches,
      first: 'source',
      memory: 'surface-store',
      words: words('b|p add|min|max|and|or! 1d|2d|3d trap|clamp|zero u32 s32 u64 s64 b32'),
    },
    suq: { ...fetches, memory: 'texture-query', words: words('width|height|depth b32') },
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
      words: words(
        'cta sync|arrive!',
        'cta red! popc! u32',
        'cta red! and|or! pred',
        'warp! sync!',
      ),
    },
    barrier: {
      ...goes,
      first: (form) => (has(form, 'red') ? 'result' : 'source'),
      control: 'barrier',
      chips: `${EVERY}; cluster: 90`,
      words: words(
        'cta sync|arrive! aligned',
        'cta red! popc! aligned u32',
        'cta red! and|or! aligned pred',
        'cluster! arrive! release|relaxed aligned',
        'cluster! wait! acquire aligned',
      ),
    },
    membar: { ...orders, words: words('cta|gl|sys!', 'proxy! alias!') },
    fence: {
      ...orders,
      chips: `${EVERY}; cluster async async::generic tensormap::generic mbarrier_init ${RESTRICTED_WORDS}: 90`,
      words: words(
        `sc|acq_rel|acquire|release! ${SCOPES}!`,
        `acquire|release! ${RESTRICTED}! cluster!`,
        'mbarrier_init! release cluster',
        'proxy! alias!',
        'proxy! async! global|shared::cta|shared::cluster',
        `proxy! async::generic! acquire|release! ${RESTRICTED}! cluster!`,
        `proxy! tensormap::generic! acquire|release! ${SCOPES}!`,
      ),
    },
    atom: {
      ...exchanges,
      memory: 'atomic',
      chips: UPDATES,
      words: words(
        `relaxed|acquire|release|acq_rel ${SCOPES} global|${CLUSTER_SHARED} ${UPDATE}|exch|cas! L2::cache_hint b16 b32 b64 b128 u32 u64 s32 s64 f32 f64 v2|v4|v8`,
        `relaxed|acquire|release|acq_rel ${SCOPES} global|${CLUSTER_SHARED} add|min|max! noftz L2::cache_hint f16 bf16 f16x2 bf16x2 v2|v4|v8`,
      ),
    },
    red: {
      ...exchanges,
      first: 'source',
      memory: (form) => (has(form, 'async') ? 'async' : 'atomic'),
      chips: UPDATES,
      words: words(
        `relaxed|release ${SCOPES} global|${CLUSTER_SHARED} ${UPDATE}! L2::cache_hint b32 b64 u32 u64 s32 s64 f32 f64 v2|v4|v8`,
        `relaxed|release ${SCOPES} global|${CLUSTER_SHARED} add|min|max! noftz L2::cache_hint f16 bf16 f16x2 bf16x2 v2|v4|v8`,
        `async! relaxed cluster ${CLUSTER_SHARED} ${COMPLETES} ${UPDATE}! b32 u32 s32 u64 b64 s64`,
        `async! mmio release! ${SCOPES}! global! add! u32 s32 u64`,
      ),
    },
    vote: { ...exchanges, words: words('sync all|any|uni pred', 'sync ballot b32'), types: 1 },
    match: { ...exchanges, words: words('sync any|all b32 b64') },
    activemask: { ...exchanges, words: words('b32') },
    redux: {
      ...exchanges,
      chips: '80; f32: 100f',
      words: words('sync add|min|max s32 u32', 'sync and|or|xor b32'),
    },
    griddepcontrol: { ...hints, chips: '90', words: words('wait|launch_dependents') },
    elect: { ...exchanges, chips: '90', words: words('sync') },
    mbarrier: {
      ...computes,
      memory: (form) => (has(form, 'test_wait', 'try_wait') ? 'mbarrier-test' : 'mbarrier'),
      chips: `80; ${CLUSTER}; relaxed expect_tx complete_tx try_wait arrive+3args+!noComplete arrive_drop+3args+!noComplete: 90`,
      words: words(
        `init|inval! ${SHARED} b64`,
        `arrive|arrive_drop! expect_tx ${CLUSTER_SHARED} b64`,
        `arrive|arrive_drop! expect_tx release|relaxed! cta|cluster! ${CLUSTER_SHARED} b64`,
        `arrive|arrive_drop! noComplete! ${SHARED} b64`,
        `arrive|arrive_drop! noComplete! release! cta! ${SHARED} b64`,
        `expect_tx|complete_tx! relaxed cta|cluster ${CLUSTER_SHARED} b64`,
        `test_wait|try_wait! parity ${SHARED} b64`,
        `test_wait|try_wait! parity acquire|relaxed! cta|cluster! ${SHARED} b64`,
        'pending_count! b64',
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
        `load! a|b|c! ${OF_WARP} row|col ${FRAGMENTS} global|${SHARED} ${ELEMENT}`,
        `store! d! ${OF_WARP} row|col ${FRAGMENTS} global|${SHARED} ${ELEMENT}`,
        `mma! ${OF_WARP} ${LAYOUTS} ${FRAGMENTS} xor|and popc satfinite rn ${MATRIX_TYPES}`,
      ),
      types: 4,
    },
    mma: {
      ...ofWarp,
      chips: `${EVERY}; m16n8k8 m8n8k16 m8n8k32 m8n8k128: 75; m16n8k4 m16n8k16 m16n8k32 m16n8k64 m16n8k128 m16n8k256 bf16 tf32 f64 and: 80; e4m3 e5m2: 89; m16n8k4+f64 m16n8k8+f64 m16n8k16+f64: 90; kind::f8f6f4 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 kind::i8: ${BLACKWELL}`,
      words: words(
        `${OF_WARP} ${LAYOUTS} ${MATRIX_TYPES} e4m3 e5m2 xor|and popc satfinite sp|sp::ordered_metadata m8n8k4|m8n8k16|m8n8k32|m8n8k128|m16n8k4|m16n8k8|m16n8k16|m16n8k32|m16n8k64|m16n8k128|m16n8k256`,
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
    movmatrix: { ...ofWarp, chips: '75', words: words(`${OF_WARP} m8n8 trans b16`) },
  },
  '9.7.15': {
    wgmma: {
      ...ofWarp,
      first: (form) => (form[0] === 'mma_async' ? 'both' : 'source'),
      memory: (form) => (form[0] === 'mma_async' ? 'product' : 'order'),
      chips: '90a',
      words: words(
        `fence|commit_group|wait_group! ${OF_WARP}`,
        `mma_async! sp ${OF_WARP} ${WARPGROUP} f16 bf16 tf32 f32 e4m3 e5m2 s8 u8 s32 b1 and popc satfinite`,
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
        { ...computes, words: words(`${VIDEO} sat`), types: 3 },
      ]),
    ),
    vshl: { ...computes, words: words(`${VIDEO} sat clamp|wrap`), types: 3 },
    vshr: { ...computes, words: words(`${VIDEO} sat clamp|wrap`), types: 3 },
    vmad: { ...computes, words: words('s32 u32 po sat shr7|shr15'), types: 3 },
    vset: { ...computes, words: words(`${VIDEO} ${ORDERED}`), types: 2 },
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
        { ...computes, words: words(`s32 u32 add ${ORDERED}`), types: 2 },
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
      words: words(`inc|dec ${OF_WARP} u32`),
    },
  },
};

/** By opcode. */
export const instructionRows: ReadonlyMap<string, InstructionRow> = new Map(
  Object.entries(chapters).flatMap(([chapter, list]) =>
    Object.entries(list).map(([opcode, row]) => [opcode, { chapter, ...row }] as const),
  ),
);
