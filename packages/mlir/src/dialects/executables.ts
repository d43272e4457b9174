/**
 * Common syntax of executables of `flow`, `stream` and `hal`.
 *
 *     stream.executable.export public @f workgroups(%w: index) -> (index, index, index) {...}
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import { oneOrListCodec, symbol } from '../text/codecs.ts';
import type { FormatSyntax } from '../text/syntax.ts';

/** `@f`, or `{@f, @g}`: the kernels among which a dispatch may choose. */
export const entryPoints = oneOrListCodec(symbol, '{}');

/** `hal.interface.workgroup.id[0] upper_bound 8 : index`. */
export const workgroup =
  '[ $dimension:index ] { upper_bound $upper_bound:index }? dict : type(result)';

/** `count(%w: index) -> (index, index, index) {...}`: a region that says how many workgroups to start. */
export const grid = (keyword: string, options: string): string =>
  `{ ${keyword} ( &${keyword}*:type ) -> ( index , index , index ) region(${options})^ }?`;

/** An export is named like its function unless `as("name")` says otherwise. */
export const exported: FormatSyntax = {
  format: `{ $sym_visibility:visibility }? $function_ref:symbol { as ( $sym_name:string ) }? ${grid('workgroups', 'isolated')} dict-keyword ; workgroup_size:any subgroup_size:any workgroup_local_memory:any`,
  infer: (_, { attributes }) => {
    const target = attributes.get('function_ref');
    const value = target?.kind === 'symbol' ? (target.path[0] ?? '') : '';
    if (!attributes.has('sym_name')) attributes.set('sym_name', { kind: 'string', value });
  },
  present: (operation) => {
    const attributes = new AttributeMap(operation.attributes);
    const target = attributes.get('function_ref');
    const name = attributes.get('sym_name');
    if (name?.kind !== 'string') return operation;
    if (target?.kind !== 'symbol' || target.path[0] === name.value) attributes.delete('sym_name');
    if (target === undefined)
      attributes.set('function_ref', { kind: 'symbol', path: [name.value] });
    return { ...operation, attributes };
  },
};
