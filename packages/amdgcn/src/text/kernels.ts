/**
 * The kernels of a file.
 *
 * A kernel is a symbol that `.amdhsa_kernel` or the metadata names. A file that has neither is a snippet: its global labels
 * are taken, or else its functions, or else its first label; what their registers hold at the start is then a guess, and a
 * warning says so.
 */
import { findMachine, messages } from '@ldscope/core';
import { endsWave } from './code-names.ts';
import type { Instruction, Kernel, KernelDescriptor, KernelMetadata } from './program.ts';
import type { Assembly, PendingDescriptor } from './state.ts';

/** Finds the kernels, in the order of their code. */
export function findKernels(
  assembly: Assembly,
  instructions: readonly Instruction[],
  labels: ReadonlyMap<string, number>,
): Kernel[] {
  const kernels = new Map<string, Kernel>();
  const metadata = new Map<string, KernelMetadata>();
  for (const entry of assembly.metadata) metadata.set(entry.symbol.replace(/\.kd$/, ''), entry);
  for (const pending of assembly.descriptors) {
    const entry = labels.get(pending.name);
    if (entry === undefined) {
      const isData = assembly.symbols.place(pending.name)?.section.kind === 'code';
      assembly.reportAt(messages.amdgcn.noCode(pending.name, isData), pending.span);
      continue;
    }
    const descriptor = fillDescriptor(assembly, pending);
    const first = hardwareEntry(assembly, entry, descriptor);
    const found = metadata.get(pending.name);
    kernels.set(pending.name, { name: pending.name, entry: first, descriptor, metadata: found });
  }
  const add = (name: string, found?: KernelMetadata): void => {
    const entry = labels.get(name);
    if (entry === undefined || entry >= instructions.length || kernels.has(name)) return;
    kernels.set(name, { name, entry, metadata: found });
    const span = instructions[entry]?.span ?? { start: 0, end: 0 };
    assembly.reportAt(messages.amdgcn.noDescriptor(name), span);
  };
  for (const [name, found] of metadata) add(name, found);
  if (kernels.size === 0)
    for (const name of snippetKernels(assembly, instructions, labels)) add(name);
  const first = instructions[0];
  if (kernels.size === 0 && assembly.descriptors.length === 0) {
    if (first === undefined) {
      if (assembly.diagnostics.length === 0)
        assembly.reportAt(messages.syntax.empty(), { start: 0, end: 0 });
    } else {
      const name = 'kernel';
      kernels.set(name, { name, entry: 0 });
      assembly.reportAt(messages.amdgcn.noDescriptor(name), first.span);
    }
  }
  return [...kernels.values()].sort((one, other) => one.entry - other.entry);
}

/** Bytes of the code that loads preloaded arguments for firmware that does not: hardware enters behind it. */
const PRELOAD_HEADER = 256;

/**
 * Where hardware enters a kernel: at its symbol, or behind the header of a kernel with preloaded arguments. Text does not
 * specify how long encodings are: there, the header ends where code is padded.
 */
function hardwareEntry(
  { sections }: Assembly,
  entry: number,
  descriptor: KernelDescriptor,
): number {
  if ((descriptor.get('user_sgpr_kernarg_preload_length') ?? 0) === 0) return entry;
  let base = 0;
  for (const code of sections.values()) {
    const { addresses } = code;
    if (addresses !== undefined) {
      const behind = addresses.indexOf((addresses[entry] ?? 0) + PRELOAD_HEADER, entry);
      return behind < 0 || behind >= code.instructions.length ? entry : behind;
    }
    // Instructions have four bytes at least.
    const behind = code.paddings.find(
      (at) => base + at > entry && base + at <= entry + PRELOAD_HEADER / 4,
    );
    if (behind !== undefined && behind < code.instructions.length) return base + behind;
    base += code.instructions.length;
  }
  return entry;
}

/** Names that are the kernels of a file without descriptors and metadata. */
function snippetKernels(
  assembly: Assembly,
  instructions: readonly Instruction[],
  labels: ReadonlyMap<string, number>,
): readonly string[] {
  const globals = [...assembly.globals].filter((name) => labels.has(name));
  if (globals.length > 0) return globals;
  const functions = [...assembly.functions].filter((name) => labels.has(name));
  const ending = endingFunctions(instructions, labels, functions);
  if (functions.length > 0) return ending.length > 0 ? ending : functions;
  for (const [name, entry] of labels) {
    if (!name.startsWith('.L')) return entry === 0 ? [name] : [];
  }
  return [];
}

/** The functions that have `s_endpgm`: only kernels end the wave. */
function endingFunctions(
  instructions: readonly Instruction[],
  labels: ReadonlyMap<string, number>,
  functions: readonly string[],
): readonly string[] {
  const entries = functions
    .map((name) => ({ name, entry: labels.get(name) ?? 0 }))
    .sort((one, other) => one.entry - other.entry);
  return entries
    .filter(({ entry }, index) => {
      const next = entries[index + 1]?.entry ?? instructions.length;
      return instructions.slice(entry, next).some(({ mnemonic }) => endsWave(mnemonic));
    })
    .map(({ name }) => name);
}

function fillDescriptor(assembly: Assembly, { values }: PendingDescriptor): KernelDescriptor {
  const descriptor = new Map<string, number>();
  const { target } = assembly;
  const code = target === undefined ? undefined : findMachine(target)?.code;
  const userRegisters = code?.userRegisters.value ?? FEWEST_USER_REGISTERS;
  for (const [name, { expression, span }] of values) {
    const value = assembly.symbols.number(expression);
    const most = userRegisterFields.has(name)
      ? userRegisters
      : (descriptorLimits[name] ?? 0xffffffff);
    if (value === undefined) assembly.reportAt(assembly.whyNoNumber(expression), span);
    else if (value >= 0n && value <= BigInt(most)) descriptor.set(name, Number(value));
    else assembly.reportAt(messages.amdgcn.descriptorRange(name, shortNumber(value), most), span);
  }
  return descriptor;
}

/** A number for a message, which may have any number of digits. */
function shortNumber(value: bigint): string {
  const text = String(value);
  return text.length <= 24 ? text : `${text.slice(0, 12)}... (${text.length} digits)`;
}

/** Fields that count registers, limited to those that a dispatch fills. */
const userRegisterFields: ReadonlySet<string> = new Set([
  'user_sgpr_count',
  'user_sgpr_kernarg_preload_length',
]);

/** Where a text does not name its chip. */
const FEWEST_USER_REGISTERS = 16;

/**
 * The largest value of fields that are narrower than 32 bits and say what registers hold at the start.
 * Source: LLVM, "User Guide for AMDGPU Backend", Kernel Descriptor.
 */
const descriptorLimits: Readonly<Record<string, number>> = {
  user_sgpr_kernarg_preload_offset: 511,
  user_sgpr_private_segment_buffer: 1,
  user_sgpr_dispatch_ptr: 1,
  user_sgpr_queue_ptr: 1,
  user_sgpr_kernarg_segment_ptr: 1,
  user_sgpr_dispatch_id: 1,
  user_sgpr_flat_scratch_init: 1,
  user_sgpr_private_segment_size: 1,
  system_sgpr_workgroup_id_x: 1,
  system_sgpr_workgroup_id_y: 1,
  system_sgpr_workgroup_id_z: 1,
  system_sgpr_workgroup_info: 1,
  system_vgpr_workitem_id: 2,
  float_round_mode_32: 3,
  float_round_mode_16_64: 3,
  float_denorm_mode_32: 3,
  float_denorm_mode_16_64: 3,
  dx10_clamp: 1,
  ieee_mode: 1,
};
