const LEFT_OUT = 10;

/** Milliseconds of each request, the first few left out; what is not served is not measured. */
export async function timesOf(url: string, token: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const [n, path] of [...paths.slice(0, LEFT_OUT), ...paths].entries()) {
    const began = performance.now();
    const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    await response.text();
    if (response.status === 404) return [];
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (n >= LEFT_OUT) times.push(performance.now() - began);
  }
  return times;
}

export interface Figure {
  readonly name: string;
  /** Milliseconds. */
  readonly times: readonly number[];
  /** Of 95 in a hundred, milliseconds. */
  readonly budget: number;
}

/** Writes a figure in a line; whether it met its budget. One that was not measured did not. */
export function tell({ name, times, budget }: Figure): boolean {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const met = sorted.length > 0 && at(0.95) <= budget;
  const figures = `middle ${at(0.5).toFixed(0)} ms  p95 ${at(0.95).toFixed(0)} ms  most ${at(1).toFixed(0)} ms`;
  console.log(`${name.padEnd(30)} ${figures}  budget ${budget} ms  ${met ? 'met' : 'MISSED'}`);
  return met;
}
