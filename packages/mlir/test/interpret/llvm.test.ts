/**
 * The interpreter against LLVM: random straight-line programs, executed here and compiled by MLIR's own
 * tools. Skipped where `mlir-opt` and its `mlir-runner` are not installed (`apt install mlir-22-tools`).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generator } from '../table.ts';
import { ofPairs } from './harness.ts';
import { llvmTool, skips } from '../../../../test/llvm.ts';

interface Tools {
  readonly opt: string;
  readonly runner: string;
  /** The library with `printI64`. */
  readonly support: string;
}

/** The tools beside `mlir-opt`. */
function findTools(): Tools | undefined {
  const mlirOpt = llvmTool('mlir-opt');
  if (skips(mlirOpt)) return undefined;
  const home = dirname(realpathSync(mlirOpt.command));
  const [runner, libraries] = [join(home, 'mlir-runner'), join(home, '..', 'lib')];
  const library = existsSync(libraries)
    ? readdirSync(libraries).find((file) => file.startsWith('libmlir_c_runner_utils.so'))
    : undefined;
  if (library === undefined || !existsSync(runner)) {
    console.log(`skipped: needs mlir-runner and its libraries beside ${mlirOpt.command}`);
    return undefined;
  }
  return { opt: mlirOpt.command, runner, support: join(libraries, library) };
}

const tools = findTools();

const PLAIN = ['addi', 'subi', 'muli', 'andi', 'ori', 'xori', 'minsi', 'maxsi', 'minui', 'maxui'];
const SHIFTS = ['shli', 'shrsi', 'shrui'];
const DIVISIONS = ['divsi', 'remsi', 'divui', 'remui', 'floordivsi', 'ceildivsi', 'ceildivui'];
const FLOATS = ['addf', 'subf', 'mulf', 'divf', 'maximumf', 'minimumf', 'remf'];
const PREDICATES = ['eq', 'ne', 'slt', 'sle', 'sgt', 'sge', 'ult', 'ule', 'ugt', 'uge'];
const FLOAT_PREDICATES = ['oeq', 'olt', 'ole', 'one', 'ord', 'ueq', 'ugt', 'uge', 'une', 'uno'];

/** A program from `%a` and `%b` of type i32 to `%r` of type i64, without undefined behaviour. */
function program(seed: number): string {
  const below = generator(seed);
  const lines: string[] = [];
  const values: Record<string, string[]> = {
    i64: [],
    i32: ['a', 'b'],
    i16: [],
    i8: [],
    f32: [],
    i1: [],
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const define = (type: string, text: string): string => {
    const name = `v${lines.length}`;
    lines.push(`%${name} = arith.${text}`);
    values[type]?.push(name);
    return name;
  };
  const integer = (): string =>
    pick(['i64', 'i64', 'i32', 'i16', 'i8'].filter((type) => values[type]?.length));
  const any = (type: string): string => pick(values[type] ?? []);
  // Half of the work is on whole 64-bit values.
  const [high, low] = [
    define('i64', 'extsi %a : i32 to i64'),
    define('i64', 'extui %b : i32 to i64'),
  ];
  const half = define('i64', 'constant 32 : i64');
  define('i64', `ori %${define('i64', `shli %${high}, %${half} : i64`)}, %${low} : i64`);
  define('i8', 'trunci %a : i32 to i8');
  define('i16', 'trunci %b : i32 to i16');
  define('f32', 'sitofp %a : i32 to f32');
  define('f32', 'uitofp %b : i32 to f32');
  define('i1', 'cmpi slt, %a, %b : i32');
  for (let step = 0; step < 24; step++) {
    const type = integer();
    const width = Number(type.slice(1));
    switch (below(11)) {
      case 0:
      case 1:
        define(type, `${pick(PLAIN)} %${any(type)}, %${any(type)} : ${type}`);
        break;
      case 2: {
        const mask = define(type, `constant ${width - 1} : ${type}`);
        const by = define(type, `andi %${any(type)}, %${mask} : ${type}`);
        define(type, `${pick(SHIFTS)} %${any(type)}, %${by} : ${type}`);
        break;
      }
      case 3: {
        const positive = define(type, `constant ${2n ** BigInt(width - 1) - 1n} : ${type}`);
        const one = define(type, `constant 1 : ${type}`);
        const cut = define(type, `andi %${any(type)}, %${positive} : ${type}`);
        const divisor = define(type, `ori %${cut}, %${one} : ${type}`);
        define(type, `${pick(DIVISIONS)} %${any(type)}, %${divisor} : ${type}`);
        break;
      }
      case 4:
        define('i1', `cmpi ${pick(PREDICATES)}, %${any(type)}, %${any(type)} : ${type}`);
        break;
      case 5:
        define('f32', `${pick(FLOATS)} %${any('f32')}, %${any('f32')} : f32`);
        break;
      case 6:
        define('i1', `cmpf ${pick(FLOAT_PREDICATES)}, %${any('f32')}, %${any('f32')} : f32`);
        break;
      case 7: {
        const other = pick(['i64', 'i32', 'i16', 'i8', 'f32']);
        define(other, `select %${any('i1')}, %${any(other)}, %${any(other)} : ${other}`);
        break;
      }
      case 8:
        define('i32', `trunci %${any('i64')} : i64 to i32`);
        break;
      case 9:
        define('f32', `${pick(['sitofp', 'uitofp'])} %${any('i64')} : i64 to f32`);
        break;
      default: {
        const [from, to] = pick([
          ['i1', 'i32'],
          ['i8', 'i32'],
          ['i16', 'i64'],
          ['i32', 'i64'],
        ] as const);
        if (values[from]?.length)
          define(to, `${pick(['extsi', 'extui'])} %${any(from)} : ${from} to ${to}`);
        else define('i8', `trunci %${any('i32')} : i32 to i8`);
      }
    }
  }
  const float = values['f32']?.at(-1) ?? 'v2';
  const bits = define('i32', `bitcast %${float} : f32 to i32`);
  // A NaN has many bit patterns: it counts as one.
  const sound = define('i1', `cmpf ord, %${float}, %${float} : f32`);
  const zero = define('i32', 'constant 0 : i32');
  let sum = define('i32', `select %${sound}, %${bits}, %${zero} : i32`);
  for (const value of values['i64']?.slice(-3) ?? []) {
    const above = define('', `shrui %${value}, %${half} : i64`);
    for (const part of [value, above]) {
      const cut = define('', `trunci %${part} : i64 to i32`);
      sum = define('', `xori %${sum}, %${cut} : i32`);
    }
  }
  for (const type of ['i32', 'i16', 'i8', 'i1']) {
    for (const value of values[type]?.slice(-3) ?? []) {
      if (value === bits) continue;
      const wide = type === 'i32' ? value : define('', `extui %${value} : ${type} to i32`);
      sum = define('', `xori %${sum}, %${wide} : i32`);
    }
  }
  lines.push(`%r = arith.extsi %${sum} : i32 to i64`);
  return lines.join('\n');
}

const inputs = (() => {
  const below = generator(99);
  const edges = [0, 1, -1, 2, 7, -7, 255, 65535, 2 ** 31 - 1, -(2 ** 31)];
  return Array.from({ length: 32 }, (_, i) => [
    edges[i % edges.length] ?? 0,
    i < 20 ? (edges[(i * 3 + 1) % edges.length] ?? 0) : below(2 ** 32) - 2 ** 31,
  ]);
})();

/** What LLVM computes for each program and input. */
function compiled({ opt, runner, support }: Tools, programs: readonly string[]): number[][] {
  const functions = programs.map(
    (text, p) => `func.func @p${p}(%a: i32, %b: i32) -> i64 {\n${text}\nreturn %r : i64\n}`,
  );
  const calls = programs.flatMap((_, p) =>
    inputs.map(
      ([a, b], i) => `%a${p}_${i} = arith.constant ${a} : i32
        %b${p}_${i} = arith.constant ${b} : i32
        %r${p}_${i} = func.call @p${p}(%a${p}_${i}, %b${p}_${i}) : (i32, i32) -> i64
        func.call @printI64(%r${p}_${i}) : (i64) -> ()
        func.call @printNewline() : () -> ()`,
    ),
  );
  const text = `func.func private @printI64(i64)
    func.func private @printNewline()
    ${functions.join('\n')}
    func.func @main() {\n${calls.join('\n')}\nreturn\n}`;
  const passes = ['--arith-expand', '--convert-arith-to-llvm', '--convert-func-to-llvm'];
  const lowered = execFileSync(opt, [...passes, '--reconcile-unrealized-casts'], { input: text });
  const printed = execFileSync(
    runner,
    ['-e', 'main', '-entry-point-result=void', `-shared-libs=${support}`, '-O0'],
    { input: lowered, encoding: 'utf8' },
  );
  const numbers = printed.trim().split('\n').map(Number);
  return programs.map((_, p) => numbers.slice(p * inputs.length, (p + 1) * inputs.length));
}

describe.skipIf(tools === undefined)('random programs', () => {
  it('give what LLVM gives', () => {
    if (tools === undefined) return;
    const programs = Array.from({ length: 40 }, (_, seed) => program(seed + 1));
    const wanted = compiled(tools, programs);
    for (const [p, body] of programs.entries()) {
      const [a, b] = [0, 1].map((which) => inputs.map((pair) => pair[which] ?? 0));
      expect(ofPairs(body, 'i32', [a ?? [], b ?? []], 'i64'), body).toEqual(wanted[p]);
    }
  });
});
