/** Whether something has been busy for longer than a verdict usually takes. */
import { useEffect, useState } from 'react';

const slowMs = 1000;

export const useSlow = (isBusy: boolean): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setLate(true), slowMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBusy]);
  return isBusy && isLate;
};
