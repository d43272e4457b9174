import { hint, option } from '../hint.ts';
import type { Message } from '../diagnostic.ts';
import { listCodeChips } from './code-chips.ts';
import { error, note, remedy, someOf, warning } from './message.ts';

/** Machine code that cannot be executed as it stands, or whose behaviour is not known. */
export const emulate = {
  unreadable: () =>
    error(
      'emulate/unreadable',
      'a jump to a computed address leads to a line that could not be read',
      'correct the line; its results are unknown, and values that depend on them are flagged',
    ),
  undecoded: (word: number, target: string) =>
    error(
      'emulate/undecoded',
      `the word 0x${word.toString(16).padStart(8, '0')} is not decoded as an instruction of ${target}`,
      'disassemble the code object with llvm-objdump, and give its output; what the word does is unknown',
    ),
  unknownInstruction: (mnemonic: string, target: string) =>
    error(
      'emulate/unknown-instruction',
      `${mnemonic} is not an instruction of ${target} that can be executed`,
      'check the spelling and the chip; its results are unknown, and values that depend on them are flagged',
    ),
  lackingInstruction: (mnemonic: string, target: string, others: readonly string[]) =>
    error(
      'emulate/no-instruction',
      `${target} has no ${mnemonic}, which is an instruction of ${someOf(others)}`,
      hint`choose the chip that the kernel was written for with ${option('machine')}; its results are unknown here, and values that depend on them are flagged`,
      'lacking',
    ),
  openHazards: (mnemonic: string) =>
    note(
      'emulate/open-hazards',
      `hazards are not looked for behind ${mnemonic}: whether it waits, or brings waves together, is not known`,
      'replace it, or choose a chip that has it, to look for them',
    ),
  notExecuted: (mnemonic: string, why: string) =>
    error(
      'emulate/not-executed',
      `${mnemonic} is not executed: ${why}`,
      'its results are unknown, and values that depend on them are flagged',
    ),
  wildJump: (address: string) =>
    error(
      'emulate/wild-jump',
      `execution goes to ${address}, where there is no instruction`,
      'end the kernel with s_endpgm, and check the address that is jumped to',
    ),
  trap: (number: number) =>
    error(
      'emulate/trap',
      `the kernel stops itself with s_trap ${number}`,
      'a check in the program failed: check the arguments',
    ),
  /** Downgrades a memory error on a path that was followed because a branch is unknown. */
  onSomeWay: (message: Message): Message =>
    message.code === 'emulate/out-of-bounds' || message.code === 'emulate/wild-address'
      ? {
          ...message,
          severity: 'warning',
          message: `${message.message}, on a path that was followed because a branch condition is unknown`,
        }
      : message,
  otherFile: (mnemonic: string, name: string) =>
    error(
      'emulate/other-file',
      `${mnemonic} takes the address of ${name}, which is not in this file`,
      'link the files first (clang -fgpu-rdc, or lld), or define it here',
    ),
  outOfBounds: (mnemonic: string, name: string, byte: number, bytes: number, who: string) =>
    error(
      'emulate/out-of-bounds',
      `${mnemonic} touches byte ${byte} of ${name}, which has ${bytes} bytes (${who})`,
      'correct the index or the size of the argument; such loads return 0 here, and stores are dropped',
    ),
  wildAddress: (mnemonic: string, address: string, who: string) =>
    error(
      'emulate/wild-address',
      `${mnemonic} touches address ${address}, where there is no memory (${who})`,
      'check how the address is computed; such loads return 0 here, and stores are dropped',
      'no-memory',
    ),
  nullHidden: (names: readonly string[]) =>
    warning(
      'emulate/null-hidden',
      `the kernel takes ${names.join(', ')}, which only a host program provides: the launch passes 0`,
      'if the kernel dereferences such a pointer (printf, assert, malloc), compile it without these calls, or give a value under hidden in the launch file',
    ),
  noArguments: (names: readonly string[]) =>
    note(
      'emulate/no-arguments',
      `no values for kernel arguments: ${someOf(names)}`,
      'results that depend on these arguments are flagged; add a launch (grid, block, args) for exact counts',
    ),
  unknownAddress: (mnemonic: string, sources: string) =>
    warning(
      'emulate/unknown-address',
      `the LDS address of ${mnemonic} depends on ${sources}: its accesses are not counted`,
      remedy(sources),
    ),
  unknownBranch: (mnemonic: string, sources: string) =>
    warning(
      'emulate/unknown-branch',
      `${mnemonic} depends on ${sources}: both sides are followed once, so counts cover one iteration`,
      remedy(sources),
      'iterations',
    ),
  unknownMask: (mnemonic: string, sources: string) =>
    warning(
      'emulate/unknown-mask',
      `the active lanes after ${mnemonic} depend on ${sources}: all are assumed to stay active`,
      remedy(sources),
      'lanes',
    ),
  unknownSkip: (sources: string) =>
    warning(
      'emulate/unknown-mask',
      `whether s_setvskip skips the vector instructions after it depends on ${sources}: they are assumed to execute`,
      remedy(sources),
      'lanes',
    ),
  unknownJump: (mnemonic: string, sources: string) =>
    error(
      'emulate/unknown-jump',
      `the target of ${mnemonic} depends on ${sources}: the wave ends here`,
      remedy(sources),
    ),
  spin: (mnemonic: string) =>
    warning(
      'emulate/spin',
      `a loop waits for ${mnemonic} to give what another wave writes: how often it goes round depends on timing`,
      'what the loop does is not counted; separate the waves with a barrier to make counts exact',
      'timing',
    ),
  scheduled: (mnemonic: string, instructions: number) =>
    warning(
      'emulate/scheduled',
      `how often ${mnemonic}${instructions > 1 ? ` and ${instructions - 1} more instructions are` : ' is'} executed depends on which wave is first`,
      'counts are those of waves in their order',
      'timing',
    ),
  notReached: (mnemonic: string) =>
    warning(
      'emulate/not-reached',
      `${mnemonic} was not reached on any path that was followed: its accesses are not counted`,
      'give a launch with the arguments of the kernel',
    ),
  argumentSize: (name: string, wanted: number, found: number, skeleton: string) =>
    error(
      'emulate/argument-size',
      `argument ${name} has ${wanted} bytes, but a value of ${found} bytes is given`,
      `the kernel takes args: ${skeleton}`,
    ),
  argumentPlace: (name: string, offset: number, size: number) =>
    error(
      'emulate/argument-place',
      `argument ${name} at byte ${offset} is not inside the ${size} bytes of the kernel's arguments`,
      'correct at, or leave it out',
    ),
  argumentsTooLarge: (bytes: number, limit: number) =>
    error(
      'emulate/arguments-too-large',
      `the kernel has ${bytes} bytes of arguments; those beyond ${limit} are left out`,
      'check .kernarg_segment_size and the places of the arguments in the metadata',
    ),
  tooManyArguments: (wanted: number, found: number, skeleton: string) =>
    error(
      'emulate/too-many-arguments',
      `the kernel has ${wanted} ${wanted === 1 ? 'argument' : 'arguments'}, but ${found} are given`,
      `the kernel takes args: ${skeleton}`,
    ),
  assumedLds: (bytes: number) =>
    note(
      'emulate/assumed-lds',
      `the launch sets the LDS size of a workgroup; this kernel touches ${bytes} bytes`,
      'give it with the launch (lds=BYTES) to detect out-of-bounds accesses',
    ),
  ldsBeyondChip: (bytes: number, limit: number, machine: string) =>
    warning(
      'emulate/lds-beyond-chip',
      `the launch needs ${bytes} bytes of LDS; a workgroup of ${machine} has ${limit}: hardware would not start it`,
      hint`make the tiles smaller, or choose another chip with ${option('machine')}`,
    ),
  noMachine: (machine: string) =>
    error(
      'emulate/no-machine',
      `machine code is executed for ${listCodeChips('and')}, not for ${machine}`,
      hint`choose one of them with ${option('machine')}`,
    ),
  unsignalledBarrier: () =>
    error(
      'emulate/unsignalled-barrier',
      'waits at a barrier that it has not signalled and that never completes',
      'put s_barrier_signal -1 before s_barrier_wait -1, in every wave',
    ),
  otherTarget: (target: string, machine: string) =>
    warning(
      'emulate/other-target',
      `the code is for ${target}, but is executed as ${machine}`,
      hint`choose the other: ${option('machine', target)}`,
    ),
  unsettledData: (mnemonic: string) =>
    warning(
      'emulate/unsettled-data',
      `the lane permutation of ${mnemonic} is not documented: its results may differ from hardware`,
      'bank conflicts are not affected: they depend only on lane addresses',
    ),
};
