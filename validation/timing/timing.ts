import { main } from './command.ts';

process.exitCode = main((text) => console.log(text));
