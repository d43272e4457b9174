/** The folder of headers that stand in for ROCm's. */
import { fileURLToPath } from 'node:url';
import { packageFile } from './package-files.ts';

export const HEADERS = fileURLToPath(packageFile('include'));
