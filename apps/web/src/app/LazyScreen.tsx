/** A screen whose code is loaded on demand: skeleton, time limit, error screen with retry. */
import { limits } from '@loupe/contract';
import { createElement, Suspense, use, useState, type ComponentType } from 'react';
import { withTimeout } from '../core/lazy.ts';
import { PageSkeleton } from '../ui/Page.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

type Load = () => Promise<ComponentType<object>>;
/** Loaded once for the life of the page; a failure is forgotten by a retry. */
const loaded = new Map<Load, Promise<ComponentType<object>>>();

const promiseOf = (load: Load): Promise<ComponentType<object>> => {
  const known = loaded.get(load);
  if (known) return known;
  const started = withTimeout(load, limits.screenLoadMs);
  loaded.set(load, started);
  return started;
};

function Loaded({ load }: { load: Load }) {
  return createElement(use(promiseOf(load)));
}

export function LazyScreen({ load }: { load: Load }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <ScreenBoundary
      key={attempt}
      onRetry={() => {
        loaded.delete(load);
        setAttempt(attempt + 1);
      }}
    >
      <Suspense fallback={<PageSkeleton />}>
        <Loaded load={load} />
      </Suspense>
    </ScreenBoundary>
  );
}
