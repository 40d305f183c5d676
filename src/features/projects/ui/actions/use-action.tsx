import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { isFinal, statusLabel } from '../../../../domain/kinds/statuses.ts';
import type { BodyOf } from '../../../../domain/kit/endpoint.ts';
import { request } from '../../../../web/api.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { reading } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { useGo } from '../../../../web/ui/link.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { actionOffer } from '../../../project-record/detail/contract.ts';
import { getProject, type ProjectDetail } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { overtaken, takeAction } from '../../../workflow/transitions/contract.ts';
import { DONE } from './action-words.tsx';

export type Offer = z.output<typeof actionOffer>;
export type Given = Omit<BodyOf<typeof takeAction>, 'version'>;

/** Who holds the project now, e.g. `Ahora lo tiene Ana Soto.` */
function holderWords({ status, turn }: ProjectDetail): string {
  const [first, ...others] = turn.people;
  if (turn.mine) return 'Ahora te toca a ti.';
  if (first) return `Ahora lo tiene ${first.name}${others.length > 0 ? ` y ${others.length} más` : ''}.`;
  if (turn.office) return 'Ahora lo tiene la Oficina de Vinculación.';
  return isFinal(status) ? '' : 'Nadie está asignado todavía: la oficina fue avisada.';
}

/** Somebody acted while this page was open: says what happened instead of a bare conflict. */
function overtakenWords(error: unknown): string {
  const parsed = error instanceof ProblemError ? overtaken.safeParse(error.extra) : null;
  if (!parsed?.success) return messageOf(error);
  const { by, status } = parsed.data;
  return `${by?.name ?? 'Otra persona'} actuó mientras mirabas: el proyecto está ahora «${statusLabel(status)}».`;
}

/** Takes a step of the workflow, then says what happened and who holds the project now. */
export function useAction() {
  const { project, cache, flush } = useProject();
  const client = useQueryClient();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const params = { kind: project.kind, id: project.id };

  /** Resolves when done; throws the refusal for the dialog to show. */
  const take = async (action: Offer['action'], given: Given, onUndo: () => void): Promise<void> => {
    setBusy(true);
    try {
      if (!(await flush()))
        throw new Error('Hay cambios sin guardar: revisa los datos marcados y vuelve a intentarlo.');
      const { version } =
        client.getQueryData<ProjectDetail>(reading(getProject, { params }).queryKey) ?? project;
      const { deleted } = await request(takeAction, {
        params: { ...params, action },
        body: { version, ...given },
      });
      const done = DONE[action] ?? 'Listo';
      if (deleted) {
        await cache.forget();
        go(paths.projects(), { replace: true });
        toasts.success(`${done}.`);
        return;
      }
      await cache.refresh();
      const fresh = client.getQueryData<ProjectDetail>(reading(getProject, { params }).queryKey) ?? project;
      const undoable = action !== 'undo' && fresh.actions.some(a => a.action === 'undo' && a.allowed);
      const html = `<strong>${done}.</strong> ${asHtml(holderWords(fresh))}`;
      toasts.success(html, undoable ? { label: 'Deshacer', run: onUndo } : undefined);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'conflict') await cache.refresh();
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return { take, busy };
}

/** Words for a refusal of an action. */
export const refusalWords = (error: unknown): string =>
  error instanceof ProblemError
    ? overtakenWords(error)
    : error instanceof Error
      ? error.message
      : messageOf(error);
