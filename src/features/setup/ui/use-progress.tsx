import type { SetupProgress } from '../../../domain/settings/setup.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getSetupProgress, saveSetupProgress } from '../contract.ts';

/** Says what the office says of the guide, over the version it was read in. */
export function useProgress(updatedAt: string) {
  // The first screen is among what is about projects.
  const { mutate, isPending } = useWrite(saveSetupProgress, [getSetupProgress, 'projects']);
  const save = ({ settled, closed }: SetupProgress, onSuccess?: () => void) =>
    mutate(
      { body: { settled, closed, updatedAt } },
      {
        ...(onSuccess && { onSuccess }),
        onError: error => toasts.error(asHtml(messageOf(error))),
      },
    );
  return { save, isSaving: isPending };
}
