/** The image beside the sign-in form, drawn: a circuit board with a crack, seen through a loupe. */
import { useTranslation } from 'react-i18next';

const traces = [
  'M-20 90H130l70 70v180l-60 60H-20',
  'M-20 150H100l40 40v120l-40 40H-20',
  'M-20 620H120l90-90h170l60 60v330',
  'M820 60H640l-80 80H420l-70-70V-20',
  'M820 150H680l-70 70v130l80 80h130',
  'M820 560H700l-90 90v270',
  'M820 660H740l-50 50v210',
  'M240 920V760l-70-70H-20',
  'M-20 480h100l60 60',
];
const pads = [
  [200, 160],
  [140, 190],
  [420, 140],
  [640, 60],
  [680, 150],
  [210, 530],
  [440, 590],
  [700, 560],
  [170, 690],
  [300, 130],
] as const;

/** Board lines; in the loupe they are drawn larger and lit. */
function Board({ line, pad, width }: { line: string; pad: string; width: number }) {
  return (
    <g fill="none" stroke={line} strokeWidth={width} strokeLinejoin="round">
      {traces.map((d) => (
        <path key={d} d={d} />
      ))}
      {pads.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="22" fill={pad} stroke={line} strokeWidth="14" />
      ))}
    </g>
  );
}

const ticks = Array.from({ length: 60 }, (_, i) => (i * Math.PI) / 30);

export function LoupeArt() {
  const { t } = useTranslation();
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <clipPath id="loupe-glass">
          <circle cx="460" cy="400" r="196" />
        </clipPath>
        <linearGradient id="loupe-shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.45" stopColor="#0b1216" stopOpacity="0" />
          <stop offset="0.85" stopColor="#0b1216" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="#0e1a20" />
      <Board line="#1b2f36" pad="#0e1a20" width={30} />
      <rect width="800" height="900" fill="url(#loupe-shade)" />
      <g clipPath="url(#loupe-glass)">
        <rect x="260" y="200" width="400" height="400" fill="#12302f" />
        <g fill="none" stroke="#3fae9b" strokeLinejoin="round">
          <path d="M240 250h90l90 90v300" strokeWidth="70" />
          <path d="M700 300H600l-70 70" strokeWidth="58" />
          <circle cx="545" cy="455" r="66" fill="#12302f" strokeWidth="54" />
        </g>
        <path d="m387 386 16 8 12 24 20 3 18 20" fill="none" stroke="#0d2322" strokeWidth="13" strokeLinejoin="round" />
        <path d="m387 386 16 8 12 24 20 3 18 20" fill="none" stroke="#081716" strokeWidth="5" />
      </g>
      <circle cx="460" cy="400" r="196" fill="none" stroke="#dfe9ea" strokeWidth="3" />
      <circle cx="460" cy="400" r="206" fill="none" stroke="#3fae9b" strokeOpacity="0.5" strokeWidth="1" />
      <g stroke="#3fae9b" strokeOpacity="0.7">
        {ticks.map((a, i) => {
          const inner = i % 15 === 0 ? 208 : 212;
          const outer = i % 15 === 0 ? 224 : 218;
          return (
            <path
              key={a}
              d={`M${460 + inner * Math.cos(a)} ${400 + inner * Math.sin(a)}L${460 + outer * Math.cos(a)} ${400 + outer * Math.sin(a)}`}
            />
          );
        })}
      </g>
      <rect x="358" y="360" width="122" height="98" rx="3" fill="none" stroke="#ffa51f" strokeWidth="2.5" />
      <rect x="357" y="336" width="100" height="24" rx="3" fill="#ffa51f" />
      <text x="366" y="353" fill="#081012" fontSize="15" fontWeight="700">
        {t('account.defect')} 0.97
      </text>
    </svg>
  );
}
