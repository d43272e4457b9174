/**
 * The instructions that each wave of a workgroup executed, in order: for the simulation of time, which does not need values.
 *
 *     wave 1    instruction   0   1   2   5   6   5   6
 *               order         0   0   1   1   2   2   3     memory instructions before it, which find its accesses in traces
 */
export interface WaveLog {
  /** Counted through the launch. */
  readonly wave: number;
  readonly instruction: Uint32Array;
  readonly order: Uint32Array;
}

export class ExecutionLog {
  #waves = new Map<number, LogBuilder>();
  #isPaused = false;

  /** Pauses the log for another path through the kernel, since the simulated waves take only the first. */
  pause(): void {
    this.#isPaused = true;
  }

  add(wave: number, instruction: number, order: number): void {
    if (this.#isPaused) return;
    let builder = this.#waves.get(wave);
    if (builder === undefined) {
      builder = new LogBuilder();
      this.#waves.set(wave, builder);
    }
    builder.add(instruction, order);
  }

  /** The logs of the waves so far; begins again. */
  take(): readonly WaveLog[] {
    const logs = [...this.#waves].map(([wave, builder]) => ({ wave, ...builder.finish() }));
    this.#waves = new Map();
    this.#isPaused = false;
    return logs;
  }
}

class LogBuilder {
  /** Instruction and order by turns. */
  #data = new Uint32Array(2048);
  #length = 0;

  add(instruction: number, order: number): void {
    if (this.#length === this.#data.length) {
      const grown = new Uint32Array(2 * this.#length);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.#length++] = instruction;
    this.#data[this.#length++] = order;
  }

  finish(): Omit<WaveLog, 'wave'> {
    const count = this.#length / 2;
    const instruction = new Uint32Array(count);
    const order = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      instruction[i] = this.#data[2 * i] ?? 0;
      order[i] = this.#data[2 * i + 1] ?? 0;
    }
    return { instruction, order };
  }
}
