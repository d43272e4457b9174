/**
 * Output into a file or a pipe without a stream of Node's, which takes longer to make than many answers take to compute.
 *
 *     terminal          Node's stream
 *     file or pipe      written at once, as Node's stream does on Linux; what a full pipe does not take goes to the stream
 */
import { fstatSync, writeSync } from 'node:fs';

type Stream = Pick<NodeJS.WriteStream, 'write'>;

/** Writes to a descriptor; `undefined` where that is left to Node: to a terminal, and on systems where its pipes do not wait. */
export function directOutput(
  descriptor: number,
  stream: () => Stream,
): ((text: string) => void) | undefined {
  if (process.platform !== 'linux' || isTerminal(descriptor)) return undefined;
  let isFull = false;
  return (text) => {
    const bytes = Buffer.from(text);
    const at = isFull ? 0 : writeWhatFits(descriptor, bytes);
    if (at === bytes.length) return;
    isFull = true;
    stream().write(bytes.subarray(at));
  };
}

/** Writes until a pipe is full; gives how much that was. */
function writeWhatFits(descriptor: number, bytes: Uint8Array): number {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(descriptor, bytes, at);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
  }
  return at;
}

function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // It is closed: Node knows what to do.
    return true;
  }
}
