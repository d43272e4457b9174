/** What a command line that is wrong is answered with: the error, and where to read on. */
import { testSessions } from './sessions.ts';

testSessions('usage');
