import { SaveBar } from '../../../../web/form/save-bar.tsx';
import { CALL_TABS } from './call-tabs.tsx';
import type { CallForm } from './use-call-form.tsx';

const PLACES: Readonly<Record<string, string>> = {
  ...CALL_TABS,
  quotas: CALL_TABS.lines,
  categoryCaps: CALL_TABS.lines,
  partnerMinimum: CALL_TABS.lines,
  studentMinimum: CALL_TABS.lines,
  instalments: CALL_TABS.lines,
  reportDates: CALL_TABS.lines,
  graceDays: CALL_TABS.lines,
  publicText: CALL_TABS.bases,
};
const placeOf = (path: string) => PLACES[path.split('.')[0] ?? ''] ?? CALL_TABS.dates;

function reasonOf({ dirty, newer }: CallForm): string | null {
  if (!dirty) return 'No hay cambios que guardar.';
  return newer ? 'Decide antes qué cambios quedan.' : null;
}

/** Saves the call; of what is wrong it tells in which tab. */
export function CallSaveBar({ edited, refused }: { edited: CallForm; refused: string | null }) {
  const { errors, refusal, dirty, busy, save, discard } = edited;
  return (
    <SaveBar
      save="Guardar cambios"
      reason={refused ?? reasonOf(edited)}
      problems={errors
        .slice(0, 6)
        .map(({ path, message }) => ({ path, words: `${placeOf(path)}: ${message}` }))}
      mt={24}
      onSave={() => void save()}
      onDiscard={() => discard()}
      {...{ refusal, dirty, busy }}
    />
  );
}
