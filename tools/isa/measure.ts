/**
 * Measures the instructions of a chip: per format and opcode the shapes of encodings.
 *
 *     random encodings -> groups by opcode and mnemonic -> a shape that writes them all -> neighbours and new ones -> again, or done
 */
import { type Format, formatsOf } from '../../packages/amdgcn/src/decode/formats.ts';
import type { Isa } from '../../packages/amdgcn/src/decode/isa.ts';
import type { Shape } from '../../packages/amdgcn/src/decode/row.ts';
import { Fitter } from './fit.ts';
import { disassemble, type Probe, UNKNOWN } from './objdump.ts';
import { belongs, makeProbe, placesOf, type Random, randomOf, setField } from './probes.ts';
import { shapeText } from './write.ts';

/** An instruction in an encoding. */
export interface Measured {
  readonly mnemonic: string;
  readonly formatIndex: number;
  readonly opcode: number;
  readonly shape: Shape;
}

/** Encodings of one instruction, and those of its opcode that are not. */
interface Group {
  readonly opcode: number;
  readonly mnemonic: string;
  /** Whether registers are written as halves. */
  readonly halves: boolean;
  /** Whether it is the form of a load that writes to LDS. */
  readonly toLds: boolean;
  positives: Probe[];
  negatives: Probe[];
  shape: Shape | undefined;
  /** What the shape writes otherwise than LLVM. */
  wrong: readonly Probe[];
  done: boolean;
}

/** Encodings of an opcode that show whether it is one, and those that a first shape is made of. */
const [FIRST, RARE, MORE] = [48, 200, 60];
const ROUNDS = 7;

/** Measures the formats of a chip; `log` is given a line per format, and what has no row. */
export function measureRows(isa: Isa, log: (text: string) => void): Measured[] {
  return [...formatsOf(isa).entries()].flatMap(([formatIndex, format]) => {
    const rows = measureFormat(format, isa, log);
    log(`${isa.chip} ${nameOf(format)}: ${rows.length} rows`);
    return rows.map((row) => ({ ...row, formatIndex }));
  });
}

const nameOf = ({ name, suffix, when }: Format): string =>
  `${name}${suffix}${when === undefined ? '' : ` ${when.join()}`}`;

function measureFormat(format: Format, isa: Isa, log: (text: string) => void): readonly Row[] {
  const random = randomOf(format.value ^ (format.words << 4) ^ 12345);
  const groups = groupsOf(format, isa, ownOpcodes(format, isa), random);
  const fitter = new Fitter(format, isa);
  for (let round = 0; round < ROUNDS; round++) {
    const open = groups.filter(({ done }) => !done);
    const tries = open.map((group) => {
      if (round > 0) fitGroup(group, fitter, format);
      return triesOf(group, round, format, random);
    });
    disassemble(tries.flat(), isa.chip);
    for (const [index, group] of open.entries()) {
      const clear = (tries[index] ?? []).filter((probe) => isClear(probe, format, isa));
      judge(group, clear, round, fitter, format);
    }
  }
  for (const group of groups) {
    if (group.done && group.shape !== undefined) continue;
    const { shape, mnemonic, opcode, positives } = group;
    const says =
      shape === undefined ? 'unfit' : `${group.wrong.length} differ from ${shapeText(shape)}`;
    const shown = (shape === undefined ? positives : group.wrong).slice(0, 3);
    log(
      [
        `${isa.chip} ${nameOf(format)} ${opcode.toString(16)} ${mnemonic}: ${says}`,
        ...shown.map(
          ({ words, text }) =>
            `    ${words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ')}  ${text}`,
        ),
      ].join('\n'),
    );
  }
  // A row that writes something else than LLVM is left out; one that takes less is not.
  const rows = groups.flatMap(({ mnemonic, opcode, shape, wrong }) =>
    shape === undefined ||
    wrong.some(
      (probe) => probe.text !== '' && fitter.textOf(mnemonic, shape, probe).text !== undefined,
    )
      ? []
      : [{ mnemonic, opcode, shape }],
  );
  return unmasked(rows, format, isa, random);
}

type Row = Omit<Measured, 'formatIndex'>;

/** Rows without the bits of masks that LLVM does not ask for: those that the few valid encodings had in common by chance. */
function unmasked(rows: readonly Row[], format: Format, isa: Isa, random: Random): readonly Row[] {
  const fitter = new Fitter(format, isa);
  const tries = rows.flatMap((row) =>
    maskBits(row.shape).map(([word, bit, isZero]) => {
      const mask = isZero ? 'zeros' : 'ones';
      const less = row.shape[mask].map((old, i) => (i === word ? old & ~bit : old));
      const shape = { ...row.shape, [mask]: less };
      const probes = Array.from({ length: TRIED }, () => {
        const { words } = makeProbe(format, row.opcode, random);
        const changed = words.map(
          (old, i) => (old & ~(shape.zeros[i] ?? 0)) | (shape.ones[i] ?? 0),
        );
        changed[word] = isZero ? (changed[word] ?? 0) | bit : (changed[word] ?? 0) & ~bit;
        return { words: changed, text: UNKNOWN, bytes: 0 };
      }).filter(
        (probe) =>
          belongs(format, probe.words) &&
          fitter.textOf(row.mnemonic, shape, probe).text !== undefined,
      );
      return { row, word, bit, mask, shape, probes } as const;
    }),
  );
  disassemble(
    tries.flatMap(({ probes }) => probes),
    isa.chip,
  );
  const shapes = new Map<Row, Shape>();
  for (const { row, word, bit, mask, shape, probes } of tries) {
    const clear = probes.filter((probe) => isClear(probe, format, isa));
    const isFree =
      clear.length >= 3 &&
      clear.every(
        (probe) => fitter.textOf(row.mnemonic, shape, probe).text === partOf(format, probe.text),
      );
    const known = shapes.get(row) ?? row.shape;
    if (isFree)
      shapes.set(row, {
        ...known,
        [mask]: known[mask].map((old, i) => (i === word ? old & ~bit : old)),
      });
  }
  return rows.map((row) => ({ ...row, shape: shapes.get(row) ?? row.shape }));
}

/** Encodings that a bit of a mask is tried on. */
const TRIED = 16;

/** The bits of masks: word, bit, and whether it has to be 0. */
const maskBits = ({
  zeros,
  ones,
}: Shape): (readonly [word: number, bit: number, isZero: boolean])[] =>
  [zeros, ones].flatMap((words, index) =>
    words.flatMap((mask, word) =>
      Array.from({ length: 32 }, (_, i) => 1 << i)
        .filter((bit) => (mask & bit) !== 0)
        .map((bit) => [word, bit, index === 0] as const),
    ),
  );

/** Opcodes of a format that are not the name of another format. */
function ownOpcodes(format: Format, isa: Isa): number[] {
  const [at, width] = format.opcode;
  const others = formatsOf(isa).filter(
    ({ mask }) => mask !== format.mask && (mask & format.mask) === format.mask,
  );
  const known = format.mask | (((1 << width) - 1) << at);
  return Array.from({ length: 2 ** width }, (_, i) => i).filter((opcode) => {
    const word = format.value | (opcode << at);
    return !others.some(({ mask, value }) => (mask & known) === mask && (word & mask) === value);
  });
}

/** The instructions that random encodings of a format are. */
function groupsOf(format: Format, isa: Isa, opcodes: readonly number[], random: Random): Group[] {
  const measured = (opcodes: readonly number[], count: number): Map<number, Probe[]> => {
    const made = new Map(
      opcodes.map((opcode) => [
        opcode,
        Array.from({ length: count }, () => makeProbe(format, opcode, random)),
      ]),
    );
    disassemble([...made.values()].flat(), isa.chip);
    for (const [opcode, probes] of made)
      made.set(
        opcode,
        probes.filter((probe) => isClear(probe, format, isa)),
      );
    return made;
  };
  const found = measured(opcodes, FIRST);
  const isAlive = (opcode: number): boolean =>
    found.get(opcode)?.some(({ text }) => text !== '') === true;
  const add = (more: ReadonlyMap<number, Probe[]>): void => {
    for (const [opcode, probes] of more) found.get(opcode)?.push(...probes);
  };
  // Few encodings are valid of an instruction without some operands of its format.
  add(
    measured(
      opcodes.filter((opcode) => !isAlive(opcode)),
      RARE,
    ),
  );
  const alive = opcodes.filter(isAlive);
  add(measured(alive, MORE));
  return alive.flatMap((opcode) => {
    const probes = found.get(opcode) ?? [];
    const kinds = new Map<string, Probe[]>();
    for (const probe of probes) {
      if (probe.text === '') continue;
      const [mnemonic] = textsOf(format, probe);
      const kind = `${mnemonic} ${isToLds(probe) ? 'lds' : ''}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), probe]);
    }
    return [...kinds].map(([kind, own]): Group => {
      const [mnemonic = '', lds] = kind.split(' ');
      // With bits set that no instruction of it has, LLVM may take one for another that is written without halves.
      const [plainest] = own.toSorted((one, other) => bitsSet(one) - bitsSet(other));
      const halves = plainest !== undefined && hasHalves(plainest);
      const name = { opcode, mnemonic, halves, toLds: lds === 'lds' };
      const positives = own.filter((probe) => isOwn(name, format, probe));
      const negatives = probes.filter((probe) => !isOwn(name, format, probe));
      return { ...name, positives, negatives, shape: undefined, wrong: [], done: false };
    });
  });
}

const hasHalves = ({ text }: Probe): boolean => /\bv\d+\.[lh]\b/.test(text);
const isToLds = ({ text }: Probe): boolean => / lds(?: |$)/.test(text);

/** Whether LLVM takes an encoding for the instruction of a group. */
function isOwn(
  { mnemonic, halves, toLds }: Pick<Group, 'mnemonic' | 'halves' | 'toLds'>,
  format: Format,
  probe: Probe,
): boolean {
  const [name, rest] = textsOf(format, probe);
  const isWritten = halves === hasHalves(probe) || !/\bv\d/.test(rest);
  return name === mnemonic && toLds === isToLds(probe) && isWritten;
}

function bitsSet({ words }: Probe): number {
  let count = 0;
  for (const word of words.slice(0, -2))
    for (let bit = 0; bit < 32; bit++) count += (word >>> bit) & 1;
  return count;
}

/** The text of the half of a dual instruction that the format is of. */
function partOf({ name }: Format, text: string): string {
  if (!name.startsWith('vopd')) return text;
  return text.split(' :: ')[name.endsWith('y') ? 1 : 0] ?? '';
}

function textsOf(format: Format, probe: Probe): [mnemonic: string, rest: string] {
  const part = partOf(format, probe.text);
  const space = part.indexOf(' ');
  return space < 0 ? [part, ''] : [part.slice(0, space), part.slice(space)];
}

/** Not an encoding with a literal of 64 bits that 32 could express: LLVM writes it in several ways. */
function isClear({ words, text }: Probe, { places }: Format, { generation }: Isa): boolean {
  if (generation <= 12 || text === '' || /0x[\da-f]{9,}/.test(text)) return true;
  return [...places.values()].every(({ at, width, base }) => {
    const value = ((words[at >> 5] ?? 0) >>> (at & 31)) & ((1 << width) - 1);
    return width < 8 || base > 0 || value !== 254;
  });
}

/** Encodings that a shape is tried on: random ones, and neighbours of valid ones by one bit or one operand. */
function triesOf(
  { opcode, positives }: Group,
  round: number,
  format: Format,
  random: Random,
): Probe[] {
  const tries: Probe[] = [];
  const change = (edit: (words: number[]) => void): void => {
    const words = [...(positives[random(positives.length)]?.words ?? [])];
    edit(words);
    // Some are encodings of other formats.
    if (words.length > 0 && belongs(format, words)) tries.push({ words, text: UNKNOWN, bytes: 0 });
  };
  for (const [at, width, value, literal] of round === 0 ? placesOf(format) : []) {
    change((words) => {
      setField(words, at, width, value);
      if (literal !== undefined) words[format.words] = literal;
    });
  }
  // Of half an instruction other bits are the other half's.
  const bits = format.name.startsWith('vopd') ? 0 : 32 * format.words;
  const [first, width] = format.opcode;
  for (let i = 0; i < 2; i++) {
    for (let bit = 0; bit < bits; bit++) {
      if (bit >= first && bit < first + width) continue;
      change((words) => {
        words[bit >> 5] = (words[bit >> 5] ?? 0) ^ (1 << (bit & 31));
      });
    }
  }
  const count = round === 0 ? 10 : 60;
  return [...tries, ...Array.from({ length: count }, () => makeProbe(format, opcode, random))];
}

/** Gives a group a shape that writes all its encodings. */
function fitGroup(group: Group, fitter: Fitter, format: Format): void {
  const restsOf = (probes: readonly Probe[]): string[] =>
    probes.map((probe) => textsOf(format, probe)[1]);
  let fitted = fitter.fit(group.positives, restsOf(group.positives));
  if (fitted === undefined) {
    // LLVM writes constants of some instructions in a way of their own.
    const registers = group.positives.filter((probe) => !hasConstant(probe));
    if (registers.length < 20 || registers.length === group.positives.length) group.done = true;
    else fitted = fitter.fit(registers, restsOf(registers));
    if (fitted !== undefined) group.positives = registers;
  }
  group.shape = fitted === undefined ? undefined : masked(fitted, group, fitter, format);
  group.done ||= fitted === undefined;
}

/** True where an operand is a number. */
const hasConstant = ({ text }: Probe): boolean => /, [-|]*(?:neg\()?-?(?:0x|\d|lit)/.test(text);

/** Compares what a shape writes; what is wrong is learned from. */
function judge(
  group: Group,
  tries: readonly Probe[],
  round: number,
  fitter: Fitter,
  format: Format,
): void {
  const { mnemonic, shape } = group;
  const own = tries.filter((probe) => isOwn(group, format, probe));
  const others = tries.filter((probe) => !isOwn(group, format, probe));
  group.negatives = [...group.negatives, ...others];
  if (round === 0 || shape === undefined) {
    group.positives = [...group.positives, ...own];
    return;
  }
  const dual = format.name.startsWith('vopd');
  const missed = own.filter((probe) => {
    const { text, bytes } = fitter.textOf(mnemonic, shape, probe);
    return text !== partOf(format, probe.text) || (!dual && bytes !== probe.bytes);
  });
  group.positives = [...group.positives, ...missed];
  group.wrong = [
    ...missed,
    ...others.filter((probe) => fitter.textOf(mnemonic, shape, probe).text !== undefined),
  ];
  group.done = group.wrong.length === 0;
}

/** The shape with the bits that valid encodings have in common, as far as they tell them from invalid ones. */
function masked(
  shape: Shape,
  { mnemonic, positives, negatives }: Group,
  fitter: Fitter,
  format: Format,
): Shape {
  const taken = negatives.filter(
    (probe) => fitter.textOf(mnemonic, shape, probe).text !== undefined,
  );
  const masks = Array.from({ length: format.words }, (_, index) => {
    let [zeros, ones] = [~0, ~0];
    for (const { words } of positives) {
      zeros &= ~(words[index] ?? 0);
      ones &= words[index] ?? 0;
    }
    let [zero, one] = [0, 0];
    for (const { words } of taken) {
      zero |= zeros & (words[index] ?? 0);
      one |= ones & ~(words[index] ?? 0);
    }
    return [zero, one] as const;
  });
  if (format.name.startsWith('vopd')) {
    // Of half an instruction other bits are the other half's.
    const own = masks.map((_, word) => {
      let bits = 0;
      for (const [name, { at, width, negative = at }] of format.places)
        if (name !== 'd' && name !== '0' && at >> 5 === word)
          bits |= (((1 << width) - 1) << (at & 31)) | (1 << (negative & 31));
      return bits;
    });
    const zeros = masks.map(([zero], word) => zero & (own[word] ?? 0));
    return { ...shape, zeros, ones: [] };
  }
  return { ...shape, zeros: masks.map(([zero]) => zero), ones: masks.map(([, one]) => one) };
}
