/**
 * The bytes of a client, as long as they are messages of the protocol: headers with a length, and as many bytes of a body.
 *
 *     Content-Length: 42 \r\n\r\n {"jsonrpc":"2.0", ...      goes on
 *     Content-Length: -5 \r\n\r\n ...                        an error
 *
 * Behind a header without a length nobody knows where the next message begins: the library's reader would wait for ever.
 */
import { Transform, type TransformCallback } from 'node:stream';

/** A header is two lines of the protocol. */
const MOST_HEADER = 4096;

const LENGTH = /^content-length:[ \t]*(\d{1,9})[ \t]*\r$/im;

/** Hands on what it gets; ends with an error at a header without a length. */
export class Frames extends Transform {
  #header = '';
  #bodyLeft = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#bodyLeft > 0) {
        const taken = Math.min(this.#bodyLeft, chunk.length - at);
        this.#bodyLeft -= taken;
        at += taken;
        continue;
      }
      this.#header += String.fromCharCode(chunk[at] ?? 0);
      at += 1;
      const isWhole = this.#header.endsWith('\r\n\r\n');
      const length = isWhole ? LENGTH.exec(this.#header)?.[1] : undefined;
      if (isWhole ? length === undefined : this.#header.length > MOST_HEADER) {
        const shown = JSON.stringify(this.#header.trim().slice(0, 80));
        done(
          new Error(
            `the client does not speak the Language Server Protocol: ${shown} has no length`,
          ),
        );
        return;
      }
      if (length === undefined) continue;
      this.#bodyLeft = Number(length);
      this.#header = '';
    }
    done(undefined, chunk);
  }
}
