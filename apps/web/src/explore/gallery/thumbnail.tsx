/** The first picture of an explorer, small: drawn by the page's own code when its card comes into view. */
import { type Picture, pictureNode } from '@ldscope/render';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { draw } from '../../picture/drawing.ts';

const modules = import.meta.glob<() => Picture | undefined>('../*/picture.ts', {
  import: 'thumbnail',
});

export function Thumbnail({ slug }: { readonly slug: string }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void show(element, slug);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [slug]);
  return <div ref={place} class="thumbnail" aria-hidden="true" />;
}

async function show(element: HTMLElement, slug: string): Promise<void> {
  const load = modules[`../${slug}/picture.ts`];
  if (load === undefined) return;
  const picture = (await load())();
  if (picture === undefined) return;
  draw(element, undefined, pictureNode(picture));
  // A tall picture is cut below, a wide one is shown whole.
  const isTall = picture.width / picture.height < element.clientWidth / element.clientHeight;
  element.firstElementChild?.setAttribute(
    'preserveAspectRatio',
    isTall ? 'xMidYMin slice' : 'xMidYMid meet',
  );
}
