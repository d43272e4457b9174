/**
 * The parameters of a kernel in memory: one after another, each at a multiple of its alignment.
 *
 *     .param .u64 p,  .param .u32 n,  .param .align 8 .b8 s[24]      at 0, 8 and 16
 *
 * Source: CUDA driver API, cuLaunchKernel; PTX ISA 9.0, 5.1.6.
 */
import {
  type ExecuteOptions,
  type GlobalMemory,
  type Message,
  messages,
  nearestName,
  type Region,
  roundUp,
} from '@ldscope/core';
import type { PtxFunction, Variable } from '../text/program.ts';
import type { HostValues } from './host-values.ts';

export interface Parameters {
  readonly region: Region;
  readonly offsets: readonly number[];
  readonly problems: readonly Message[];
  /** Parameters that are not given, which are 0 in memory. */
  readonly unknown: readonly UnknownParameter[];
}

interface UnknownParameter {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Offsets of parameters, and the bytes of all. */
function placesOf(parameters: readonly Variable[]): {
  readonly offsets: number[];
  readonly bytes: number;
} {
  const offsets: number[] = [];
  let end = 0;
  for (const { bytes, alignment } of parameters) {
    const at = roundUp(end, alignment);
    offsets.push(at);
    end = at + bytes;
  }
  return { offsets, bytes: end };
}

/** The name of a parameter: that of the source where it is known, else its position. */
export const parameterName = ({ authored }: PtxFunction, position: number): string =>
  authored?.[position]?.name ?? positionName(position);

/** A launch may mean any parameter by its position. */
const positionName = (position: number): string => `arg${position}`;

export function layOutParameters(
  kernel: PtxFunction,
  { arguments: given, launch }: ExecuteOptions,
  memory: GlobalMemory,
  host: HostValues,
): Parameters {
  const { offsets, bytes } = placesOf(kernel.parameters);
  const segment = new Uint8Array(bytes + 16);
  const view = new DataView(segment.buffer);
  const problems: Message[] = [];
  const names = kernel.parameters.map((_, position) => parameterName(kernel, position));
  const inOrder = (given ?? []).filter(
    ({ key, offset }) => key === undefined && offset === undefined,
  );
  const byKey = new Map((given ?? []).map((argument) => [argument.key, argument]));
  if (inOrder.length > names.length) {
    problems.push(
      messages.emulate.tooManyArguments(names.length, inOrder.length, names.join(', ')),
    );
  }
  for (const { key } of given ?? []) {
    if (key !== undefined && !names.includes(key) && !isPosition(key, names.length))
      problems.push(messages.launch.unknownKey(key, nearestName(key, names), names));
  }
  const unknown: UnknownParameter[] = [];
  for (const [position, parameter] of kernel.parameters.entries()) {
    const name = names[position] ?? '';
    const at = offsets[position] ?? 0;
    const byPosition = positionName(position);
    const argument = byKey.get(name) ?? byKey.get(byPosition) ?? inOrder[position];
    const scalar = launch?.scalars.get(name) ?? launch?.scalars.get(byPosition);
    if (argument !== undefined) {
      const size = argument.kind === 'buffer' ? 8 : argument.bytes.length;
      if (size === parameter.bytes) host.put(segment, at, argument.name ?? name, argument);
      else
        problems.push(
          messages.emulate.argumentSize(
            argument.name ?? name,
            parameter.bytes,
            size,
            names.join(', '),
          ),
        );
    } else if (scalar !== undefined) writeScalar(view, at, parameter, scalar);
    else unknown.push({ name, offset: at, bytes: parameter.bytes });
  }
  // A launch without arguments leaves them unknown; one with only some of them is an error.
  if (unknown.length > 0 && given !== undefined)
    problems.push(messages.ptx.unknownArguments(unknown.map(({ name }) => name)));
  return { region: memory.addBytes('the parameters', segment), offsets, problems, unknown };
}

/** `arg2` of a kernel with at least three parameters. */
function isPosition(key: string, count: number): boolean {
  const position = Number(/^arg(\d+)$/.exec(key)?.[1] ?? NaN);
  return position < count;
}

/** A number of the launch, as the type of its parameter. */
function writeScalar(
  view: DataView,
  at: number,
  { type, bytes }: Variable,
  value: number | bigint,
): void {
  if (type === 'f32' || (typeof value === 'number' && !Number.isInteger(value) && bytes === 4)) {
    view.setFloat32(at, Number(value), true);
  } else if (
    type === 'f64' ||
    (typeof value === 'number' && !Number.isInteger(value) && bytes === 8)
  ) {
    view.setFloat64(at, Number(value), true);
  } else {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (let i = 0; i < Math.min(bytes, 8); i++, rest >>= 8n)
      view.setUint8(at + i, Number(rest & 0xffn));
  }
}
