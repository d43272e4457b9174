/** Global memory on the command line: its section, its models, and one access taken apart. */
import { testSessions } from './sessions.ts';

testSessions('global');
