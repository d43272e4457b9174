/** Random kernels with scalars `%n` and `%m` and a buffer of indices, whose LDS accesses depend on them or not. */
import * as fc from 'fast-check';
import { kind } from '../arbitraries.ts';
import { words } from '../table.ts';

/** An index: what it is of is chosen among what is there where it is. */
type Index =
  | { readonly kind: 'leaf'; readonly choice: number }
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'op'; readonly op: string; readonly left: Index; readonly right: Index };

type Statement =
  | {
      readonly kind: 'access';
      readonly how: 'store' | 'load' | 'wide' | 'remember';
      readonly at: Index;
      readonly value: Index;
    }
  | { readonly kind: 'gather'; readonly at: Index }
  | {
      readonly kind: 'if';
      readonly left: Index;
      readonly right: Index;
      readonly inside: Body;
      readonly otherwise: Body;
    }
  | {
      readonly kind: 'for';
      readonly from: Index;
      readonly to: Index;
      readonly by: number;
      readonly carried: Index;
      readonly next: Index;
      readonly body: Body;
    };
type Body = readonly Statement[];

const OPS = words('addi addi addi muli muli remui divui andi xori minui shli shrui');
/** Second operands of these are constants, and small. */
const BY_CONSTANT = new Set(['remui', 'divui', 'andi', 'shli', 'shrui']);

const constants: fc.Arbitrary<Index> = fc
  .constantFrom(0, 1, 2, 3, 4, 7, 8, 16, 32)
  .map((value) => ({ kind: 'constant', value }));
const leaves: fc.Arbitrary<Index> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(100).map((choice): Index => ({ kind: 'leaf', choice })) },
  { weight: 1, arbitrary: constants },
);

const { index } = fc.letrec<{ index: Index }>((tie) => ({
  index: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    leaves,
    kind('op', {
      op: fc.constantFrom(...OPS),
      left: tie('index'),
      right: fc.oneof(tie('index'), constants),
    }),
  ),
}));

const { body } = fc.letrec<{ body: Body }>((tie) => ({
  body: fc.array(
    fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      kind('access', {
        how: fc.constantFrom(
          'store' as const,
          'load' as const,
          'wide' as const,
          'remember' as const,
        ),
        at: index,
        value: index,
      }),
      kind('gather', { at: index }),
      kind('if', {
        left: index,
        right: index,
        inside: tie('body'),
        otherwise: tie('body'),
      }),
      kind('for', {
        from: leaves,
        to: fc.oneof(leaves, index),
        by: fc.constantFrom(1, 2, 8, 16),
        carried: index,
        next: index,
        body: tie('body'),
      }),
    ),
    { minLength: 1, maxLength: 3, depthIdentifier: 'body' },
  ),
}));

export const unknownKernels = body;

/** Elements of the buffer of indices. */
export const INDICES = 64;
const LDS = 'memref<8192xf32, #gpu.address_space<workgroup>>';
const TABLE = 'memref<64xindex, #gpu.address_space<workgroup>>';

/** The kernel as text; each access is on a line of its own. */
export function unknownKernelText(statements: Body): string {
  const lines: string[] = [];
  let count = 0;
  const fresh = (): string => `%v${count++}`;
  const emit = (text: string): string => {
    const name = fresh();
    lines.push(`${name} = ${text}`);
    return name;
  };
  const constant = (value: number): string => emit(`arith.constant ${value} : index`);
  const indexOf = (one: Index, scope: readonly string[]): string => {
    if (one.kind === 'constant') return constant(one.value);
    if (one.kind === 'leaf') return scope[one.choice % scope.length] ?? '%t';
    const left = indexOf(one.left, scope);
    const size = one.right.kind === 'constant' ? one.right.value : 8;
    const by = one.op === 'shli' || one.op === 'shrui' ? size % 4 : Math.max(1, size);
    const right = BY_CONSTANT.has(one.op) ? constant(by) : indexOf(one.right, scope);
    return emit(`arith.${one.op} ${left}, ${right} : index`);
  };
  const access = (
    { how, at, value }: Extract<Statement, { readonly kind: 'access' }>,
    scope: string[],
  ): void => {
    const place = indexOf(at, scope);
    if (how === 'store') lines.push(`memref.store %x, %lds[${place}] : ${LDS}`);
    else if (how === 'load') lines.push(`${fresh()} = memref.load %lds[${place}] : ${LDS}`);
    else if (how === 'wide') {
      const four = emit(`arith.muli ${place}, ${constant(4)} : index`);
      lines.push(`${fresh()} = vector.load %lds[${four}] : ${LDS}, vector<4xf32>`);
    } else {
      const held = indexOf(value, scope);
      const slot = emit(`arith.remui ${place}, ${constant(64)} : index`);
      lines.push(`memref.store ${held}, %table[${slot}] : ${TABLE}`, 'gpu.barrier');
      scope.push(emit(`memref.load %table[%t] : ${TABLE}`));
    }
  };
  const write = (list: Body, outer: readonly string[]): void => {
    const scope = [...outer];
    for (const one of list) {
      if (one.kind === 'access') {
        access(one, scope);
      } else if (one.kind === 'gather') {
        const at = emit(`arith.remui ${indexOf(one.at, scope)}, ${constant(INDICES)} : index`);
        scope.push(emit(`memref.load %indices[${at}] : memref<${INDICES}xindex>`));
      } else if (one.kind === 'if') {
        const [left, right] = [indexOf(one.left, scope), indexOf(one.right, scope)];
        const condition = emit(`arith.cmpi ult, ${left}, ${right} : index`);
        lines.push(`scf.if ${condition} {`);
        write(withoutBarriers(one.inside), scope);
        lines.push('} else {');
        write(withoutBarriers(one.otherwise), scope);
        lines.push('}');
      } else {
        const [from, to] = [indexOf(one.from, scope), indexOf(one.to, scope)];
        const [by, initial] = [constant(one.by), indexOf(one.carried, scope)];
        const [counter, argument, result] = [fresh(), fresh(), fresh()];
        lines.push(
          `${result} = scf.for ${counter} = ${from} to ${to} step ${by} iter_args(${argument} = ${initial}) -> (index) {`,
        );
        const within = [...scope, counter, argument];
        write(withoutBarriers(one.body), within);
        lines.push(`scf.yield ${indexOf(one.next, within)} : index`, '}');
        scope.push(result);
      }
    }
  };
  write(statements, ['%t', '%t', '%n', '%m', '%wave']);
  return `func.func @k(%indices: memref<${INDICES}xindex>, %n: index, %m: index) attributes {gpu.kernel} {
  %t = gpu.thread_id x upper_bound 64
  %wave = gpu.subgroup_id : index
  %x = arith.constant 1.0 : f32
  %lds = memref.alloc() : ${LDS}
  %table = memref.alloc() : ${TABLE}
  ${lines.join('\n  ')}
  return
}
`;
}

/** Lanes that are apart do not meet at barriers. */
function withoutBarriers(list: Body): Body {
  return list.filter((one) => one.kind !== 'access' || one.how !== 'remember');
}
