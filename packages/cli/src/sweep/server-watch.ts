/**
 * Whether a server answers. A connection comes back by itself, and commands wait for it, which is right for a server that
 * restarts and wrong for one that is gone for good: nobody would notice a worker that waits forever.
 *
 *     answer, answer, (no answer for --queue-wait seconds) -> gone
 *
 * A server that is there and does not answer (a network that swallows packets, a process that is stopped) is gone as well.
 */
import type { Redis } from 'ioredis';
import { type Message, messages } from '@ldscope/core';

/** Longest time between two questions. */
const MOST_PAUSE_MS = 5000;

export interface ServerWatch {
  /** Settles when the server has not answered for as long as it is waited for; never otherwise. */
  readonly gone: Promise<Message>;
  stop(): void;
}

/** Watches the server of a connection; `seconds` without an answer are waited for. */
export function watchServer(redis: Pick<Redis, 'ping'>, seconds: number): ServerWatch {
  const mostMs = seconds * 1000;
  let heard = performance.now();
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      await redis.ping();
      heard = performance.now();
    } catch {
      // It is asked again: a connection that closes refuses what it was asked.
    }
    isAsking = false;
  };
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<Message>((settle) => {
    timer = setInterval(
      () => {
        void ask();
        if (performance.now() - heard > mostMs) settle(messages.sweep.serverGone(seconds));
      },
      Math.min(MOST_PAUSE_MS, mostMs / 4),
    );
  });
  return { gone, stop: () => clearInterval(timer) };
}
