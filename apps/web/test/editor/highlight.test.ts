/** Colours: of the tokens of each language, all of them and in order, whatever the text is. */
import { Lexer as AmdgcnLexer } from '@ldscope/amdgcn/lexer';
import { frontends } from '@ldscope/engine';
import { Lexer as MlirLexer } from '@ldscope/mlir/lexer';
import { Lexer as PtxLexer } from '@ldscope/ptx/lexer';
import { Text } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { highlightAmdgcn, longComments } from '../../src/editor/highlight/amdgcn.ts';
import { findFrontend } from '../../src/editor/highlight/find-frontend.ts';
import { highlightRange } from '../../src/editor/highlight/highlight.ts';
import { editorLanguages } from '../../src/editor/highlight/languages.ts';
import { highlightMlir } from '../../src/editor/highlight/mlir.ts';
import { highlightPtx } from '../../src/editor/highlight/ptx.ts';
import { highlightSchedule } from '../../src/editor/highlight/schedule.ts';
import type { Emit, Style } from '../../src/editor/highlight/style.ts';
import { highlightYaml } from '../../src/editor/highlight/yaml.ts';
import { examples, scrambled } from './examples.ts';

type Highlight = (text: string, emit: Emit) => void;

const highlighters = {
  'mlir': highlightMlir,
  'ttgir': highlightMlir,
  'amdgcn': highlightAmdgcn,
  'ptx': highlightPtx,
  'schedule': highlightSchedule,
  'spec': highlightYaml,
  'ck-tile': highlightYaml,
} as const;

interface Token {
  readonly start: number;
  readonly end: number;
  readonly style: Style;
}

function tokensOf(highlight: Highlight, text: string): Token[] {
  const tokens: Token[] = [];
  highlight(text, (start, end, style) => tokens.push({ start, end, style }));
  return tokens;
}

/** What is wrong with the order and the places of tokens. */
function faultsOf(tokens: readonly Token[], text: string): string[] {
  let last = 0;
  return tokens.flatMap(({ start, end }) => {
    const fine = start >= last && end > start && end <= text.length;
    last = end;
    return fine ? [] : [`${start} to ${end} of ${text.length}`];
  });
}

/** The characters that no token has. */
function rest(tokens: readonly Token[], text: string): string {
  let at = 0;
  let left = '';
  for (const { start, end } of tokens) {
    left += text.slice(at, start);
    at = end;
  }
  return left + text.slice(at);
}

/** Words and their styles, those of no style left out. */
function styled(highlight: Highlight, text: string): string {
  return tokensOf(highlight, text)
    .filter(({ style }) => style !== 'plain')
    .map(({ start, end, style }) => `${style} ${text.slice(start, end)}`)
    .join(' | ');
}

test('languages are asked in the order of the engine', () => {
  expect(Object.values(editorLanguages).map(({ language }) => language.name)).toEqual(
    frontends.map(({ name }) => name),
  );
});

describe.each(examples)('$name', ({ text, frontend, name }) => {
  const tokens = tokensOf(highlighters[frontend], text);

  test('is tokens and blanks', () => {
    expect(faultsOf(tokens, text)).toEqual([]);
    expect(rest(tokens, text).trim()).toBe('');
  });

  test('is found to be in its language', () => {
    expect(findFrontend(Text.of(text.split('\n')), name)).toBe(frontend);
  });

  test('looks the same from any line', () => {
    const doc = Text.of(text.split('\n'));
    const place = fc.nat(text.length);
    forAll([place, place], 20, (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const [first, last] = [doc.lineAt(from).from, doc.lineAt(to).to];
      const seen: Token[] = [];
      const comments = frontend === 'amdgcn' ? longComments(text) : [];
      highlightRange({ doc, frontend, comments }, from, to, (start, end, style) => {
        if (start >= first && end <= last) seen.push({ start, end, style });
      });
      const inside = tokens.filter(({ start, end }) =>
        highlighters[frontend] === highlightYaml
          ? end > from && start < to
          : start >= first && end <= last,
      );
      expect(seen).toEqual(inside);
    });
  });
});

describe('tokens are those of the lexer', () => {
  test.each(examples.filter(({ frontend }) => frontend !== 'ck-tile' && frontend !== 'spec'))(
    'of $name',
    ({ text, frontend }) => {
      if (frontend === 'schedule') return;
      const lexer =
        frontend === 'amdgcn'
          ? new AmdgcnLexer(text)
          : frontend === 'ptx'
            ? new PtxLexer(text)
            : new MlirLexer(text);
      const places: [number, number][] = [];
      while (lexer.kind !== 0 && lexer.kind !== 'end') {
        places.push([lexer.start, lexer.end]);
        lexer.next();
      }
      const tokens = tokensOf(highlighters[frontend], text);
      expect(
        tokens.filter(({ style }) => style !== 'comment').map(({ start, end }) => [start, end]),
      ).toEqual(places);
    },
  );
});

describe('a text that nobody wrote', () => {
  test.each(Object.entries(highlighters))('as %s', (_name, highlight) => {
    forAll([scrambled], 400, (text) => {
      expect(faultsOf(tokensOf(highlight, text), text)).toEqual([]);
    });
  });

  test.each(['amdgcn', 'mlir', 'spec', 'schedule'] as const)('in part, as %s', (frontend) => {
    forAll([scrambled, fc.nat(), fc.nat()], 400, (scrambledText, a, b) => {
      const doc = Text.of(scrambledText.split(/\r\n?|\n/));
      const text = doc.toString();
      const [from = 0, to = 0] = [a % (text.length + 1), b % (text.length + 1)].toSorted(
        (x, y) => x - y,
      );
      const comments = frontend === 'amdgcn' ? longComments(text) : [];
      const seen: Token[] = [];
      highlightRange({ doc, frontend, comments }, from, to, (start, end, style) =>
        seen.push({ start, end, style }),
      );
      expect(faultsOf(seen, text)).toEqual([]);
    });
  });
});

describe('styles', () => {
  test('of assembly', () => {
    const text = `.LBB0_1: ; loop
\tds_read_b128 v[0:3], v4 offset:16
buffer_load_dwordx4 v0, off, s[0:3], 0 // load
v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]
s_waitcnt lgkmcnt(0)
s_cbranch_scc1 .LBB0_1
.section .text,"ax"
size = 0x40`;
    expect(styled(highlightAmdgcn, text).replaceAll(/(?: \| number \d+(?!x))+/g, '')).toBe(
      'symbol .LBB0_1 | comment ; loop | lds ds_read_b128 | attribute offset' +
        ' | memory buffer_load_dwordx4 | comment // load | matrix v_mfma_f32_32x32x8_f16' +
        ' | wait s_waitcnt | operation s_cbranch_scc1 | symbol .LBB0_1' +
        ' | attribute .section | symbol .text | string "ax" | symbol size | number 0x40',
    );
  });

  test('of a comment over several lines, seen from its middle', () => {
    const text = 's_nop 0 /* one\ntwo ds_read\nthree */s_nop 1\n';
    const doc = Text.of(text.split('\n'));
    const comments = longComments(text);
    const seen = (_: string, emit: Emit): void =>
      highlightRange({ doc, frontend: 'amdgcn', comments }, 16, text.length, emit);
    expect(styled(seen, text)).toBe(
      'comment two ds_read | comment three */ | operation s_nop | number 1',
    );
  });

  test('of MLIR', () => {
    const text = `#map = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<4x?xf16, #map>) {
  %0:2 = "x.y"(%a) : (memref<4x?xf16>) -> (i32, !a.b)
  %1 = amdgpu.mfma %0#0 * %0#1 : vector<4xf32> // why
  gpu.barrier
  %2 = ttg.local_load %1 : f32
}`;
    expect(styled(highlightMlir, text)).toBe(
      'attribute #map | operation func.func | symbol @f' +
        ' | type memref | type 4 | type x | type ? | type xf16 | attribute #map' +
        ' | number 2 | operation "x.y" | type memref | type 4 | type x | type ? | type xf16' +
        ' | type i32 | type !a.b | matrix amdgpu.mfma | type vector | type 4 | type xf32' +
        ' | comment // why | wait gpu.barrier | lds ttg.local_load | type f32',
    );
  });

  test('of YAML', () => {
    const text = 'name: a b # why\ntile: { shape: [64, 32], type: "f16" }\n- |\n  text\n';
    expect(styled(highlightYaml, text)).toBe(
      'key name | string a b | comment # why | key tile | key shape | number 64 | number 32' +
        ' | key type | string "f16" | attribute | | string   text',
    );
  });

  test('of a schedule', () => {
    const text = `machine gfx942
loop 50:
  ds_read_b128 A0[0] from tile // why
  MFMA A0[0] -> 16`;
    expect(styled(highlightSchedule, text)).toBe(
      'key machine | symbol loop | number 50 | lds ds_read_b128 | number 0 | attribute from' +
        ' | comment // why | matrix MFMA | number 0 | comment -> 16',
    );
  });
});

describe('the language', () => {
  test('is not looked for behind the beginning of a long text', () => {
    const doc = Text.of([...Array.from({ length: 5000 }, () => '-'.repeat(100)), 's_endpgm']);
    expect(findFrontend(doc, undefined)).toBeUndefined();
  });

  test('is found behind any number of blank lines', () => {
    const doc = Text.of([...Array.from({ length: 50_000 }, () => ' '), '\ts_endpgm']);
    expect(findFrontend(doc, undefined)).toBe('amdgcn');
  });
});
