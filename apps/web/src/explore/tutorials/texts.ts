/** What each tutorial does, and what comes of it. */
export interface TutorialText {
  readonly idea: string;
  /** Of its own tile, 64 x 32 of f16 on four waves of 64 lanes. */
  readonly finding: string;
}

export const texts: Readonly<Record<string, TutorialText>> = {
  '01': {
    idea: 'Rows are contiguous. A lane writes 16 bytes of a row at once and reads elements of a column, one by one.',
    finding:
      'The rows that a half-wave reads are eight apart, 512 bytes: each of the eight reads takes eight words from one bank, which costs 7 extra cycles in each of two phases.',
  },
  '02': {
    idea: 'Columns are contiguous. The read is a vector, and the write is an instruction per element.',
    finding:
      'The conflicts move to the write, and there are fewer: the four packs of a row are 1024 bytes apart, so a bank takes four words instead of eight. Half of the eight writes are ds_write_b16_d16_hi.',
  },
  '03': {
    idea: 'Rows with a few elements of padding behind each.',
    finding:
      'Rows have 34 elements instead of 32. The stride is coprime with the banks, but conflicts remain: the lanes of a read are eight rows apart. Rows begin at multiples of 4 bytes, so the write is two ds_write2_b32 instead of one ds_write_b128.',
  },
  '04': {
    idea: 'The XOR descriptor, read down columns like 01.',
    finding:
      'All eight reads have the same conflicts, because lanes eight rows apart have only two keys. The CDNA slides blame immediate offsets that bypass the XOR, but an offset is part of a correct address.',
  },
  '05': {
    idea: 'The XOR descriptor with padding behind each row.',
    finding:
      'With one element of padding no conflict is counted. But the write promises 16-byte alignment and has 4. If hardware serves such a write lane by lane, as was measured for misaligned 8-byte accesses of gfx90a, it costs cycles that the conflict counter does not show.',
  },
  '08': {
    idea: 'The XOR descriptor, read along its packs: a lane reads 16 bytes of a row at once.',
    finding: 'One write and one read, and no conflict.',
  },
  '10': {
    idea: 'The layout of 08, read along M, so that a lane can store 16 bytes of a column to global memory at once.',
    finding:
      'Each read has 2 conflict cycles on gfx942 and none on gfx950 with the descriptor for its banks. The published counter is 0 and labelled MI300. It was probably taken on an MI355X: the published bandwidths also exceed the peak given for MI300. This is an inference; no raw data of that run is public.',
  },
};
