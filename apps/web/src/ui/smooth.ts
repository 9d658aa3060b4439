/** Curves made smoother for the eye: an exponential mean without the pull of its first value (as in Adam). */
export type Points = readonly (readonly [number, number])[];

/** `weight` 0 … 1: how much of each point comes from those before it. */
export const smoothed = (points: Points, weight: number): Points => {
  if (weight <= 0) return points;
  let mean = 0;
  let share = 0;
  return points.map(([x, y]) => {
    mean = weight * mean + (1 - weight) * y;
    share = weight * share + (1 - weight);
    return [x, mean / share] as const;
  });
};

/** What a logarithmic axis can show. */
export const positive = (points: Points): Points => points.filter(([, y]) => y > 0);
