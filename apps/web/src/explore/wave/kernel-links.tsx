/** A whole kernel of this kind, with the swizzle and without, for the playground. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { examples } from '../../share/examples.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';

const kernels = [
  { name: 'gemm-gather-plain', words: 'Open a whole GEMM of this kind, plain' },
  { name: 'gemm-gather-to-lds', words: 'Open it swizzled' },
] as const;

export function KernelLinks(): JSX.Element {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    for (const { name } of kernels) {
      const example = examples.find((one) => one.name === name);
      void example?.load().then((text) => setTexts((all) => ({ ...all, [name]: text })));
    }
  }, []);
  return (
    <p class="wave-buttons">
      {kernels.map(({ name, words }) => (
        <OpenInPlayground key={name} text={texts[name] ?? ''} file="kernel.mlir" machine="gfx950">
          {words}
        </OpenInPlayground>
      ))}
    </p>
  );
}
