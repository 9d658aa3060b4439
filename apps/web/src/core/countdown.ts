/** Seconds that run down to 0: `const [left, start] = useCountdown(); start(60)`. */
import { useCallback, useEffect, useState } from 'react';

const tickMs = 250;

export const useCountdown = (): readonly [left: number, start: (seconds: number) => void] => {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    // by the clock: a page in the background is called less often
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number) => setEnd(Date.now() + seconds * 1000), []);
  return [left, start];
};
