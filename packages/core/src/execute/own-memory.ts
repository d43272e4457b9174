/** Memory of a launch that an execution may change without changing that of the caller. */
import type { KernelArgument, PointedMemory, RunOptions } from './options.ts';

/** Arguments and variables whose memory the kernel may change without changing that of the launch; `copied` copies each. */
export function ownMemory(
  { arguments: list, globals }: Pick<RunOptions, 'arguments' | 'globals'>,
  copied = (data: Uint8Array): Uint8Array => data.slice(),
): Pick<RunOptions, 'arguments' | 'globals'> {
  // Pointers to one array point to one copy of it.
  const copies = new Map<Uint8Array, Uint8Array>();
  const copyOf = (data: Uint8Array): Uint8Array => {
    const copy = copies.get(data) ?? copied(data);
    copies.set(data, copy);
    return copy;
  };
  const ownPointer = (one: PointedMemory): PointedMemory => ({
    ...one,
    data: copyOf(one.data),
    pointers: one.pointers?.map(ownPointer),
  });
  const own = (argument: KernelArgument): KernelArgument => {
    if (argument.kind === 'buffer') return { ...argument, data: copyOf(argument.data) };
    return { ...argument, pointers: argument.pointers?.map(ownPointer) };
  };
  return { arguments: list?.map(own), globals: globals?.map(own) };
}
