/** What is no message of the protocol, and requests that lack what it requires. */
import { PassThrough } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ErrorCodes, ResponseError } from 'vscode-languageserver-protocol/node';
import { Frames } from '../../src/lsp/frames.ts';
import { serveStreams } from '../../src/lsp/serve.ts';
import { uriOf } from './client.ts';
import { editorWith } from './in-process.ts';

/** What a server complains about that gets these bytes, and how it ended. */
async function served(...chunks: readonly string[]): Promise<readonly [string[], string]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const complaints: string[] = [];
  const done = serveStreams(input, output, {
    run: () => Promise.reject(new Error('nothing is analyzed here')),
    version: '0',
    page: '/nowhere/',
    seconds: 1,
    complain: (problem) => complaints.push(problem),
  });
  for (const chunk of chunks) input.write(chunk);
  return [complaints, await done];
}

describe('bytes that are no message', () => {
  it.each([
    ['a negative length', 'Content-Length: -5\r\n\r\n{}'],
    ['a length that is no number', 'Content-Length: abc\r\n\r\n{}'],
    ['no length', 'Content-Type: x\r\n\r\n{}'],
    ['a request of HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a header without end', 'x'.repeat(5000)],
  ])('%s ends the server, which says why', async (_, bytes) => {
    const [complaints, ending] = await served(bytes);
    expect(complaints.join()).toContain('does not speak the Language Server Protocol');
    expect(ending).toBe('gone');
  });

  it('that cannot be written end the server as unwritable, unless the client has gone', async () => {
    for (const [code, expected] of [
      ['ENOSPC', 'unwritable'],
      ['EPIPE', 'gone'],
    ] as const) {
      const [input, output] = [new PassThrough(), new PassThrough()];
      const done = serveStreams(input, output, {
        run: () => Promise.reject(new Error('nothing is analyzed here')),
        version: '0',
        page: '/nowhere/',
        seconds: 1,
        complain: () => {},
      });
      output.destroy(Object.assign(new Error(code), { code }));
      expect(await done).toBe(expected);
    }
  });

  it('messages in pieces of any length go through as they are', async () => {
    const body = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(body), fc.integer({ min: 1, max: 50 }), async (bodies, size) => {
        const whole = Buffer.from(
          bodies
            .map((one) => `Content-Length: ${Buffer.byteLength(one)}\r\nX: y\r\n\r\n${one}`)
            .join(''),
        );
        const frames = new Frames();
        for (let at = 0; at < whole.length; at += size) frames.write(whole.subarray(at, at + size));
        frames.end();
        const parts: Buffer[] = [];
        for await (const part of frames) parts.push(part as Buffer);
        expect(Buffer.concat(parts).equals(whole)).toBe(true);
      }),
    );
  });
});

const requests =
  'textDocument/hover textDocument/completion textDocument/codeLens textDocument/inlayHint textDocument/documentSymbol textDocument/codeAction workspace/executeCommand'.split(
    ' ',
  );

it.each(requests)('%s without what it requires is refused as invalid', async (method) => {
  const editor = await editorWith({ files: {} });
  const uri = uriOf('/k.mlir');
  const position = { line: 0, character: 0 };
  const wrong: readonly object[] = [
    {},
    { textDocument: {} },
    { textDocument: { uri: 3 }, position },
    ...(/hover|completion/.test(method)
      ? [{ textDocument: { uri } }, { textDocument: { uri }, position: {} }]
      : []),
    ...(/inlay|Action/.test(method) ? [{ textDocument: { uri }, range: { start: position } }] : []),
  ];
  for (const params of wrong) {
    const answer: unknown = await editor.connection
      .sendRequest(method, params)
      .catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(ResponseError);
    expect(answer).toMatchObject({ code: ErrorCodes.InvalidParams });
  }
});
