/**
 * The constants of a chip that the simulator uses: cycles of the shader clock, each a fact with its source.
 *
 * A measurement counts cycles of its own timer, so sources that disagree are not averaged: a chip has one set, and what
 * another source says is a row of the scoreboard.
 */
import type { Machine } from '../machine/machine.ts';
import { documented, type Evidence, type Fact, inferred, measured } from '../machine/evidence.ts';
import { sources } from '../machine/sources.ts';

/** The constants of a chip that its time is computed from, each with evidence and source. */
export interface TimingModel {
  readonly chip: string;
  /** A SIMD gives one of its waves a turn at a fixed interval of cycles; a plain instruction takes one turn. */
  readonly issueCycles: Fact<number>;
  /** Transcendental vector instructions: cycles of the vector unit. */
  readonly transCycles: Fact<number>;
  /** Turns after the passes of a matrix instruction until another instruction may read its result. */
  readonly matrixResultTurns: Fact<number>;
  /** Scalar memory: from issue to the value. */
  readonly scalarMemoryLatency: Fact<number>;
  /** Branch: until the wave issues again. */
  readonly branchCycles: Fact<number>;
  readonly lds: {
    /** From issue to the value of a read, beyond the cycles that its data takes. */
    readonly latency: Fact<number>;
    /** Bytes per cycle between LDS and the SIMDs of one pair, each way. */
    readonly pairBytesPerCycle: Fact<number>;
    /** Instructions that wait in front of LDS, of one pair. */
    readonly queue: Fact<number>;
  };
  readonly vmem: {
    /** From issue to the first byte, with an idle memory. */
    readonly latency: Fact<number>;
    /** Bytes per cycle and compute unit. */
    readonly bytesPerCycle: Fact<number>;
    /** The same for direct-to-LDS. */
    readonly toLdsBytesPerCycle: Fact<number>;
    /** Cycles of the address unit for one instruction of 64 lanes. */
    readonly addressCycles: Fact<number>;
    /** Vector memory instructions of a wave in flight before issue stalls. */
    readonly queue: Fact<number>;
  };
  readonly counterMaximum: Readonly<Record<'vmcnt' | 'lgkmcnt', Fact<number>>>;
}

const pyhip = 'tingqli/pyhip:docs/mem_latency.md @6d691992 (MI308X, s_memtime)';
const pyhipVmcnt = 'tingqli/pyhip:docs/vm_cnt.md (MI308X, thread trace)';
const pyhipMfma = 'tingqli/pyhip:tests/flydsl/attn_4wave/tools/mfma-valu-coissue.md';
const hazards = 'LLVM GCNHazardRecognizer, gfx940: XDL write, then VALU, memory or XDL A/B read';
const schedule = 'LLVM SISchedule.td, in units of 4 cycles';

const gfx942: TimingModel = {
  chip: 'gfx942',
  issueCycles: documented(4, sources.compute, 'a SIMD of 16 lanes takes 4 cycles for 64'),
  transCycles: measured(
    16,
    pyhipMfma,
    'v_exp, v_rcp; three quarters hide under a matrix instruction',
  ),
  matrixResultTurns: documented(3, hazards, 'passes + 3 wait states'),
  scalarMemoryLatency: inferred(
    200,
    schedule,
    'a cached load; LLVM counts 5 units of 4, which no measurement bears out',
  ),
  branchCycles: documented(32, schedule, 'branch: 8 units'),
  lds: {
    latency: measured(48, pyhip, 'b128 64 = 48 + 16, b32 52 = 48 + 4'),
    pairBytesPerCycle: measured(64, pyhip, 'also documented: 64 B/clk per SIMD pair'),
    queue: documented(8, sources.rocRoller, 'command queue of its model'),
  },
  vmem: {
    latency: measured(650, pyhip, '500 to 800'),
    bytesPerCycle: measured(32, pyhip),
    toLdsBytesPerCycle: measured(23, pyhip, 'buffer_load_dword lds: 11 cycles for 256 bytes'),
    addressCycles: measured(
      11,
      pyhip,
      'at most: buffer_load_dword lds follow each other so; documents of GCN have 16, 4 lanes per cycle',
    ),
    queue: measured(24, pyhipVmcnt, 'issue stalls at the 24th, although vmcnt counts to 63'),
  },
  counterMaximum: {
    vmcnt: documented(63, sources.cdna3),
    lgkmcnt: documented(15, sources.cdna3),
  },
};

const gfx950: TimingModel = {
  ...gfx942,
  chip: 'gfx950',
  transCycles: documented(8, 'llvm/llvm-project PR 156411'),
  lds: {
    ...gfx942.lds,
    latency: inferred(48, pyhip, 'as gfx942'),
    pairBytesPerCycle: documented(128, sources.cdna4, '256 B/clk per compute unit for wide reads'),
  },
  vmem: {
    ...gfx942.vmem,
    latency: inferred(650, pyhip, 'as gfx942'),
    bytesPerCycle: inferred(32, pyhip, 'as gfx942'),
    toLdsBytesPerCycle: inferred(
      32,
      pyhip,
      'four dwords of a lane at once; as plain loads of gfx942',
    ),
    queue: inferred(24, pyhipVmcnt, 'as gfx942'),
  },
};

const gfx90a: TimingModel = {
  ...gfx942,
  chip: 'gfx90a',
  lds: { ...gfx942.lds, latency: inferred(48, pyhip, 'as gfx942') },
  vmem: {
    ...gfx942.vmem,
    latency: inferred(650, pyhip, 'as gfx942'),
    bytesPerCycle: inferred(32, pyhip, 'as gfx942'),
    toLdsBytesPerCycle: inferred(23, pyhip, 'as gfx942'),
    queue: inferred(24, pyhipVmcnt, 'as gfx942'),
  },
};

const models = [gfx90a, gfx942, gfx950];

/** Names of the chips whose pipeline is modelled. */
export const timedChips: readonly string[] = models.map(({ chip }) => chip);

/** The constants of a chip; `undefined` for one whose pipeline we have no figures of. */
export function timingOf({ name }: Machine): TimingModel | undefined {
  return models.find(({ chip }) => chip === name);
}

/** A constant with its name, for lists: `lds.latency`. */
export interface ListedFact {
  readonly name: string;
  readonly value: number;
  readonly evidence: Evidence;
  readonly source: string;
  readonly note?: string;
}

/** All constants of a chip. */
export function timingFacts(model: TimingModel): readonly ListedFact[] {
  const { chip: _, lds, vmem, counterMaximum, ...others } = model;
  const groups = { '': others, 'lds.': lds, 'vmem.': vmem, 'counterMaximum.': counterMaximum };
  return Object.entries(groups).flatMap(([prefix, facts]) =>
    Object.entries(facts).map(([name, fact]) => ({ name: `${prefix}${name}`, ...fact })),
  );
}
