/**
 * Finds the shape of an instruction from what LLVM writes for encodings of it: which operand of the decoder, and which modifiers,
 * write the same for all of them.
 */
import { type Decode, Encoding } from '../../packages/amdgcn/src/decode/encoding.ts';
import type { Format, Place } from '../../packages/amdgcn/src/decode/formats.ts';
import { immediateKinds } from '../../packages/amdgcn/src/decode/immediates.ts';
import type { Isa } from '../../packages/amdgcn/src/decode/isa.ts';
import { memoryOperands } from '../../packages/amdgcn/src/decode/memory.ts';
import { modifierNames, modifierOf } from '../../packages/amdgcn/src/decode/modifiers.ts';
import { operandOf } from '../../packages/amdgcn/src/decode/operands.ts';
import { rowDecoder, type Shape } from '../../packages/amdgcn/src/decode/row.ts';
import type { Probe } from './objdump.ts';

/** Bytes of the longest instruction, literals included; all that a chip cannot have is found by measuring. */
const longestOf = ({ chip, generation }: Isa): number =>
  generation < 10 ? (chip === 'gfx950' ? 16 : 8) : 20;

function encodingOf(probe: Probe, isa: Isa): Encoding {
  const encoding = new Encoding(longestOf(isa));
  encoding.open(new Uint8Array(Int32Array.from(probe.words, (word) => word | 0).buffer));
  encoding.moveTo(0);
  return encoding;
}

const counts = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32];
/** How constants are read; of pairs of registers as 64 bits where nothing tells. */
const typesOf = (count: number): readonly string[] =>
  count === 1 ? types : ['b64', 'f64', '', ...types.slice(1, -2)];
const types = ['', 'f16', 'h16', 'bf16', 'hb16', 'hs16', 'hn16', 'i16', 'b64', 'f64'];
const show = (count: number): string => (count === 1 ? '' : String(count));

/** Operands that a place can be, the widest of each kind: letters that are not needed are taken away afterwards. */
function tokensOf(name: string, place: Place, generation: number): string[] {
  const { width, base, negative, extended } = place;
  if (name === 'i') return immediateKinds.map((kind) => `i:${kind}`);
  const tokens: string[] = [];
  if (base === 256) {
    for (const signs of negative === undefined ? [''] : ['', '-', '~'])
      for (const count of counts)
        for (const files of ['VA', 'A']) tokens.push(`${name}:${show(count)}${files}${signs}`);
    if (generation >= 11)
      for (const signs of negative === undefined ? [''] : ['', '-', '~'])
        tokens.push(`${name}:HV${signs}`);
    return tokens;
  }
  if (width < 9 && place.scalar === undefined) {
    for (const count of [1, 2, 3, 4, 8, 16])
      for (const type of width === 7 ? [''] : typesOf(count))
        for (const off of ['', 'O', 'Z'])
          tokens.push(`${name}:${type}${show(count)}${off}SMEFNPDCLW`);
    for (const kind of ['decimal', 'number', 'hex', 'hwreg', 'sendmsg', 'gpr_idx', 'signed'])
      tokens.push(`${name}:${kind}`);
    return tokens;
  }
  const signList = [
    '',
    ...(negative === undefined ? [] : ['-', '~']),
    ...(extended === undefined ? [] : ['+']),
  ];
  for (const signs of signList)
    for (const count of counts)
      for (const type of typesOf(count))
        for (const files of ['VA', 'A', ...(generation >= 11 && count === 1 ? ['HV'] : [])])
          tokens.push(`${name}:${type}${show(count)}${files}SMEFNPDCLW${signs}`);
  return tokens;
}

const implicit = /^(?:vcc|vcc_lo|off|null|m0|exec|exec_lo|scc|0|src_\w+|lds_direct)$/;

/** Finds shapes of the instructions of a format. */
export class Fitter {
  readonly #format: Format;
  readonly #isa: Isa;
  readonly #tokens: readonly string[];
  readonly #modifiers: readonly string[];
  readonly #decoders = new Map<string, Decode>();

  constructor(format: Format, isa: Isa) {
    this.#format = format;
    this.#isa = isa;
    const memory = /smem|flat|scratch|global|buf|ds/.test(format.name) ? memoryOperands : [];
    const returned = format.places.get('d');
    this.#tokens = [
      ...[...format.places].flatMap(([name, place]) => tokensOf(name, place, isa.generation)),
      ...(returned !== undefined && /flat|scratch|global/.test(format.name)
        ? tokensOf('d', returned, isa.generation).map((token) => `?${token}`)
        : []),
      ...memory.map((name) => `@${name}`),
      ...(/sop|vop/.test(format.name) ? ['k', 'kn', ...(isa.generation > 12 ? ['kw'] : [])] : []),
      ...(format.name === 'vopdy' ? ['@ydst'] : []),
      ...(format.fields.has('sdst') ? ['@sdwadst'] : []),
      ...(format.fields.has('blgp') ? ['@A', '@B'] : []),
    ];
    this.#modifiers = modifierNames.filter((name) => {
      const [word = '', parameter = ''] = name.split(':');
      const { fields } = format;
      if (fields.has(word)) return word !== 'dpp' || !parameter;
      if (word === 'dppwide') return fields.has('dpp');
      if (word.startsWith('soffset')) return fields.has('offset');
      if (word === 'offset2' || word === 'swizzle') return format.name === 'ds';
      if (word.startsWith('op_sel_')) return fields.has('hi0');
      if (word === 'byte_sel') return fields.has('op_sel');
      if (word === 'bitop3') return format.name.startsWith('vop3');
      if (word === 'swap') return format.name === 'vop3';
      return fields.has(parameter);
    });
  }

  /** The decoder of an operand, or of a modifier (after a slash). */
  #decoder(token: string): Decode {
    let decoder = this.#decoders.get(token);
    if (decoder === undefined) {
      decoder = token.startsWith('/')
        ? modifierOf(token.slice(1), this.#format, this.#isa)
        : operandOf(token, this.#format, this.#isa);
      this.#decoders.set(token, decoder);
    }
    return decoder;
  }

  /** A shape that writes the texts of all probes; `undefined` where none does. `rests` are the texts behind the mnemonics. */
  fit(probes: readonly Probe[], rests: readonly string[]): Shape | undefined {
    const encodings = probes.map((probe) => encodingOf(probe, this.#isa));
    const bytes = 4 * this.#format.words;
    const text = (token: string, index: number): string | undefined => {
      const encoding = encodings[index];
      if (encoding === undefined) return undefined;
      encoding.begin(bytes);
      return this.#decoder(token)(encoding);
    };
    let budget = 3000;
    const modifiers = (from: number, left: readonly string[]): string[] | undefined => {
      if (left.every((one) => one === '')) return [];
      if (budget-- < 0) return undefined;
      for (let at = from; at < this.#modifiers.length; at++) {
        const name = this.#modifiers[at] ?? '';
        const next: string[] = [];
        let some = false;
        for (let i = 0; i < left.length; i++) {
          const written = text(`/${name}`, i);
          if (written === undefined || left[i]?.startsWith(written) !== true) break;
          some ||= written !== '';
          next.push(left[i]?.slice(written.length) ?? '');
        }
        if (next.length < left.length || !some) continue;
        const rest = modifiers(at + 1, next);
        if (rest !== undefined) return [name, ...rest];
      }
      return undefined;
    };
    const operands = (
      left: readonly string[],
      used: readonly string[],
    ): { operands: string[]; modifiers: string[] } | undefined => {
      const behind = modifiers(0, left);
      if (behind !== undefined) return { operands: [...used], modifiers: behind };
      if (used.length > 8 || budget < 0) return undefined;
      const first = left[0] ?? '';
      const word = /^,? ([^ ,]+)/.exec(first)?.[1] ?? '';
      const constants = implicit.test(word) ? [`'${word}'`] : [];
      for (const token of [
        ...constants.filter((one) => one === "'off'" || one === "'vcc'" || one === "'vcc_lo'"),
        ...this.#tokens,
        ...constants,
      ]) {
        if (used.includes(token) && !token.startsWith("'")) continue;
        const next: string[] = [];
        let some = false;
        for (let i = 0; i < left.length; i++) {
          const written = text(token, i);
          if (written === undefined) break;
          if (written === '') {
            next.push(left[i] ?? '');
            continue;
          }
          const isFirst = probes[i] !== undefined && left[i] === rests[i];
          const whole = (isFirst ? ' ' : ', ') + written;
          const rest = left[i] ?? '';
          if (!rest.startsWith(whole)) break;
          const end = rest[whole.length];
          if (end !== undefined && end !== ',' && end !== ' ') break;
          some = true;
          next.push(rest.slice(whole.length));
        }
        if (next.length < left.length || !some) continue;
        const found = operands(next, [...used, token]);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const found = operands(rests, []);
    if (found === undefined) return undefined;
    // Letters that no probe needs are taken away: what was not seen is invalid.
    const needed = found.operands.map((token) => this.#narrow(token, probes, text));
    return { operands: needed, modifiers: found.modifiers, zeros: [], ones: [] };
  }

  /** The operand without the letters that no probe needs. */
  #narrow(
    token: string,
    probes: readonly Probe[],
    text: (token: string, index: number) => string | undefined,
  ): string {
    let best = token;
    if (!/:[a-z\d]*[HOZVAS]/.test(token)) return token;
    const letters = [...(/[A-Z]+(?=[~+-]?$)/.exec(token)?.[0] ?? '')];
    const texts = probes.map((_, i) => text(token, i));
    for (const letter of letters) {
      if ('HOZ'.includes(letter)) continue;
      const less = best.replace(new RegExp(`${letter}(?=[A-Z]*[~+-]?$)`), '');
      // Of two files neither is left out: a bit of the encoding names one.
      const isOfTwo = letter === 'V' && best.includes('A');
      if (less === best || !/[A-Z]/.test(less) || isOfTwo) continue;
      if (probes.every((_, i) => text(less, i) === texts[i])) best = less;
    }
    // Halves that LLVM does not tell apart are in the first 128 registers.
    const low = best.replace(/V(?=[A-Z]*[~+-]?$)/, 'U');
    if (
      low !== best &&
      !best.includes('H') &&
      probes.length > 30 &&
      probes.every((_, i) => text(low, i) === texts[i])
    )
      best = low;
    if (!/[CLW]/.test(best)) best = best.replace(/:(?:[a-z]+\d\d)/, ':');
    return best;
  }

  /** What a shape writes for a probe. */
  textOf(
    mnemonic: string,
    shape: Shape,
    probe: Probe,
  ): { text: string | undefined; bytes: number } {
    const encoding = encodingOf(probe, this.#isa);
    const text = rowDecoder(mnemonic, shape, this.#format, this.#isa)(encoding);
    return { text, bytes: encoding.size };
  }
}
