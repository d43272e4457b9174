/**
 * A view that is loaded when it is shown for the first time: the page begins with one, and may never show the others.
 *
 *     const TileView = later(async () => (await import('./tile.tsx')).TileView);
 *
 * While a view is loaded the results are busy; a view that failed to load can be retried.
 */
import { batch, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { loading } from '../state.ts';
import { Empty } from './empty.tsx';

type View = () => JSX.Element;

type Loading =
  | { readonly status: 'idle' | 'running' | 'failed' }
  | { readonly status: 'done'; readonly View: View };

export function later(load: () => Promise<View>): View {
  const state = signal<Loading>({ status: 'idle' });
  const begin = (): void => {
    if (state.peek().status === 'running') return;
    const settle = (next: Loading): void =>
      batch(() => {
        loading.value = loading.peek() - 1;
        state.value = next;
      });
    state.value = { status: 'running' };
    loading.value = loading.peek() + 1;
    load().then(
      (View) => settle({ status: 'done', View }),
      () => settle({ status: 'failed' }),
    );
  };
  return () => {
    // Runs before the frame is painted, so that a view about to load is busy from the start.
    useLayoutEffect(() => {
      if (state.peek().status === 'idle') begin();
    }, []);
    const { value } = state;
    if (value.status === 'done') return <value.View />;
    if (value.status !== 'failed') return <Empty>The view is loading ...</Empty>;
    return (
      <div class="empty-view">
        This view could not be loaded.{' '}
        <button type="button" onClick={begin}>
          Try again
        </button>
      </div>
    );
  };
}
