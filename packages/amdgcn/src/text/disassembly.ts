/**
 * Reads what `llvm-objdump -d` prints.
 *
 *     0000000000001900 <kernel>:
 *     	s_cbranch_scc1 16        // 000000001A00: BF850010 <kernel+0x144>
 *
 * The comment has the address and the words of each instruction. Branches name a distance in words; with the
 * addresses they become branches to a label (`addresses.ts`). Options that change the look are understood:
 * symbolic operands (`L0`), no raw words, source lines (`; copy.py:20`), `-D` with descriptors in `.rodata`.
 */
import { resolveAddresses } from './addresses.ts';
import { isBranch } from './code-names.ts';
import type { AddressKnowledge } from './addresses.ts';
import { parseInstruction } from './instructions.ts';
import { descriptorValue, kernelDirectives } from './kernel-directives.ts';
import { lineEnd, Token } from './lexer.ts';
import { targetName } from './metadata.ts';
import type { Assembly } from './state.ts';

/** How far into a text its kind is looked for. */
const headLength = 65_536;

const signs =
  /^.*file format elf64-amdgpu|^Disassembly of section |^[0-9a-f]{8,16} <[^\n]+>:\s*$|\/\/ [0-9A-F]{12}: [0-9A-F]{8}/m;

/** True for the output of a disassembler. */
export function isDisassembly(text: string): boolean {
  return signs.test(text.slice(0, headLength));
}

const header = /^(?:[0-9a-f]+ )?<(.+)>:\s*$/;
const comment = /\/\/ ?([0-9A-Fa-f]{6,16}):(?:\s*([0-9A-F]{8})\b)?/;
const sourceLine = /^; (.+):(\d+)$/;
/** Names that the disassembler makes for branch targets; each function counts from L0 again. */
const generated = /^L\d+$/;

/** Reads the text. `known` is what a code object says of addresses. */
export function parseDisassembly(assembly: Assembly, known?: AddressKnowledge): void {
  const { text } = assembly;
  const addresses: number[] = [];
  let skipped = false;
  for (let at = 0, line = 0; at < text.length && !assembly.closed; line++) {
    const end = lineEnd(text, at);
    const first = text.charCodeAt(at);
    if (first === 0x20 || first === 0x09) {
      if (!skipped || text.startsWith('.amdhsa_', at + 1))
        readInstruction(assembly, at, end, line, addresses);
    } else if (end > at) {
      const content = text.slice(at, end).trimEnd();
      const section = /^Disassembly of section (.+):$/.exec(content)?.[1];
      if (section !== undefined) {
        skipped = !/^\.text|\.text$/.test(section);
        if (!skipped) assembly.section = assembly.findSection('.text');
      } else readHead(assembly, content, at, line, skipped);
    }
    at = end + 1;
  }
  resolveAddresses(assembly, addresses, known);
  const { linesAt } = known ?? {};
  if (linesAt === undefined) return;
  for (const [index, instruction] of assembly.section.instructions.entries()) {
    const lines = linesAt(addresses[index] ?? Number.NaN);
    if (lines.length > 0) instruction.source = lines;
  }
}

/** A line that is not indented: a label, a source line, a directive of a descriptor. */
function readHead(
  assembly: Assembly,
  content: string,
  start: number,
  line: number,
  skipped: boolean,
): void {
  const name = header.exec(content)?.[1];
  if (name !== undefined) {
    if (skipped) return;
    const { table } = assembly.symbols;
    const local = generated.test(name);
    const symbol = local ? localName(assembly, name) : name;
    if (!table.has(symbol)) table.set(symbol, { kind: 'place', place: assembly.place() });
    if (!local) assembly.functions.add(name);
    return;
  }
  const source = sourceLine.exec(content);
  if (source !== null) {
    assembly.source = [{ file: source[1] ?? '', line: Number(source[2]), column: 0 }];
  } else if (content.startsWith('.amdhsa_') || content.startsWith('.end_amdhsa_')) {
    readDescriptor(assembly, start, line);
  } else if (content.includes('file format')) {
    assembly.target ??= targetName(content.slice(content.indexOf('file format')));
  }
}

/** The name of a label that the disassembler made, told apart from those of other functions. */
function localName(assembly: Assembly, name: string): string {
  return `.${name}_${assembly.functions.size}`;
}

/** A line of `.amdhsa_kernel`, which `-D` prints for descriptors. */
function readDescriptor(assembly: Assembly, start: number, line: number): void {
  const { lexer } = assembly;
  assembly.failed = false;
  lexer.moveTo(start, line);
  const name = lexer.slice();
  lexer.next();
  const directive = kernelDirectives.get(name) ?? descriptorValue;
  directive(assembly, name, lexer.previousEnd - name.length);
}

function readInstruction(
  assembly: Assembly,
  start: number,
  end: number,
  line: number,
  addresses: number[],
): void {
  const { lexer, text } = assembly;
  assembly.failed = false;
  lexer.moveTo(start, line);
  if (lexer.start >= end || lexer.kind !== Token.word) return;
  const mnemonic = lexer.slice();
  const from = lexer.start;
  if (mnemonic.startsWith('.amdhsa_')) {
    readDescriptor(assembly, from, line);
    return;
  }
  const found = comment.exec(text.slice(from, end));
  lexer.next();
  // A word that is not decoded (`.long 0xbf9f0000`) is padding, data among the code or an instruction that nobody knows: it keeps its
  // place, and is reported to the waves that reach it.
  const pending = assembly.pendingOperands;
  const known = pending.length;
  const instruction = parseInstruction(assembly, mnemonic, from);
  for (let i = known; i < pending.length; i++) {
    const operand = pending[i];
    if (operand?.expression.kind !== 'symbol' || !generated.test(operand.expression.name)) continue;
    const name = localName(assembly, operand.expression.name);
    pending[i] = { ...operand, expression: { kind: 'symbol', name } };
  }
  const { section } = assembly;
  const word = found?.[2];
  if (word !== undefined && isBranch(instruction.mnemonic)) {
    // The encoding has the distance; the name may be one of several at the target.
    pending.length = known;
    const distance = BigInt(Number.parseInt(word, 16) & 0xffff);
    instruction.operands[instruction.operands.length - 1] = { kind: 'integer', value: distance };
  }
  addresses[section.instructions.length] =
    found?.[1] === undefined ? Number.NaN : Number.parseInt(found[1], 16);
  section.instructions.push(instruction);
}
