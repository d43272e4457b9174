export * from './base/diagnostic.ts';
export { messages } from './base/messages.ts';
export type { Message } from './base/messages.ts';
export * from './base/result.ts';
export * from './base/span.ts';
