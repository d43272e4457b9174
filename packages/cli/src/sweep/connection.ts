/**
 * The way to a Redis or Valkey server: its address, TLS and access control. Credentials come with the address or from the
 * environment, which other users of a machine do not see; nothing here prints them.
 */
import { readFile } from 'node:fs/promises';
import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { messages, type Message } from '@ldscope/core';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import type { QueueOptions } from '../options/commands.ts';

/** The parts of the queue's packages that are used. */
export interface QueuePackages {
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
  readonly Redis: typeof Redis;
}

/** Loads the packages, on demand; a message where one is absent. */
export async function loadPackages(): Promise<QueuePackages | Message> {
  try {
    const [{ Queue, Worker }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { Queue, Worker, Redis };
  } catch {
    return messages.sweep.noPackage('bullmq ioredis', 'a queue');
  }
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Readonly<Record<string, string>>;
}

const DEFAULT_PORT = 6379;

/** The server that an address and the options with it describe. */
export async function serverOf(io: Io, options: QueueOptions): Promise<Server | Message> {
  let url: URL;
  try {
    url = new URL(options.queue ?? '');
  } catch {
    return messages.sweep.queue('its address is not a URL');
  }
  const { protocol, hostname, port, pathname } = url;
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    return messages.sweep.queue('its address begins with neither redis:// nor rediss://');
  const host = hostname.replace(/^\[|\]$/g, '');
  const db = pathname.replace(/^\//, '');
  if (!/^\d*$/.test(db)) return messages.sweep.queue('the number of its data base is not a number');
  const username = decodeURIComponent(url.username) || io.env['LDSCOPE_QUEUE_USERNAME'];
  const password = decodeURIComponent(url.password) || io.env['LDSCOPE_QUEUE_PASSWORD'];
  const tls: Record<string, string> = {};
  for (const [name, path] of [
    ['ca', options.queueCa],
    ['cert', options.queueCert],
    ['key', options.queueKey],
  ] as const) {
    if (path === undefined) continue;
    if (protocol !== 'rediss:') return messages.sweep.queue(`${path} is for TLS: rediss://`);
    try {
      tls[name] = await readFile(path, 'utf8');
    } catch (error) {
      return messages.usage.unreadable(path, fileProblem(error) ?? 'it cannot be read');
    }
  }
  return {
    host: host || '127.0.0.1',
    port: port === '' ? DEFAULT_PORT : Number(port),
    db: Number(db),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(protocol === 'rediss:' ? { tls } : {}),
  };
}

/** Longest wait between two attempts to reach a server that has gone. */
const MOST_WAIT_MS = 2000;

/** A connection, and those that are duplicated from it. */
export interface Connection {
  readonly redis: Redis;
  /** Ends all of them: what waits for a server that is away keeps the process otherwise. */
  end(): void;
}

/** A connection that is open; once it is, it comes back by itself whenever the server does. */
export async function connect(
  packages: QueuePackages,
  server: Server,
): Promise<Connection | Message> {
  let isOver = false;
  const redis = new packages.Redis({
    ...server,
    lazyConnect: true,
    // A command waits for the server, however long that is away.
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => (isOver ? null : Math.min(100 * times, MOST_WAIT_MS)),
  });
  let problem: string | undefined;
  redis.on('error', (error: Error) => (problem ??= error.message));
  try {
    await redis.connect();
    await redis.ping();
    return {
      redis,
      end: () => {
        isOver = true;
        redis.disconnect();
      },
    };
  } catch (error) {
    redis.disconnect();
    const own = error instanceof Error ? error.message : String(error);
    return messages.sweep.queue(`${server.host}:${server.port}: ${problem ?? own}`);
  }
}
