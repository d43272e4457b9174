export { type Part, Tape, type TapeMachine } from './classes/tape.ts';
