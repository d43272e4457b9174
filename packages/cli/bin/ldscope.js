#!/usr/bin/env node
// The command is linked when packages are installed, before a clone is built: so this file is committed, and what it
// starts is built.
import { existsSync } from 'node:fs';
import module from 'node:module';

// Node 22 and newer keep what they compile, so that the next command starts sooner.
module.enableCompileCache?.();
const command = new URL('../dist/bin.js', import.meta.url);
if (existsSync(command)) await import(command.href);
else {
  console.error('ldscope is not built yet: run `npm run build:cli` in the clone');
  process.exitCode = 2;
}
