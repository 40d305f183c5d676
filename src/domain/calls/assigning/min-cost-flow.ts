/** Rows need places filled, columns fill them. Tables are flat: a row of `loads.length` entries after the other. */
export interface Demand {
  /** Places to fill, per row. */
  readonly places: readonly number[];
  /** Whether somebody who knows fills a place of the row already. */
  readonly known: readonly boolean[];
  /** Places each column fills already. */
  readonly loads: readonly number[];
  /** 0 never fills a place of the row, 1 may, 2 may and knows. */
  readonly fits: Uint8Array;
  /** What a pair costs in the last aims, the first of them first; whole numbers, 0–255. */
  readonly costs: readonly Uint8Array[];
}

/**
 * What one unit of each aim weighs: more than all that a cycle can change below. It meets each column once, where it
 * fills one place and frees another, and the end once. Whole numbers up to 4 000 rows and 500 columns.
 */
function weigh({ places, loads, costs }: Demand) {
  const columns = loads.length;
  const most = Math.max(0, ...loads) + places.length;
  const pair = new Float64Array(places.length * columns);
  let load = 1;
  for (const table of costs.toReversed()) {
    for (const [at, cost] of table.entries()) pair[at] = (pair[at] ?? 0) + load * cost;
    load += load * (columns + 1) * table.reduce((top, cost) => Math.max(top, cost), 0);
  }
  const unknown = load * (2 * most + 3);
  return { pair, load, unknown, empty: unknown * (columns + 3) };
}

/**
 * Nodes in this order: rows, their doors to columns that know, their doors to the others, columns. Each column leads to
 * the end for the weight of one more load, each row for that of a place left empty.
 */
function start(demand: Demand) {
  const rows = demand.places.length;
  const nodes = 3 * rows + demand.loads.length;
  const through = new Uint32Array(nodes);
  for (const [row, isKnown] of demand.known.entries()) through[rows + row] = Number(isKnown);
  return {
    ...demand,
    ...weigh(demand),
    /** Rows of each column. */
    held: demand.loads.map(() => new Set<number>()),
    /** The same by cell, which is asked far more often. */
    isHeld: new Uint8Array(demand.fits.length),
    loads: [...demand.loads],
    rows,
    /** Places filled through each door; knowing at the start counts as one. */
    through,
    potential: new Float64Array(nodes),
    distance: new Float64Array(nodes).fill(Number.POSITIVE_INFINITY),
    cameFrom: new Int32Array(nodes),
    /** Nodes with a distance that are still to be left. */
    open: [] as number[],
  };
}
type Flow = ReturnType<typeof start>;

function costToEnd({ rows, loads, empty, load }: Flow, node: number): number {
  if (node < rows) return empty;
  return node < 3 * rows ? Number.POSITIVE_INFINITY : load * (2 * (loads[node - 3 * rows] ?? 0) + 1);
}

/** Edges with room left, those that take back what is filled included. */
function leave(flow: Flow, node: number, go: (to: number, cost: number) => void): void {
  const { rows, loads, through, held, isHeld, fits, known, pair, unknown } = flow;
  if (node < rows) {
    go(rows + node, through[rows + node] ? unknown : 0);
    go(2 * rows + node, unknown);
  } else if (node < 3 * rows) {
    const fit = node < 2 * rows ? 2 : 1;
    const row = node % rows;
    const count = through[node] ?? 0;
    const isKnown = fit === 2 && known[row] === true;
    if (count > Number(isKnown)) go(row, fit === 2 && count === 1 ? 0 : -unknown);
    for (let column = 0, cell = row * loads.length; column < loads.length; column++, cell++)
      if (fits[cell] === fit && isHeld[cell] === 0) go(3 * rows + column, pair[cell] ?? 0);
  } else
    for (const row of held[node - 3 * rows] ?? []) {
      const cell = row * loads.length + node - 3 * rows;
      go(row + (fits[cell] === 2 ? rows : 2 * rows), -(pair[cell] ?? 0));
    }
}

/** The nearest of those reached, the first of several, if it is nearer than that; -1 where none is. */
function takeNearest({ open, distance }: Flow, within: number): number {
  let best = -1;
  let least = within;
  for (let at = 0; at < open.length; at++) {
    const found = distance[open[at] ?? 0] ?? 0;
    if (found >= least) continue;
    best = at;
    least = found;
  }
  return best < 0 ? best : (open.splice(best, 1)[0] ?? -1);
}

/** Dijkstra from a row, until nothing is nearer than the end. Answers the last node before it, and how far it is. */
function search(flow: Flow, row: number) {
  const { distance, potential, open, cameFrom } = flow;
  let last = row;
  let length = Number.POSITIVE_INFINITY;
  open.push(row);
  distance[row] = 0;
  for (let node = takeNearest(flow, length); node >= 0; node = takeNearest(flow, length)) {
    const here = (distance[node] ?? 0) + (potential[node] ?? 0);
    const toEnd = here + costToEnd(flow, node);
    if (toEnd < length) [last, length] = [node, toEnd];
    leave(flow, node, (to, cost) => {
      const found = here + cost - (potential[to] ?? 0);
      const known = distance[to] ?? 0;
      if (found >= known || found >= length) return;
      if (known === Number.POSITIVE_INFINITY) open.push(to);
      distance[to] = found;
      cameFrom[to] = node;
    });
  }
  return { last, length };
}

function fillOne(flow: Flow, source: number): void {
  const { rows, loads, through, held, isHeld, cameFrom, potential, distance } = flow;
  const { last, length } = search(flow, source);
  for (let to = last, from = to; to !== source; to = from) {
    from = cameFrom[to] ?? source;
    if (from < rows) through[to] = (through[to] ?? 0) + 1;
    else if (to < rows) through[from] = (through[from] ?? 0) - 1;
    else {
      const row = Math.min(from, to) % rows;
      const column = Math.max(from, to) - 3 * rows;
      isHeld[row * loads.length + column] = Number(from < to);
      held[column]?.[from < to ? 'add' : 'delete'](row);
    }
  }
  if (last >= 3 * rows) loads[last - 3 * rows] = (loads[last - 3 * rows] ?? 0) + 1;
  for (const [node, far] of distance.entries())
    if (far < length) potential[node] = (potential[node] ?? 0) + far - length;
  distance.fill(Number.POSITIVE_INFINITY);
  flow.open.length = 0;
}

/**
 * Fills places at the least cost: every place, then a column that knows in each row, then even loads (least sum of
 * squares), then the sums of `costs` in their order. Answers the rows of each column. Successive shortest paths with
 * potentials, a place at a time (Ahuja, Magnanti, Orlin: Network Flows, 1993, §9.7).
 */
export function fillPlaces(demand: Demand): readonly ReadonlySet<number>[] {
  const flow = start(demand);
  for (const [row, count] of demand.places.entries()) for (let n = 0; n < count; n++) fillOne(flow, row);
  return flow.held;
}
