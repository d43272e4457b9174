/**
 * The rows of an execution as a digest, which says whether another one made the same accesses: of shared and of global memory, with
 * addresses, lanes, wave, order, barriers, and the instruction and the site by what they are.
 *
 * What may change without a change of the digest: the numbers of instructions and sites, the batches of global accesses, the
 * order of keys, the words of messages, and the folder that the sources are in.
 */
import { createHash, type Hash } from 'node:crypto';
import { basename } from 'node:path';
import { type AccessTrace, type GlobalTrace, opcodeAt } from '@ldscope/core';

/** Of a digest, as it is printed: 64 bits. */
const DIGITS = 16;

/** Collects the rows of an execution, each column in a digest of its own. */
export class Rows {
  #columns = new Map<string, Hash>();
  /** Instructions and sites as they are, in the order of their first rows. */
  #names = new Map<string, Map<string, number>>();
  #rows = 0;
  #done = 0;

  /** A workgroup ends, one of some: where the count begins again, everything is executed after a part of it was not enough. */
  begin(done: number): void {
    if (done <= this.#done) [this.#columns, this.#names, this.#rows] = [new Map(), new Map(), 0];
    this.#done = done;
  }

  /** Takes the accesses of a workgroup, which `times` workgroups make. */
  addShared(trace: AccessTrace, times: number): void {
    const { count, op, barriers } = trace;
    this.#column('workgroups').update(JSON.stringify([count, times]));
    this.#numbers('op', op.subarray(0, count), (number) => opcodeAt(number).name);
    this.#bytes('barriers', (barriers ?? new Uint32Array(count)).subarray(0, count));
    this.#add('shared', trace, times);
  }

  addGlobal(trace: GlobalTrace, times: number): void {
    const { count, instruction, instructions, movedSectors } = trace;
    const nameOf = (number: number): string => canonical(instructions[number]);
    this.#numbers('instruction', instruction.subarray(0, count), nameOf);
    this.#bytes('sectors', (movedSectors ?? new Uint32Array(count)).subarray(0, count));
    this.#add('global', trace, times);
  }

  get count(): number {
    return this.#rows;
  }

  /** Ends the columns: nothing is added afterwards. */
  digest(): string {
    const all = createHash('sha256');
    for (const [name, hash] of [...this.#columns].sort(([a], [b]) => (a < b ? -1 : 1)))
      all.update(`${name} ${hash.digest('hex')}\n`);
    return all.digest('hex').slice(0, DIGITS);
  }

  #add(memory: string, trace: AccessTrace | GlobalTrace, times: number): void {
    const { count, waveSize, addressBytes, activeMask, wave, order, site, sites } = trace;
    this.#rows += count;
    this.#bytes(`${memory} times`, new Uint32Array(count).fill(times));
    this.#bytes(`${memory} lanes of ${waveSize}`, activeMask.subarray(0, 2 * count));
    this.#bytes(`${memory} addresses`, addressBytes.subarray(0, count * waveSize));
    this.#bytes(`${memory} wave`, wave.subarray(0, count));
    this.#bytes(`${memory} order`, order.subarray(0, count));
    this.#numbers(`${memory} site`, site.subarray(0, count), (number) => canonical(sites[number]));
  }

  #column(name: string): Hash {
    const known = this.#columns.get(name) ?? createHash('sha256');
    this.#columns.set(name, known);
    return known;
  }

  #bytes(name: string, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    this.#column(name).update(new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** Numbers that mean something, by the order in which their meanings first occur. */
  #numbers(name: string, column: Uint16Array | Uint32Array, meaning: (n: number) => string): void {
    const names = this.#names.get(name) ?? new Map<string, number>();
    this.#names.set(name, names);
    const own: number[] = [];
    const numberOf = (number: number): number => {
      const text = meaning(number);
      const known = names.get(text);
      if (known !== undefined) return known;
      this.#column(`${name}, named`).update(`${text}\n`);
      names.set(text, names.size);
      return names.size - 1;
    };
    this.#bytes(
      name,
      Uint32Array.from(column, (number) => (own[number] ??= numberOf(number))),
    );
  }
}

const WORDS: ReadonlySet<string> = new Set(['message', 'hint']);

/** A value as text: keys in order, without words, files by their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (key, one: unknown) => {
    if (WORDS.has(key)) return undefined;
    if (key === 'file' && typeof one === 'string') return basename(one);
    // Of a line of assembly, compilers say where it comes from.
    if (key === 'text' && typeof one === 'string') return one.replace(/\/\S*\//, '');
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex').slice(0, DIGITS);
