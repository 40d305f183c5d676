import classes from './login.module.css';

/** One printing plate: a disc of dots on a turned grid, large in its middle and fading out. Lengths in view box units. */
interface Plate {
  name: 'cyan' | 'magenta' | 'orange';
  x: number;
  y: number;
  radius: number;
  /** Angle of the grid in degrees; each ink has its own, as in print, so that the dots form rosettes and no stripes. */
  angle: number;
}

const PITCH = 13;
const PLATES: Plate[] = [
  { name: 'cyan', x: 190, y: 265, radius: 240, angle: 15 },
  { name: 'magenta', x: 430, y: 185, radius: 215, angle: 75 },
  { name: 'orange', x: 375, y: 400, radius: 170, angle: 45 },
];

function dots({ x, y, radius, angle }: Plate): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const steps = Math.ceil(radius / PITCH);
  let path = '';
  for (let i = -steps; i <= steps; i++) {
    for (let j = -steps; j <= steps; j++) {
      const reach = (Math.hypot(i, j) * PITCH) / radius;
      const r = (PITCH / 2) * 0.98 * (1 - reach ** 1.6);
      if (reach >= 1 || r < 0.5) continue;
      const cx = x + (i * cos - j * sin) * PITCH - r;
      const cy = y + (i * sin + j * cos) * PITCH;
      const size = r.toFixed(1);
      path += `M${cx.toFixed(1)} ${cy.toFixed(1)}a${size} ${size} 0 1 0 ${(2 * r).toFixed(1)} 0a${size} ${size} 0 1 0 -${(2 * r).toFixed(1)} 0`;
    }
  }
  return path;
}

const PATHS = PLATES.map(plate => ({ name: plate.name, d: dots(plate) }));

/** University, community and what they make together, overprinted. Ornament only. */
export function Halftone() {
  return (
    <svg
      className={classes.halftone}
      viewBox="0 0 640 640"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {PATHS.map(({ name, d }) => (
        <path key={name} d={d} className={classes[name]} />
      ))}
    </svg>
  );
}
