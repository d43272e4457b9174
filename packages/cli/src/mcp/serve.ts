/** The server over standard input and output, or over HTTP on this machine alone. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, hostHeaderValidationResponse } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerOptions } from './server.ts';

/** Serves one client; settles when it goes. */
export async function serveOnStdio(options: ServerOptions, ended: Promise<unknown>): Promise<void> {
  const handle = serveStdio(() => createServer(options));
  await ended;
  await handle.close();
}

/** Longest request: a kernel as a text, and its envelope. */
const MOST_BODY = 2 ** 24;

export interface HttpServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves on a port of the loopback address; 0 takes any. Requests by another name than localhost are refused, so that a web
 * page cannot reach it through a name of its own.
 */
export async function serveOnHttp(options: ServerOptions, port: number): Promise<HttpServer> {
  const handler = createMcpHandler(() => createServer(options), { maxRequestBodySize: MOST_BODY });
  const server = createHttpServer((request, response) => {
    answer(request, response, handler.fetch).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', settle);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}/mcp`,
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((settle) => server.close(() => settle()));
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  if (new URL(url, 'http://localhost').pathname !== '/mcp') {
    outgoing.writeHead(404).end();
    return;
  }
  const body = await bodyOf(incoming);
  if (body === undefined) {
    outgoing.writeHead(413).end();
    return;
  }
  const aborted = new AbortController();
  outgoing.on('close', () => aborted.abort());
  const request = new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: headersOf(incoming),
    signal: aborted.signal,
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  });
  const refused = hostHeaderValidationResponse(request, ['localhost', '127.0.0.1', '[::1]']);
  const isForeign = headers.origin !== undefined && !isLocal(headers.origin);
  const response =
    refused ?? (isForeign ? new Response(undefined, { status: 403 }) : await fetch(request));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body !== null) {
    for await (const part of response.body) outgoing.write(part);
  }
  outgoing.end();
}

function isLocal(origin: string): boolean {
  try {
    return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);
  } catch {
    return false;
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return all;
}

/** The body of a request; `undefined` where it is too long. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    const chunk = Buffer.from(part as Uint8Array);
    bytes += chunk.length;
    if (bytes > MOST_BODY) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
