/** What CK Tile's page on index swapping in LDS describes. */
import { type ReferenceDocument, refuses, run, tested } from './capability.ts';

const INPUTS = '../shared/review/repro-ck-deck';
const OWN = 'validation/documents/inputs';
const PAGE = 'apps/web/test/explore/ck-tile.test.ts';
const SPEC = 'examples/ck-tile-swapped/spec.yaml';
const GIVEN = '-D BlockGemmShape::kM=128 -D BlockGemmShape::kK=32 -D Problem::ADataType=f16';

/** A layout of the policy of this folder. */
const policy = (rest: string): string => `explain ${OWN}/policy.hpp ${GIVEN} -m gfx942 ${rest}`;

export const ckTile: ReferenceDocument = {
  title: 'CK Tile: index swapping in LDS',
  capabilities: [
    {
      id: '2.1',
      what: 'conflicts of a layout, before and after an XOR of its indices',
      shown: [
        run(`analyze ${SPEC} -m gfx942`, '192 of 288 LDS cycles'),
        tested(
          'validation/ck-triples/ck-triples.test.ts',
          'have the counts that counting by hand gives',
        ),
      ],
    },
    {
      id: '2.2',
      what: 'transforms that compose: pass_through, pad, embed, merge, unmerge, xor, cyclic_shift, slice',
      shown: [
        tested(
          'packages/core/test/vendors/ck-tile/properties.test.ts',
          'all offsets at once are those of single indices',
        ),
      ],
    },
    {
      id: '2.3',
      what: 'step 1: K in K0 and packs, XOR of K0 with M',
      shown: [
        run(
          policy('--use MakeALdsBlockDescriptor'),
          '((m % 2 * 4 + k / 8) ^ (m / 2 % 8)) * 8 + m / 2 * 64 + k % 8',
        ),
        tested(
          PAGE,
          'both readings of M are one where MLdsLayer is 1, and different layouts otherwise',
        ),
      ],
      differs: 'M is the group of rows, not the row',
    },
    {
      id: '2.4',
      what: 'step 2: K0 in L and what is left',
      shown: [
        run(
          policy('--use MakeALdsBlockDescriptor --index 3,9'),
          'unmerge, pass_through, pass_through (5, 1, 1)',
        ),
      ],
    },
    {
      id: '2.5',
      what: 'MLdsLayer: rows that share a turn of the banks',
      shown: [
        tested(
          PAGE,
          'MLdsLayer by read: 112, 48, 16 and 0 down columns; 08 wants 2 on gfx942 and 4 on gfx950',
        ),
      ],
    },
    {
      id: '2.6',
      what: 'step 3: merged to M and K',
      shown: [
        run(
          policy('--use MakeALdsBlockDescriptor --index 3,9'),
          'merge, merge (1, 1, 1, 1)',
          'offset 97',
        ),
      ],
    },
    {
      id: '2.7',
      what: 'the three diagrams, of any descriptor',
      shown: [
        run(
          policy('--use MakeALdsBlockDescriptor -f html'),
          '<svg',
          'LdsIndexSwapping: MLdsLayer 2, KPack 8',
        ),
      ],
    },
    {
      id: '2.8',
      what: 'LdsIndexSwapping in C++ for given lengths',
      shown: [
        run(
          'convert "iree: xor_shuffle<64, 8>" --tile 32x64xf16',
          '// LdsIndexSwapping: MLdsLayer 1, KPack 8',
          'make_xor_transform',
        ),
      ],
    },
    {
      id: '2.9',
      what: "statements of a descriptor, as the user's C++",
      shown: [
        run(
          `explain ${INPUTS}/desc.cpp -m gfx942`,
          'lds_desc_permuted descriptor 8 x 32 x 8, 2048 elements: (i0 ^ (i1 % 8)) * 8',
        ),
        run(`analyze ${INPUTS}/prodA.yaml -m gfx942`, '128 of 320 LDS cycles'),
      ],
    },
    {
      id: '2.10',
      what: 'structs and functions, sizeof, get_n_lds_banks, max, constants of a Problem',
      shown: [
        run(
          policy(''),
          'MakeALdsBlockDescriptor descriptor 128 x 32',
          'MakeADramTileDistribution encoding 128 x 32',
        ),
        refuses(
          2,
          `explain ${INPUTS}/enc.cpp -m gfx942`,
          "'kK' has no value in this text",
          'give it, --define "kK=32"',
        ),
        tested(
          'packages/core/test/vendors/ck-tile/cpp.test.ts',
          'is LdsIndexSwapping of its sizes, its type and the banks',
        ),
      ],
    },
    {
      id: '2.11',
      what: "a GEMM through swapped LDS, for the user's sizes and type",
      shown: [
        run(
          `run ${OWN}/gemm.yaml -m gfx942`,
          'all 192,000 elements of C are those of plain arithmetic',
          'writes 12,288 of 24,576 cycles are conflicts',
          'reads 0 of 24,576',
        ),
        tested(
          'packages/core/test/vendors/ck-tile/gemm-types.slow.test.ts',
          "the user's types, sizes and chips",
        ),
      ],
    },
    {
      id: '2.12',
      what: 'the size of both tiles in LDS',
      shown: [run(`analyze ${SPEC} -m gfx942`, '4 KiB of LDS per workgroup')],
    },
    {
      id: '2.13',
      what: 'calculate_offset of an index',
      shown: [
        run(policy('--use MakeALdsBlockDescriptor --index 3,9 --move 0,8'), 'offset 97'),
        tested(
          PAGE,
          'the claims of the page: the key, L = 0 and the analyser are wrong for tutorial 08',
        ),
      ],
      differs: 'with L = 0, half of the elements overwrite others',
    },
    {
      id: '2.14',
      what: 'BankConflictAnalyzer',
      shown: [
        run(
          `analyze ${INPUTS}/real.yaml -m gfx942 --all`,
          'it states 2 ways (floats, 32 banks, 64 lanes at once), counted are 2',
        ),
      ],
      differs: 'it knows no phases, and counts lanes instead of words',
    },
    {
      id: '2.15',
      what: 'benefit: no conflicts',
      shown: [
        run(
          `suggest ${SPEC} -m gfx942`,
          'a layout removes all conflicts',
          '80 B free after each 512 B 0',
        ),
      ],
    },
    {
      id: '2.16',
      what: 'benefit: full bandwidth',
      shown: [
        run(
          `timeline ${'packages/amdgcn/test/tutorials/compiled/gfx950.s'} -k tutorial_08 -l ${OWN}/transpose-65536.yaml -m MI355X`,
          'TB/s',
          'kernel 13',
        ),
        refuses(2, `timeline ${SPEC}`, 'timeline takes AMD machine code or a schedule'),
      ],
    },
    {
      id: '2.17',
      what: 'benefit: parameters for each architecture',
      shown: [
        run(
          `suggest ${SPEC} -m gfx942,gfx950`,
          'lines of 2 rows, XOR of 16 B units with line mod 8',
          'a layout removes all conflicts',
        ),
        tested(
          'packages/engine/test/ck-tile-suggest.slow.test.ts',
          'have the conflicts that each answer promises',
        ),
      ],
    },
    {
      id: '2.18',
      what: 'benefit: swapping composes with other transforms',
      shown: [
        tested(
          'packages/core/test/vendors/ck-tile/lines.test.ts',
          'becomes a layout, its text reads back, and is the same swapping',
        ),
      ],
    },
    {
      id: '2.19',
      what: 'LdsSwappingConfig: MLdsLayer by tile size, KPack by type',
      shown: [
        tested(
          PAGE,
          'the configuration of the page grows with the tile, the rule by banks shrinks',
        ),
      ],
      differs: 'the opposite of the rule by banks',
    },
    {
      id: '2.20',
      what: 'static_assert of the lengths',
      shown: [
        tested(
          'packages/core/test/vendors/ck-tile/diagnostics.test.ts',
          'lengths that do not divide, and an XOR over 12 packs',
        ),
      ],
    },
    {
      id: '2.21',
      what: 'together with tile distributions',
      shown: [run(`analyze ${OWN}/warp-gemm.yaml -m gfx942`, 'No bank conflicts: 24 sites')],
    },
    {
      id: '2.22',
      what: 'tile_distribution_encoding, pasted',
      shown: [
        run(
          policy('--use MakeADramTileDistribution'),
          'threads 4 waves of 64 lanes',
          '(warp * 16 + lane / 4, lane % 4 * 8)',
        ),
      ],
    },
    {
      id: '2.23',
      what: 'the distributions that CK makes: raked, and embedded warp GEMMs',
      shown: [
        run(`analyze ${OWN}/warp-gemm.yaml -m gfx942`, 'ds_read_b128', '768 LDS cycles'),
        run(`analyze ${OWN}/wave32.yaml -m gfx1201`, 'No bank conflicts: 6 sites, 96 LDS cycles'),
        tested('packages/cli/test/ck-specs.slow.test.ts', 'distributions by name'),
      ],
    },
    {
      id: '2.24',
      what: 'coordinates, made and moved',
      shown: [
        run(
          policy('--use MakeALdsBlockDescriptor --index 3,9 --move 0,8'),
          'Coordinate',
          'offset 97',
        ),
        tested(PAGE, 'moving by positions adds them up'),
      ],
    },
    {
      id: '2.25',
      what: 'no cost at run time',
      shown: [run(`analyze ${SPEC} -m gfx942`, 'a thread computes 1 write and 8 read addresses')],
      differs: 'a thread computes addresses',
    },
    {
      id: '2.26',
      what: 'other ways of swapping, tried',
      shown: [
        run(`suggest ${SPEC} -m gfx942 --all`, 'XOR of 16 B units with (row / 16) mod 4'),
        tested('packages/engine/test/try-layout.test.ts', 'of %s costs what the search counted'),
      ],
    },
    {
      id: '2.27',
      what: 'chip by chip',
      shown: [
        run(`analyze ${OWN}/wave32.yaml -m gfx1201`, 'ds_load_b128'),
        run(`analyze ${OWN}/fp4.yaml -m gfx950`, '32 of 96 LDS cycles'),
        run(`analyze ${SPEC} -m gfx90a`, '192 of 288 LDS cycles'),
      ],
    },
    {
      id: '2.28',
      what: 'the descriptors of production are LdsIndexSwapping',
      shown: [
        run(
          policy('--use MakeALdsBlockDescriptor'),
          'family LdsIndexSwapping: MLdsLayer 2, KPack 8',
        ),
        run(
          `analyze ${INPUTS}/real.yaml -m gfx942`,
          'of 34 rules: 8 claims that measurement refutes, 9 hold, 6 do not apply',
        ),
        run(
          `analyze ${INPUTS}/real2.yaml -m gfx942`,
          'of 34 rules: 8 claims that measurement refutes, 9 hold, 6 do not apply',
        ),
        tested(
          'packages/core/test/vendors/ck-tile/recognise-swapping.test.ts',
          'gives the parameters of every spelling of a map',
        ),
      ],
    },
  ],
};
