#!/usr/bin/env node
import { confinedIo, confinementOf } from './confined-io.ts';
import { run } from './main.ts';
import { nodeIo } from './node-io.ts';

const confinement = confinementOf(process.env);
const io = nodeIo();
process.exitCode = await run(
  process.argv.slice(2),
  confinement === undefined ? io : confinedIo(io, confinement),
);
