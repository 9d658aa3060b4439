/** A small curve of shares, newest at the right; gaps where nothing was measured. */

const width = 120;
const height = 32;

/** Path of an SVG for shares from 0 to 1, spread over `slots` places; each gap begins a new line. */
export function sparkPath(shares: readonly (number | null)[], slots: number): string {
  const step = width / Math.max(1, slots - 1);
  const first = width - step * (shares.length - 1);
  let drawing = false;
  return shares
    .map((share, i) => {
      const command = share === null ? '' : `${drawing ? 'L' : 'M'}${(first + i * step).toFixed(1)} ${y(share)}`;
      drawing = share !== null;
      return command;
    })
    .join('');
}

const y = (share: number): string => (height - 1 - share * (height - 2)).toFixed(1);

export function Sparkline({
  shares,
  slots,
  label,
}: {
  shares: readonly (number | null)[];
  slots: number;
  label: string;
}) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--line)" />
      <path d={sparkPath(shares, slots)} fill="none" stroke="var(--curve-1)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
