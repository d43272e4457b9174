/**
 * A server for browsers on this machine alone: the files of the web app, and the kernel that was opened.
 *
 * It listens on 127.0.0.1. A page of another site could still reach it by a name that it points there, so a request
 * that does not name this machine in its `Host` is refused; and no other site may embed what it answers.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listStaticFiles, readStaticFile, type StaticFile } from './static-files.ts';

export interface WebServerOptions {
  /** The folder of the built app. */
  readonly root: string;
  /** 0 is any that is free. */
  readonly port: number;
  /** The state that the app opens, as JSON: that of the moment at which a page asks. */
  readonly opened?: (() => string) | undefined;
}

export interface WebServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const OPENED = '/opened.json';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Starts to serve; `undefined` when there is no app in the folder. Rejects with the error of a port that is taken. */
export async function startWebServer({
  root,
  port,
  opened,
}: WebServerOptions): Promise<WebServer | undefined> {
  const files = await listStaticFiles(root);
  if (!files.has('/index.html')) return undefined;
  const server = createServer((request, response) => {
    void answer(request, response, files, opened);
  });
  const own = await listen(server, port);
  return {
    origin: `http://${HOST}:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, StaticFile>,
  opened: (() => string) | undefined,
): Promise<void> {
  const { method = '', url = '', headers, socket } = request;
  const send = (status: number, type: string, body: string | Uint8Array, cache = 'no-cache') => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    response.writeHead(status, {
      ...HEADERS,
      'Content-Type': type,
      'Content-Length': bytes.byteLength,
      'Cache-Control': cache,
      ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  };
  const refuse = (status: number, words: string): void =>
    send(status, 'text/plain; charset=utf-8', `${words}\n`, 'no-store');
  if (!isThisMachine(headers.host, socket.localPort)) return refuse(421, 'not this machine');
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'only GET and HEAD');
  const address = addressOf(url);
  if (address === OPENED && opened !== undefined) {
    return send(200, 'application/json; charset=utf-8', opened(), 'no-store');
  }
  const file = address === undefined ? undefined : files.get(address);
  if (file === undefined) return refuse(404, 'not found');
  try {
    send(200, file.type, await readStaticFile(file));
  } catch {
    refuse(404, 'not found');
  }
}

function isThisMachine(host: string | undefined, port: number | undefined): boolean {
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
}

/** The path of a request, decoded once; `undefined` when it cannot be. */
function addressOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return undefined;
  }
}
