/** The folder of headers that stand in for ROCm's. The published program is a folder deep as the sources are. */
import { fileURLToPath } from 'node:url';

export const HEADERS = fileURLToPath(new URL('../include', import.meta.url));
