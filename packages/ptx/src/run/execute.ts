/** Executes a launch of one kernel of a module: finds the kernel, puts its arguments into memory, and runs its blocks. */
import {
  chooseKernel,
  diagnose,
  type Execution,
  GlobalMemory,
  type Message,
  messages,
  notExecuted,
  ownMemory,
} from '@ldscope/core';
import type { Module, PtxFunction } from '../text/program.ts';
import { layOutParameters } from './arguments.ts';
import { Code } from './code.ts';
import { withContention } from './contention.ts';
import { gridProblem, isGridWide } from './grid-wide.ts';
import { constantsNotGiven, HostValues, hostVariables } from './host-values.ts';
import { layOut, namesIn } from './layout.ts';
import { Launch } from './launch.ts';
import type { ExecutePtxOptions } from './options.ts';
import { openBlock, shapeOf } from './shape.ts';
import { mayStore } from './slice/slice.ts';

/** Kernels of a module, in the order of the text. */
export function ptxKernels({ functions }: Module): readonly PtxFunction[] {
  return functions.filter(({ isEntry, hasBody }) => isEntry && hasBody);
}

/** Executes one kernel of a module. `text` is its source, for places in sites and hazards. */
export function executePtx(module: Module, text: string, options: ExecutePtxOptions): Execution {
  return withContention(module, options, (own) => executeOnce(module, text, own));
}

function executeOnce(module: Module, text: string, given: ExecutePtxOptions): Execution {
  const nothing = (name: string, message: Message, of?: PtxFunction): Execution =>
    notExecuted('ptx', name, [diagnose(message, of?.span)]);
  const { machine } = given;
  if (machine.vendor !== 'NVIDIA') return nothing('', messages.ptx.noMachine(machine.name));
  if (module.addressBits === 32) return nothing('', messages.ptx.narrowAddresses());
  const kernels = ptxKernels(module);
  if (kernels.length === 0) return nothing('', messages.ptx.noFunctions());
  const kernel = chooseKernel(kernels, given.kernel);
  if ('code' in kernel) return nothing('', kernel);
  const entry = module.functions.indexOf(kernel);
  const reached = Code.reachedFrom(module, entry);
  const isKept =
    given.accessesOnly !== true || (given.arguments !== undefined && !mayStore(module, reached));
  const options = isKept ? given : { ...given, ...ownMemory(given) };
  const memory = new GlobalMemory(options.memoryShare);
  const host = new HostValues(memory);
  const parameters = layOutParameters(kernel, options, memory, host);
  const { contents, problems } = hostVariables(module, options, host);
  const wrong = [...parameters.problems, ...problems];
  if (wrong.length > 0) {
    return notExecuted(
      'ptx',
      kernel.name,
      wrong.map((problem) => diagnose(problem, kernel.span)),
    );
  }
  const { region, offsets } = parameters;
  const layout = layOut(module, reached, memory, region.base, offsets, contents);
  const question = openBlock(module, kernel, reached, options);
  const shape = shapeOf(kernel, layout, options);
  if ('code' in shape) {
    const asks = question !== undefined && question.items === undefined;
    const refused = nothing(kernel.name, shape, kernel);
    return { ...refused, blockQuestion: asks ? question : undefined };
  }
  const isTogether = isGridWide(module, reached, options);
  const tooMany = isTogether ? gridProblem(shape) : undefined;
  if (tooMany !== undefined) return nothing(kernel.name, tooMany, kernel);
  const constants = constantsNotGiven(module, namesIn(module.functions, reached), contents);
  const parts = { module, text, kernel, reached, shape, layout, parameters, memory, options };
  return { ...new Launch({ ...parts, isTogether, constants }).execute(), blockQuestion: question };
}
