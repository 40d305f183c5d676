import { plainText } from './field.ts';
import type { Named } from './known.ts';
import { bareUnitName, fullUnitName } from './unit-names.ts';

/** A unit, and a name that it has or had in a file. */
export interface Unit extends Named {
  code: string;
  called: string;
}

/** Those of a key, each once. */
function groupUnits(units: readonly Unit[], keyOf: (unit: Unit) => string): Map<string, Map<string, Named>> {
  const groups = new Map<string, Map<string, Named>>();
  for (const unit of units) {
    const key = keyOf(unit);
    if (key) groups.set(key, (groups.get(key) ?? new Map<string, Named>()).set(unit.id, unit));
  }
  return groups;
}

/**
 * Units by code, else by name or by what a file called them before, so that a renamed school is followed; else by the
 * name with its first word written out, or, where a text does not say what kind of unit it is, without that word.
 */
export function unitFinder(units: readonly Unit[]): (text: string) => readonly Named[] {
  const byCode = new Map(units.map(u => [u.code, u]));
  const byName = groupUnits(units, unit => plainText(unit.called));
  const byFullName = groupUnits(units, unit => fullUnitName(unit.called));
  const byBareName = groupUnits(units, unit => bareUnitName(unit.called));
  const likeNames = (text: string): readonly Named[] => {
    const full = [...(byFullName.get(fullUnitName(text))?.values() ?? [])];
    if (full.length > 0 || bareUnitName(text) !== fullUnitName(text)) return full;
    const bare = [...(byBareName.get(bareUnitName(text))?.values() ?? [])];
    return bare.length === 1 ? bare : [];
  };
  return text => {
    const named = byName.get(plainText(text));
    const coded = byCode.get(text.toUpperCase());
    if (!named) return coded ? [coded] : likeNames(text);
    // A name of today wins over one of the past.
    const today = [...named.values()].filter(u => plainText(u.name) === plainText(text));
    return today.length > 0 ? today : [...named.values()].slice(0, 1);
  };
}
