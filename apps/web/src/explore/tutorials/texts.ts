/** What each tutorial does, and where the slides and the counters part. */
export interface TutorialText {
  readonly idea: string;
  readonly finding: string;
}

export const texts: Readonly<Record<string, TutorialText>> = {
  '01': {
    idea: 'Rows one after the other. A lane stores eight elements of a row at once and loads eight of a column, one by one.',
    finding:
      'Rows that a half-wave reads are eight apart, 512 bytes: eight words of one bank, for each of the eight loads. The slides give 7 ways for a half-wave: these are 7 cycles more in each of two phases.',
  },
  '02': {
    idea: 'Columns one after the other. Now the load is one vector, and the store is eight.',
    finding:
      'The conflicts move to the store, and there are fewer: the four packs of a row are 1024 bytes apart, so four words meet on a bank instead of eight. The slides name the store ds_write_u16; half of the eight are ds_write_b16_d16_hi.',
  },
  '03': {
    idea: 'Rows of 34 elements instead of 32.',
    finding:
      'Coprime with the banks, and not free of conflicts: the lanes of a load are eight rows apart. Rows begin at multiples of 4 bytes, so the store is two ds_write2_b32 and not the ds_write_b128 of the slides; their own count of instructions has the tenth.',
  },
  '04': {
    idea: 'The XOR descriptor, read down columns as 01.',
    finding:
      'The slides say that three of the eight loads bypass the XOR by their immediate offsets. An offset is part of a right address: all eight have the same conflicts here, as lanes eight rows apart have only two keys.',
  },
  '05': {
    idea: 'The XOR descriptor with one element of padding a row.',
    finding:
      'No conflict is counted. The store promises 16-byte alignment and has 4: if hardware takes such a store lane by lane, as gfx90a was measured to do with misaligned 8-byte accesses, this costs cycles that the conflict counter does not show. The slides say 64 bytes are spent; it is more, see the facts.',
  },
  '08': {
    idea: 'The XOR descriptor, read along its packs: a lane loads eight elements of a row at once.',
    finding:
      'One store and one load, and no conflict. By the rule R3 of the slides, four steps of half-waves, it would have 48 cycles of them.',
  },
  '10': {
    idea: 'The layout of 08, read along M, so that a lane can store eight elements of a column to memory at once.',
    finding:
      'The slides say MI300 and count 0. By the rules of gfx942 each load has 2 cycles of conflict; by those of gfx950, with the descriptor for its banks, none. So their table was most probably taken on an MI355X; its bandwidths also exceed the peak that the slides give for MI300. That is an inference, no raw data of that run is public.',
  },
};
