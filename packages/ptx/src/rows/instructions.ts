/**
 * The instructions of PTX: the chapter of the ISA that describes each, and the modifiers with which it is executed here.
 *
 *     add.s32         9.7.1, 's32' is one of its words      executed
 *     add.f32.f16     two types, where one is taken          refused
 *     multimem.ld     a reason                               refused
 *
 * A form that is not in the table is refused: a modifier that nobody looked at could change the result. Instructions without
 * words of their own check their modifiers where they are compiled. Source: PTX ISA 9.0, 9.7.
 */
import { type Message, messages } from '@ldscope/core';
import type { Instruction } from '../text/program.ts';
import { typeOf } from '../text/types.ts';
import { textOf } from './memory/context.ts';

interface InstructionRow {
  /** The chapter of the ISA. */
  readonly chapter: string;
  /** Words that may be behind the opcode; absent where the instruction is checked elsewhere. */
  readonly words?: ReadonlySet<string>;
  /** How many types it names; 1 without a figure. */
  readonly types?: number;
  /** Why it is not executed. */
  readonly refused?: string;
}

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
const VIDEO = 's32 u32 sat add min max';

const TYPE_TEST = 'it asks for the type of an object that is not one of the unified mode';
const MULTIMEM =
  'it reaches the memory of several GPUs through one address, which a launch on one does not have';
const NEWER = 'it is of chips after sm_90';
const TENSOR_MEMORY =
  'it is of sm_100 and later, whose tensor memory is not modelled; Triton IR and tile specifications are analyzed for sm_100';

type Rows = Readonly<Record<string, Omit<InstructionRow, 'chapter'>>>;

const chapters: Readonly<Record<string, Rows>> = {
  // Integer and extended-precision arithmetic; floating point in f32, f64, halves and mixed.
  '9.7.1': {
    add: { words: words(WORDS32, ROUND, HALVES, 'u16x2 s16x2 f32x2 cc sat ftz f32 f64') },
    sub: { words: words(WORDS32, ROUND, HALVES, 'f32x2 cc sat ftz f32 f64') },
    mul: { words: words(WORDS32, ROUND, HALVES, 'f32x2 lo hi wide ftz sat f32 f64') },
    mad: { words: words(WORDS32, ROUND, 'lo hi wide cc sat ftz f32 f64') },
    mul24: { words: words('lo hi s32 u32') },
    mad24: { words: words('lo hi sat s32 u32') },
    sad: { words: words(WORDS32) },
    div: { words: words(WORDS32, ROUND, 'approx full ftz f32 f64') },
    rem: { words: words(WORDS32) },
    abs: { words: words('s16 s32 s64 ftz f32 f64', HALVES) },
    neg: { words: words('s16 s32 s64 ftz f32 f64', HALVES) },
    min: { words: words(WORDS32, HALVES, 'u16x2 s16x2 relu ftz NaN xorsign abs f32 f64') },
    max: { words: words(WORDS32, HALVES, 'u16x2 s16x2 relu ftz NaN xorsign abs f32 f64') },
    popc: { words: words('b32 b64') },
    clz: { words: words('b32 b64') },
    bfind: { words: words('u32 u64 s32 s64 shiftamt') },
    fns: { words: words('b32') },
    brev: { words: words('b32 b64') },
    bfe: { words: words('u32 u64 s32 s64') },
    bfi: { words: words('b32 b64') },
    szext: { words: words('clamp wrap u32 s32') },
    bmsk: { words: words('clamp wrap b32') },
    dp4a: { words: words('u32 s32'), types: 2 },
    dp2a: { words: words('lo hi u32 s32'), types: 2 },
  },
  '9.7.2': {
    addc: { words: words('cc s32 u32 s64 u64') },
    subc: { words: words('cc s32 u32 s64 u64') },
    madc: { words: words('lo hi cc s32 u32 s64 u64') },
  },
  '9.7.3': {
    testp: { words: words('finite infinite number notanumber normal subnormal f32 f64') },
    copysign: { words: words('f32 f64') },
    fma: { words: words(ROUND, HALVES, 'f32x2 ftz sat relu f32 f64') },
    rcp: { words: words(ROUND, 'approx ftz f32 f64') },
    sqrt: { words: words(ROUND, 'approx ftz f32 f64') },
    rsqrt: { words: words('approx ftz f32 f64') },
    sin: { words: words('approx ftz f32') },
    cos: { words: words('approx ftz f32') },
    lg2: { words: words('approx ftz f32') },
    ex2: { words: words('approx ftz f32', HALVES) },
    tanh: { words: words('approx f32', HALVES) },
  },
  '9.7.6': {
    set: { words: words(WORDS32, BITS, HALVES, COMPARE, 'and or xor ftz f32 f64'), types: 2 },
    setp: { words: words(WORDS32, BITS, HALVES, COMPARE, 'and or xor ftz f32 f64') },
    selp: { words: words(WORDS32, BITS, 'f32 f64') },
    slct: { words: words(WORDS32, BITS, 'ftz f32 f64'), types: 2 },
  },
  '9.7.8': {
    and: { words: words(BITS, 'pred') },
    or: { words: words(BITS, 'pred') },
    xor: { words: words(BITS, 'pred') },
    not: { words: words(BITS, 'pred') },
    cnot: { words: words(BITS) },
    lop3: { words: words('and or b32') },
    shf: { words: words('l r clamp wrap b32') },
    shl: { words: words(BITS) },
    shr: { words: words(BITS, WORDS32) },
  },
  '9.7.9': {
    mov: { words: words(BITS, WORDS32, 'b128 f16 bf16 f16x2 bf16x2 f32 f64 pred v2 v4 v8') },
    shfl: { words: words('sync up down bfly idx b32') },
    prmt: { words: words('b32 f4e b4e rc8 ecl ecr rc16') },
    ld: { words: words(SPACES, ORDER, CACHE, MEMORY_TYPES) },
    ldu: { words: words('global', MEMORY_TYPES) },
    st: { words: words(SPACES, ORDER, CACHE, MEMORY_TYPES, 'async mbarrier::complete_tx::bytes') },
    multimem: { refused: MULTIMEM },
    prefetch: {
      words: words('global local L1 L2 L2::evict_last L2::evict_normal const param tensormap'),
    },
    prefetchu: { words: words('L1') },
    applypriority: { words: words('global L2::evict_normal') },
    discard: { words: words('global L2') },
    createpolicy: {
      words: words(
        'fractional range cvt L2 global L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged b64',
      ),
    },
    isspacep: {
      words: words('const global local param param::entry shared shared::cta shared::cluster'),
    },
    cvta: {
      words: words(
        'to const global local param param::entry shared shared::cta shared::cluster u32 u64',
      ),
    },
    cvt: {},
    cp: {},
    mapa: {},
    getctarank: {},
    tensormap: {},
  },
  '9.7.10': {
    tex: {},
    tld4: {},
    txq: {},
    istypep: { refused: TYPE_TEST },
  },
  '9.7.11': {
    suld: {},
    sust: {},
    sured: {},
    suq: {},
  },
  '9.7.12': {
    bra: { words: words('uni') },
    brx: { words: words('idx uni') },
    call: { words: words('uni') },
    ret: { words: words('uni') },
    exit: { words: words('') },
  },
  '9.7.13': {
    bar: {},
    barrier: {},
    membar: { words: words('cta gl sys proxy alias') },
    fence: {},
    atom: {
      words: words(
        SPACES,
        ORDER,
        MEMORY_TYPES,
        HALVES,
        'add and or xor exch cas inc dec min max noftz L2::cache_hint',
      ),
    },
    red: {
      words: words(
        SPACES,
        ORDER,
        MEMORY_TYPES,
        HALVES,
        'add and or xor inc dec min max noftz L2::cache_hint async mmio mbarrier::complete_tx::bytes',
      ),
    },
    vote: { words: words('sync all any uni ballot pred b32'), types: 1 },
    match: { words: words('sync any all b32 b64') },
    activemask: { words: words('b32') },
    redux: { words: words('sync add min max and or xor s32 u32 b32') },
    griddepcontrol: {},
    elect: { words: words('sync') },
    mbarrier: {},
    clusterlaunchcontrol: { refused: NEWER },
  },
  '9.7.14': {
    wmma: {},
    mma: {},
    ldmatrix: {},
    stmatrix: {},
    movmatrix: {},
  },
  '9.7.15': { wgmma: {} },
  '9.7.16': { tcgen05: { refused: TENSOR_MEMORY } },
  '9.7.17': {
    stacksave: { words: words('u32 u64') },
    stackrestore: { words: words('u32 u64') },
    alloca: { words: words('u32 u64') },
  },
  '9.7.18': {
    ...Object.fromEntries(
      ['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax'].map((name) => [
        name,
        { words: words(VIDEO), types: 3 },
      ]),
    ),
    vshl: { words: words(VIDEO, 'clamp wrap'), types: 3 },
    vshr: { words: words(VIDEO, 'clamp wrap'), types: 3 },
    vmad: { words: words('s32 u32 po sat shr7 shr15'), types: 3 },
    vset: { words: words(VIDEO, 'eq ne lt le gt ge'), types: 2 },
    ...Object.fromEntries(
      ['vadd', 'vsub', 'vavrg', 'vabsdiff', 'vmin', 'vmax'].flatMap((name) =>
        ['2', '4'].map((count) => [name + count, { words: words('s32 u32 sat add'), types: 3 }]),
      ),
    ),
    ...Object.fromEntries(
      ['vset2', 'vset4'].map((name) => [
        name,
        { words: words('s32 u32 add eq ne lt le gt ge'), types: 2 },
      ]),
    ),
  },
  '9.7.19': {
    brkpt: { words: words('') },
    trap: { words: words('') },
    nanosleep: { words: words('u32') },
    pmevent: { words: words('mask') },
    setmaxnreg: {},
  },
};

/** By opcode. */
export const instructionRows: ReadonlyMap<string, InstructionRow> = new Map(
  Object.entries(chapters).flatMap(([chapter, rows]) =>
    Object.entries(rows).map(([opcode, row]) => [opcode, { chapter, ...row }] as const),
  ),
);

const isType = (word: string): boolean => typeOf(word) !== undefined || /^[usf]\d+x2$/.test(word);

/** Why a form is not executed, by the table; `undefined` for one that is, or that is checked elsewhere. */
export function formProblem(instruction: Instruction): Message | undefined {
  const { opcode, modifiers } = instruction;
  const row = instructionRows.get(opcode);
  if (row === undefined) return messages.ptx.unsupported(textOf(instruction));
  const { refused, words: allowed, types = 1 } = row;
  if (refused !== undefined) return messages.ptx.unsupported(textOf(instruction), refused);
  if (allowed === undefined) return undefined;
  const unknown = modifiers.find((word) => !allowed.has(word));
  if (unknown !== undefined)
    return messages.ptx.unsupported(textOf(instruction), `.${unknown} is not known for ${opcode}`);
  const named = modifiers.filter(isType).length;
  return named > types
    ? messages.ptx.unsupported(textOf(instruction), `it names ${named} types`)
    : undefined;
}
