import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconSend } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isInResolution } from '../../../../domain/kinds/statuses.ts';
import { isAdmin } from '../../../../domain/kit/actor.ts';
import { RETURNS } from '../../../../domain/workflow/transitions.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { LinkButton, useGo } from '../../../../web/ui/link.tsx';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { mainAction } from '../../../project-record/ui/main-action.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useMayCreate } from '../new-project-menu.tsx';
import { useAsk } from './action-context.tsx';
import type { Offer } from './use-action.tsx';

const OfficeDrawer = lazyPart(() => import('./office-drawer.tsx'), 'OfficeDrawer');

/** What ends or takes back; kept in a menu so that nobody hits it by mistake. */
const IN_MENU: readonly Offer['action'][] = [
  'reject',
  'dismiss',
  'withdraw',
  'renounce',
  'cancel',
  'suspend',
  'delete',
];

interface ButtonProps {
  offer: Offer;
  variant?: 'filled' | 'default';
  /** What a click shows while the action is refused. */
  onRefused?: (() => void) | undefined;
}

export function OfferButton({ offer, variant = 'default', onRefused }: ButtonProps) {
  const ask = useAsk();
  const Icon = offer.action === 'submit' ? IconSend : offer.action === 'undo' ? IconArrowBackUp : null;
  return (
    <ActionButton
      variant={variant}
      reason={offer.reason}
      onClick={() => ask(offer.action)}
      onRefused={onRefused}
      {...(Icon ? { leftSection: <Icon size={16} aria-hidden /> } : {})}
    >
      {offer.label}
    </ActionButton>
  );
}

const ObserveFirst = lazyPart(
  () => import('../../../observations/ui/observing/observing-bar.tsx'),
  'ObserveFirst',
);

/** What the reader may do with the project besides what leads on, and for what is refused why. */
export function ActionButtons() {
  const { project } = useProject();
  const main = mainAction(project.actions);
  const menu = project.actions.filter(o => IN_MENU.includes(o.action));
  const others = project.actions.filter(o => o !== main && !menu.includes(o));
  const isOwn = useIsOwn(project);
  const asked = OFFICE.filter(([key]) => project[key]);
  const hasMore = menu.length > 0 || asked.length > 0 || isOwn;
  return (
    <>
      {others.map(offer =>
        RETURNS.includes(offer.action) && offer.allowed ? (
          <Suspense key={offer.action}>
            <ObserveFirst offer={offer} />
          </Suspense>
        ) : (
          <OfferButton key={offer.action} offer={offer} />
        ),
      )}
      <ResolutionLink project={project} />
      {hasMore && <MoreActions offers={menu} asked={asked} isOwn={isOwn} />}
    </>
  );
}

/** A call is resolved whole: the office is led to where. */
function ResolutionLink({ project: { status, call } }: { project: ProjectDetail }) {
  const user = useSessionUser();
  if (!isInResolution(status) || !call || !user || !isAdmin(user)) return null;
  return <LinkButton href={paths.ranking(call.id)}>Ir a la resolución</LinkButton>;
}

/** Read in full on a phone as well, and not in the colour of what it refuses. */
const WHY = { display: 'block', whiteSpace: 'normal', color: 'var(--mantine-color-text)' } as const;

/** What the office gives a lead besides the steps: more time, and more than the rule allows. */
const OFFICE = [
  ['extendDue', 'Extender plazo'],
  ['openSections', 'Abrir más secciones'],
  ['earlyReport', 'Permitir informe anticipado'],
] as const;
export type OfficeOffer = (typeof OFFICE)[number][0];

/** Whether the reader may begin another with what it says; who led it once chooses it on the page of a new one. */
function useIsOwn({ lead, alternate }: ProjectDetail): boolean {
  const user = useSessionUser();
  const mayCreate = useMayCreate();
  return mayCreate && user !== null && (lead.id === user.id || alternate?.id === user.id);
}

interface MoreProps {
  offers: readonly Offer[];
  isOwn: boolean;
  asked: readonly (typeof OFFICE)[number][];
}

function MoreActions({ offers, asked, isOwn }: MoreProps) {
  const { project } = useProject();
  const go = useGo();
  const ask = useAsk();
  const [open, setOpen] = useState<OfficeOffer | null>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Más acciones">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw="min(26rem, calc(100vw - 2rem))">
          {isOwn && (
            <Menu.Item onClick={() => go(paths.newProject(project.kind, { from: project.id }))}>
              Copiar en un proyecto nuevo
            </Menu.Item>
          )}
          {asked.map(([key, label]) => {
            const reason = project[key]?.reason;
            return (
              <Menu.Item
                key={key}
                aria-disabled={reason ? true : undefined}
                onClick={() => !reason && setOpen(key)}
              >
                {label}
                {reason && <small style={WHY}>{reason}</small>}
              </Menu.Item>
            );
          })}
          {offers.map(offer => (
            <Menu.Item
              key={offer.action}
              c="var(--mantine-color-error)"
              aria-disabled={!offer.allowed || undefined}
              onClick={() => offer.allowed && ask(offer.action)}
            >
              {offer.label}
              {offer.reason && <small style={WHY}>{offer.reason}</small>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open && (
        <Suspense>
          <OfficeDrawer of={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
