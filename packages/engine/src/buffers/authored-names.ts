/** Buffers by the names that their author gave them: `a (%30)` in reports, `a` in requests. */
import type { AccessTrace, Hazard } from '@ldscope/core';
import type { ExecutionRequest, ExecutionResult } from '../source/source.ts';

export class AuthoredNames {
  readonly #find: () => ReadonlyMap<string, string>;
  #found: ReadonlyMap<string, string> | undefined;

  /** `find` gives the names of the author by SSA name; it is called once, when a name is needed. */
  constructor(find: () => ReadonlyMap<string, string>) {
    this.#find = find;
  }

  get #names(): ReadonlyMap<string, string> {
    return (this.#found ??= this.#find());
  }

  /** The SSA name of a buffer that is requested by either name, with or without `%`. */
  ssaName(asked: string | undefined): string | undefined {
    if (asked === undefined) return undefined;
    const own = [...this.#names].filter(([, name]) => name === asked.replace(/^%/, ''));
    const [only, ...others] = own;
    return only === undefined || others.length > 0 ? asked : only[0];
  }

  /** Executes with the names of the author in sites and hazards. */
  execute(
    request: ExecutionRequest,
    run: (request: ExecutionRequest) => ExecutionResult,
  ): ExecutionResult {
    if (this.#names.size === 0) return run(request);
    const { onWorkgroup } = request;
    const result = run({
      ...request,
      onWorkgroup: (trace, done, all, times) => onWorkgroup?.(this.#named(trace), done, all, times),
    });
    return { ...result, hazards: result.hazards.map((hazard) => this.#ofHazard(hazard)) };
  }

  #named(trace: AccessTrace): AccessTrace {
    const sites = trace.sites.map((site) =>
      site.buffer === undefined ? site : { ...site, buffer: this.#titles(site.buffer) },
    );
    return { ...trace, sites };
  }

  #ofHazard(hazard: Hazard): Hazard {
    const { witness } = hazard;
    if (witness === undefined) return hazard;
    return { ...hazard, witness: { ...witness, buffer: this.#titles(witness.buffer) } };
  }

  /** Several names are parted by commas. */
  #titles(buffers: string): string {
    return buffers
      .split(', ')
      .map((buffer) => {
        const name = this.#names.get(buffer);
        return name === undefined ? buffer : `${name} (${buffer})`;
      })
      .join(', ');
  }
}
