/**
 * The instructions of SASS, a row each (`rows.ts`). Source: NVIDIA lists the opcodes ("Instruction Set Reference" of the CUDA Binary
 * Utilities) and documents nothing else; forms are those that nvdisasm 13 prints of what ptxas 13 makes for sm_75 to sm_120.
 */
import { countOnes } from '@ldscope/core';
import { fma, fma64, reverseBits } from '@ldscope/core/arithmetic';
import { elect, match, reduce, shuffle, toWarp, vote } from './execute/across.ts';
import {
  add,
  addPairs,
  extreme,
  logic,
  multiplyAdd,
  predicateLogic,
  scaledAdd,
  select,
  setPredicate,
  shift,
  simple,
} from './execute/arithmetic.ts';
import {
  chooseFloat,
  compareFloats,
  double,
  extremeFloat,
  fromInteger,
  single,
  toInteger,
  toOtherFloat,
} from './execute/floats.ts';
import { leadingBit } from './execute/integer.ts';
import { permute } from '../isa/helpers.ts';
import {
  clear,
  halves,
  loadBank,
  packPredicates,
  special,
  unpackPredicates,
} from './execute/moves.ts';
import type { Maker } from './execute/sources.ts';
import type { SassControl, SassMemory, SassRow } from './rows.ts';

const own = { memory: 'none', lanes: 'own', control: 'none' } as const;
/** A word that each lane computes; without a step its value is not known. */
const word = (make?: Maker): SassRow => ({ ...own, results: 1, ...(make && { make }) });
const words = (results: SassRow['results'], make?: Maker): SassRow => ({ ...word(make), results });
const predicates = (make?: Maker): SassRow => words(0, make);
const together = (make?: Maker): SassRow => ({ ...word(make), lanes: 'cross' });
const hint: SassRow = { ...own, results: 0, memory: 'hint' };
const goes = (control: SassControl): SassRow => ({ ...own, results: 0, control });
const has = (modifiers: readonly string[], ...any: readonly string[]): boolean =>
  any.some((name) => modifiers.includes(name));

const wideIf =
  (...names: readonly string[]) =>
  (modifiers: readonly string[]): number =>
    has(modifiers, ...names) ? 2 : 1;
const loaded = (modifiers: readonly string[]): number =>
  has(modifiers, '256') ? 8 : has(modifiers, '128') ? 4 : has(modifiers, '64') ? 2 : 1;
const matrices = (modifiers: readonly string[]): number =>
  Number(modifiers.find((name) => name === '2' || name === '4') ?? 1);

const accesses = (
  does: SassMemory['does'],
  space: SassMemory['space'],
  results: SassRow['results'] = 0,
): SassRow => ({ ...own, results, memory: { does, space } });

/** The first of several lists of rows has a name. */
const named = (names: string, row: SassRow): Record<string, SassRow> =>
  Object.fromEntries(names.split(' ').map((name) => [name, row]));

const rows: Readonly<Record<string, SassRow>> = {
  // Integers.
  IADD3: word(add),
  IADD: {
    ...word((operands, of) => (of.includes('64') ? addPairs : add)(operands, of)),
    results: wideIf('64'),
  },
  VIADD: word(add),
  IMAD: words(wideIf('WIDE'), multiplyAdd),
  LEA: word(scaledAdd),
  LOP3: word(logic),
  SHF: word(shift),
  SEL: word(select),
  VIMNMX: word(extreme(2)),
  IMNMX: word(extreme(2)),
  VIMNMX3: word(extreme(3)),
  VIADDMNMX: word(extreme(3, true)),
  IABS: word(simple(1, [], ([x = 0]) => Math.abs(x) | 0)),
  POPC: word(simple(1, [], ([x = 0]) => countOnes(x))),
  BREV: word(simple(1, [], ([x = 0]) => reverseBits(x))),
  FLO: word(
    simple(1, ['U32', 'SH'], ([x = 0], modifiers) => {
      const at = leadingBit(x, !modifiers.includes('U32'));
      return modifiers.includes('SH') && at >= 0 ? 31 - at : at;
    }),
  ),
  PRMT: word(simple(3, [], ([x = 0, selector = 0, y = 0]) => permute(x, y, selector))),
  SGXT: word(
    simple(2, ['U32'], ([x = 0, bits = 0], modifiers) => {
      const by = 32 - Math.min(Math.max(bits, 1), 32);
      return modifiers.includes('U32') ? (x << by) >>> by : (x << by) >> by;
    }),
  ),
  ISETP: predicates(setPredicate),
  PLOP3: predicates(predicateLogic),
  ...named('IDP IDP4A BMSK LOP SHL SHR', word()),

  // From elsewhere.
  MOV: word(simple(1, ['32I'], ([x = 0]) => x)),
  LDC: words(loaded, loadBank),
  LDCU: words(loaded, loadBank),
  ULDC: words(loaded, loadBank),
  S2R: word(special),
  S2UR: word(special),
  CS2R: words((of) => (has(of, '32') ? 1 : 2), clear),
  P2R: word(packPredicates),
  R2P: words('all', unpackPredicates),
  UP2UR: word(packPredicates),
  R2UP: words('all', unpackPredicates),
  R2UR: word(toWarp),
  LEPC: words(2),
  VOTE: together(vote),
  VOTEU: together(vote),
  MATCH: together(match),
  SHFL: together(shuffle),
  REDUX: together(reduce),
  CREDUX: together(reduce),
  ELECT: together(elect),

  // Floats.
  FADD: word(single(2, [], ([a = 0, b = 0]) => Math.fround(a + b))),
  FMUL: word(single(2, [], ([a = 0, b = 0]) => Math.fround(a * b))),
  FFMA: word(single(3, [], ([a = 0, b = 0, c = 0]) => fma(a, b, c))),
  MUFU: words(wideIf('RCP64H', 'RSQ64H'), (operands, of) =>
    of[0] === 'RCP' ? single(1, ['RCP'], ([a = 0]) => Math.fround(1 / a))(operands, of) : undefined,
  ),
  FSETP: predicates(compareFloats(false)),
  FSEL: word(chooseFloat),
  FMNMX: word(extremeFloat),
  DADD: words(
    2,
    double(2, ([a = 0, b = 0]) => a + b),
  ),
  DMUL: words(
    2,
    double(2, ([a = 0, b = 0]) => a * b),
  ),
  DFMA: words(
    2,
    double(3, ([a = 0, b = 0, c = 0]) => fma64(a, b, c)),
  ),
  DSETP: predicates(compareFloats(true)),
  I2F: words(wideIf('F64'), fromInteger),
  I2FP: word(fromInteger),
  F2I: words(wideIf('U64', 'S64'), toInteger),
  F2F: words((of) => (of[0] === 'F64' ? 2 : 1), toOtherFloat),
  HFMA2: word(halves),
  FRND: words(wideIf('F64')),
  ...named('FCHK HSETP2', predicates()),
  ...named('FSET FSWZADD F2FP F2IP HADD2 HMUL2 HMNMX2 HSET2 I2I I2IP FMNMX3 FADD3', word()),
  ...named('FADD2 FMUL2 FFMA2', words(2)),
  ...named('HMMA IMMA BMMA QMMA OMMA', { ...words(4), lanes: 'cross' }),
  DMMA: { ...words(8), lanes: 'cross' },
  MOVM: { ...word(), lanes: 'cross' },
  ...named('HGMMA IGMMA QGMMA BGMMA WARPGROUPSET', { ...words('all'), lanes: 'all' }),

  // Memory.
  LDS: accesses('load', 'shared', loaded),
  STS: accesses('store', 'shared'),
  LDSM: accesses('matrix load', 'shared', matrices),
  STSM: accesses('matrix store', 'shared'),
  ATOMS: accesses('atomic', 'shared', loaded),
  LDGSTS: accesses('copy', 'shared'),
  LD: accesses('load', 'generic', loaded),
  ST: accesses('store', 'generic'),
  ATOM: accesses('atomic', 'generic', loaded),
  LDG: accesses('load', 'global', loaded),
  STG: accesses('store', 'global'),
  ATOMG: accesses('atomic', 'global', loaded),
  RED: accesses('reduce', 'global'),
  REDG: accesses('reduce', 'global'),
  LDL: accesses('load', 'local', loaded),
  STL: accesses('store', 'local'),
  ...named('UBLKCP UBLKRED UTMALDG UTMASTG UTMAREDG STAS REDAS', {
    ...own,
    results: 0,
    memory: 'arrives',
  }),
  SYNCS: { ...own, results: 2, lanes: 'all', memory: 'mbarrier' },
  ...named(
    'NOP MEMBAR FENCE ERRBAR CGAERRBAR CCTL CCTLL CCTLT UTMACCTL UTMACMDFLUSH UTMAPF UBLKPF DEPBAR LDGDEPBAR LDTRAM ARRIVES NANOSLEEP WARPGROUP UCGABAR_ARV UCGABAR_WAIT UCGABAR PREEXIT ACQBULK USETMAXREG PMTRIG R2B',
    hint,
  ),

  // Control.
  ...named('BRA JMP', goes('branch')),
  CALL: goes('call'),
  RET: goes('return'),
  EXIT: goes('exit'),
  BSSY: goes('begin'),
  BREAK: goes('leave'),
  BSYNC: goes('meet'),
  WARPSYNC: goes('warp'),
  BAR: goes('barrier'),
  B2R: { ...words(1), lanes: 'all', control: 'reduced' },
  YIELD: goes('yield'),
  BMOV: { ...words(1), control: 'clear' },
  ...named('BRX BRXU JMX JMXU KILL BPT RPCMOV RTT SETCTAID', goes('unknown')),
};

/** The row of an opcode; `undefined` for one that may do anything. */
export const rowOf = (opcode: string): SassRow | undefined =>
  rows[opcode] ?? (opcode.startsWith('U') ? rows[opcode.slice(1)] : undefined);
