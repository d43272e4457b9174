/** The launch of a kernel, as a module of Triton gives it: its parameters; the block follows from its warps. */
import { chooseKernel, diagnose, failure, type Result, success } from '@ldscope/core';
import type { LaunchDescription } from '../interpret/describe-launch.ts';
import { elementType } from '../interpret/elements.ts';
import type { KernelParameter } from '../interpret/given-arguments.ts';
import type { Module, Value } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { printType } from '../text/print-types.ts';
import { kernelNameOf, ttgirKernels } from './analyze.ts';

/** The launch of the kernel of a name, or of the only one. Errors: `launch/no-kernel`, `launch/several-kernels`. */
export function describeTtgirLaunch(
  module: Module,
  name: string | undefined,
): Result<LaunchDescription> {
  const kernels = ttgirKernels(module).map((own) => ({ name: own }));
  const chosen = chooseKernel(kernels, name);
  if ('code' in chosen) return failure(diagnose(chosen));
  const op = [...walk(module.operations)].find((one) => kernelNameOf(one) === chosen.name);
  const parameters = op?.regions[0]?.blocks[0]?.arguments ?? [];
  let buffers = 0;
  const described = parameters.map((parameter, position): KernelParameter => {
    const { name: own } = parameter;
    const type = printType(parameter.type);
    const element = elementOf(type);
    return element === undefined
      ? { kind: 'scalar', name: own, type, key: `arg${position}`, element: scalarOf(parameter) }
      : { kind: 'buffer', name: own, type, number: buffers++, element };
  });
  return success({ name: chosen.name, parameters: described });
}

const scalarOf = ({ type }: Value): ReturnType<typeof elementType> => elementType(type);

/** The pointee type of a pointer, of a tensor of pointers, or of a tensor descriptor. */
const elementOf = (type: string): string | undefined =>
  (/!tt\.ptr<\s*([\w.]+)/.exec(type) ?? /!tt\.tensordesc<.*?(?:x|<)([a-z]\w*)/.exec(type))?.[1];
