/** `<PageTour />` shows the guided tour of the page that one visits for the first time, once all of it is there. */
import type { TourId } from '@loupe/contract';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useScene } from '../../../core/scene.tsx';
import { useSession } from '../../../core/session.ts';
import { markSeen } from '../seen.ts';
import { tourOf, tourPlans } from '../tours.ts';

const TourCard = lazy(async () => ({ default: (await import('./TourCard.tsx')).TourCard }));

const lookMs = 250;
/** What is under way or asks for an answer: the tour waits for its end. */
const busy = '.ant-skeleton, [aria-busy="true"], [role="dialog"], .ant-modal-wrap:not([style*="none"])';

/** Where a place stands, as long as the page is quiet; null while it is not there. */
const quietPlace = (at: string): string | null => {
  const place = document.querySelector(`[data-tour="${at}"]`);
  const open = [...document.querySelectorAll<HTMLElement>(busy)].some((one) => one.checkVisibility?.() ?? true);
  if (!place || open) return null;
  const { x, y, width, height } = place.getBoundingClientRect();
  return `${x} ${y} ${width} ${height}`;
};

/** Tells once, when the page has stood still between two looks. */
const useQuiet = (at: string, isAsked: boolean, onQuiet: () => void): void => {
  const latest = useRef(onQuiet);
  useEffect(() => {
    latest.current = onQuiet;
  });
  useEffect(() => {
    if (!isAsked) return undefined;
    let last: string | null = null;
    const timer = setInterval(() => {
      const now = quietPlace(at);
      if (now !== null && now === last) latest.current();
      last = now;
    }, lookMs);
    return () => clearInterval(timer);
  }, [at, isAsked]);
};

function OneTour({ id }: { id: TourId }) {
  const session = useSession();
  const plan = tourPlans[id];
  const [isShown, setShown] = useState(false);
  const isDue = session !== null && !session.mustChangePassword && !session.toursSeen.includes(id);
  useQuiet(plan.needs, isDue && !isShown, () => {
    setShown(true);
    markSeen(id);
  });
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <TourCard plan={plan} onClose={() => setShown(false)} />
    </Suspense>
  );
}

export function PageTour() {
  const scene = useScene();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const id = tourOf(scene?.screen, path);
  return id ? <OneTour key={`${id} ${path}`} id={id} /> : null;
}
