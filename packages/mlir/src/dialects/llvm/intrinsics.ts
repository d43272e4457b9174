/**
 * `llvm.intr.*`: intrinsics of LLVM that have an operation. Intrinsics that are not here have no custom syntax.
 *
 *     %r = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
 */

const spread = (names: string, line: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [`intr.${name}`, line]));

const plain = '( %operands* ) dict : function(operands)';
const fast = `${plain} ; fastmathFlags:fastmath=<none>`;
const pointer = '%ptr dict : type(ptr)';
const list = '%operands* dict : function(operands)';
const debug = '{ $locationExpr:any=#llvm.di_expression<> }?';
const matrix = 'isVolatile:any rows:i32 columns:i32';
const rounded =
  '%arg_0 $roundingmode:rounding $fpExceptionBehavior:exceptions dict : type(arg_0) to type(result)';
const exact = '%arg_0 $fpExceptionBehavior:exceptions dict : type(arg_0) to type(result)';

export const intrinsics: Readonly<Record<string, string>> = {
  ...spread(
    'acos asin atan atan2 copysign cos cosh exp exp2 exp10 fabs ceil floor fma fmuladd trunc frexp ldexp log log2 log10 maxnum maximum minnum minimum nearbyint powi pow rint roundeven round sin sincos sinh sqrt tan tanh vector.reduce.fmax vector.reduce.fmaximum vector.reduce.fmin vector.reduce.fminimum',
    fast,
  ),
  ...spread(
    'bitreverse bswap ctpop fshl fshr llrint llround lrint lround sadd.sat scmp smax smin sshl.sat ssub.sat uadd.sat ucmp umax umin ushl.sat usub.sat',
    plain,
  ),
  ...spread('coro.align coro.size stacksave stepvector', 'dict : type(result)'),
  ...spread(
    'coro.begin coro.end coro.free coro.id coro.promise coro.save eh.typeid.for ptrmask',
    list,
  ),
  ...spread('masked.load', `${list} ; alignment:i32 nontemporal:unit`),
  ...spread('masked.gather', `${list} ; alignment:i32`),
  ...spread('coro.resume lifetime.start lifetime.end stackrestore', pointer),
  ...spread('launder.invariant.group strip.invariant.group', `${pointer} => ptr`),
  ...spread('vastart vaend', '%arg_list dict : type(arg_list)'),
  ...spread('debugtrap trap', 'dict'),
  ...spread(
    'experimental.constrained.fptrunc experimental.constrained.sitofp experimental.constrained.uitofp',
    rounded,
  ),
  'intr.experimental.constrained.fpext': exact,
  'intr.assume': '%cond custom<Bundles>(%op_bundle_operands) : type(cond) dict',
  'intr.coro.suspend': '%save , %final dict : type(result)',
  'intr.dbg.declare': `$varInfo:any ${debug} = %addr : type(addr) dict`,
  'intr.dbg.value': `$varInfo:any ${debug} = %value : type(value) dict`,
  'intr.dbg.label': '$label:any dict',
  'intr.expect': '%val , %expected dict : type(val,expected) => val',
  'intr.expect.with.probability': '%val , %expected , $prob:f64 dict : type(val,expected) => val',
  'intr.get.active.lane.mask': '%base , %n dict : type(base) , type(n) to type(result)',
  'intr.invariant.start': '$size:i64 , %ptr dict : type(ptr) => !llvm.ptr',
  'intr.invariant.end': '%start , $size:i64 , %ptr dict : type(ptr)',
  'intr.masked.store':
    '%value , %data , %mask dict : type(value) , type(mask) into type(data) ; alignment:i32',
  'intr.masked.scatter':
    '%value , %ptrs , %mask dict : type(value) , type(mask) into type(ptrs) ; alignment:i32',
  'intr.matrix.column.major.load': `%data , < stride = %stride > dict : type(result) from type(data) stride type(stride) ; ${matrix}`,
  'intr.matrix.column.major.store': `%matrix , %data , < stride = %stride > dict : type(matrix) to type(data) stride type(stride) ; ${matrix}`,
  'intr.matrix.multiply':
    '%lhs , %rhs dict : ( type(lhs) , type(rhs) ) -> type(result) ; lhs_rows:i32 lhs_columns:i32 rhs_columns:i32',
  'intr.matrix.transpose': '%matrix dict : type(matrix) into type(result) ; rows:i32 columns:i32',
  'intr.experimental.noalias.scope.decl': '$scope:any dict',
  'intr.ssa.copy': '%operand dict : type(operand) => operand',
  'intr.vacopy':
    '%src_list to %dest_list dict : types(dest_list,src_list) ; order dest_list src_list',
  'intr.vector.extract': '%srcvec [ $pos:i64 ] dict : type(result) from type(srcvec)',
  'intr.vector.insert':
    '%srcvec , %dstvec [ $pos:i64 ] dict : type(srcvec) into type(dstvec) => dstvec ; order dstvec srcvec',
};
