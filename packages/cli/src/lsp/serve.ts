/** The language server over two streams, until the client goes. */
import type { Readable, Writable } from 'node:stream';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createConnection, ProposedFeatures, type WatchDog } from 'vscode-languageserver';
import { Frames } from './frames.ts';
import { serveClient, type ServerOptions } from './server.ts';

interface StreamOptions extends ServerOptions {
  /** The process of the client: when it has gone, so has the client. */
  readonly clientProcessId?: number | undefined;
  /** Takes problems that cannot be reported to the client. */
  readonly complain: (problem: string) => void;
}

/** How often a client is asked whether it is there. */
const WATCH_MS = 2000;

/** How it ended: the client said good-bye before it went, or not, or what is written to it is lost. */
type Ending = 'shutdown' | 'gone' | 'unwritable';

/** Serves; settles with how it ended. */
export function serveStreams(
  input: Readable,
  output: Writable,
  { clientProcessId, complain, ...options }: StreamOptions,
): Promise<Ending> {
  return new Promise((settle) => {
    const watches: NodeJS.Timeout[] = [];
    const watch = (id: number): void => {
      const timer = setInterval(() => isRunning(id) || end(), WATCH_MS);
      watches.push(timer);
      if (!isRunning(id)) setImmediate(end);
    };
    const watchDog: WatchDog = {
      shutdownReceived: false,
      // Of a client on another machine the number means nothing here.
      initialize: ({ processId }) => {
        if (typeof processId === 'number' && isRunning(processId)) watch(processId);
      },
      exit: () => end(),
    };
    const frames = input.pipe(new Frames());
    const logger = { error: complain, warn: complain, info: () => {}, log: () => {} };
    const connection = createConnection(
      () =>
        createProtocolConnection(
          new StreamMessageReader(frames),
          new StreamMessageWriter(output),
          logger,
        ),
      watchDog,
      ProposedFeatures.all,
    );
    const server = serveClient(connection, options);
    let isEnding = false;
    let isLost = false;
    const end = (): void => {
      if (isEnding) return;
      isEnding = true;
      for (const timer of watches) clearInterval(timer);
      void server
        .close()
        .then(() =>
          settle(isLost ? 'unwritable' : watchDog.shutdownReceived ? 'shutdown' : 'gone'),
        );
    };
    const fail = ({ message }: Error): void => {
      if (!isEnding) complain(message);
      end();
    };
    input.once('close', () => frames.end());
    frames.once('end', end).once('close', end).once('error', fail);
    output.on('error', (error: NodeJS.ErrnoException) => {
      // A client that has gone reads nothing, and nothing is lost.
      isLost ||= error.code !== 'EPIPE';
      fail(error);
    });
    if (clientProcessId !== undefined) watch(clientProcessId);
    connection.listen();
  });
}

/** False for a process that is not there; one of another user is. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
