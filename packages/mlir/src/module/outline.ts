/**
 * The loops of a module, and the source lines of its operations.
 *
 *     scf.for %i = ... { A; B }       the loop has the operation itself, A and B
 *     ^bb1: ... cf.br ^bb1            the loop has all operations of the block
 */
import { type CodeOutline, loopsOf, type OutlinePart } from '@ldscope/core';
import type { Module, Operation, Region } from '../ir/ir.ts';
import { isLoop } from '../rows/facts.ts';
import { LocationReader } from '../text/locations.ts';

export function outlineModule({ operations, attributeAliases }: Module): CodeOutline {
  const reader = new LocationReader(attributeAliases);
  const parts: OutlinePart[] = [];
  const loops: number[][] = [];
  const addAll = (all: readonly Operation[]): void => all.forEach(add);
  const add = (operation: Operation): void => {
    const first = parts.length;
    const { span, location, regions } = operation;
    const source = location === undefined ? [] : reader.read(location).lines;
    parts.push(source.length === 0 ? { span } : { span, source });
    regions.forEach(addRegion);
    if (isLoop(operation)) loops.push(numbersFrom(first, parts.length));
  };
  const addRegion = ({ blocks }: Region): void => {
    const ends: (readonly [number, number])[] = [];
    for (const { operations: inside } of blocks) {
      const first = parts.length;
      addAll(inside);
      ends.push([first, parts.length]);
    }
    if (blocks.length < 2) return;
    const numbers = new Map(blocks.map(({ label }, index) => [label, index]));
    const found = loopsOf(blocks.keys(), (index) =>
      (blocks[index]?.operations.at(-1)?.successors ?? []).flatMap(
        ({ block }) => numbers.get(block) ?? [],
      ),
    );
    for (const members of found)
      loops.push(
        members.flatMap((index) => {
          const [first, end] = ends[index] ?? [0, 0];
          return numbersFrom(first, end);
        }),
      );
  };
  addAll(operations);
  return { parts, loops };
}

const numbersFrom = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index);
