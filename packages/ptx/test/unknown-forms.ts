/**
 * Kernels that make every register of a form from an argument: what differs between two values of the argument has to be unknown
 * where the argument is not given.
 *
 *     ld.param.u32 %r30, [n]; add.u32 %r1, %r30, 1;   shl.b32 %r0, %r1, 2;   ld.shared.u32 ..., [known + f(%r0)]
 */
import { copyTrace, machineNamed } from '@ldscope/core';
import { executePtx, parsePtx } from '../src/index.ts';
import { HEAD, kernelOf, readAnswers } from './chips/ask.ts';

const KINDS: Readonly<Record<string, readonly [fill: (at: number) => string, take: string]>> = {
  p: [(at) => `setp.gt.u32 %p${at}, %r30, ${3 + at};`, 'selp.b32 %r35, 1, 2, %pAT;'],
  h: [(at) => `cvt.u16.u32 %h${at}, %r30;`, 'cvt.u32.u16 %r35, %hAT;'],
  r: [(at) => `add.u32 %r${at}, %r30, ${at};`, 'mov.b32 %r35, %rAT;'],
  f: [(at) => `cvt.rn.f32.u32 %f${at}, %r30;`, 'mov.b32 %r35, %fAT;'],
  rd: [(at) => `cvt.u64.u32 %rd${at}, %r30;`, 'cvt.u32.u64 %r35, %rdAT;'],
  fd: [
    (at) => `cvt.rn.f64.u32 %fd${at}, %r30;`,
    'mov.b64 %rd15, %fdAT; shr.u64 %rd15, %rd15, 40; cvt.u32.u64 %r35, %rd15;',
  ],
  q: [
    (at) => `mov.b128 %q${at}, {%rd14, %rd14};`,
    'mov.b128 {%rd15, %rd13}, %qAT; cvt.u32.u64 %r35, %rd15;',
  ],
};

/** What runs before and after some forms, which read or leave what no operand names. */
const AROUND: Readonly<Record<string, readonly [before: string, after: string]>> = {
  addc: ['add.cc.u32 %r29, %r30, -4;', ''],
  subc: ['sub.cc.u32 %r29, 4, %r30;', ''],
  madc: ['add.cc.u32 %r29, %r30, -4;', ''],
  stackrestore: ['', 'stacksave.u64 %rd0;'],
  alloca: ['', 'alloca.u64 %rd1, 16;'],
  mbarrier: ['mbarrier.init.shared.b64 [bar], 1;', ''],
};

/** What depends on the argument: every register and all memory, those of lanes 0 to 15 alone, one register, or what goes before. */
export type Variant = 'all' | 'lanes' | 'before' | number;

/** A form whose registers are made from argument n, as a variant says; each register is then the address of a load. */
export function unknownKernel(
  form: string,
  variant: Variant,
): { readonly text: string; readonly registers: string[] } {
  const named = [...new Set(form.match(/%(?:p|h|r|f|rd|fd|q)\d+/g) ?? [])];
  const [before = '', after = ''] = AROUND[form.split(/[. ]/)[0] ?? ''] ?? [];
  const [opcode] = form.split(/[. ]/);
  const made = after.match(/%rd\d+/g) ?? [];
  const registers = [...new Set([...named, ...made])];
  const usesBuffer = /\[%rd0/.test(form);
  const parts = registers.map((name) => /^%([a-z]+)(\d+)$/.exec(name) ?? []);
  const fills = parts.map(([name, kind = '', at = ''], index) => {
    if (name === '%rd0' && usesBuffer) return 'ld.param.u64 %rd0, [p];';
    const fill = KINDS[kind]?.[0](Number(at)) ?? '';
    const isKnown = typeof variant === 'number' ? variant !== index : variant === 'before';
    return isKnown ? fill.replaceAll('%r30', '%r28').replaceAll('%rd14', '%rd12') : fill;
  });
  const loads = parts.map(([, kind = '', at = '']) =>
    [
      KINDS[kind]?.[1].replaceAll('AT', at) ?? '',
      'shr.u32 %r36, %r35, 7; add.u32 %r35, %r35, %r36; and.b32 %r35, %r35, 31; mul.lo.u32 %r35, %r35, %r31; and.b32 %r35, %r35, 124;',
      'mov.u32 %r36, known; add.u32 %r35, %r35, %r36;',
      'ld.shared.u32 %r37, [%r35];',
    ].join('\n'),
  );
  const stored = variant === 'all' || variant === 'lanes' ? '%r30' : '%r28';
  const first = [
    'mov.u32 %r28, 7; mov.u32 %r31, %laneid; setp.lt.u32 %p7, %r31, 16; mov.u32 %r30, 7;',
    `${variant === 'lanes' ? '@%p7 ' : ''}ld.param.u32 %r30, [n];`,
    'cvt.u64.u32 %rd14, %r30; cvt.u64.u32 %rd12, %r28;',
    'mov.u32 %r32, shared; mad.lo.u32 %r32, %r31, 32, %r32;',
    ...[0, 4, 8, 12, 16, 20, 24, 28].map((at) => `st.shared.u32 [%r32+${at}], ${stored};`),
    'bar.sync 0;',
    before,
    ...fills,
  ].join('\n  ');
  const body = `${form}; ${after}\n  bar.sync 0;\n${loads.join('\n')}`;
  return {
    text: HEAD.replace('TARGET', '90a') + kernelOf(body, 'k', first),
    registers: opcode === undefined ? [] : registers,
  };
}

/** Addresses of each load of a register, without an argument n or with one; `undefined` of a launch that fails. */
function loadsOf(text: string, n: number | undefined): (string | undefined)[] | undefined {
  const machine = machineNamed('sm_90');
  const { module, diagnostics } = parsePtx(text);
  const buffer = { kind: 'buffer', data: new Uint8Array(65536).fill((n ?? 0) & 0xff) } as const;
  const loads: (string | undefined)[] = [];
  const execution = executePtx(module, text, {
    machine,
    maxSteps: 4000,
    ...(n === undefined
      ? {}
      : {
          arguments: [buffer, { kind: 'value', bytes: new Uint8Array(Uint32Array.of(n).buffer) }],
        }),
    launch: { block: [32, 1, 1], scalars: new Map() },
    onWorkgroup: (trace) => {
      const { sites, site, addressBytes, count: rows } = copyTrace(trace);
      for (let row = 0; row < rows; row++) {
        const line = sites[site[row] ?? 0]?.line ?? 0;
        loads[line] = addressBytes.subarray(32 * row, 32 * row + 32).join(' ');
      }
    },
  });
  const failed = [...diagnostics, ...execution.diagnostics].some(
    ({ severity }) => severity === 'error',
  );
  if (failed) return undefined;
  const lines = text.split('\n');
  const at = lines.flatMap((line, index) =>
    line.startsWith('ld.shared.u32 %r37') ? [index + 1] : [],
  );
  return at.map((line) => loads[line]);
}

/** What the rows let a kernel count although it depends on the argument; `undefined` where a form is not executed. */
export function wronglyKnown(form: string, variant: Variant): readonly string[] | undefined {
  const { text, registers } = unknownKernel(form, variant);
  const [some, other] = [loadsOf(text, 5), loadsOf(text, 2)];
  const unknown = loadsOf(text, undefined);
  if (some === undefined || other === undefined) return undefined;
  return registers.filter(
    (_, index) => some[index] !== other[index] && unknown?.[index] !== undefined,
  );
}

/** Forms with registers that a launch of one warp executes. */
export const forms: readonly string[] = [
  ...new Set([
    ...readAnswers().map(({ form }) => form),
    'stackrestore.u64 %rd1',
    'alloca.u64 %rd0, %rd2',
    'shfl.sync.bfly.b32 %r0|%p0, %r1, 16, 31, -1',
  ]),
].filter(
  (form) =>
    form.includes('%') &&
    !/^(?:bra|exit|ret|trap|brkpt|tex|tld4|txq|su|cp\.async\.bulk|tensormap)/.test(form),
);
