/** `llvm`: LLVM IR as operations. Most are one of a few shapes; functions, globals and calls have their own files. */
import type { Operation } from '../../ir/ir.ts';
import { unknownType } from '../../ir/types.ts';
import type { Type } from '../../ir/types.ts';
import {
  bitsCodec,
  casesCodec,
  flagsCodec,
  headlessCodec,
  quotedCasesCodec,
  wrappedCodec,
} from '../../text/codecs.ts';
import { llvmElement, llvmStruct } from '../../text/llvm-types.ts';
import { applyType } from '../../text/pieces.ts';
import { spread } from '../../text/syntax.ts';
import type { DialectSyntax, FormatSyntax } from '../../text/syntax.ts';
import { builtinType } from '../../text/types.ts';
import { branch, branchDirectives, conditionalBranch, switchSyntax } from '../cf.ts';
import { call, callDirectives, callIntrinsic, invoke } from './call.ts';
import { alloca, controlDirectives, indirectBranch } from './control.ts';
import {
  alias,
  functionCodecs,
  functionDirectives,
  functionOperation,
  global,
  ifunc,
} from './function.ts';
import { intrinsics } from './intrinsics.ts';

const binary = '%lhs , %rhs dict : type(lhs,rhs) => lhs';
const wrapping =
  '%lhs , %rhs { overflow ~ $overflowFlags:overflow=<none> }? dict : type(lhs,rhs) => lhs';
const exact = '{ exact $isExact:unit }? %lhs , %rhs dict : type(lhs,rhs) => lhs';
const fast = 'fastmathFlags:fastmath=<none>';
const float = `${binary} ; ${fast}`;
const cast = '%arg dict : type(arg) to type(result)';
const positive = `{ nneg $nonNeg:unit }? ${cast}`;
const nothing = 'dict : type(result)';
const metadata = 'access_groups:any alias_scopes:any noalias_scopes:any tbaa:any';
const access = `alignment:i64 nontemporal:unit ${metadata}`;
const scope = '{ syncscope ( $syncscope:string ) }?';
const atomic = `{ atomic ${scope} $ordering:ordering=not_atomic^ }?`;

/** The type that `position` leads to in an aggregate. */
function elementAt({ attributes }: Operation, aggregate: Type | undefined): Type {
  const position = attributes.get('position');
  if (position?.kind !== 'dense_array') return unknownType;
  let type = aggregate;
  for (const index of position.values) {
    if (type !== undefined) type = llvmElement(type, Number(index));
  }
  return type ?? unknownType;
}

const extractValue: FormatSyntax = {
  format: '%container ~ $position:i64s dict : type(container)',
  infer: (_, operation, results) => {
    results.push(elementAt(operation, operation.operands[0]?.type));
  },
};

const insertValue: FormatSyntax = {
  format:
    '%value , %container ~ $position:i64s dict : type(container) => container ; order container value',
  infer: (state, operation) => {
    const [container, value] = operation.operands;
    if (value === undefined) return;
    applyType(state, value, elementAt(operation, container?.type), operation.span.start);
  },
};

const insertElement: FormatSyntax = {
  format:
    '%value , %vector [ %position : type(position) ] dict : type(vector) => vector ; order vector value position',
  infer: (state, { operands: [vector, value], span }) => {
    const element = vector === undefined ? undefined : llvmElement(vector.type, 0);
    if (value !== undefined && element !== undefined) {
      applyType(state, value, element, span.start);
    }
  },
};

const exchange: FormatSyntax = {
  format: `{ weak $weak:unit }? { volatile $volatile_:unit }? %ptr , %cmp , %val ${scope} $success_ordering:ordering $failure_ordering:ordering dict : type(ptr) , type(cmp,val) ; alignment:i64 ${metadata}`,
  infer: (_, { operands }, results) => {
    results.push(llvmStruct([operands[2]?.type ?? unknownType, builtinType('i1')]));
  },
};

export const llvm: DialectSyntax = {
  name: 'llvm',
  codecs: {
    'overflow': bitsCodec('i32', 'nsw nuw'),
    'wrap': bitsCodec('i32', 'inbounds=3 inbounds_flag=1 nusw=2 nuw=4', {
      separator: '|',
      angles: false,
    }),
    'fastmath': flagsCodec('#llvm.fastmath'),
    'ordering': casesCodec(
      'i64',
      'not_atomic unordered monotonic acquire=4 release acq_rel seq_cst',
    ),
    'atomic': casesCodec(
      'i64',
      'xchg add sub _and nand _or _xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap usub_cond usub_sat fmaximum fminimum',
    ),
    'integer-predicate': quotedCasesCodec('i64', 'eq ne slt sle sgt sge ult ule ugt uge'),
    'float-predicate': quotedCasesCodec(
      'i64',
      '_false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno _true',
    ),
    'comdat': casesCodec('i64', 'any exactmatch largest nodeduplicate samesize'),
    'dialect': casesCodec('i64', 'att intel'),
    'tail-kind': headlessCodec('#llvm.tailcallkind'),
    'linkage': wrappedCodec(
      '#llvm.linkage<',
      '>',
      'external available_externally linkonce linkonce_odr weak weak_odr appending internal private extern_weak common',
    ),
    'visibility': casesCodec('i64', 'default hidden protected'),
    'unnamed': casesCodec('i64', 'none local_unnamed_addr unnamed_addr'),
    'rounding': casesCodec('i64', 'towardzero tonearest upward downward tonearestaway dynamic=7'),
    'exceptions': casesCodec('i64', 'ignore maytrap strict'),
    'dereferenceable': headlessCodec('#llvm.dereferenceable'),
    'block-address': headlessCodec('#llvm.blockaddress'),
    'block-tag': headlessCodec('#llvm.blocktag'),
    ...functionCodecs,
  },
  directives: {
    ...branchDirectives,
    ...callDirectives,
    ...controlDirectives,
    ...functionDirectives,
  },
  operations: {
    'func': functionOperation,
    'return': 'dict { %arg? : type(arg) }?',
    'mlir.global': global,
    'mlir.alias': alias,
    'mlir.ifunc': ifunc,
    'mlir.global_ctors':
      'ctors = $ctors:any , priorities = $priorities:any , data = $data:any dict',
    'mlir.global_dtors':
      'dtors = $dtors:any , priorities = $priorities:any , data = $data:any dict',
    'mlir.constant': '( $value:any ) dict : type(result)',
    'mlir.addressof': '$global_name:symbol dict : type(result)',
    'dso_local_equivalent': '$function_name:symbol dict : type(result)',
    ...spread('mlir.undef mlir.poison mlir.zero mlir.none', nothing),
    'comdat': '$sym_name:symbol-name region dict',
    'comdat_selector': '$sym_name:symbol-name $comdat:comdat dict',
    'module_flags': '$flags:any dict',
    'linker_options': '$options:any dict',

    ...spread('add sub mul shl', wrapping),
    ...spread('udiv sdiv lshr ashr', exact),
    ...spread('urem srem and xor', binary),
    'or': '{ disjoint $isDisjoint:unit }? %lhs , %rhs dict : type(lhs,rhs) => lhs',
    ...spread('fadd fsub fmul fdiv frem', float),
    'fneg': `%operand dict : type(operand) => operand ; ${fast}`,
    'freeze': '%val dict : type(val) => val',
    'icmp': '$predicate:integer-predicate %lhs , %rhs dict : type(lhs,rhs) => bool(lhs)',
    'fcmp': `$predicate:float-predicate %lhs , %rhs dict : type(lhs,rhs) => bool(lhs) ; ${fast}`,
    'select': `%condition , %trueValue , %falseValue dict : type(condition) , type(trueValue,falseValue) => trueValue ; ${fast}`,
    ...spread('bitcast addrspacecast sext fptosi fptoui sitofp fpext fptrunc ptrtoint', cast),
    ...spread('zext uitofp', positive),
    'trunc': '%arg { overflow ~ $overflowFlags:overflow=<none> }? dict : type(arg) to type(result)',
    'inttoptr':
      '%arg { dereferenceable ~ $dereferenceable:dereferenceable }? dict : type(arg) to type(result)',

    alloca,
    'load': `{ volatile $volatile_:unit }? %addr ${atomic} { invariant $invariant:unit }? { invariant_group $invariantGroup:unit }? { dereferenceable ~ $dereferenceable:dereferenceable }? dict : type(addr) -> type(result) ; ${access}`,
    'store': `{ volatile $volatile_:unit }? %value , %addr ${atomic} { invariant_group $invariantGroup:unit }? dict : type(value) , type(addr) ; ${access}`,
    'getelementptr':
      '{ $noWrapFlags:wrap=none }? %base ~ indices-i32(%dynamicIndices,$rawConstantIndices) dict : function(base,dynamicIndices) , $elem_type:type',
    'atomicrmw': `{ volatile $volatile_:unit }? $bin_op:atomic %ptr , %val ${scope} $ordering:ordering dict : type(ptr) , type(val) => val ; alignment:i64 ${metadata}`,
    'cmpxchg': exchange,
    'fence': `${scope} $ordering:ordering dict`,

    'extractvalue': extractValue,
    'insertvalue': insertValue,
    'extractelement':
      '%vector [ %position : type(position) ] dict : type(vector) => element(vector)',
    'insertelement': insertElement,
    'shufflevector': '%v1 , %v2 $mask:i32s dict : type(v1,v2) => shuffle(v1)',

    'br': { ...branch, format: `${branch.format} ; loop_annotation:any` },
    'cond_br': {
      ...conditionalBranch,
      format: `${conditionalBranch.format} loop_annotation:any`,
    },
    'switch': switchSyntax('SwitchCasesBehindDefault'),
    'indirectbr': indirectBranch,
    'unreachable': 'dict',
    'landingpad': '{ cleanup $cleanup:unit }? custom<Clauses>(%operands) : type(result)',
    'resume': '%value dict : type(value)',
    'blockaddress': '$block_addr:block-address dict : type(result)',
    'blocktag': '$tag:block-tag dict',
    call,
    'call_intrinsic': callIntrinsic,
    invoke,
    'va_arg': '%arg dict : function(arg)',
    'inline_asm':
      '{ has_side_effects $has_side_effects:unit }? { is_align_stack $is_align_stack:unit }? { tail_call_kind = $tail_call_kind:tail-kind=<none> }? { asm_dialect = $asm_dialect:dialect }? { operand_attrs = $operand_attrs:any }? dict $asm_string:string , $constraints:string { %operands* }? : function(operands)',
    ...intrinsics,
  },
};
