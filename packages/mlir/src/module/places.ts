/**
 * Sites of operations in the text of a module, with the lines of the program that they were compiled from where the module
 * has locations:
 *
 *     %4 = ttg.local_load %3 : ... loc(#loc7)      84:9, from softmax.py:12:15
 */
import { type LineMap, Places, type Site, type Span } from '@ldscope/core';
import type { Module } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { type LocatedSource, LocationReader } from '../text/locations.ts';

export class OperationPlaces {
  readonly #places: Places;
  readonly #module: Module;
  readonly #reader: LocationReader;
  /** Locations by the start of their operation, which rewritten operations keep. */
  #locations: ReadonlyMap<number, string> | undefined;

  constructor(module: Module, lines: LineMap, file: string | undefined) {
    this.#module = module;
    this.#places = new Places(lines, file);
    this.#reader = new LocationReader(module.attributeAliases);
  }

  /** The line on which an operation begins, without its location, and the lines that the location stands for. */
  site(span: Span): Site {
    const { lines } = this.source(span);
    const site = this.#places.site(span, withoutLocation);
    return lines.length === 0 ? site : { ...site, source: lines };
  }

  /** The place in the location of an operation. */
  source({ start }: Span): LocatedSource {
    this.#locations ??= locationsOf(this.#module);
    return this.#reader.read(this.#locations.get(start) ?? 'unknown');
  }
}

function locationsOf({ operations }: Module): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { location, span } of walk(operations)) {
    if (location !== undefined) found.set(span.start, location);
  }
  return found;
}

const withoutLocation = (line: string): string => line.trim().replace(/ loc\(.*\)$/, '');
