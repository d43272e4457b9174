/** The command with the real terminal: `start/` starts its bundle where it is installed. A file of CommonJS cannot wait for it. */
import { confinementOf } from './system/confinement.ts';
import { run } from './main.ts';
import { nodeIo } from './node/node-io.ts';

/** Runs the command line of this process and sets its exit code. */
async function main(): Promise<void> {
  const confinement = confinementOf(process.env);
  const io = nodeIo({ isMain: true });
  process.exitCode = await run(
    process.argv.slice(2),
    confinement === undefined
      ? io
      : (await import('./node/confined-io.ts')).confinedIo(io, confinement),
  );
}

void main();
