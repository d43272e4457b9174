import { hint, option } from '../hint.ts';
import { error, firstOutside, note, warning } from './message.ts';

/** Says which wave has an access in flight: another one at the barrier, or the same one when it makes a copy. */
const unfinished = (wave: number | undefined, did: string, what: string): string =>
  wave === undefined
    ? `its own wave ${did} without waiting for ${what}`
    : `wave ${wave} ${did} without waiting for ${what} before the barrier`;

const waitFirst = (wave: number | undefined, wait: string): string =>
  `put ${wait} before ${wave === undefined ? 'this instruction: copies do not keep the order of other accesses' : 'the barrier'}`;

/** What makes a kernel's result undefined or dependent on timing. */
export const hazard = {
  missingWait: (register: string, writer: string, wait: string) =>
    error(
      'hazard/missing-wait',
      `uses ${register} while ${writer} may not have written it yet`,
      `put ${wait} before this instruction`,
    ),
  ldsRace: (what: string, first: number, second: number, wait: string) =>
    error(
      'hazard/lds-race',
      `${what}: waves ${first} and ${second} touch the same bytes with no barrier between`,
      `separate the two accesses with ${wait} and a barrier`,
    ),
  unorderedPlaces: (
    second: string,
    first: string,
    place: string,
    waves: readonly [number, number],
  ) =>
    error(
      'hazard/lds-race',
      `${second} ${place}, which ${first}, with no barrier between them (waves ${waves[0]} and ${waves[1]})`,
      'put sbarrier between the two, behind a wait for the first; write private NAME in the header where every wave has its own buffer',
    ),
  unjudgedPlaces: (second: string, first: string, place: string) =>
    warning(
      'hazard/order-not-judged',
      `${second} ${place}, which ${first}: whether they are in order depends on which signal an await takes`,
      'give each wave that signals a token of its own',
    ),
  unfinishedPlace: (first: string, counter: string, value: number) =>
    error(
      'hazard/missing-wait',
      `${first} may be in flight here`,
      `put wait_cnt(${counter}(${value})) before it`,
    ),
  unfinishedWrite: (what: string, writer: number | undefined, atomic: boolean, wait: string) =>
    warning(
      'hazard/unfinished-write',
      `${what} LDS that ${atomic ? unfinished(writer, 'updated', 'the atomic') : unfinished(writer, 'wrote', 'the write')}`,
      waitFirst(writer, wait),
    ),
  unfinishedRead: (what: string, reader: number | undefined, wait: string) =>
    warning(
      'hazard/unfinished-read',
      `${what} LDS that ${unfinished(reader, 'read', 'the read')}`,
      waitFirst(reader, wait),
    ),
  ldsOutOfRange: (byte: number, bytes: number, lane: number) =>
    error(
      'hazard/lds-out-of-range',
      `touches byte ${firstOutside(byte, bytes)}, but the LDS has ${bytes} bytes (lane ${lane})`,
      'correct the address; hardware reads 0 there and drops stores',
    ),
  misaligned: (byte: number, wanted: number, lane: number) =>
    warning(
      'hazard/misaligned',
      `touches byte ${byte}, which is not a multiple of ${wanted} (lane ${lane})`,
      'align the access: it is slow or faults, depending on the mode of the chip',
    ),
  unordered: (second: string, first: string) =>
    error(
      'hazard/lds-race',
      `${second} bytes that another wave ${first}, with no barrier between them`,
      'put a barrier between the two: gpu.barrier, or amdgpu.lds_barrier',
    ),
  copyInFlight: (reads: boolean, wait: boolean, barrier: boolean, vendor: 'AMD' | 'NVIDIA') => {
    const waits =
      vendor === 'AMD'
        ? 'rocdl.asyncmark and rocdl.wait.asyncmark, or amdgpu.memory_counter_wait'
        : 'nvgpu.device_async_create_group and nvgpu.device_async_wait';
    return warning(
      'hazard/unfinished-async-copy',
      reads
        ? 'reads bytes that an asynchronous copy may not have written yet'
        : 'writes bytes that an asynchronous copy may still overwrite',
      wait && barrier
        ? `wait for the copy in the wave that makes it (${waits}), then pass a barrier`
        : wait
          ? `wait for the copy before: ${waits}`
          : 'the wave that copies waits; put a barrier between its wait and this access',
    );
  },
  inFlightAtBarrier: (
    kind: 'unfinished-write' | 'unfinished-read',
    second: string,
    first: string,
  ) =>
    warning(
      `hazard/${kind}`,
      `${second} bytes that another wave ${first} before a barrier that does not wait for it`,
      'wait before the barrier (amdgpu.memory_counter_wait ds(0)), or use gpu.barrier or amdgpu.lds_barrier',
    ),
  mixedLayouts: (names: string, writers: string, readers: string, row: number) =>
    warning(
      'hazard/mixed-layouts',
      `reads ${names} as ${readers}, but it is written as ${writers}: from row ${row} on, a read gets different columns from those it addresses`,
      'give both sides one swizzle; the current code is correct only if the rows are also permuted in global memory',
    ),
  tornVector: (names: string, op: string, width: number, unit: number, row: number) =>
    warning(
      'hazard/torn-vector',
      `${op} takes ${width} elements of ${names}, but its swizzle keeps units of ${unit} together: from row ${row} on it gets elements of other columns`,
      `use a unit of at least ${width} elements on both sides (Wave: swizzle_unit), or reads of ${unit} elements`,
    ),
  outputsDiffer: (first: number, second: number, byte: number, buffer: number, known: boolean) =>
    error(
      'hazard/outputs-differ',
      `interleavings ${first} and ${second} leave different results, first at byte ${byte} of argument ${buffer}`,
      known
        ? 'the other hazards explain it'
        : 'no access to LDS explains it: look for atomics, whose order is unspecified, and for global memory that several waves write',
    ),
  outputsAgree: (count: number, first: number) =>
    note(
      'hazard/outputs-agree',
      `${count} interleavings, the first with seed ${first}, leave the same bytes in all buffers`,
      hint`more of them, or a different ${option('seed')}, increase confidence`,
    ),
  collidingLanes: () =>
    error(
      'hazard/lane-collision',
      'lanes write different values to the same bytes: the result is undefined',
      'let one lane write, or give each lane its own address',
    ),
  unfinishedCopy: (bytes: number, reads: boolean, wait: string) =>
    warning(
      'hazard/unfinished-async-copy',
      reads
        ? `reads ${bytes} bytes that an asynchronous copy may not have written yet`
        : `writes ${bytes} bytes that an asynchronous copy may still overwrite`,
      `put ${wait} behind the copy, and a barrier before other waves touch its bytes`,
    ),
  uninitialized: (bytes: number) =>
    warning(
      'hazard/uninitialized-lds',
      `reads ${bytes} bytes of LDS that nothing has written`,
      'write them first, or mask the lanes that read them',
    ),
};
