#!/usr/bin/env node
// The command is linked when packages are installed, before a clone is built: so this file is committed, and what it
// starts is built.
import { existsSync } from 'node:fs';

const command = new URL('../dist/bin.js', import.meta.url);
if (existsSync(command)) await import(command.href);
else {
  console.error('ldscope is not built yet: run `npm run build:cli` in the clone');
  process.exitCode = 2;
}
