import { describe, expect, it } from 'vitest';
import {
  type Family,
  type Holdings,
  type MergedOrganisation,
  mergeInto,
  takenFrom,
  undoMerged,
} from './merging.ts';

const NOTHING: Holdings = {
  rut: null,
  comunaCode: null,
  point: null,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  active: true,
};
const organisation = (id: string, holdings: Partial<Holdings> = {}): MergedOrganisation => ({
  ...NOTHING,
  ...{ id, name: `Organización ${id}`, mergedInto: null, keptId: null, aliases: '' },
  ...holdings,
});
const familyOf = (...all: MergedOrganisation[]): Family => ({
  organisations: new Map(all.map(o => [o.id, o])),
  merges: [],
});
const merge = (family: Family, mergedId: string, intoId: string) =>
  mergeInto(family, { id: `${mergedId}→${intoId}`, mergedId, intoId });
const at = (family: Family, id: string) => family.organisations.get(id);

describe('what the kept one takes over', () => {
  it('is what it lacks alone', () => {
    const kept = organisation('k', { comunaCode: '08101' });
    const merged = organisation('m', {
      rut: '1-9',
      comunaCode: '08102',
      point: { latitude: 1, longitude: 2 },
    });
    expect(takenFrom(kept, merged)).toEqual({ rut: '1-9', point: { latitude: 1, longitude: 2 } });
  });

  it('never is the e-mail of another person than the one it names', () => {
    const merged = organisation('m', { contactName: 'Pedro', contactEmail: 'pedro@x.example' });
    expect(takenFrom(organisation('k', { contactName: 'Rosa' }), merged)).toEqual({});
    expect(takenFrom(organisation('k', { contactName: 'Pedro' }), merged)).toEqual({
      contactEmail: 'pedro@x.example',
    });
    expect(takenFrom(organisation('k', { contactPhone: '41 2' }), merged)).toEqual({
      contactName: 'Pedro',
      contactEmail: 'pedro@x.example',
    });
  });

  it('is that it is in use, unless both are out of use', () => {
    const off = organisation('k', { active: false });
    expect(takenFrom(off, organisation('m'))).toEqual({ active: true });
    expect(takenFrom(off, organisation('m', { active: false }))).toEqual({});
    expect(takenFrom(organisation('k'), organisation('m', { active: false }))).toEqual({});
  });
});

describe('undoing in the middle of a chain', () => {
  const first = familyOf(organisation('a', { rut: '1-9' }), organisation('b'), organisation('c'));
  const chain = merge(merge(first, 'a', 'b'), 'b', 'c');

  it('brings a RUT back from the end of it', () => {
    expect(['a', 'b', 'c'].map(id => at(chain, id)?.rut)).toEqual([null, null, '1-9']);
    const undone = undoMerged(chain, 'a→b');
    expect(['a', 'b', 'c'].map(id => at(undone, id)?.rut)).toEqual(['1-9', null, null]);
    expect(at(undone, 'c')?.aliases).toBe('Organización b');
    expect(undoMerged(undone, 'b→c').organisations).toEqual(first.organisations);
  });

  it('leaves what was changed since', () => {
    const changed = new Map(chain.organisations).set('c', { ...organisation('c'), rut: '2-7' });
    const undone = undoMerged({ ...chain, organisations: changed }, 'a→b');
    expect(['a', 'b', 'c'].map(id => at(undone, id)?.rut)).toEqual(['1-9', null, '2-7']);
  });

  it('has another one give what it lacks now', () => {
    const three = familyOf(
      organisation('k', { active: false }),
      organisation('a', { comunaCode: '08101' }),
      organisation('b', { comunaCode: '08102' }),
    );
    const both = merge(merge(three, 'a', 'k'), 'b', 'k');
    expect(at(both, 'k')).toMatchObject({ comunaCode: '08101', active: true });
    expect(at(undoMerged(both, 'a→k'), 'k')).toMatchObject({ comunaCode: '08102', active: true });
    expect(undoMerged(undoMerged(both, 'a→k'), 'b→k').organisations).toEqual(three.organisations);
  });
});

/** Numbers that look random and are the same every time. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Random = ReturnType<typeof randomOf>;

const someone = (random: Random, n: number): MergedOrganisation =>
  organisation(String(n), {
    rut: random(2) ? `${n}-${n}` : null,
    comunaCode: [null, '08101', '08102'][random(3)] ?? null,
    point: random(3) ? null : { latitude: random(3), longitude: 1 },
    contactName: [null, 'Rosa', 'Pedro'][random(3)] ?? null,
    contactEmail: [null, 'r@x.example', 'p@x.example'][random(3)] ?? null,
    contactPhone: [null, '1', '2'][random(3)] ?? null,
    active: random(2) === 1,
  });
const rootsOf = ({ organisations }: Family) => [...organisations.values()].filter(o => o.mergedInto === null);

function rootOf(family: Family, id: string): string {
  const parent = at(family, id)?.mergedInto;
  return parent ? rootOf(family, parent) : id;
}

function checkFamily(family: Family, first: Family): void {
  const all = [...family.organisations.values()];
  const ruts = (of: Family) => [...of.organisations.values()].flatMap(o => o.rut ?? []).toSorted();
  expect(ruts(family)).toEqual(ruts(first));
  for (const o of all) {
    expect(o.keptId ?? o.id).toBe(rootOf(family, o.id));
    expect(family.merges.filter(m => m.mergedId === o.id && m.intoId === o.mergedInto)).toHaveLength(
      o.mergedInto ? 1 : 0,
    );
  }
  for (const root of rootsOf(family)) {
    const below = all.filter(o => o.keptId === root.id);
    expect(root.aliases.split('\n').filter(Boolean).toSorted()).toEqual(below.map(o => o.name).toSorted());
    // Nothing of those that stand for it is lost.
    expect(root.active).toBe(root.active || below.some(o => o.active));
    for (const field of ['rut', 'comunaCode', 'point'] as const)
      if (root[field] === null) expect(below.map(o => o[field]).filter(Boolean)).toEqual([]);
  }
}

it('whatever is merged and undone, in any order, undoing all gives back the first state', () => {
  for (let seed = 1; seed <= 80; seed += 1) {
    const random = randomOf(seed);
    const first = familyOf(...Array.from({ length: 7 }, (_, n) => someone(random, n + 1)));
    let family = first;
    for (let step = 0; step < 25; step += 1) {
      const roots = rootsOf(family);
      const [from, into] = [roots[random(roots.length)], roots[random(roots.length)]];
      const undone = family.merges[random(family.merges.length)];
      if (undone && random(3) === 0) family = undoMerged(family, undone.id);
      else if (from && into && from !== into)
        family = mergeInto(family, { id: `${seed}.${step}`, mergedId: from.id, intoId: into.id });
      checkFamily(family, first);
    }
    while (family.merges.length > 0) {
      family = undoMerged(family, family.merges[random(family.merges.length)]?.id ?? '');
      checkFamily(family, first);
    }
    expect(family.organisations).toEqual(first.organisations);
  }
});
