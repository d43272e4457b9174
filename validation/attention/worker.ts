/** A worker of `npm run validate -- attention`: evaluates the tiles that it is sent. */
import { serveTasks } from './pool.ts';

serveTasks();
