/**
 * Reads listings of SASS: `nvdisasm -g -c`, `nvdisasm -gi -c`, `cuobjdump -sass`.
 *
 *     .text.transpose:                                                 a function (cuobjdump: Function : transpose)
 *     //## File "k.cu", line 59 inlined at "k.cu", line 70             the source of what follows; several are a chain of calls
 *     [0190]  @!P0 STS [R9+0x4], R4 ;  [0x...]                         address and encoding are in comments of C
 *     .L_x_3:                                                          a label, the target of branches
 *
 * LIMITATIONS. Directives and what is not an instruction are skipped; a listing in which nothing is an instruction is refused. Branches
 * through registers (`BRX`) have no target.
 */
import { diagnose, type Diagnostic, messages, partsOutside, type SourceLine } from '@ldscope/core';
import { rowOf } from './instructions.ts';
import type { SassFunction, SassInstruction } from './program.ts';

export interface SassListing {
  readonly functions: readonly SassFunction[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Instructions that one listing may have. */
const MOST_INSTRUCTIONS = 2 ** 21;
/** Functions around an inlined one that are kept. */
const MOST_FRAMES = 64;

/** Reads a listing; never throws on its content. */
export function readSass(text: string): SassListing {
  const reader = new Reader();
  let number = 0;
  for (const line of text.split('\n')) {
    number++;
    if (!reader.line(line, number)) break;
  }
  const functions = reader.finish();
  const problem = functions.length === 0 ? [diagnose(messages.sass.noInstructions())] : [];
  return { functions, diagnostics: problem };
}

type Pending = Omit<SassInstruction, 'target'> & { readonly goesTo: string | undefined };

class Reader {
  readonly #functions: SassFunction[] = [];
  #name: string | undefined;
  #pending: Pending[] = [];
  /** Labels that no instruction has followed yet, and the addresses of others. */
  #open: string[] = [];
  #labels = new Map<string, number>();
  #source: SourceLine[] = [];
  /** The next marker of a source line goes on with the chain of the one before. */
  #caller: SourceLine | undefined;
  #isChain = false;
  #count = 0;

  /** Takes a line; false to stop. */
  line(line: string, number: number): boolean {
    const text = line.trim();
    if (text === '') return true;
    if (text.startsWith('//##')) this.#marker(text);
    else {
      const name = functionName(text);
      if (name !== undefined) this.#begin(name);
      else if (text.startsWith('/*')) return this.#instruction(line, number);
      else if (text.endsWith(':') && !text.includes(' ')) this.#open.push(text.slice(0, -1));
    }
    return true;
  }

  finish(): readonly SassFunction[] {
    this.#end();
    return this.#functions;
  }

  #begin(name: string): void {
    this.#end();
    this.#name = name;
    this.#open = [];
    this.#source = [];
    this.#isChain = false;
  }

  #end(): void {
    const labels = this.#labels;
    const pending = this.#pending;
    this.#labels = new Map();
    this.#pending = [];
    if (this.#name === undefined || pending.length === 0) return;
    const instructions = pending.map(({ goesTo, ...one }): SassInstruction => {
      const target = goesTo === undefined ? undefined : (labels.get(goesTo) ?? hexOf(goesTo));
      return { ...one, target };
    });
    instructions.sort((a, b) => a.pc - b.pc);
    this.#functions.push({ name: this.#name, instructions });
  }

  #marker(text: string): void {
    const places = placesIn(text);
    const [own, caller] = places;
    if (own === undefined) return;
    const goesOn = this.#isChain && this.#caller !== undefined && alike(this.#caller, own);
    if (!goesOn) this.#source = [];
    if (this.#source.length < MOST_FRAMES) this.#source.push(own);
    this.#caller = caller;
    this.#isChain = true;
  }

  #instruction(line: string, number: number): boolean {
    const found = instructionText(line);
    if (found === undefined) return true;
    this.#isChain = false;
    this.#name ??= '';
    for (const label of this.#open) this.#labels.set(label, found.pc);
    this.#open = [];
    const parsed = parseInstruction(found.text);
    if (parsed === undefined) return true;
    this.#pending.push({ ...parsed, pc: found.pc, line: number, source: this.#source });
    return ++this.#count < MOST_INSTRUCTIONS;
  }
}

/** `.text.NAME:` of nvdisasm, `Function : NAME` of cuobjdump. */
function functionName(text: string): string | undefined {
  if (text.startsWith('.text.') && text.endsWith(':')) return text.slice('.text.'.length, -1);
  if (!text.startsWith('Function')) return undefined;
  const rest = text.slice('Function'.length).trimStart();
  return rest.startsWith(':') ? rest.slice(1).trim() : undefined;
}

/** Address and text of an instruction, comments left out; `undefined` for other lines, such as those of encodings alone. */
function instructionText(line: string): { readonly pc: number; readonly text: string } | undefined {
  const begin = line.indexOf('/*');
  if (begin < 0 || line.slice(0, begin).trim() !== '') return undefined;
  const end = line.indexOf('*/', begin + 2);
  const address = line.slice(begin + 2, end).trim();
  if (end < 0 || address.length < 4 || address.startsWith('0x') || !isHex(address))
    return undefined;
  const rest = line.slice(end + 2);
  const stop = rest.indexOf(';');
  const comment = rest.indexOf('/*');
  const cut = stop >= 0 ? stop : comment >= 0 ? comment : rest.length;
  const text = rest.slice(0, cut).trim().replace(/\s+/g, ' ').replace(/^\{ ?/, '');
  const pc = Number.parseInt(address, 16);
  return text === '' || !Number.isSafeInteger(pc) ? undefined : { pc, text };
}

/** The parts of `@!P0 LDS.64 R8, [R2+0x10]`. */
function parseInstruction(text: string): Omit<Pending, 'pc' | 'line' | 'source'> | undefined {
  let rest = text;
  let predicate: SassInstruction['predicate'];
  if (rest.startsWith('@')) {
    const space = rest.indexOf(' ');
    if (space < 0) return undefined;
    const negated = rest[1] === '!';
    predicate = { register: rest.slice(negated ? 2 : 1, space), negated };
    rest = rest.slice(space + 1);
  }
  const space = rest.indexOf(' ');
  const [opcode = '', ...modifiers] = (space < 0 ? rest : rest.slice(0, space)).split('.');
  if (!/^[A-Z][A-Z0-9_]*$/.test(opcode)) return undefined;
  const operands =
    space < 0 ? [] : partsOutside(rest.slice(space + 1), ',').map((part) => part.trim());
  const control = rowOf(opcode)?.control;
  const last = control === 'branch' || control === 'call' ? operands.at(-1) : undefined;
  const quoted = last?.startsWith('`(') === true ? last.slice(2, -1) : last;
  return { predicate, opcode, modifiers, operands, text, goesTo: quoted };
}

/** Every `"FILE", line N` of a marker: the line, and that of the call where it was inlined. */
function placesIn(text: string): SourceLine[] {
  const places: SourceLine[] = [];
  let at = 0;
  while (places.length < 2) {
    const open = text.indexOf('"', at);
    const close = open < 0 ? -1 : text.indexOf('"', open + 1);
    if (close < 0) break;
    const line = /^, line (\d{1,9})/.exec(text.slice(close + 1, close + 20));
    if (line === null) break;
    places.push({ file: text.slice(open + 1, close), line: Number(line[1]), column: 0 });
    at = close + 1;
  }
  return places;
}

const alike = (a: SourceLine, b: SourceLine): boolean => a.file === b.file && a.line === b.line;

const isHex = (text: string): boolean => /^[0-9a-fA-F]{1,12}$/.test(text);

function hexOf(text: string): number | undefined {
  return text.startsWith('0x') && isHex(text.slice(2)) ? Number.parseInt(text, 16) : undefined;
}
