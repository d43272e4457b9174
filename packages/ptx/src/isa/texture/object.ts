/** Handles of instructions, and coordinates by geometry. */
import { messages, type Region } from '@ldscope/core';
import { decodeTexture, TEXTURE_BYTES } from '../../state/texture.ts';
import type { Warp } from '@ldscope/simt';
import type { Operand } from '../../text/program.ts';
import { reportOnce } from '../async/bulk.ts';
import type { Source } from '../generate.ts';
import { type AddressStep, addressStep, whoOf } from '../memory/address.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import type { PlacedTexture } from './texels.ts';

/** Coordinates that an instruction takes, by its geometry: dimensions, and whether a layer comes before them. */
interface Geometry {
  readonly rank: 1 | 2 | 3;
  readonly shape: '1d' | '2d' | '3d' | 'cube';
  readonly isLayered: boolean;
}

export function geometryOf(modifiers: readonly string[]): Geometry | undefined {
  const name = modifiers.find((one) => /^(?:a?[12]d|3d|a?cube)$/.test(one));
  if (name === undefined) return undefined;
  const isLayered = name.startsWith('a');
  const shape = isLayered ? name.slice(1) : name;
  if (shape === '1d' || shape === '2d') return { shape, rank: shape === '1d' ? 1 : 2, isLayered };
  if (shape === '3d' || shape === 'cube') return { shape, rank: 3, isLayered };
  return undefined;
}

/** The operand `[handle, {x, y}]`. */
export interface ObjectOperand {
  readonly handle: AddressStep;
  readonly coordinates: readonly Source[];
}

export function objectOperand(
  { names }: MemoryContext,
  operand: Operand | undefined,
): ObjectOperand | undefined {
  const address = addressStep(operand, names);
  if (operand?.kind !== 'address' || address === undefined || operand.base?.kind !== 'register')
    return undefined;
  // With a sampler of its own the object has two handles, of the unified mode one.
  if (operand.coordinates.length > 1) return undefined;
  const [vector] = operand.coordinates;
  const given = vector?.kind === 'vector' ? vector.elements : operand.coordinates;
  const coordinates = given.map((one) => sourceOf(one, names));
  return coordinates.every((one) => one !== undefined)
    ? { handle: address.step, coordinates }
    : undefined;
}

/** Finds objects by their handles; the last one is remembered, since all lanes have the same as a rule. */
export class Objects {
  readonly #context: MemoryContext;
  readonly #geometry: Geometry | undefined;
  readonly #isSurface: boolean;
  #handle = -1;
  #found: PlacedTexture | undefined;

  constructor(context: MemoryContext, geometry: Geometry | undefined, isSurface: boolean) {
    this.#context = context;
    this.#geometry = geometry;
    this.#isSurface = isSurface;
  }

  /** The object of a handle; what is not one that the instruction takes is reported. */
  at(handle: number, warp: Warp, lane: number): PlacedTexture | undefined {
    if (handle === this.#handle) return this.#found;
    this.#handle = handle;
    this.#found = this.#find(handle, warp, lane);
    return this.#found;
  }

  #find(handle: number, warp: Warp, lane: number): PlacedTexture | undefined {
    const { memory, leftOut } = this.#context.environment;
    const name = textOf(this.#context.instruction);
    const region = memory.find(handle);
    const at = handle - (region?.base ?? 0);
    const bytes = new Uint8Array(TEXTURE_BYTES);
    for (let i = 0; i < TEXTURE_BYTES; i++) bytes[i] = region?.load8(at + i) ?? 0;
    const texture = decodeTexture(new DataView(bytes.buffer));
    if (region !== undefined) leftOut?.read(region);
    const who = whoOf(warp, lane);
    if (region === undefined || texture === undefined) {
      const text = `0x${handle.toString(16)}`;
      reportOnce(this.#context, messages.ptx.textureHandle(name, text, this.#isSurface, who));
      return undefined;
    }
    const wanted = this.#geometry;
    const problem =
      texture.isSurface !== this.#isSurface
        ? `a ${texture.isSurface ? 'surface' : 'texture'}`
        : wanted !== undefined && texture.shape !== wanted.shape
          ? `a ${texture.shape} object`
          : wanted !== undefined && wanted.isLayered !== texture.layers > 0
            ? `an object ${texture.layers > 0 ? 'with' : 'without'} layers`
            : undefined;
    if (problem !== undefined) {
      reportOnce(this.#context, messages.ptx.textureForm(name, problem, who));
      return undefined;
    }
    const texels = memory.find(texture.address);
    if (texels !== undefined && wanted !== undefined) this.#tell(texels);
    return texels && { texture, region: texels, offset: texture.address - texels.base };
  }

  /** Tells an execution of accesses alone which texels are read or stored. */
  #tell(texels: Region): void {
    const { environment, instruction, movesData } = this.#context;
    const { leftOut } = environment;
    const stores = instruction.opcode === 'sust' || instruction.opcode === 'sured';
    if (!stores && movesData) leftOut?.read(texels);
    else if (stores && movesData) leftOut?.write(texels);
    else if (stores) leftOut?.store(texels);
  }
}
