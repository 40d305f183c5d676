/** What became of a file: whoever reads the index is told of all that there is. */
export const STANDINGS = {
  included: 'En el paquete',
  reserved: 'Reservado',
  missing: 'No se encontró',
  changed: 'Cambió desde que se subió',
  refused: 'No disponible',
} as const;
export type Standing = keyof typeof STANDINGS;

/** A file of a pack, or one that is only named. */
export interface PackEntry<Group extends string = string> {
  /** The part of the index in which it stands. */
  readonly group: Group;
  /** In the pack; empty where it is not there. */
  readonly path: string;
  /** Of whom it is: code of a project, name of an organisation; empty where it is of all. */
  readonly owner: string;
  readonly name: string;
  /** Bytes; null where nothing could be read. */
  readonly size: number | null;
  /** SHA-256 of what is in the pack, else of what was uploaded; lower-case hex. */
  readonly sha256: string | null;
  readonly standing: Standing;
  /** Why it is not there. */
  readonly note: string;
  /** How much it comes to: rows of a register, else 1. */
  readonly things: number;
}

/** A part of the index with its entries. */
export interface PackGroup<Group extends string = string> {
  readonly name: Group;
  readonly label: string;
  readonly entries: readonly PackEntry<Group>[];
}

/** Groups that have some entries, in the order of their labels' keys. */
export function groupsOf<Group extends string>(
  entries: readonly PackEntry<Group>[],
  labels: readonly (readonly [Group, string])[],
): readonly PackGroup<Group>[] {
  const found = Map.groupBy(entries, e => e.group);
  return labels.flatMap(([name, label]) => {
    const own = found.get(name);
    return own ? [{ name, label, entries: own }] : [];
  });
}

/** Paths in a pack, each once: a second file of the same name gets a number. */
export function createPaths(): (folder: string, owner: string, name: string) => string {
  const used = new Set<string>();
  return (folder, owner, name) => {
    const at = [folder, owner].filter(Boolean).join('/');
    const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/su.exec(name) ?? [];
    for (let n = 1; ; n += 1) {
      const path = `${at}/${n === 1 ? name : `${stem} (${n})${extension}`}`;
      // Systems that do not tell capitals apart would put one over the other.
      if (used.has(path.toLowerCase())) continue;
      used.add(path.toLowerCase());
      return path;
    }
  };
}
