#!/usr/bin/env node
import { confinementOf } from './confinement.ts';
import { run } from './main.ts';
import { nodeIo } from './node-io.ts';

const confinement = confinementOf(process.env);
const io = nodeIo();
process.exitCode = await run(
  process.argv.slice(2),
  confinement === undefined ? io : (await import('./confined-io.ts')).confinedIo(io, confinement),
);
