/** WebAssembly modules as bytes. */
export * from './code.ts';
export {
  encodeModule,
  instantiate,
  type ModuleFunction,
  type SharedMemory,
  sharedMemory,
} from './module.ts';
