/** WebAssembly modules as bytes. */
export * from './code.ts';
export { encodeModule, instantiate, type ModuleFunction } from './module.ts';
