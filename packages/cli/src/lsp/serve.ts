/** The language server over two streams, until the client goes. */
import type { Readable, Writable } from 'node:stream';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createConnection, ProposedFeatures, type WatchDog } from 'vscode-languageserver';
import { serveClient, type ServerOptions } from './server.ts';

/** Serves; settles with whether the client said good-bye before it went. */
export function serveStreams(
  input: Readable,
  output: Writable,
  options: ServerOptions,
): Promise<boolean> {
  return new Promise((settle) => {
    const watchDog: WatchDog = {
      shutdownReceived: false,
      initialize: () => {},
      exit: () => end(),
    };
    const connection = createConnection(
      (logger) =>
        createProtocolConnection(
          new StreamMessageReader(input),
          new StreamMessageWriter(output),
          logger,
        ),
      watchDog,
      ProposedFeatures.all,
    );
    const server = serveClient(connection, options);
    const end = (): void => {
      void server.close().then(() => settle(watchDog.shutdownReceived));
    };
    input.once('end', end).once('close', end);
    output.on('error', end);
    connection.listen();
  });
}
