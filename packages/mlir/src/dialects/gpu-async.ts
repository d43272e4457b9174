/**
 * Operations of `gpu` that a host calls and that may run asynchronously.
 *
 *     %m, %t = gpu.alloc async [%s] (%n) : memref<?xf32, 1>
 *     gpu.memcpy [%t] %d, %s : memref<4xf32>, memref<4xf32>
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import { printType } from '../text/print-types.ts';
import type { FormatSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';

const i32 = builtinType('i32');
const wait = 'tokens(%asyncDependencies)';
const created = `${wait} %rows , %cols`;

/** `{TRANSPOSE}` behind a matrix. */
const turned = (attribute: string): string =>
  `{ \\{ _ $${attribute}:transposition=NON_TRANSPOSE ~ \\} }?`;

const spmv = `${wait} %spmatA ${turned('modeA')} , %dnX , %dnY`;
const spmm = `${wait} %spmatA ${turned('modeA')} , %dnmatB ${turned('modeB')} , %dnmatC`;
const sddmm = `${wait} %dnmatA ${turned('modeA')} , %dnmatB ${turned('modeB')} , %spmatC`;
const spgemm = `%spmatA ${turned('modeA')} , %spmatB ${turned('modeB')} , %spmatC , %desc`;
const typed = 'into $computeType:type';

/** The results of sparse operations have no type in the syntax. */
const handle = (name: string): string => `!gpu.sparse.${name}_handle`;

/** How many sizes there are, and whether a token follows, is also an attribute that the syntax leaves out. */
const spmmBufferSize: FormatSyntax = {
  format: `${spmm} dict : types(result) ${typed} ; resultSegmentSizes:any`,
  infer: (_, { attributes }, results) => {
    const last = results.at(results.length - 1);
    const token = last !== undefined && printType(last) === '!gpu.async.token' ? 1 : 0;
    const values = [results.length - token, token];
    attributes.set('resultSegmentSizes', { kind: 'dense_array', element: i32, values });
  },
  present: (operation) => {
    const attributes = new AttributeMap(operation.attributes);
    attributes.delete('resultSegmentSizes');
    return { ...operation, attributes };
  },
};

export const asyncOperations: Readonly<Record<string, string | FormatSyntax>> = {
  wait: `${wait} dict`,
  alloc: `${wait} { host_shared $hostShared:unit }? _ ( %dynamicSizes* ) { ~ [ %symbolOperands* ] }? dict : type(result) ; segments`,
  dealloc: `${wait} %memref dict : type(memref)`,
  memcpy: `${wait} %dst , %src : type(dst) , type(src) dict`,
  memset: `${wait} %dst , %value : type(dst) , type(value) dict`,
  create_dn_tensor: `${wait} %memref , %dims* dict : types(dims) into type(memref) => ${handle('dntensor')} ; segments`,
  destroy_dn_tensor: `${wait} %dnTensor dict`,
  destroy_sp_mat: `${wait} %spmat dict`,
  create_coo: `${created} , %nnz , %rowIdxs , %colIdxs , %values dict : type(rowIdxs) , type(colIdxs) , type(values) => ${handle('spmat')}`,
  create_coo_aos: `${created} , %nnz , %idxs , %values dict : type(idxs) , type(values) => ${handle('spmat')}`,
  create_csr: `${created} , %nnz , %rowPos , %colIdxs , %values dict : type(rowPos) , type(colIdxs) , type(values) => ${handle('spmat')}`,
  create_csc: `${created} , %nnz , %colPos , %rowIdxs , %values dict : type(colPos) , type(rowIdxs) , type(values) => ${handle('spmat')}`,
  create_bsr: `${wait} %brows , %bcols , %bnnz , %rBlockSize , %cBlockSize , %bRowPos , %bColIdxs , %values dict : type(bRowPos) , type(bColIdxs) , type(values) => ${handle('spmat')}`,
  create_2to4_spmat: `${wait} \\{ _ $pruneFlag:pruning ~ \\} %rows , %cols , %memref dict : type(memref) => ${handle('spmat')}`,
  set_csr_pointers: `${wait} %spmat , %positions , %coordinates , %values dict : type(positions) , type(coordinates) , type(values)`,
  spmat_get_size: `${wait} %spmat dict => index index index`,
  spmv_buffer_size: `${spmv} dict ${typed} => index`,
  spmv: `${spmv} , %buffer dict : type(buffer) ${typed}`,
  spmm_buffer_size: spmmBufferSize,
  spmm: `${spmm} , %buffers* dict : types(buffers) ${typed} ; segments`,
  sddmm_buffer_size: `${sddmm} dict ${typed} => index`,
  sddmm: `${sddmm} , %buffer dict : type(buffer) ${typed}`,
  spgemm_create_descr: `${wait} dict => ${handle('spgemmop')}`,
  spgemm_destroy_descr: `${wait} %desc dict`,
  spgemm_work_estimation_or_compute: `${wait} \\{ _ $kind:estimation ~ \\} ${spgemm} , %bufferSz , %buffer dict : $computeType:type into type(buffer) => index ; order asyncDependencies desc spmatA spmatB spmatC bufferSz buffer`,
  spgemm_copy: `${wait} ${spgemm} dict : $computeType:type ; order asyncDependencies desc spmatA spmatB spmatC`,
};
