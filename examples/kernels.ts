/** The kernel of an example, whichever language it is in: its buffers, and its figures on a machine. */
import { expect } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import {
  type AccessTrace,
  type AsyncCompletion,
  emptyLaunch,
  type GlobalTrace,
  type Hazard,
  type KernelArgument,
  type KernelSummary,
  type Machine,
  ReportBuilder,
} from '@ldscope/core';
import {
  executeKernel,
  executeTtgir,
  type MemRefType,
  parseModule,
  resolveType,
  walk,
} from '@ldscope/mlir';
import { kernelArgument, parseLaunchFile, readSource } from '@ldscope/engine';
import { raise } from '../test/raise.ts';
import { type Figures, figuresOf } from './expected.ts';

/** A buffer argument. */
export interface Buffer {
  readonly shape: readonly number[];
  /** 1 for i8, 2 for f16, 4 for f32. */
  readonly elementBytes: number;
}

export interface ExampleKernel {
  /** In the order of the arguments; the last one is the result. */
  readonly buffers: readonly Buffer[];
  /** Executes the whole launch. With contents for all buffers, they are changed; else what they hold is no matter. */
  readonly run: (
    machine: Machine,
    contents: readonly Uint8Array[] | undefined,
    asyncCompletion: AsyncCompletion,
  ) => Figures;
}

interface Execution {
  readonly kernel: KernelSummary;
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly unknown[];
  readonly workgroups: { readonly executed: number; readonly launched: number };
}

/** What takes the accesses of an execution. */
interface Sinks {
  readonly onWorkgroup: (trace: AccessTrace) => void;
  readonly onGlobal: (trace: GlobalTrace) => void;
}

/** The figures of an execution that has to run to its end without a word. */
function figures(machine: Machine, execute: (sinks: Sinks) => Execution): Figures {
  const builder = new ReportBuilder(machine);
  const execution = execute({
    onWorkgroup: (trace) => builder.add(trace),
    onGlobal: (trace) => builder.addGlobal(trace),
  });
  expect(execution.diagnostics).toEqual([]);
  expect(execution.workgroups.executed).toBe(execution.workgroups.launched);
  const { report } = builder.finish(execution.kernel, execution.hazards);
  const { lacking, withoutRule } = builder.unserved;
  return figuresOf(report, [...lacking, ...withoutRule]);
}

export function readMlir(text: string): ExampleKernel {
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  return {
    buffers: bufferTypes(text).map((type) => ({
      shape: (type.shape ?? []).map((size) => size ?? raise('a dynamic size')),
      elementBytes: 'width' in type.element ? type.element.width / 8 : 4,
    })),
    run: (machine, contents = [], asyncCompletion) =>
      figures(machine, (sinks) =>
        executeKernel(module, text, {
          machine,
          buffers: new Map(contents.entries()),
          asyncCompletion,
          ...sinks,
        }),
      ),
  };
}

/** Types of the kernel's buffers, in order. */
function bufferTypes(text: string): MemRefType[] {
  for (const op of walk(parseModule(text).module.operations)) {
    const attribute = op.name === 'gpu.func' ? op.attributes.get('function_type') : undefined;
    if (attribute?.kind !== 'type' || attribute.type.kind !== 'function') continue;
    return attribute.type.inputs.map(resolveType).filter((type) => type.kind === 'memref');
  }
  return raise('the example has no gpu.func');
}

/** Machine code with its launch file. */
export async function readAssembly(text: string, launchText: string): Promise<ExampleKernel> {
  const { program, diagnostics } = parseAssembly(text);
  expect(diagnostics).toEqual([]);
  const parsed = await parseLaunchFile(launchText, () => Promise.resolve(undefined));
  if (!parsed.ok) return raise(parsed.diagnostics.map(({ message }) => message).join('; '));
  const { grid, block, arguments: list = [] } = parsed.value;
  const buffers = list.filter((argument) => argument.kind === 'buffer');
  return {
    buffers: buffers.map(({ shape, type }) => ({ shape, elementBytes: type.bytes })),
    run: (machine, contents, asyncCompletion) => {
      const values = list.map((argument): KernelArgument => {
        if (argument.kind === 'value') return kernelArgument(argument);
        const data = contents?.[buffers.indexOf(argument)] ?? argument.data;
        return { kind: 'buffer', name: argument.name, data };
      });
      return figures(machine, (sinks) =>
        executeProgram(program, text, {
          machine,
          launch: { grid, scalars: new Map(), ...(block === undefined ? {} : { block }) },
          arguments: values,
          asyncCompletion,
          ...sinks,
        }),
      );
    },
  };
}

/** A CK Tile specification: one workgroup, and no buffers in global memory. */
export function readSpecification(text: string): ExampleKernel {
  const read = readSource(text);
  const source = read.ok ? read.value : undefined;
  expect(source?.diagnostics).toEqual([]);
  const execute = source?.execute;
  if (execute === undefined) throw new Error('a specification is executed');
  return {
    buffers: [],
    run: (machine) =>
      figures(machine, (sinks) => {
        const { kernel, ...rest } = execute({ machine, launch: emptyLaunch, ...sinks });
        const workgroups = { executed: 1, launched: 1 };
        return { ...rest, kernel: { ...kernel, frontend: 'ck-tile' }, workgroups };
      }),
  };
}

/** TTGIR: one workgroup, each operation once. */
export function readTtgir(text: string): ExampleKernel {
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  return {
    buffers: [],
    run: (machine) =>
      figures(machine, (sinks) => {
        const execution = executeTtgir(module, text, { machine, ...sinks });
        const wrong = execution.diagnostics.filter(({ severity }) => severity !== 'note');
        return { ...execution, diagnostics: wrong };
      }),
  };
}
