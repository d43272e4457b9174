/** `rocdl`: the intrinsics of AMD's GPUs. */
import { bitsCodec, headlessCodec } from '../text/codecs.ts';
import { spread } from '../text/syntax.ts';
import type { DialectSyntax } from '../text/syntax.ts';

const metadata = 'alias_scopes:any noalias_scopes:any tbaa:any';
const id = '{ range $range:range }? dict : type(result)';
const function_ = '%arg type(arg) dict -> type(result)';
const barrier = '%ptr member_cnt = $memberCnt:i32 dict : type(ptr)';
const pointer = '%ptr dict : type(ptr)';
const product = '%args* dict : function(args)';
const matrices = '%a , %b , %c dict : function(operands)';
const reuse = 'reuseA:bool=false reuseB:bool=false';
const signs = 'signA:bool=false signB:bool=false';
const scaled = `%a , %b , %c , %scaleA , %scaleB dict : function(operands) ; modC:i16=0 scaleAType:i32=0 fmtScaleA:i32=0 scaleBType:i32=0 fmtScaleB:i32=0 ${reuse}`;
const transposed = `%ptr dict : type(ptr) -> type(result) ; ${metadata}`;
const pack = 'dict %src , %scale : type(result)';
const packRounded = 'dict %src , %seed , %scale : type(result)';
const buffer = '%rsrc , %offset , %soffset , %aux';
const copied = `dict : type(globalPtr) , type(ldsPtr) ; ${metadata}`;

/** `rocdl.cvt.*`: conversions, by what they take and where in a register the result goes. */
const conversions = {
  ...spread('cvt.f32.bf8 cvt.f32.fp8', 'dict %srcA [ $byteSel:i32 ] : type(result)'),
  ...spread(
    'cvt.pk.bf8.f32 cvt.pk.fp8.f32',
    'dict %srcA , %srcB -> %old [ $wordSel:bool ] : type(result)',
  ),
  ...spread('cvt.pk.f32.bf8 cvt.pk.f32.fp8', 'dict %src [ $wordSel:bool ] : type(result)'),
  ...spread(
    'cvt.sr.bf8.f32 cvt.sr.fp8.f32',
    'dict %srcA , %srcB -> %old [ $byteSel:i32 ] : type(result)',
  ),
  'cvt.pkrtz': 'dict %srcA , %srcB : type(result)',
  ...spread(
    'cvt.scalef32.2xpk16.bf6.f32 cvt.scalef32.2xpk16.fp6.f32',
    'dict %src0 , %src1 , %scale : type(result)',
  ),
  ...spread(
    'cvt.scalef32.f16.bf8 cvt.scalef32.f16.fp8',
    'dict %src [ $srcSelIndex:i32 ] , %scale -> %oldVdst [ $dstLoHiSel:bool ] : type(result) ; order oldVdst src scale',
  ),
  ...spread(
    'cvt.scalef32.f32.bf8 cvt.scalef32.f32.fp8 cvt.scalef32.pk.bf16.fp4 cvt.scalef32.pk.f16.fp4 cvt.scalef32.pk.f32.fp4',
    'dict %src [ $srcSelIndex:i32 ] , %scale : type(result)',
  ),
  ...spread(
    'cvt.scalef32.pk.bf16.bf8 cvt.scalef32.pk.bf16.fp8 cvt.scalef32.pk.f16.bf8 cvt.scalef32.pk.f16.fp8 cvt.scalef32.pk.f32.bf8 cvt.scalef32.pk.f32.fp8',
    'dict %src [ $srcLoHiSel:bool ] , %scale : type(result)',
  ),
  ...spread(
    'cvt.scalef32.pk.bf8.bf16 cvt.scalef32.pk.bf8.f16 cvt.scalef32.pk.fp8.bf16 cvt.scalef32.pk.fp8.f16',
    'dict %src0 , %scale -> %oldVdst [ $dstLoHiSel:bool ] : type(result) ; order oldVdst src0 scale',
  ),
  ...spread(
    'cvt.scalef32.pk.bf8.f32 cvt.scalef32.pk.fp8.f32',
    'dict %src0 , %src1 , %scale -> %oldVdst [ $dstLoHiSel:bool ] : type(result) ; order oldVdst src0 src1 scale',
  ),
  ...spread(
    'cvt.scalef32.pk.fp4.bf16 cvt.scalef32.pk.fp4.f16',
    'dict %src , %scale -> %oldVdst [ $dstSelIndex:i32 ] : type(result) ; order oldVdst src scale',
  ),
  'cvt.scalef32.pk.fp4.f32':
    'dict %src0 , %src1 , %scale -> %oldVdst [ $dstSelIndex:i32 ] : type(result) ; order oldVdst src0 src1 scale',
  ...spread(
    'cvt.scalef32.sr.bf8.bf16 cvt.scalef32.sr.bf8.f16 cvt.scalef32.sr.bf8.f32 cvt.scalef32.sr.fp8.bf16 cvt.scalef32.sr.fp8.f16 cvt.scalef32.sr.fp8.f32',
    'dict %src0 , %seed , %scale -> %oldVdst [ $dstSelIndex:i32 ] : type(result) ; order oldVdst src0 seed scale',
  ),
  ...spread(
    'cvt.scalef32.sr.pk.fp4.bf16 cvt.scalef32.sr.pk.fp4.f16 cvt.scalef32.sr.pk.fp4.f32',
    'dict %src , %seed , %scale -> %oldVdst [ $dstSelIndex:i32 ] : type(result) ; order oldVdst src seed scale',
  ),
  'cvt.scale.pk8.*': 'dict %src , %scale [ $scaleSel:i32 ] : type(result)',
  'cvt.scale.pk16.*': 'dict %src , %scale [ $scaleSel:i32 ] : type(result)',
  ...Object.fromEntries(
    ['8', '16', '32'].flatMap((size) => [
      [`cvt.scalef32.pk${size}.*`, pack],
      [`cvt.scalef32.sr.pk${size}.*`, packRounded],
    ]),
  ),
};

/** `rocdl.wmma.*`: the kind of the inputs says which modifiers there are. */
const wmma = {
  ...spread(
    'wmma.scale.f32.16x16x128.f8f6f4 wmma.scale16.f32.16x16x128.f8f6f4',
    `${scaled} fmtA:i32=0 fmtB:i32=0`,
  ),
  ...spread('wmma.scale.f32.32x16x128.f4 wmma.scale16.f32.32x16x128.f4', scaled),
  'wmma.*': matrices,
  ...spread(
    'wmma.f32.16x16x4.f32 wmma.f32.16x16x32.bf16 wmma.f32.16x16x32.f16 wmma.f16.16x16x32.f16 wmma.bf16.16x16x32.bf16 wmma.bf16f32.16x16x32.bf16',
    `${matrices} ; ${signs} modC:i16=0 ${reuse}`,
  ),
  ...spread(
    ['f32.16x16x64', 'f16.16x16x64', 'f32.16x16x128', 'f16.16x16x128']
      .flatMap((shape) =>
        ['fp8_fp8', 'fp8_bf8', 'bf8_fp8', 'bf8_bf8'].map((pair) => `wmma.${shape}.${pair}`),
      )
      .join(' '),
    `${matrices} ; modC:i16=0 ${reuse}`,
  ),
  'wmma.i32.16x16x64.iu8': `${matrices} ; ${signs} ${reuse} clamp:bool=false`,
  ...spread(
    'wmma.i32.16x16x16.iu8 wmma.i32.16x16x16.iu4 wmma.i32.16x16x32.iu4',
    `${matrices} ; ${signs} clamp:bool=false`,
  ),
  ...spread('wmma.f16.16x16x16.f16 wmma.bf16.16x16x16.bf16', `${matrices} ; opsel:bool=false`),
};

export const rocdl: DialectSyntax = {
  name: 'rocdl',
  codecs: {
    range: headlessCodec('#llvm.constant_range'),
    none: bitsCodec('i32', 'none=0', { angles: false }),
  },
  operations: {
    ...spread(
      'workitem.id.x workitem.id.y workitem.id.z workgroup.id.x workgroup.id.y workgroup.id.z workgroup.dim.x workgroup.dim.y workgroup.dim.z grid.dim.x grid.dim.y grid.dim.z cluster.id.x cluster.id.y cluster.id.z wavefrontsize',
      id,
    ),
    ...spread('cos exp exp2 log rcp sin sqrt tanh', function_),
    'fmed3': '%src0 , %src1 , %src2 dict : type(src0,src1,src2) => src0',

    ...spread('barrier s.barrier asyncmark', 'dict'),
    'wait.asyncmark': '$count:i16 dict',
    ...spread('s.barrier.init s.barrier.signal.var', barrier),
    ...spread('s.barrier.join s.wakeup.barrier', pointer),
    ...spread('s.barrier.leave s.barrier.wait', 'id = $id:i16 dict'),
    's.barrier.signal': 'id = $id:i32 dict',
    ...spread('s.barrier.signal.isfirst s.get.barrier.state', 'id = $id:i32 dict -> type(result)'),
    's.get.named.barrier.state': '%ptr dict : type(ptr) -> type(result)',
    's.waitcnt': 'dict $bitfield:i32',
    's.sleep': 'dict $count:i32',
    's.nop': 'dict $count:i16',
    's.setprio': '$priority:i16 dict',
    'sched.barrier': '{ $mask:none }! { $mask:i32 }? dict',
    'sched.group.barrier': '$mask:i32 , $size:i32 , $groupId:i32 dict',
    'iglp.opt': '$variant:i32 dict',
    ...spread(
      's.wait.asynccnt s.wait.dscnt s.wait.expcnt s.wait.loadcnt s.wait.storecnt s.wait.tensorcnt',
      '$count:i16 dict',
    ),

    ...spread('mbcnt.lo mbcnt.hi', '%in0 , %in1 dict : ( type(in0) , type(in1) ) -> type(result)'),
    'ds_swizzle': '%src , %offset dict : ( type(src) , type(offset) ) -> type(result)',
    'ds_bpermute': '%index , %src dict : ( type(index) , type(src) ) -> type(result)',
    'ballot': '%pred dict : type(result)',
    'readfirstlane': '%src dict : type(src) => src',
    'readlane': '%src0 , %src1 dict : ( type(src0) , type(src1) ) -> type(result)',
    'update.dpp':
      'dict %old , %src with $dppCtrl:i32 , $rowMask:i32 , $bankMask:i32 , $boundCtrl:bool : type(src) => src',
    ...spread(
      'permlane16.swap permlane32.swap',
      'dict %old , %src , $fi:bool , $boundControl:bool : ( type(old) , type(src) ) -> type(result:!llvm.struct)',
    ),
    'permlanex16':
      'dict %old , %src0 , %src1 , %src2 , $fi:bool , $boundControl:bool : type(src0) , type(src1) => src0',

    'load.to.lds': `%globalPtr , %ldsPtr , $size:i32 , $offset:i32 , $aux:i32 dict : type(globalPtr:!llvm.ptr) ; ${metadata}`,
    'global.load.lds': `%globalPtr , %ldsPtr , $size:i32 , $offset:i32 , $aux:i32 dict ; ${metadata}`,
    'load.async.to.lds': `%globalPtr , %ldsPtr , $size:i32 , $offset:i32 , $aux:i32 dict : type(globalPtr:!llvm.ptr) ; ${metadata}`,
    'global.load.async.lds': `%globalPtr , %ldsPtr , $size:i32 , $offset:i32 , $aux:i32 dict ; ${metadata}`,
    'global.load.async.to.lds.*': `%globalPtr , %ldsPtr , $offset:i32 , $aux:i32 ${copied}`,
    'cluster.load.async.to.lds.*': `%globalPtr , %ldsPtr , $offset:i32 , $cpol:i32 , %mask ${copied}`,
    'tensor.load.to.lds.d2': `dict %dgroup0 , %dgroup1 cachepolicy $cachePolicy:i32 : type(dgroup0) , type(dgroup1) ; ${metadata}`,
    'tensor.store.from.lds.d2': `dict %dgroup0 , %dgroup1 cachepolicy $cachePolicy:i32 : type(dgroup0) , type(dgroup1) ; ${metadata}`,
    ...spread(
      'tensor.load.to.lds tensor.store.from.lds',
      `dict %dgroup0 , %dgroup1 , %dgroup2 , %dgroup3 cachepolicy $cachePolicy:i32 : type(dgroup0) , type(dgroup1) ; ${metadata}`,
    ),
    ...spread(
      'flat.prefetch global.prefetch',
      `%ptr , scope $scope:i32 dict : type(ptr) ; ${metadata}`,
    ),
    'ds.atomic.async.barrier.arrive.b64': `%barrierPtr dict : type(barrierPtr) ; ${metadata}`,
    'ds.atomic.barrier.arrive.rtn.b64': `%barrierPtr , %val dict : type(barrierPtr) , type(val) -> type(result) ; ${metadata}`,
    ...Object.fromEntries(['ds.load.tr*', 'global.load.tr*'].map((name) => [name, transposed])),
    'ds.read.tr*': `%ptr dict : type(ptr:!llvm.ptr) -> type(result) ; ${metadata}`,

    'make.buffer.rsrc':
      '%base , %stride , %numRecords , %flags dict : type(base:!llvm.ptr) to type(result:!llvm.ptr)',
    'raw.ptr.buffer.load': `${buffer} dict : type(result) ; ${metadata}`,
    'raw.ptr.buffer.store': `%vdata , ${buffer} dict : type(vdata) ; ${metadata}`,
    'raw.ptr.buffer.atomic.cmpswap': `%src , %cmp , ${buffer} dict : type(src,cmp) => src ; ${metadata}`,
    'raw.ptr.buffer.atomic.*': `%vdata , ${buffer} dict : type(vdata) ; ${metadata}`,
    'raw.ptr.buffer.load.async.lds': `%rsrc , %ldsPtr , %size , %voffset , %soffset , %offset , %aux dict ; ${metadata}`,
    'raw.ptr.buffer.load.lds': `%rsrc , %ldsPtr , %size , %voffset , %soffset , %offset , %aux dict ; ${metadata}`,
    'raw.buffer.load': `${buffer} : type(result)`,
    'raw.buffer.store': `%vdata , ${buffer} : type(vdata)`,
    'raw.buffer.atomic.cmpswap': `dict ( %src , %cmp , ${buffer} ) : type(src,cmp) , type(rsrc) => src`,
    'raw.buffer.atomic.*': `%vdata , ${buffer} : type(vdata)`,

    'mfma.*': product,
    'smfmac.*': product,
    ...wmma,
    ...conversions,
  },
};
