import { Skeleton } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { changeLabel, isChangeSection, isOpenChange } from '../../../domain/access/change-requests.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import type { ShownSection } from '../../ficha/ui/section-list.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import classes from './changes.module.css';

const ChangeForm = lazyPart(() => import('./change-form.tsx'), 'ChangeForm');

/** What a frozen section offers beside its values: to ask for a change, or the way to the one asked for. */
export function SectionChange({ section, children }: { section: ShownSection; children: ReactNode }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  const [asking, setAsking] = useState(false);
  const { slug, stored } = section;
  const open = project.changes.find(c => c.section === slug && isOpenChange(c));
  const offer = project.requestChange;
  if (!isChangeSection(slug) || stored.mayEdit) return children;
  if (asking && !open)
    return (
      <Suspense fallback={<Skeleton h={240} />}>
        <ChangeForm section={section} onClose={() => setAsking(false)} />
      </Suspense>
    );
  return (
    <>
      {open && (
        <p className={classes.notice}>
          Hay un cambio pedido en «{changeLabel(slug)}» que espera decisión.{' '}
          <TextLink href={hrefOf({ tab: 'changes' })}>Ver el cambio pedido</TextLink>
        </p>
      )}
      {children}
      {offer && !open && (
        <div className={`${classes.ask} no-print`}>
          <ActionButton
            size="xs"
            variant="default"
            reason={offer.reason}
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {ASK[slug]}
          </ActionButton>
        </div>
      )}
    </>
  );
}

const ASK = {
  identification: 'Pedir un cambio de fechas',
  team: 'Pedir un cambio de equipo',
  budget: 'Pedir un cambio de presupuesto',
} as const;
