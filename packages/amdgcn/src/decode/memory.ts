/**
 * Vector memory: DS, FLAT with GLOBAL and SCRATCH, MUBUF, MTBUF and MIMG.
 *
 *     DS      first   110110 a oooooooo g iiiiiiii iiiiiiii          AGPRs, opcode, GDS, offsets
 *             second  destination, data 1, data 0, address
 *     FLAT    first   110111 c ooooooo s g tt l iiiiiiiiiiiii        caching, opcode, segment, LDS or VGPR, offset
 *             second  destination, a sssssss, data, address
 *     MUBUF   first   111000 - ooooooo s l c g x e iiiiiiiiiiii      opcode, caching and LDS, index, offset
 *             second  SGPR of the offset, a -- rrrrr, data, address
 */
import { hexadecimal } from './constants.ts';
import type { Encoding } from './encoding.ts';
import { FIRST_VGPR, operandText } from './operands.ts';
import type { OperandText } from './operands.ts';
import { scalarRegister } from './registers.ts';
import type { Decode, Decoders } from './scalar.ts';
import { decodersOf, statement } from './scalar.ts';
import { swizzleText } from './swizzle.ts';
import type { Chip, Row } from './table.ts';
import { ds, flat, mimg, mtbuf, mubuf } from './tables/memory.ts';

const ACCUMULATOR = 512;
const bit = (word: number, place: number): number => (word >>> place) & 1;
const named = (set: number, name: string): string => (set === 0 ? '' : ` ${name}`);

/** Registers of a field of the second word, in the file that `inFile` reads; two of them are in the same. */
function registers(
  kind: string,
  shift: number,
  inFile: (encoding: Encoding) => number,
  tied = false,
): Decode {
  const text = operandText(kind.replace(/^v/, tied ? 'tied' : 'av'));
  return (encoding) => {
    const file = inFile(encoding) === 0 ? FIRST_VGPR : FIRST_VGPR + ACCUMULATOR;
    return text(((encoding.high >>> shift) & 255) | file, encoding);
  };
}

const addressText = operandText('v');
const address: Decode = (encoding) => addressText((encoding.high & 255) | FIRST_VGPR, encoding);
const wideAddressText = operandText('v64');
const wideAddress: Decode = (encoding) =>
  wideAddressText((encoding.high & 255) | FIRST_VGPR, encoding);

/** Makes a decoder of an encoding of two words whose bits outside its fields are 0. */
const checked =
  (decode: Decode, low: number, high: number): Decode =>
  (encoding) =>
    encoding.begin(8) && (encoding.low & low) === 0 && (encoding.high & high) === 0
      ? decode(encoding)
      : undefined;

function dsRow({ mnemonic, operands: kinds, flags }: Row): Decode {
  const inFile = ({ low }: Encoding): number => bit(low, 25);
  const operands: Decode[] = [];
  let unusedBits = 0xffffffff;
  let data = 8;
  const tied = kinds.filter((kind) => kind !== 'addr').length > 1;
  for (const kind of kinds) {
    if (kind === 'addr') {
      unusedBits &= ~0xff;
      operands.push(flags.has('gws') ? registers('v', 0, inFile) : address);
    } else if (kind.startsWith('=')) {
      unusedBits &= ~(0xff << 24);
      operands.push(registers(kind.slice(1), 24, inFile, tied));
    } else {
      unusedBits &= ~(0xff << data);
      operands.push(registers(kind, data, inFile, tied));
      data += 8;
    }
  }
  const gws = flags.has('gws');
  const decode = statement(mnemonic, operands, ({ low }) => {
    const offset = low & 0xffff;
    if (gws) return `${offset === 0 ? '' : ` offset:${offset}`} gds`;
    if (offset === 0 || flags.has('zero')) return '';
    if (flags.has('swizzle')) return ` offset:${swizzleText(offset)}`;
    if (!flags.has('offset2')) return ` offset:${offset}`;
    const [first, second] = [offset & 255, offset >>> 8];
    return (first === 0 ? '' : ` offset0:${first}`) + (second === 0 ? '' : ` offset1:${second}`);
  });
  const zero = flags.has('zero') ? 0x0201ffff : flags.has('no_gds') ? 0x10000 : 0;
  if (!gws) return checked(decode, zero, unusedBits);
  const synchronized = checked(decode, kinds.length === 0 ? 1 << 25 : 0, unusedBits);
  return (encoding) => (bit(encoding.low, 16) === 1 ? synchronized(encoding) : undefined);
}

/** How accesses are cached, by bits that formats have in different places. */
function caching(chip: Chip): (glc: number, slc: number, scc: number) => string {
  const [first, second, third] = chip === '90a' ? ['glc', 'slc', 'scc'] : ['sc0', 'nt', 'sc1'];
  return (glc, slc, scc) => named(glc, first) + named(slc, second) + named(scc, third);
}

type Segment = 'flat' | 'scratch' | 'global';
const NO_SGPR = 127;
const TO_LDS = 13;

/** The operands of an address, and whether the word that has them is valid. */
interface Addressing {
  readonly address: Decode;
  /** The base in SGPRs; none in flat. */
  readonly base?: Decode;
}

const off = (): string => 'off';
const sgprOf = ({ high }: Encoding): number => (high >>> 16) & 127;

/** How a segment is addressed. */
function addressingOf(segment: Segment, chip: Chip, dataless: boolean): Addressing {
  if (segment === 'flat') return { address: wideAddress };
  const count = segment === 'global' ? 2 : 1;
  const text = operandText(count === 1 ? 's' : dataless ? 's64' : 'sg64', true);
  const base: Decode = (encoding) => {
    const sgpr = sgprOf(encoding);
    return sgpr === NO_SGPR ? 'off' : text(sgpr, encoding);
  };
  if (segment === 'global') {
    return {
      base,
      address: (encoding) => (sgprOf(encoding) === NO_SGPR ? wideAddress : address)(encoding),
    };
  }
  const byVgpr =
    chip === '90a'
      ? (encoding: Encoding) => sgprOf(encoding) === NO_SGPR
      : ({ low }: Encoding) => bit(low, TO_LDS) === 1;
  return { base, address: (encoding) => (byVgpr(encoding) ? address : off)(encoding) };
}

function flatSegment(row: Row, segment: Segment, chip: Chip): Decode {
  const inFile = ({ high }: Encoding): number => bit(high, 23);
  const { address: at, base } = addressingOf(segment, chip, row.operands.length === 0);
  const result = row.operands.find((kind) => kind.startsWith('='));
  const data = row.operands.find((kind) => !kind.startsWith('='));
  const atomic = result !== undefined && data !== undefined;
  const cache = caching(chip);
  const modifiers: Decode = ({ low }) => {
    const unsigned = low & 0x1fff;
    const offset = segment === 'flat' ? unsigned : (unsigned << 19) >> 19;
    const lds = chip === '90a' && bit(low, TO_LDS) === 1 ? ' lds' : '';
    return (
      (offset === 0 ? '' : ` offset:${offset}`) +
      cache(bit(low, 16), bit(low, 17), bit(low, 25)) +
      lds
    );
  };
  const before = result === undefined ? [] : [registers(result.slice(1), 24, inFile, atomic)];
  const withData = (tied: boolean): readonly Decode[] => [
    at,
    ...(data === undefined ? [] : [registers(data, 8, inFile, tied)]),
    ...(base === undefined ? [] : [base]),
  ];
  const behind = withData(false);
  const mnemonic = `${segment}_${row.mnemonic}`;
  const plain = statement(mnemonic, atomic ? behind : [...before, ...behind], modifiers);
  const other = statement(mnemonic, atomic ? [...before, ...withData(true)] : behind, modifiers);
  const toLds = chip === '90a' && row.flags.has('lds') && segment !== 'flat';
  const scratchVgpr = chip !== '90a' && segment === 'scratch';
  const low =
    (toLds || scratchVgpr ? 0 : 1 << TO_LDS) |
    (chip === '90a' && row.flags.has('-scc') ? 1 << 25 : 0);
  const chosen: Decode = (encoding) => {
    const alternative = atomic ? bit(encoding.low, 16) : toLds ? bit(encoding.low, TO_LDS) : 0;
    const vgprs =
      toLds ||
      (segment === 'global' && row.flags.has('vgpr_result')) ||
      (chip !== '90a' && row.flags.has('vgpr_sc1') && bit(encoding.low, 25) === 1);
    if (alternative === 1 && vgprs && inFile(encoding) === 1) return undefined;
    return (alternative === 1 ? other : plain)(encoding);
  };
  const dataless = row.operands.length === 0 ? 1 << 23 : 0;
  return checked(chosen, low, segment === 'flat' ? 0x7f0000 : dataless);
}

function flatRow(row: Row, chip: Chip): Decode {
  const segments = (['flat', 'scratch', 'global'] as const).map((segment) =>
    row.flags.has(segment) ? flatSegment(row, segment, chip) : undefined,
  );
  return (encoding) => segments[(encoding.low >>> 14) & 3]?.(encoding);
}

const soffset = operandText('b32', true);
const resource: Decode = ({ high }) => scalarRegister(((high >>> 16) & 31) * 4, 4);
const scalarOffset: Decode = (encoding) => soffset(encoding.high >>> 24, encoding);

/** The address of a buffer access: an index, an offset, both, or none. */
const bufferAddress: Decode = (encoding) => {
  const mode = (encoding.low >>> 12) & 3;
  if (mode === 0) return 'off';
  return (mode === 3 ? wideAddress : address)(encoding);
};
const anyAddressText = operandText('any64');
/** As `bufferAddress`, for MTBUF, whose pairs of registers begin anywhere. */
const typedBufferAddress: Decode = (encoding) =>
  ((encoding.low >>> 12) & 3) === 3
    ? anyAddressText((encoding.high & 255) | FIRST_VGPR, encoding)
    : bufferAddress(encoding);

/** Index, offset and the immediate offset, as modifiers. */
const bufferModifiers = ({ low }: Encoding): string =>
  named(bit(low, 13), 'idxen') +
  named(bit(low, 12), 'offen') +
  ((low & 0xfff) === 0 ? '' : ` offset:${low & 0xfff}`);

const inBufferFile = ({ high }: Encoding): number => bit(high, 23);

function mubufRow(row: Row, chip: Chip): Decode {
  const { mnemonic, operands, flags } = row;
  const cache = caching(chip);
  if (flags.has('cache')) {
    const shown = chip !== '90a';
    const decode = statement(mnemonic, [], ({ low }) =>
      shown ? cache(bit(low, 14), 0, bit(low, 15)) : '',
    );
    return checked(decode, shown || mnemonic === 'buffer_wbl2' ? 0x13000 : 0x1f000, 1 << 23);
  }
  const modifiers: Decode = (encoding) => {
    const { low } = encoding;
    const lds = bit(low, 16) === 1 ? ' lds' : '';
    return bufferModifiers(encoding) + cache(bit(low, 14), bit(low, 17), bit(low, 15)) + lds;
  };
  if (flags.has('lds_store')) {
    const stored: Decode = (encoding) => {
      const { low } = encoding;
      const caches = cache(bit(low, 14), bit(low, 17), bit(low, 15));
      return `${bufferModifiers(encoding)} lds${caches}`;
    };
    const decode = checked(statement(mnemonic, [resource, scalarOffset], stored), 0x3000, 1 << 23);
    return (encoding) => (bit(encoding.low, 16) === 1 ? decode(encoding) : undefined);
  }
  const place = [bufferAddress, resource, scalarOffset];
  const data = operands.map((kind) => registers(kind, 8, inBufferFile));
  const plain = statement(mnemonic, [...data, ...place], modifiers);
  const toLds = statement(mnemonic, place, modifiers);
  const low =
    (flags.has('lds') ? 0 : 1 << 16) | (chip === '90a' && flags.has('-scc') ? 1 << 15 : 0);
  const chosen: Decode = (encoding) => {
    if (bit(encoding.low, 16) === 0) return plain(encoding);
    return inBufferFile(encoding) === 0 ? toLds(encoding) : undefined;
  };
  return checked(chosen, low, 0);
}

const dataFormats =
  'INVALID 8 16 8_8 32 16_16 10_11_11 11_11_10 10_10_10_2 2_10_10_10 8_8_8_8 32_32 16_16_16_16 32_32_32 32_32_32_32 RESERVED_15'.split(
    ' ',
  );
const numberFormats = 'UNORM SNORM USCALED SSCALED UINT SINT RESERVED_6 FLOAT'.split(' ');

/** The format of elements in memory; the default, bytes from 0 to 1, is not written. */
function formatText({ low }: Encoding): string {
  const data = (low >>> 19) & 15;
  const number = (low >>> 23) & 7;
  if (data === 1 && number === 0) return '';
  const parts = [
    ...(data === 1 ? [] : [`BUF_DATA_FORMAT_${dataFormats[data] ?? ''}`]),
    ...(number === 0 ? [] : [`BUF_NUM_FORMAT_${numberFormats[number] ?? ''}`]),
  ];
  return ` format:[${parts.join(',')}]`;
}

function mtbufRow({ mnemonic, operands }: Row, chip: Chip): Decode {
  const cache = caching(chip);
  const data = operands.map((kind) => registers(kind, 8, inBufferFile));
  const decode = statement(
    mnemonic,
    [...data, typedBufferAddress, resource, scalarOffset],
    (encoding) => {
      const { low, high } = encoding;
      return (
        formatText(encoding) +
        bufferModifiers(encoding) +
        cache(bit(low, 14), bit(high, 22), bit(high, 21))
      );
    },
  );
  return checked(decode, 0, 0);
}

/**
 * Data of an image access: as many registers as channels, two channels each with `d16`. An atomic has `smallest`
 * registers or one more or two; other counts, ranges from odd numbers and
 * ranges beyond the last register are written as if there was one channel.
 */
function imageData(kind: string, atomic: boolean): Decode {
  const smallest = kind === 'v64' ? 2 : 1;
  const most = atomic ? smallest + 2 : 4;
  const texts: OperandText[] = [1, 2, 3, 4].map((count) =>
    operandText(count === 1 ? 'av' : `av${32 * count}`),
  );
  const fixed = operandText(kind.replace(/^v/, 'av'));
  return (encoding) => {
    const { low, high } = encoding;
    const mask = (low >>> 8) & 15;
    const channels = bit(mask, 0) + bit(mask, 1) + bit(mask, 2) + bit(mask, 3);
    const count = bit(high, 31) === 1 ? (channels + 1) >> 1 : channels;
    const first = (high >>> 8) & 255;
    const widened = first % 2 === 0 && first + count <= 256 && count >= smallest && count <= most;
    const text = (widened ? texts[count - 1] : undefined) ?? fixed;
    const file = FIRST_VGPR + bit(low, 16) * ACCUMULATOR;
    return text(first | file, encoding);
  };
}

function mimgRow({ mnemonic, operands: [kind = 'v', ...rest], flags }: Row): Decode {
  const sampler = rest.includes('sampler');
  const decode = statement(
    mnemonic,
    [
      imageData(kind, mnemonic.startsWith('image_atomic')),
      address,
      ({ high }) => scalarRegister(((high >>> 16) & 31) * 4, 8),
      ...(sampler ? [({ high }: Encoding) => scalarRegister(((high >>> 21) & 31) * 4, 4)] : []),
    ],
    ({ low, high }) => {
      const mask = (low >>> 8) & 15;
      return (
        (mask === 0 ? '' : ` dmask:${hexadecimal(mask)}`) +
        named(bit(low, 12), 'unorm') +
        named(bit(low, 13), 'glc') +
        named(bit(low, 25), 'slc') +
        named(bit(low, 7), 'scc') +
        named(bit(low, 15), 'a16') +
        named(bit(low, 17), 'lwe') +
        named(bit(low, 14), 'da') +
        named(bit(high, 31), 'd16')
      );
    },
  );
  return checked(decode, 1, (flags.has('d16') ? 0 : 1 << 31) | (sampler ? 0 : 0x1f << 21));
}

/** The decoders of the formats of vector memory. */
export function memoryDecoders(
  chip: Chip,
): Record<'ds' | 'flat' | 'mubuf' | 'mtbuf' | 'mimg', Decoders> {
  return {
    ds: decodersOf(ds, chip, dsRow),
    flat: decodersOf(flat, chip, (row) => flatRow(row, chip)),
    mubuf: decodersOf(mubuf, chip, (row) => mubufRow(row, chip)),
    mtbuf: decodersOf(mtbuf, chip, (row) => mtbufRow(row, chip)),
    mimg: decodersOf(mimg, chip, mimgRow),
  };
}
