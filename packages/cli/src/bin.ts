#!/usr/bin/env node
import { run } from './main.ts';
import { nodeIo } from './node-io.ts';

process.exitCode = await run(process.argv.slice(2), nodeIo());
