import { main } from './corpus/command.ts';

process.exitCode = main(process.argv.slice(2), console.log, console.error);
