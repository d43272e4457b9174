/**
 * The time of a whole launch: a compute unit's part of the workgroups, simulated at its share of the device's memory.
 *
 *     1,024 workgroups on 256 units: 4 each, all resident     26,000 cycles at 2.4 GHz      10.8 us
 *     6,080 workgroups on 304 units: 20 each, 8 resident      2 rounds of 8, and one of 4
 *
 * Where compute units read the same lines, it is not known which of them fetches from memory: then the time is a range,
 * from caches that serve all that is read (as fast as memory serves one unit alone) to every unit fetching its own.
 *
 * This is a model. LIMITATIONS, besides those of the simulator: no time to launch and end a kernel, of which no
 * measurement is published for these devices; every unit has the same work, and the largest part of it; rounds begin
 * together; the clock is the peak.
 */
import type { Device } from '../machine/devices.ts';
import { type Fact, inferred } from '../machine/evidence.ts';
import type { Machine } from '../machine/machine.ts';
import type { TimingModel } from './constants.ts';
import {
  type Difference,
  type KnownError,
  knownKernelTimeError,
  unlikeMeasured,
} from './known-error.ts';
import type { TimedProgram } from './program.ts';
import { simulateTiming } from './simulate.ts';

/** What is known about a launch: its workgroups, and what those that were executed move. */
export interface LaunchedWork {
  readonly workgroups: number;
  readonly executed: number;
  /** Bytes that the executed workgroups read. */
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly sharedBytes: number;
  /** The executed program, whose streams have their bytes of memory. */
  readonly program: TimedProgram;
}

/** The predicted time of a launch on a device. */
export interface KernelTime {
  readonly device: Device;
  /** All figures are predictions of a model. */
  readonly evidence: 'model';
  readonly workgroups: number;
  /** Workgroups of the compute unit with most of them. */
  readonly workgroupsPerUnit: number;
  readonly resident: number;
  readonly cycles: number;
  readonly seconds: number;
  /** Where workgroups share lines: the time with caches that serve every repeated read. */
  readonly leastSeconds?: number | undefined;
  /** Bytes of the launch, read (a line once per unit) and written. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Bytes per cycle of a compute unit, at the peak of the memory. */
  readonly share: Fact<number>;
  /** All bytes fit into the cache in front of memory: the next launch on the same buffers may be faster. */
  readonly fitsLastCache: boolean;
  /** The error of launches like this one; absent where no measurement backs the time. */
  readonly knownError?: KnownError | undefined;
  /** What sets it apart from the launches that were measured; empty with `knownError`. */
  readonly unlikeMeasured: readonly Difference[];
}

/** The time of a launch; `undefined` where nothing was executed. */
export function kernelTime(
  work: LaunchedWork,
  device: Device,
  { machine, timing }: { readonly machine: Machine; readonly timing: TimingModel },
): KernelTime | undefined {
  const workgroupsPerUnit = Math.ceil(work.workgroups / device.computeUnits.value);
  const resident = Math.min(workgroupsPerUnit, work.executed);
  if (resident === 0) return undefined;
  const share = shareOf(device);
  const cyclesOf = (program: TimedProgram, model: TimingModel): number => {
    const run = (count: number): number =>
      simulateTiming(firstWorkgroups(program, count), { machine, timing: model }).cycles;
    const rounds = Math.floor(workgroupsPerUnit / resident);
    const rest = workgroupsPerUnit - rounds * resident;
    return rounds * run(resident) + (rest === 0 ? 0 : run(rest));
  };
  const cycles = cyclesOf(fromMemory(work.program), withShare(timing, share));
  const seconds = cycles / device.clockHz.value;
  const bytes = ((work.readBytes + work.writtenBytes) * work.workgroups) / work.executed;
  const unlike = unlikeMeasured({ ...work, device, bytes });
  return {
    device,
    evidence: 'model',
    workgroups: work.workgroups,
    workgroupsPerUnit,
    resident,
    cycles,
    seconds,
    leastSeconds:
      work.sharedBytes > 0
        ? Math.min(seconds, cyclesOf(work.program, timing) / device.clockHz.value)
        : undefined,
    bytes,
    bytesPerSecond: bytes / seconds,
    share,
    fitsLastCache: bytes <= (device.lastCache?.bytes.value ?? 0),
    knownError: unlike.length === 0 ? knownKernelTimeError : undefined,
    unlikeMeasured: unlike,
  };
}

/** What a compute unit gets of the peak when all of them ask for more. */
function shareOf({ name, computeUnits, clockHz, bytesPerSecond }: Device): Fact<number> {
  const value = bytesPerSecond.value / computeUnits.value / clockHz.value;
  return inferred(value, `memory, units and clock of the ${name}`, 'the peak, divided equally');
}

/** A unit gets no more than memory gives it alone. */
function withShare(timing: TimingModel, share: Fact<number>): TimingModel {
  const { vmem } = timing;
  const least = (alone: Fact<number>): Fact<number> => (alone.value < share.value ? alone : share);
  return {
    ...timing,
    vmem: {
      ...vmem,
      bytesPerCycle: least(vmem.bytesPerCycle),
      toLdsBytesPerCycle: least(vmem.toLdsBytesPerCycle),
    },
  };
}

/** The program with the bytes that memory moves, in place of those that a unit asks for. */
function fromMemory({ instructions, streams }: TimedProgram): TimedProgram {
  return {
    instructions,
    streams: streams.map(({ memoryBytes, ...stream }) => ({
      ...stream,
      bytes: memoryBytes ?? stream.bytes,
    })),
  };
}

function firstWorkgroups({ instructions, streams }: TimedProgram, count: number): TimedProgram {
  const kept = new Set<number>();
  return {
    instructions,
    streams: streams.filter(({ workgroup }) => {
      if (kept.size < count) kept.add(workgroup);
      return kept.has(workgroup);
    }),
  };
}
