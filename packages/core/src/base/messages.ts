/**
 * Every message that ldscope gives about an input, a file per topic.
 *
 * A code is `topic/what`; it never changes its meaning. A message states the fact, the hint says what
 * the reader can do about it. Keep both free of the names of our own functions.
 */
export * as messages from './messages/topics.ts';
