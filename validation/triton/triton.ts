import { resolve } from 'node:path';
import { main } from './command.ts';

const base = process.env['INIT_CWD'] ?? process.cwd();
const folder = resolve(base, process.argv[2] ?? '../shared/kernels/triton');
process.exitCode = main(folder, (text) => process.stdout.write(text), console.error);
