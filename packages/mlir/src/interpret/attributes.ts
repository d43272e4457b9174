export * from '../ir/attribute-values.ts';
