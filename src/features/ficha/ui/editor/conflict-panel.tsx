import type { z } from 'zod';
import { keyOf } from '../../../../domain/sections/field.ts';
import { sectionOf } from '../../../../domain/sections/index.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { ConflictChoice, type Side } from '../../../../web/form/conflict/conflict-choice.tsx';
import { useSessionUser } from '../../../../web/storage.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { staleSection } from '../../contract.ts';
import type { ShownSection } from '../section-list.tsx';

type Data = Record<string, unknown>;

interface ConflictProps {
  section: ShownSection;
  /** What both started from. */
  base: Data;
  mine: Data;
  stored: z.output<typeof staleSection>;
  /** Saves these values on top of the stored ones. */
  onKeep: (values: Data) => void;
  onUseStored: (values: Data) => void;
}

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** A section that was changed on two sides, field by field. */
export function ConflictPanel({ section, base, mine, stored, onKeep, onUseStored }: ConflictProps) {
  const { nameOf } = useProject();
  const reader = useSessionUser();
  const theirs: Data = { ...sectionOf(section.slug).empty, ...stored.data };
  // Where only one side changed something, that side is proposed.
  const proposed = (key: string): Side => (differs(mine[key], base[key]) ? 'mine' : 'stored');
  const differences = section.fields
    .filter(f => differs(mine[keyOf(f)], theirs[keyOf(f)]))
    .map(field => {
      const key = keyOf(field);
      return {
        ...{ key, label: field.label },
        mine: showValue(field, mine[key], nameOf),
        stored: showValue(field, theirs[key], nameOf),
        proposed: proposed(key),
      };
    });
  const shown = new Set(differences.map(d => d.key));
  return (
    <ConflictChoice
      what="Esta sección fue guardada"
      saved={{
        by: stored.updatedBy?.name ?? null,
        isOwn: stored.updatedBy?.id === reader?.id,
        at: stored.updatedAt,
      }}
      differences={differences}
      onKeep={() => onKeep(mine)}
      onUseStored={() => onUseStored(theirs)}
      onMerge={sideOf =>
        onKeep(
          Object.fromEntries(
            Object.keys(mine).map(k => [
              k,
              ((shown.has(k) ? sideOf(k) : proposed(k)) === 'mine' ? mine : theirs)[k],
            ]),
          ),
        )
      }
    />
  );
}
