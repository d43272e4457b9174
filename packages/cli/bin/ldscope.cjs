#!/usr/bin/env node
// The command is linked when packages are installed, before a clone is built: so this file is committed, and what it
// starts is built. It is CommonJS, as is what it starts: Node needs no loader of modules for that.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const start = join(__dirname, '../dist/ldscope.cjs');
if (existsSync(start)) require(start);
else {
  console.error('ldscope is not built yet: run `npm run build:cli` in the clone');
  process.exitCode = 2;
}
