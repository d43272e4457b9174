/**
 * Values that lanes of a wave give each other: the instruction for the chip, and what it means for the host.
 *
 * `source(lane)` is the lane that a value comes from; none where the old value stays.
 */
import type { Name } from './expressions.ts';
import type { Hardware } from './hardware.ts';
import type { Choices } from './random.ts';

export interface Exchange {
  readonly device: string;
  readonly host: (items: number) => string;
}

type Move = (below: Choices['below']) => readonly [control: number, source: string];

const isWord = ({ type }: Name): boolean => type === 'u32' || type === 'i32' || type === 'f32';

const asWord = ({ text, type }: Name): string =>
  type === 'f32' ? `bitsOf(${text})` : `(u32)${text}`;
const fromWord = ({ type }: Name, word: string): string =>
  type === 'f32' ? `f32bits(${word})` : `(${type})${word}`;

/** DPP controls with the lane that each reads; `undefined` outside its row. */
const moves: readonly Move[] = [
  (below) => {
    const lanes = [below(4), below(4), below(4), below(4)];
    const control = lanes.reduce((bits, lane, n) => bits | (lane << (2 * n)), 0);
    return [control, `(lane & ~3) | (${control} >> 2 * (lane & 3) & 3)`];
  },
  (below) => {
    const n = 1 + below(15);
    return [0x100 + n, `(lane & 15) + ${n} < 16 ? lane + ${n} : -1`];
  },
  (below) => {
    const n = 1 + below(15);
    return [0x110 + n, `(lane & 15) >= ${n} ? lane - ${n} : -1`];
  },
  (below) => {
    const n = 1 + below(15);
    return [0x120 + n, `(lane & ~15) | ((lane - ${n}) & 15)`];
  },
  () => [0x130, 'lane < 63 ? lane + 1 : -1'],
  () => [0x134, '(lane + 1) & 63'],
  () => [0x138, 'lane > 0 ? lane - 1 : -1'],
  () => [0x13c, '(lane - 1) & 63'],
  () => [0x140, 'lane ^ 15'],
  () => [0x141, 'lane ^ 7'],
  () => [0x142, 'lane < 16 ? -1 : (lane & ~15) - 1'],
  () => [0x143, 'lane < 32 ? -1 : 31'],
  (below) => {
    const n = below(16);
    return [0x150 + n, `(lane & ~15) | ${n}`];
  },
];

const isRowMove = (move: Move): boolean => {
  const [control] = move(() => 0);
  return control < 0x130 || control === 0x140 || control === 0x141 || control >= 0x150;
};

/** Those of RDNA: no moves between rows, and `row_xmask`. */
const rowMoves: readonly Move[] = [
  ...moves.filter(isRowMove),
  (below) => {
    const n = below(16);
    return [0x160 + n, `lane ^ ${n}`];
  },
];

/** The last one is `row_newbcast`. */
const movesOf: Readonly<Record<Hardware['controls'], readonly Move[]>> = {
  'wave': moves,
  'older-wave': moves.slice(0, -1),
  'row': rowMoves,
};

/** The host's side: all words first, then each item takes its own. */
const overWave =
  (from: Name, to: Name, source: string, old: string, active: string, last: number) =>
  (items: number): string =>
    `{ u32 words[${items}]; for (u32 item = 0; item < ${items}; item++) { auto &s = states[item]; words[item] = ${asWord(from)}; }
for (u32 item = 0; item < ${items}; item++) { auto &s = states[item]; const int lane = item & ${last}; const u32 base = item & ~${last}; (void)lane;
  if (!(${active})) continue;
  const int source = ${source}; const u32 word = source < 0 ? ${old} : words[base + source]; taken[item] = word; }
for (u32 item = 0; item < ${items}; item++) { auto &s = states[item]; const int lane = item & ${last}; (void)lane; if (!(${active})) continue; ${to.text} = ${fromWord(to, 'taken[item]')}; } }`.replace(
      '{ u32 words',
      `{ u32 taken[${items}]; u32 words`,
    );

export function randomExchange(
  variables: readonly Name[],
  { below, once, pick }: Choices,
  { lanes, permuteLanes, controls, hasRepertoire }: Hardware,
): Exchange {
  const last = lanes - 1;
  const within = permuteLanes - 1;
  const words = variables.filter(isWord);
  const from = pick(words);
  const to = pick(words);
  const value = asWord(from);
  const make = (call: string, source: string, old = asWord(to), active = 'true'): Exchange => {
    const line = `${to.text} = ${fromWord(to, `(u32)${call}`)};`;
    return {
      device: active === 'true' ? line : `if (${active}) ${line}`,
      host: overWave(from, to, source, old, active, last),
    };
  };
  /** For moves that LLVM 22 sinks into a branch, where lanes that it reads are not active: the value is used at once. */
  const pinned = (call: string, source: string): Exchange => {
    const { host } = make(call, source);
    const line = `${to.text} = ${fromWord(to, 'moved')};`;
    return { device: `{ u32 moved = ${call}; asm volatile("" : "+v"(moved)); ${line} }`, host };
  };
  switch (below(hasRepertoire ? 12 : 8)) {
    case 0: {
      const index = pick(words.filter(({ type }) => type !== 'f32'));
      return make(
        `__builtin_amdgcn_ds_bpermute((u32)${index.text} * 4, ${value})`,
        `(lane & ${last & ~within}) | ((u32)${index.text} & ${within})`,
      );
    }
    case 1: {
      const factor = 2 * below(32) + 1;
      // Over 32 lanes where no more is known: both ways to read the address are the same there.
      const group = controls === 'row' ? 32 : 64;
      const inverse =
        Array.from({ length: group }, (_, n) => n).find((n) => (n * factor) % group === 1) ?? 1;
      const half = `(lane & ${last & ~(group - 1)})`;
      return make(
        group === 64
          ? `__builtin_amdgcn_ds_permute(lane * ${4 * factor}, ${value})`
          : `__builtin_amdgcn_ds_permute(4 * (${half} | ((lane * ${factor}) & 31)), ${value})`,
        `${half} | ((lane * ${inverse}) & ${group - 1})`,
      );
    }
    case 2: {
      const [and, or, xor] = [below(32), below(32), below(32)];
      const pattern = and | (or << 5) | (xor << 10);
      return make(
        `__builtin_amdgcn_ds_swizzle(${value}, ${pattern})`,
        `(lane & 32) | ((((lane & 31) & ${and}) | ${or}) ^ ${xor})`,
      );
    }
    case 3: {
      const k = below(permuteLanes === 64 ? 6 : 5);
      const flip = below(1 << k);
      return make(
        `__builtin_amdgcn_ds_bpermute((lane ^ ${flip}) * 4, ${value})`,
        `lane ^ ${flip}`,
        '0',
        `lane >> ${k} & 1`,
      );
    }
    case 4: {
      const n = below(lanes);
      return make(`__builtin_amdgcn_readlane(${value}, ${n})`, String(n));
    }
    case 5:
      return make(`__builtin_amdgcn_readfirstlane(${value})`, '0');
    case 8: {
      // Four bits for each lane of a row say which lane of the row, or of the one beside it, it takes.
      const [low, high] = [below(2 ** 32), below(2 ** 32)];
      const [name, row] = pick([
        ['permlane16', 'lane & ~15'],
        ['permlanex16', '(lane & ~15) ^ 16'],
      ] as const);
      return make(
        `__builtin_amdgcn_${name}((u32)${asWord(to)}, (u32)${value}, ${low}u, ${high}u, false, false)`,
        `(${row}) | ((lane & 8 ? ${high}u : ${low}u) >> 4 * (lane & 7) & 15)`,
      );
    }
    case 9: {
      if (lanes === 64) return pinned(`__builtin_amdgcn_permlane64((u32)${value})`, 'lane ^ 32');
      const chosen = below(2 ** 24);
      return pinned(
        `__builtin_amdgcn_mov_dpp8((u32)${value}, ${chosen})`,
        `(lane & ~7) | (${chosen} >> 3 * (lane & 7) & 7)`,
      );
    }
    case 10: {
      // How many lanes of the wave have the bit, and in which half.
      const bit = below(32);
      const call = `__builtin_amdgcn_ballot_w${lanes}((u32)${value} >> ${bit} & 1)`;
      const folded = lanes === 64 ? `(u32)(${call} ^ ${call} >> 32)` : call;
      return {
        device: `${to.text} = ${fromWord(to, folded)};`,
        host: (
          items,
        ) => `{ u32 words[${items}]; for (u32 item = 0; item < ${items}; item++) { auto &s = states[item]; words[item] = (u32)${value} >> ${bit} & 1; }
for (u32 item = 0; item < ${items}; item++) { auto &s = states[item]; u32 word = 0; for (u32 n = 0; n < ${lanes}; n++) word ^= words[(item & ~${last}u) + n] << (n & 31); ${to.text} = ${fromWord(to, 'word')}; } }`,
      };
    }
    default: {
      const [control, source] = pick(movesOf[controls])(below);
      const [rows, banks] = once(2) ? [15, 15] : [1 + below(15), 1 + below(15)];
      const bound = once(2);
      const enabled = `(${rows} >> (lane >> 4) & 1) && (${banks} >> (lane >> 2 & 3) & 1)`;
      // A lane whose source is outside reads 0 with bound_ctrl, and keeps the old value without.
      const call = `__builtin_amdgcn_update_dpp((u32)${asWord(to)}, (u32)${value}, ${control}, ${rows}, ${banks}, ${bound})`;
      return make(
        call,
        `!(${enabled}) ? -2 : (${source})`,
        `(source == -2 || !${bound} ? ${asWord(to)} : 0)`,
      );
    }
  }
}
