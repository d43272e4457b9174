/** Code on vectors of four lanes while it is written: its locals, and its statements in order. */
import { get, set, when } from '../wasm/code.ts';
import type { LocalType } from '../wasm/module.ts';
import type { Code } from './value.ts';

/** The opcode of `local.get`. */
const [GET] = get(0);

export class VectorCode {
  /** How many parameters the function has: locals 0 and up. */
  readonly #parameters: number;
  /** Types of the locals behind them. */
  protected readonly locals: LocalType[] = [];
  /** Statements; `when` writes into one of its own. */
  protected body: number[] = [];

  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  protected local(type: LocalType): number {
    this.locals.push(type);
    return this.#parameters + this.locals.length - 1;
  }

  /** A local of four lanes to work in. */
  temporary(): number {
    return this.local('v128');
  }

  set(local: number, code: Code): void {
    this.body.push(...set(local, code));
  }

  /** Keeps a value that is used more than once. */
  keep(code: Code): Code {
    // A local already: its opcode and a number of at most two bytes.
    return code[0] === GET && code.length <= 3 ? code : this.copy(code);
  }

  /** A value that stays what it is when the local that it came from is set. */
  copy(code: Code): Code {
    const local = this.temporary();
    this.set(local, code);
    return get(local);
  }

  /** Runs what `write` writes where a condition holds. */
  when(condition: Code, write: () => void): void {
    const outer = this.body;
    this.body = [];
    write();
    outer.push(...when(condition, this.body));
    this.body = outer;
  }
}
