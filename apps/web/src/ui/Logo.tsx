/** The mark of the product. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="#0f9488" />
      <circle cx="11.2" cy="11.2" r="4.7" fill="none" stroke="#fff" strokeWidth="2" />
      <path d="m14.8 14.8 3 3" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
