/** `npm run layers`: writes the layers that `layers.js` has into ARCHITECTURE.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withLayers } from './layers-block.ts';

const page = 'ARCHITECTURE.md';
writeFileSync(page, withLayers(readFileSync(page, 'utf8')));
console.log(`${page} is written`);
