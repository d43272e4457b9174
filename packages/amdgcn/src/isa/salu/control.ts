/**
 * Scalar instructions that steer: branches, calls, waits, barriers, modes (SOPP, SOPK, SOP1), one row each.
 *
 * LIMITATIONS. Traps, messages, priorities, caches and performance counters have no effect (`s_trap` stops the
 * wave). `s_getreg` knows MODE, the apertures and, on RDNA, where private memory is; other hardware registers are unknown
 * values (`unknownRegister`). `s_cbranch_g_fork`, `s_cbranch_i_fork` and
 * `s_cbranch_join` are not executed: no compiler writes them.
 */
import { messages } from '@ldscope/core';
import type { CompileContext } from '../../state/compile.ts';
import { PRIVATE_APERTURE, SHARED_APERTURE } from '../../state/scalars.ts';
import { codeOf, type Target } from '../../state/target.ts';
import { EXEC, M0, VCC, type Wave } from '../../state/wave.ts';
import type { Instruction } from '../../text/program.ts';
import {
  computes,
  idle,
  type Make,
  row,
  type SaluFacts,
  type SaluRow,
  SCC,
  type Scalars,
} from './row.ts';
import { waitRows } from './wait.ts';

/** The instruction that a branch names; `undefined` after a report. */
function branchTarget({ instruction, context }: Scalars, index: number): number | undefined {
  const operand = instruction.operands[index];
  const target =
    operand?.kind === 'symbol' && operand.addend === 0 ? context.label(operand.name) : undefined;
  if (target === undefined) {
    const data = operand?.kind === 'symbol' && context.symbol(operand.name) !== undefined;
    const what = 'a branch to something else than a label of the file';
    context.report(
      data
        ? messages.amdgcn.encodedAsData()
        : messages.execute.unsupported(instruction.mnemonic, what),
    );
  }
  return target;
}

/** The registers of conditions. */
const ASKED = { scc: SCC, vcc: [VCC, VCC + 1], exec: [EXEC, EXEC + 1] } as const;

/** Whether a wave takes a branch. */
export function isTaken(condition: SaluFacts['condition']): (wave: Wave) => boolean {
  if (condition === undefined) return () => true;
  // No debugger is attached.
  if (condition === 'never') return () => false;
  const { asks, taken } = condition;
  if (asks === 'scc') return (wave) => wave.scc === taken;
  const [mask = 0] = ASKED[asks];
  return (wave) => wave.isZeroMask(mask) === (taken === 0);
}

function branchRow(mnemonic: string, condition?: SaluFacts['condition']): SaluRow {
  const takes = isTaken(condition);
  const make: Make = (scalars) => {
    const target = branchTarget(scalars, 0);
    if (target === undefined) return undefined;
    return (wave) => {
      if (takes(wave)) wave.pc = target;
    };
  };
  return row(mnemonic, '-', make, {
    ...computes,
    control: 'branch',
    short: true,
    ...(condition && { condition }),
    ...(typeof condition === 'object' && { reads: ASKED[condition.asks] }),
  });
}

/** Goes to an address; `numberAt` finds the instruction there. */
function jump(wave: Wave, address: number, { numberAt }: CompileContext): void {
  const number = numberAt(address);
  if (number === undefined) wave.fail(messages.emulate.wildJump(`0x${address.toString(16)}`));
  else wave.pc = number;
}

const jumpTo: Make =
  ({ a, context }) =>
  (wave) =>
    jump(wave, address(a, wave), context);

/** The return address: that of the next instruction. */
function nextAddress({ number, addressOf }: CompileContext): readonly [low: number, high: number] {
  const address = addressOf(number + 1);
  return [address % 2 ** 32, Math.floor(address / 2 ** 32)];
}

const end: Make = () => (wave) => {
  wave.status = 'ended';
};

/** `hwreg(HW_REG_MODE, 0, 4)`, or the encoded number: register in bits 0-5, offset 6-10, size - 1 in 11-15. */
interface Field {
  /** -1 for a name that has no known value. */
  readonly register: number;
  readonly name: string;
  readonly shift: number;
  readonly mask: number;
}

const MODE = 1;
/** The high halves of the high words of flat addresses in LDS, above, and in private memory. */
const SH_MEM_BASES = 15;
/** Private memory of the wave: low and high half of its address; other registers have these numbers on CDNA. */
const SCRATCH_LOW = 20;
const SCRATCH_HIGH = 21;
/** Of gfx1250, bits 6 to 9: workgroups of a cluster, 0 without clusters, which no launch has here. Compilers read it for workgroup ids. */
const IB_STS2 = 28;
const CLUSTER_BITS = 0x3c0;
const REGISTERS: Readonly<Record<string, number>> = {
  HW_REG_MODE: MODE,
  HW_REG_WAVE_MODE: MODE,
  HW_REG_SH_MEM_BASES: SH_MEM_BASES,
  HW_REG_FLAT_SCR_LO: SCRATCH_LOW,
  HW_REG_FLAT_SCR_HI: SCRATCH_HIGH,
  HW_REG_WAVE_SCRATCH_BASE_LO: SCRATCH_LOW,
  HW_REG_WAVE_SCRATCH_BASE_HI: SCRATCH_HIGH,
  HW_REG_IB_STS2: IB_STS2,
};
const APERTURES = (SHARED_APERTURE & 0xffff0000) | (PRIVATE_APERTURE >>> 16);

/** The value of a field of a hardware register; `undefined` where no launch determines it. */
function hardwareRegister(
  { register, mask, shift }: Field,
  target: Target,
): ((wave: Wave) => number) | undefined {
  switch (register) {
    case IB_STS2:
      return codeOf(target).generation === 5 && ((mask << shift) & ~CLUSTER_BITS) === 0
        ? () => 0
        : undefined;
    case MODE:
      return (wave) => wave.mode;
    case SH_MEM_BASES:
      return () => APERTURES;
    case SCRATCH_LOW:
    case SCRATCH_HIGH:
      if (codeOf(target).family === 'cdna') return undefined;
      return register === SCRATCH_LOW
        ? ({ privateBase }) => privateBase % 2 ** 32
        : ({ privateBase }) => Math.floor(privateBase / 2 ** 32);
    default:
      return undefined;
  }
}

/** The hardware register that an instruction reads and whose value no launch determines, with the bits that it may set. */
export function unknownRegister(
  instruction: Instruction,
  target: Target,
): { readonly name: string; readonly bits: number } | undefined {
  if (instruction.mnemonic !== 's_getreg_b32') return undefined;
  const field = hardwareField(instruction, 1);
  if (field === undefined || hardwareRegister(field, target) !== undefined) return undefined;
  return { name: field.name, bits: field.mask };
}

function hardwareField({ operands }: Instruction, index: number): Field | undefined {
  const operand = operands[index];
  const field = (register: number, shift: number, size: number, name = `${register}`): Field => ({
    register,
    name,
    shift,
    mask: size >= 32 ? 0xffffffff : 2 ** size - 1,
  });
  if (operand?.kind === 'integer') {
    const value = Number(BigInt.asUintN(16, operand.value));
    return field(value & 63, (value >>> 6) & 31, (value >>> 11) + 1);
  }
  if (operand?.kind !== 'call' || operand.name !== 'hwreg') return undefined;
  const [register = '', shift = 0n, size = 32n] = operand.arguments;
  const number = typeof register === 'bigint' ? Number(register) : (REGISTERS[register] ?? -1);
  return field(number, Number(shift), Number(size), `${register}`);
}

const getreg: Make = ({ d, instruction, context }) => {
  const field = hardwareField(instruction, 1);
  if (field === undefined) return undefined;
  const value = hardwareRegister(field, context.target);
  return (wave) => {
    wave.s[d] = value === undefined ? 0 : (value(wave) >>> field.shift) & field.mask;
  };
};

const setreg =
  (fieldOperand: number): Make =>
  (scalars) => {
    const field = hardwareField(scalars.instruction, fieldOperand);
    if (field === undefined) return undefined;
    const { low } = scalars.a;
    return (wave) => {
      if (field.register !== MODE) return;
      const kept = wave.mode & ~(field.mask << field.shift);
      wave.mode = kept | ((low(wave) & field.mask) << field.shift);
    };
  };

/** M0 bits 0-7 are the index, bits 12-15 say which operands it moves. */
function setIndexing(wave: Wave, index: number | undefined, mode: number | undefined): void {
  const old = wave.s[M0] ?? 0;
  const kept = index === undefined ? old : (old & ~0xff) | (index & 0xff);
  wave.s[M0] = mode === undefined ? kept : (kept & ~0xf000) | ((mode & 15) << 12);
}

/** `gpr_idx(SRC0, DST)` or a number. */
function indexMode({ instruction }: Scalars, at: number): number {
  const operand = instruction.operands[at];
  if (operand?.kind === 'integer') return Number(operand.value) & 15;
  if (operand?.kind !== 'call') return 0;
  const names = ['SRC0', 'SRC1', 'SRC2', 'DST'];
  return operand.arguments.reduce<number>((mode, name) => {
    const bit = typeof name === 'string' ? names.indexOf(name) : -1;
    return bit < 0 ? mode : mode | (1 << bit);
  }, 0);
}

/** Sets the mode that an operand names, and the index where there is an operand before it. */
const indexingOn =
  (at: 0 | 1): Make =>
  (scalars) => {
    const mode = indexMode(scalars, at);
    return (wave) => {
      setIndexing(wave, at === 0 ? undefined : scalars.a.low(wave), mode);
      wave.indexing = mode;
    };
  };

const setIndex: Make =
  ({ a }) =>
  (wave) =>
    setIndexing(wave, a.low(wave), undefined);

/** A bit of the first operand switches VSKIP: vector instructions have no effect from here on. */
const setVectorSkip: Make =
  ({ a, b }) =>
  (wave) => {
    wave.skipsVector = ((a.low(wave) >>> (b.low(wave) & 31)) & 1) === 1;
  };

const indexingOff: Make = () => (wave) => {
  wave.indexing = 0;
};

const trap: Make = ({ instruction }) => {
  const operand = instruction.operands[0];
  const number = operand?.kind === 'integer' ? Number(operand.value) : 0;
  return (wave) => wave.fail(messages.emulate.trap(number));
};

const ownAddress: Make = ({ d, context }) => {
  const [low, high] = nextAddress(context);
  return (wave) => wave.setPair(d, low, high);
};

const callTo: Make = ({ d, a, context }) => {
  const [low, high] = nextAddress(context);
  return (wave) => {
    const target = address(a, wave);
    wave.setPair(d, low, high);
    jump(wave, target, context);
  };
};

const call: Make = (scalars) => {
  const target = branchTarget(scalars, 1);
  const [low, high] = nextAddress(scalars.context);
  if (target === undefined) return undefined;
  return (wave) => {
    wave.setPair(scalars.d, low, high);
    wave.pc = target;
  };
};

const MOVES_M0 = { reads: [M0], writes: [M0] };
const ends = { ...computes, control: 'exit', short: true } as const;
const jumps = { ...computes, control: 'jump' } as const;
const changesMode = { ...computes, hidden: 'mode' } as const;
const indexes = { ...computes, hidden: 'indices' } as const;

export const controlRows: readonly SaluRow[] = [
  ...idle('s_sethalt s_sendmsg s_sendmsghalt s_setkill s_wakeup s_icache_inv'),
  ...idle('s_incperflevel s_decperflevel s_ttracedata'),
  ...idle('s_nop', { idleCycles: 4 }),
  ...idle('s_sleep', { idleCycles: 64 }),
  ...idle('s_setprio', { setsPriority: true }),
  ...waitRows,
  row('s_endpgm', '', end, ends),
  row('s_endpgm_saved', '', end, ends),
  row('s_endpgm_ordered_ps_done', '', end, ends),
  row(
    's_barrier',
    '',
    () => (wave) => {
      wave.signals++;
      wave.status = 'barrier';
    },
    { ...computes, control: 'barrier', short: true },
  ),
  row('s_trap', '-', trap, { ...computes, control: 'trap', short: true }),
  branchRow('s_branch'),
  branchRow('s_cbranch_scc0', { asks: 'scc', taken: 0 }),
  branchRow('s_cbranch_scc1', { asks: 'scc', taken: 1 }),
  branchRow('s_cbranch_vccz', { asks: 'vcc', taken: 0 }),
  branchRow('s_cbranch_vccnz', { asks: 'vcc', taken: 1 }),
  branchRow('s_cbranch_execz', { asks: 'exec', taken: 0 }),
  branchRow('s_cbranch_execnz', { asks: 'exec', taken: 1 }),
  ...['sys', 'user', 'sys_or_user', 'sys_and_user'].map((who) =>
    branchRow(`s_cbranch_cdbg${who}`, 'never'),
  ),
  row('s_getpc_b64', 'w2', ownAddress, { ...computes, givesAddress: true }),
  row('s_setpc_b64', 'r2', jumpTo, jumps),
  row('s_rfe_b64', 'r2', jumpTo, jumps),
  row('s_rfe_restore_b64', 'r2 -', jumpTo, jumps),
  row('s_swappc_b64', 'w2 r2', callTo, { ...computes, control: 'far-call' }),
  row('s_call_b64', 'w2 -', call, { ...computes, control: 'call', short: true }),
  row('s_getreg_b32', 'w1 -', getreg, { ...computes, short: true }),
  row('s_setreg_b32', '- r1', setreg(0), { ...changesMode, short: true }),
  row('s_setreg_imm32_b32', '- r1', setreg(0), changesMode),
  row('s_setvskip', 'r1 r1', setVectorSkip, { ...computes, control: 'skip' }),
  row('s_set_gpr_idx_on', 'r1 -', indexingOn(1), { ...indexes, writes: [M0] }),
  row('s_set_gpr_idx_off', '', indexingOff, { ...indexes, short: true }),
  row('s_set_gpr_idx_mode', '-', indexingOn(0), { ...indexes, ...MOVES_M0, short: true }),
  row('s_set_gpr_idx_idx', 'r1', setIndex, { ...indexes, ...MOVES_M0 }),
];

function address(
  source: { readonly low: (wave: Wave) => number; readonly high: (wave: Wave) => number },
  wave: Wave,
): number {
  return source.high(wave) * 2 ** 32 + source.low(wave);
}
