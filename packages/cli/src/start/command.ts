/** The command for a file of CommonJS, which cannot wait for it as `bin.ts` does. */
import { main } from '../command.ts';

void main();
