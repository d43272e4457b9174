/**
 * The compiler's own IR of a kernel, executed lane by lane on the host: the second way to decide who is at fault.
 *
 *     clang -stop-after=amdgpu-codegenprepare                IR for the chip, as far as passes have come
 *     without address spaces, amdgcn intrinsics as calls    IR for the host
 *     a fiber per lane, which waits where lanes meet        words to compare
 *
 * No instruction of a chip takes part. IR that leaves wrong words on the host was made by a pass that is at fault;
 * IR that leaves right ones to the end leaves selection, the passes behind it, or the emulator. Limits: kernels of
 * this generator, whose lanes meet where all of them, or those of one condition, are; no IR after control flow is
 * annotated for the execution mask.
 */
import { roundUp } from '@ldscope/core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../../test/in-folder.ts';
import { inputPath } from '../base/inputs.ts';
import { firstDifference, parameterLayout, type Unit } from './compare.ts';
import { clang, irOf, outputWords, run, type Way, wordsOfCommand } from './compile.ts';
import { COUNTERS, INPUT_WORDS } from './kernels.ts';

/** Passes of code generation on IR, in order, after which a kernel is executed; the first stage is what clang's optimiser leaves. */
const stages = [
  'clang',
  'amdgpu-lower-module-lds',
  'atomic-expand',
  'amdgpu-promote-alloca',
  'amdgpu-codegenprepare',
  'amdgpu-lower-kernel-arguments',
  'codegenprepare',
  'amdgpu-late-codegenprepare',
  'amdgpu-unify-divergent-exit-nodes',
  // The first pass known by name after structurizecfg; it adds metadata.
  'amdgpu-annotate-uniform',
] as const;
export type Stage = (typeof stages)[number];

/** Atomics that lanes of a wave join are loops over lanes, which the fibers do not run in step. */
export const WITHOUT_WAVE_ATOMICS = '-amdgpu-atomic-optimizer-strategy=None';

/** IR for the chip as IR for the host: one address space, and calls where the chip has intrinsics. */
function irForHost(ir: string): string {
  const seen = new Set<string>();
  return ir
    .split('\n')
    .filter((line) => !/^(target |!llvm\.module|@llvm\.compiler\.used|@llvm\.used|; )/.test(line))
    .map((line) =>
      line
        .replaceAll(/,? addrspace\(\d+\)/g, '')
        .replaceAll(/addrspacecast( ?\(?)/g, 'bitcast$1')
        .replaceAll(
          /(@llvm\.(?!amdgcn)[a-z0-9.]+?)((?:\.p\d)+)(?=[.(])/g,
          (_, name: string, p: string) => name + p.replaceAll(/\d/g, '0'),
        )
        .replaceAll('amdgpu_kernel ', '')
        .replaceAll(/"target-(cpu|features)"="[^"]*"/g, '')
        .replaceAll(/(?<=^attributes.*)"amdgpu[^"]*"(="[^"]*")?/g, '')
        .replaceAll(/, !absolute_symbol !\d+/g, '')
        .replaceAll(
          /@llvm\.amdgcn\.([a-z0-9.]+?)(?=\()/g,
          (_, name: string) => `@amdgcn_${name.replaceAll('.', '_')}`,
        )
        .replaceAll(/@"?llvm\.amdgcn\.([a-zA-Z0-9_.]+)"?/g, '@amdgcn.$1')
        .replaceAll(/(tail )?call i32 asm sideeffect "", "=v,0"\((i32 [^)]*)\).*/g, 'add $2, 0')
        .replaceAll(/syncscope\("[^"]*"\) /g, '')
        .replaceAll(/\bimmarg\b/g, ''),
    )
    .filter((line) => !line.startsWith('declare ') || (!seen.has(line) && seen.add(line)))
    .join('\n');
}

/** Words that one kernel of a unit leaves when its IR is executed on the host. */
function wordsOfIr(unit: Unit, index: number, ir: string): Uint32Array {
  const kernel = unit.kernels[index];
  if (kernel === undefined) throw new Error(`no kernel ${index}`);
  return inFolder((folder) => {
    const at = (name: string): string => join(folder, name);
    const { types, offsets, bytes } = argumentsOf(unit, index, ir);
    const loads = types.map((type, n) =>
      type === undefined
        ? `  %v${n} = getelementptr i8, ptr %k, i64 ${offsets[n]}`
        : `  %p${n} = getelementptr i8, ptr %k, i64 ${offsets[n]}\n  %v${n} = load ${type}, ptr %p${n}, align 1`,
    );
    const given = types.map((type, n) => `${type ?? 'ptr'} %v${n}`).join(', ');
    const enter = `define void @enter(ptr %k) {\n${loads.join('\n')}\n  call void @${kernel.name}(${given})\n  ret void\n}\n`;
    writeFileSync(at('k.ll'), `${irForHost(ir)}\n${enter}`);
    const sizes = [
      `-DITEMS=${kernel.items}`,
      `-DWAVE=${unit.hardware.lanes}`,
      `-DREACH=${unit.hardware.permuteLanes}`,
      `-DGROUPS=${kernel.groups}`,
      `-DINPUT_BYTES=${4 * INPUT_WORDS}`,
      `-DOUT_BYTES=${4 * outputWords(kernel)}`,
      `-DGLOBAL_BYTES=${4 * COUNTERS}`,
      `-DARGUMENT_BYTES=${bytes.length}`,
    ];
    writeFileSync(at('in'), unit.input);
    writeFileSync(at('arguments'), bytes);
    const options = ['-w', '-O0', '-mf16c', '-mfma'];
    run(clang.command, [...options, '-x', 'ir', '-c', at('k.ll'), '-o', at('k.o')]);
    const lanes = ['-x', 'c++', ...sizes, '-c', inputPath('differential/lanes.cpp')];
    run(clang.command, [...options, ...lanes, '-o', at('lanes.o')]);
    run(clang.command, [at('k.o'), at('lanes.o'), '-lm', '-o', at('lanes')]);
    return wordsOfCommand(at('lanes'), [at('in'), at('arguments')]);
  });
}

/** Types of the kernel's arguments in IR (none for those by reference), their offsets, and the bytes behind three pointers. */
function argumentsOf(
  unit: Unit,
  index: number,
  ir: string,
): { types: (string | undefined)[]; offsets: number[]; bytes: Uint8Array } {
  const kernel = unit.kernels[index];
  const header = new RegExp(`^define .*@${kernel?.name}\\((.*)\\) `, 'm').exec(ir)?.[1] ?? '';
  const types = splitArguments(header).map((text) =>
    text.includes('byref(') ? undefined : /^(ptr|%?[\w.:"]+)/.exec(text)?.[1],
  );
  const offsets = [0, 8, 16];
  let end = 24;
  for (const parameter of kernel?.parameters ?? []) {
    const { bytes, alignment } = parameterLayout(parameter);
    end = roundUp(end, alignment);
    offsets.push(end);
    end += bytes;
  }
  const bytes = new Uint8Array(Math.max(256, end));
  for (const [n, value] of (unit.given[index] ?? []).entries()) bytes.set(value, offsets[n + 3]);
  return { types, offsets, bytes };
}

/** Arguments between commas that no parentheses surround. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += sign;
  }
  return part.trim() === '' ? parts : [...parts, part.trim()];
}

/** A stage with the number of words that differ from the host's. */
export interface StageResult {
  readonly stage: Stage;
  readonly different: number;
  /** Where the first one differs. */
  readonly problem?: string;
  readonly error?: string;
}

/** Executes the IR of one kernel after every stage that there is at this level. */
export function judgeIr(
  unit: Unit,
  index: number,
  way: Way,
  wanted: Uint32Array,
  after: readonly Stage[] = stages,
): StageResult[] {
  const kernel = unit.kernels[index];
  if (kernel === undefined) throw new Error(`no kernel ${index}`);
  const steps: Way = { ...way, options: ['-mllvm', WITHOUT_WAVE_ATOMICS] };
  return after.flatMap((stage): StageResult[] => {
    try {
      const ir = irOf([kernel], steps, stage === 'clang' ? undefined : stage);
      // A pass that does not run at this level stops the compiler nowhere.
      if (ir.includes('@llvm.amdgcn.end.cf.')) return [];
      const words = wordsOfIr(unit, index, ir);
      const different = wanted.filter((word, at) => word !== words[at]).length;
      const problem = firstDifference(kernel, words, wanted) ?? 'right';
      return [{ stage, different, problem }];
    } catch (error) {
      return [{ stage, different: -1, error: String(error) }];
    }
  });
}
