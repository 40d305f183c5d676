/** What an organisation may lack and take over from one that is merged into it. */
export interface Holdings {
  readonly rut: string | null;
  readonly comunaCode: string | null;
  readonly point: { readonly latitude: number; readonly longitude: number } | null;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly active: boolean;
}
/** What was taken over, by field. */
type Taken = Partial<Holdings>;
type Field = keyof Holdings;

export interface MergedOrganisation extends Holdings {
  readonly id: string;
  readonly name: string;
  /** Its direct parent, and the one that is kept in the end; null of one that was not merged. */
  readonly mergedInto: string | null;
  readonly keptId: string | null;
  /** Names of those merged into it, one a line. */
  readonly aliases: string;
}
/** A merge that holds. */
export interface Merge {
  readonly id: string;
  readonly mergedId: string;
  readonly intoId: string;
  readonly taken: Taken;
}

/** Organisations that were merged into one another, with the merges that hold, the oldest first. */
export interface Family {
  readonly organisations: ReadonlyMap<string, MergedOrganisation>;
  readonly merges: readonly Merge[];
}

const FIELDS: readonly Field[] = [
  'rut',
  'comunaCode',
  'point',
  'contactName',
  'contactEmail',
  'contactPhone',
  'active',
];
const CONTACT: readonly Field[] = ['contactName', 'contactEmail', 'contactPhone'];
const MOST_ALIASES = 20_000;

const lacks = (of: Holdings, field: Field) => of[field] === null || of[field] === '' || of[field] === false;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * What `kept` lacks and `merged` has. Of the contact nothing where something of it differs: the e-mail of one person
 * would stand beside the name of another.
 */
export function takenFrom(kept: Holdings, merged: Holdings): Taken {
  const isOtherPerson = CONTACT.some(
    field => !lacks(kept, field) && !lacks(merged, field) && kept[field] !== merged[field],
  );
  return Object.fromEntries(
    FIELDS.filter(
      field => lacks(kept, field) && !lacks(merged, field) && !(isOtherPerson && CONTACT.includes(field)),
    ).map(field => [field, merged[field]]),
  );
}

/** As many lines as there is room for. */
function joinLines(lines: readonly string[], most: number): string {
  let text = '';
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}

/** A family while it changes. */
class Changing {
  readonly all: Map<string, MergedOrganisation>;
  merges: Merge[];
  constructor(family: Family) {
    this.all = new Map(family.organisations);
    this.merges = [...family.merges];
  }
  get(id: string): MergedOrganisation {
    const found = this.all.get(id);
    if (!found) throw new Error(`organisation ${id} is not of this family`);
    return found;
  }
  set(id: string, change: Partial<MergedOrganisation>): void {
    this.all.set(id, { ...this.get(id), ...change });
  }
  setTaken(id: string, taken: Taken): void {
    this.merges = this.merges.map(merge => (merge.id === id ? { ...merge, taken } : merge));
  }
  /** A RUT is of one alone: whoever it is taken from has it no more. */
  take({ id, mergedId, intoId, taken: before }: Merge, taken: Taken): void {
    this.set(intoId, taken);
    if (taken.rut) this.set(mergedId, { rut: null });
    this.setTaken(id, { ...before, ...taken });
  }
  mergeOf = (id: string) => this.merges.find(merge => merge.mergedId === id);
  into = (id: string) => this.merges.filter(merge => merge.intoId === id);

  /** This one, then the one it was merged into, up to the one that is kept. */
  upFrom(id: string): string[] {
    const parent = this.get(id).mergedInto;
    return parent ? [id, ...this.upFrom(parent)] : [id];
  }
  below = (id: string): string[] =>
    this.into(id).flatMap(({ mergedId }) => [mergedId, ...this.below(mergedId)]);
  rootBelow(id: string): void {
    for (const child of this.below(id)) this.set(child, { keptId: id });
  }
  /** Names of all that stand for it, each once, as many as there is room for. */
  renameFrom(id: string): void {
    for (const at of this.upFrom(id)) {
      const names = new Set(this.below(at).map(child => this.get(child).name));
      names.delete(this.get(at).name);
      this.set(at, { aliases: joinLines([...names], MOST_ALIASES) });
    }
  }
  get family(): Family {
    return { organisations: this.all, merges: this.merges };
  }
}

/** Both are kept ones; what was merged into the first stands for the second from now on. */
export function mergeInto(family: Family, { id, mergedId, intoId }: Omit<Merge, 'taken'>): Family {
  const changing = new Changing(family);
  const taken = takenFrom(changing.get(intoId), changing.get(mergedId));
  const merge: Merge = { id, mergedId, intoId, taken: {} };
  changing.merges.push(merge);
  changing.take(merge, taken);
  changing.set(mergedId, { mergedInto: intoId, keptId: intoId });
  changing.rootBelow(intoId);
  changing.renameFrom(intoId);
  return changing.family;
}

/**
 * The one that was merged is kept again, along with what was merged into it. What was taken over of it is given back
 * where it is still the same, all the way up; whoever lacks it then takes it over from another that stands for it.
 */
export function undoMerged(family: Family, id: string): Family {
  const changing = new Changing(family);
  const merge = changing.merges.find(each => each.id === id);
  if (!merge) throw new Error(`merge ${id} does not hold`);
  const { mergedId, intoId, taken } = merge;
  changing.merges = changing.merges.filter(each => each !== merge);
  changing.set(mergedId, { mergedInto: null, keptId: null });
  changing.rootBelow(mergedId);
  const freed = new Map<string, Set<Field>>();
  for (const field of FIELDS.filter(name => name in taken))
    for (const at of giveBack(changing, intoId, field, taken[field]))
      freed.set(at, (freed.get(at) ?? new Set()).add(field));
  if (taken.rut) changing.set(mergedId, { rut: taken.rut });
  for (const at of changing.upFrom(intoId)) takeAgain(changing, at, freed.get(at) ?? new Set());
  changing.renameFrom(intoId);
  return changing.family;
}

/** Whoever had it of the one that leaves: the one it was merged into, and those who took it over from there. */
function giveBack(changing: Changing, from: string, field: Field, value: unknown): string[] {
  const gave: string[] = [];
  for (let at: string | undefined = from; at; ) {
    if (isSame(changing.get(at)[field], value)) {
      changing.set(at, { [field]: field === 'active' ? false : null });
      gave.push(at);
    }
    const up: Merge | undefined = changing.mergeOf(at);
    if (!up || !(field in up.taken) || !isSame(up.taken[field], value)) break;
    if (!gave.includes(at)) gave.push(at);
    const { [field]: _given, ...rest } = up.taken;
    changing.setTaken(up.id, rest);
    at = up.intoId;
  }
  return gave;
}

function takeAgain(changing: Changing, at: string, fields: ReadonlySet<Field>): void {
  for (const merge of changing.into(at)) {
    const offered = takenFrom(changing.get(at), changing.get(merge.mergedId));
    const taken = Object.fromEntries(
      Object.entries(offered).filter(([field]) => fields.has(field as Field)),
    ) as Taken;
    const current = changing.merges.find(({ id }) => id === merge.id) ?? merge;
    changing.take(current, taken);
  }
}
